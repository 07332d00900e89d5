"""`show`: draw the board and the tiles."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_puzzle

HELP = "draw the board and the tiles"
DESCRIPTION = """\
Draw the board and the tiles of a puzzle, with what each tile may do; with --out as a picture: what is given lies on the
board, cells that --leave leaves empty have a ring, those that may stay empty a ?, below are the tiles left to place."""
EPILOG = """\
examples:
  cp-puzzles show pentomino6x10
  cp-puzzles show calendar --leave Nov --leave 21
  cp-puzzles show kanoodle5x11 --out kanoodle.svg   a picture: .svg, .png or .pdf"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_puzzle(parser)
    parser.add_argument("--out", metavar="FILE", help="draw the puzzle into a file instead: .svg, .png or .pdf")


def run(options: argparse.Namespace) -> int:
    """Draw."""
    from cp_puzzles.cli.console import puzzle_of, stderr, stdout

    puzzle = puzzle_of(options)
    if options.out is None:
        from cp_puzzles.render.overview import puzzle_overview

        stdout().print(puzzle_overview(puzzle))
    else:
        from cp_puzzles.export.picture import framed
        from cp_puzzles.export.picture_writer import save_picture
        from cp_puzzles.export.puzzle_picture import puzzle_picture

        save_picture(framed(puzzle_picture(puzzle)), options.out)
        stderr().print(f"wrote {options.out}", markup=False, soft_wrap=True)
    return 0
