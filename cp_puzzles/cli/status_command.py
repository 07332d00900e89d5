"""The command `status`."""

from __future__ import annotations

import click

from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option


@command("""
cp-puzzles status bedlam.run  parts, solutions, time, and an estimate of the rest
cp-puzzles status bedlam.run --json  the same for a script
cp-puzzles export bedlam.run bedlam.jsonl  the solutions so far
""")
@click.argument("stored", metavar="RUN", help="a file from `solve --store` or `count --store`")
@json_option()
def run(options: Options) -> int:
    """Show the progress of a stored run, also while it is running."""
    from cp_puzzles.cli.console import report
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.store.run_reader import open_run

    with open_run(options.stored) as stored:
        status = stored.status()
    report(options, status.summary(), status_panel(status))
    return 0
