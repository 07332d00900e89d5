"""The command `merge`."""

from __future__ import annotations

import click

from cp_puzzles.base.option_types import Proportion
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option, option, search_options


@command(
    """
cp-puzzles merge bedlam.run shares/*.run  all shares at once
cp-puzzles merge bedlam.run shares/*.run --check 0.05  replay one part in twenty: workers need not be trusted
cp-puzzles merge bedlam.run shares/*.run --check 1 --time-limit 600  replay as many as ten minutes allow
cp-puzzles status bedlam.run  the number of solutions
""",
    "0 merged; 2 mistake, nothing is merged; 3 merged, but replays were not finished in time",
)
@click.argument("stored", metavar="RUN", help="the run that was split")
@click.argument("shares", metavar="SHARE...", nargs=-1, required=True, help="the files of all its shares")
@option("check", "proportion of the parts to replay, chosen at random after all files are read", Proportion)
@search_options(time_limit="stop replaying after S seconds, and merge with the replays that are done")
@json_option()
def run(options: Options) -> int:
    """Put the results of all shares into the run, unless a share is missing, repeated, unfinished or wrong."""
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, say
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.shares.share_merge import merge_shares

    check, deadline = options.check or 0.0, Deadline.after(options.time_limit)
    merged = merge_shares(options.stored, options.shares, check, time_limit=deadline.seconds)
    report(options, {**merged.status.summary(), **merged.summary()}, status_panel(merged.status))
    if not options.json:
        say(merged.assurance)
    return exits.TIME if merged.replayed < merged.chosen else 0
