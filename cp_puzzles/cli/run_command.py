"""The command `run`: a stored run, and the shares of several machines."""

from __future__ import annotations

from cp_puzzles.base.options import PROPORTION, RUN_FILE, SECONDS
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, CommandGroup, command
from cp_puzzles.cli.parameters import argument, command_option, json_option


@command
@argument("stored", "RUN", "a file from `solve --store` or `count --store`")
@json_option()
def run_status(asked: Asked) -> int:
    """Show the progress of a stored run, also while it is running.

    Examples
    --------
    cp-puzzles run status bedlam.run  the finished share, solutions, time, and the rest
    cp-puzzles run status bedlam.run --json  the same for a script
    cp-puzzles export bedlam.run bedlam.jsonl  the solutions so far
    """
    from cp_puzzles.cli.console import report
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.store.run_reader import open_run

    with open_run(asked.stored) as stored:
        status = stored.status()
    report(asked, status.summary(), status_panel(status))
    return 0


@command
@argument("shares", "SHARE...", "the files of all shares", nargs=-1, required=True)
@command_option("store", "put all shares into this new file of a run", RUN_FILE, metavar="RUN")
@command_option("check", "proportion of the parts to replay, chosen at random after all files are read", PROPORTION)
@command_option("time_limit", "stop replaying after S seconds, and merge with the replays that are done", SECONDS)
@json_option()
def run_merge(asked: Asked) -> int:
    """Add up all shares of a run, unless one is missing, repeated, unfinished or wrong.

    Examples
    --------
    cp-puzzles count bedlam --store 3.run --share 3/10  the third of ten shares, on any machine
    cp-puzzles run merge *.run  the number of solutions, from all shares
    cp-puzzles run merge *.run --store bedlam.run  and one file with all of it
    cp-puzzles run merge *.run --check 0.05  replay one part in twenty: workers need not be trusted
    cp-puzzles run merge *.run --check 1 --time-limit 600  replay as many as ten minutes allow

    Exit status
    -----------
    0 merged; 2 mistake, nothing is merged; 3 merged, but replays were not finished in time
    """
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, say
    from cp_puzzles.output.terminal.result_panels import merged_panel
    from cp_puzzles.search.merge import merge_shares

    check, deadline = asked.check or 0.0, Deadline.after(asked.time_limit)
    merged = merge_shares(asked.shares, asked.store, check=check, time_limit=deadline.seconds)
    report(asked, merged.summary(), merged_panel(merged))
    if not asked.json:
        say(merged.assurance)
    return exits.TIME if merged.replayed < merged.chosen else 0


run = CommandGroup(
    "run",
    (run_status, run_merge),
    """Show the progress of a stored run, or join the shares of several machines.

    `solve --store RUN` and `count --store RUN` store a run, with `--share 3/10` a share of it.""",
    """
    cp-puzzles run status bedlam.run  the finished share, solutions, time, and the rest
    cp-puzzles count bedlam --store 3.run --share 3/10  the third of ten shares, on any machine
    cp-puzzles run merge *.run  the number of solutions, from all shares""",
)
