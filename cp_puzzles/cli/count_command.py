"""`count`: how many solutions there are."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_cross_check, add_json, add_options, add_puzzle, search_options
from cp_puzzles.rules.measures import MEASURES

HELP = "count solutions without keeping them"
DESCRIPTION = (
    "Count the solutions of a puzzle: the search of `solve`, in constant memory, nothing shown but the numbers."
)
EPILOG = """\
examples:
  cp-puzzles count soma                             240: up to rotations and reflections, and 11,520 in all
  cp-puzzles count soma --symmetry rotations        480: as the cube can be turned in the hand
  cp-puzzles count bedlam --engine exact-cover      19,186, in seconds
  cp-puzzles count dominoes8x8 --engine frontier    1,629,189 up to symmetry, without looking at any of them
  cp-puzzles count queens.dlx --engine exact-cover  a cover problem in Knuth's format: every solution
  cp-puzzles count pentomino6x10 --by crossroads    how many have 0, 1, 2, ... points where four pieces meet
  cp-puzzles count pentomino6x10 --json             the numbers for a script"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_options(parser)
    parser.add_argument(
        "--by", metavar="MEASURE", help=f"how many solutions have which value of it: {', '.join(MEASURES)}"
    )
    add_cross_check(parser)
    add_json(parser, "one summary object")


def run(options: argparse.Namespace) -> int:
    """Count and report."""
    from cp_puzzles.analysis.tabulate import tabulate
    from cp_puzzles.api import count
    from cp_puzzles.cli.console import (
        exit_status,
        finish_cross_check,
        puzzle_of,
        refuse_partial_cross_check,
        report,
        stderr,
    )
    from cp_puzzles.render.live import LiveProgress
    from cp_puzzles.render.measure_table import measure_table
    from cp_puzzles.render.report import summary_panel

    refuse_partial_cross_check(options)
    puzzle = puzzle_of(options, board=options.by is not None)
    with LiveProgress(stderr()) as progress:
        asked = {**search_options(options), "on_progress": progress}
        table = None if options.by is None else tabulate(puzzle, options.by, **asked)
        result = count(puzzle, **asked) if table is None else table.result
    tables = () if table is None else (measure_table(table),)
    report(options, (table or result).summary(), *tables, summary_panel(result.summary()))
    return finish_cross_check(options, puzzle, result) if options.cross_check else exit_status(result)
