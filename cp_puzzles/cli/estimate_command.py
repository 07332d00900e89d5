"""`estimate`: how long a search will take, and what it will find."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_puzzle, positive

HELP = "how long a search will take, and how many solutions to expect"
DESCRIPTION = """\
Estimate the search tree of a puzzle from random probes (Knuth 1975): its size, the number of solutions, and about how
long it takes. Every number comes with the bounds between which it lies in 95 of 100 cases."""
EPILOG = """\
examples:
  cp-puzzles estimate bedlam --engine exact-cover   before counting
  cp-puzzles estimate my.yaml --symmetry off --json the numbers for a script"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_puzzle(parser)
    parser.add_argument(
        "--symmetry",
        choices=("off", "rotations", "full"),
        default="full",
        help="which board motions make two solutions the same (default: full)",
    )
    parser.add_argument("--engine", default="cp-sat", metavar="NAME", help="who would search (default: cp-sat)")
    parser.add_argument("--jobs", metavar="N", type=positive, help="how many processes would work (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print one object and nothing else")


def run(options: argparse.Namespace) -> int:
    """Estimate and report."""
    from cp_puzzles.analysis.forecast import forecast
    from cp_puzzles.cli.console import print_json, puzzle_of, stdout
    from cp_puzzles.render.forecast import forecast_panel

    found = forecast(puzzle_of(options), symmetry=options.symmetry, engine=options.engine, jobs=options.jobs)
    if options.json:
        print_json(found.summary())
    else:
        stdout().print(forecast_panel(found))
    return 1 if found.exact and found.solutions.value == 0 else 0
