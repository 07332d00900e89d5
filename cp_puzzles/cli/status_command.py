"""The command `status`."""

from __future__ import annotations

from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, json_option


@command
@argument("stored", "RUN", "a file from `solve --store` or `count --store`")
@json_option()
def run(asked: Asked) -> int:
    """Show the progress of a stored run, also while it is running.

    Examples
    --------
    cp-puzzles status bedlam.run  parts, solutions, time, and an estimate of the rest
    cp-puzzles status bedlam.run --json  the same for a script
    cp-puzzles export bedlam.run bedlam.jsonl  the solutions so far
    """
    from cp_puzzles.cli.console import report
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.store.run_reader import open_run

    with open_run(asked.stored) as stored:
        status = stored.status()
    report(asked, status.summary(), status_panel(status))
    return 0
