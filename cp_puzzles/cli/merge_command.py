"""The command `merge`."""

from __future__ import annotations

from cp_puzzles.base.option_types import PROPORTION, SECONDS
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, json_option, option


@command
@argument("stored", "RUN", "the run that was split")
@argument("shares", "SHARE...", "the files of all its shares", nargs=-1, required=True)
@option("check", "proportion of the parts to replay, chosen at random after all files are read", PROPORTION)
@option("time_limit", "stop replaying after S seconds, and merge with the replays that are done", SECONDS)
@json_option()
def run(asked: Asked) -> int:
    """Put the results of all shares into the run, unless a share is missing, repeated, unfinished or wrong.

    Examples
    --------
    cp-puzzles merge bedlam.run shares/*.run  all shares at once
    cp-puzzles merge bedlam.run shares/*.run --check 0.05  replay one part in twenty: workers need not be trusted
    cp-puzzles merge bedlam.run shares/*.run --check 1 --time-limit 600  replay as many as ten minutes allow
    cp-puzzles status bedlam.run  the number of solutions

    Exit status
    -----------
    0 merged; 2 mistake, nothing is merged; 3 merged, but replays were not finished in time
    """
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, say
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.shares.share_merge import merge_shares

    check, deadline = asked.check or 0.0, Deadline.after(asked.time_limit)
    merged = merge_shares(asked.stored, asked.shares, check, time_limit=deadline.seconds)
    report(asked, {**merged.status.summary(), **merged.summary()}, status_panel(merged.status))
    if not asked.json:
        say(merged.assurance)
    return exits.TIME if merged.replayed < merged.chosen else 0
