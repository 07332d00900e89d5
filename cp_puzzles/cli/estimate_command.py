"""`estimate`: how long a search will take, and what it will find."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_json, add_options, add_puzzle, search_options

HELP = "how long a search will take, and how many solutions to expect"
DESCRIPTION = """\
Estimate the search tree of a puzzle from random probes (Knuth 1975): its size, the number of solutions, and about how
long it takes. Every number comes with the bounds between which it lies in 95 of 100 cases."""
EPILOG = """\
examples:
  cp-puzzles estimate bedlam --engine exact-cover   before counting
  cp-puzzles estimate my.yaml --symmetry off --json  the numbers for a script"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_options(
        parser,
        *("symmetry", "time_limit", "memory"),
        engine="who would search",
        jobs="how many processes would work (default: all cores)",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Estimate and report."""
    from cp_puzzles.analysis.forecast import estimate
    from cp_puzzles.cli.console import puzzle_of, report
    from cp_puzzles.deadline import deadline_after, within
    from cp_puzzles.render.forecast import forecast_panel

    puzzle = puzzle_of(options, board=False)
    asked = search_options(options)
    deadline = deadline_after(asked.pop("time_limit"))
    found = within(deadline, "estimating", lambda: estimate(puzzle, **asked))
    report(options, found.summary(), forecast_panel(found))
    return 1 if found.exact and found.solutions.value == 0 else 0
