"""`status`: how far a stored run is."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_json

HELP = "tell how far a stored run is"
DESCRIPTION = "Tell how far a run is that `solve --store` or `count --store` keeps, also while it goes on."
EPILOG = """\
examples:
  cp-puzzles status bedlam.run                      parts, solutions, time, and about how much is left
  cp-puzzles status bedlam.run --json               the same for a script
  cp-puzzles export bedlam.run bedlam.jsonl         the solutions so far"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("stored", metavar="RUN", help="a file that --store wrote")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Read and report."""
    from cp_puzzles.cli.console import report
    from cp_puzzles.render.run_status import status_panel
    from cp_puzzles.search.store.reader import open_run

    with open_run(options.stored) as stored:
        status = stored.status()
    report(options, status.summary(), status_panel(status))
    return 0
