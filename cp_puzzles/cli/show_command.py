"""`show`: draw the board and the tiles."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_puzzle

HELP = "draw the board and the tiles"
DESCRIPTION = "Draw the board and the tiles of a puzzle, with what each tile may do."
EPILOG = """\
examples:
  cp-puzzles show pentomino6x10
  cp-puzzles show calendar --leave Nov --leave 21"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_puzzle(parser)


def run(options: argparse.Namespace) -> int:
    """Draw."""
    from cp_puzzles.cli.console import puzzle_of, stdout
    from cp_puzzles.render.overview import puzzle_overview

    stdout().print(puzzle_overview(puzzle_of(options)))
    return 0
