"""`smallest`: the smallest rectangle or box that the tiles fill."""

from __future__ import annotations

import argparse

from cp_puzzles.cli import exits
from cp_puzzles.cli.arguments import add_file, add_json, add_options, add_puzzle, add_value, search_options

HELP = "the smallest rectangle or box that the tiles fill"
DESCRIPTION = """\
Find the smallest rectangle, in space the smallest box, that the tiles of a puzzle fill, each in any number: if it is
one tile, its order. The board of the puzzle, given pieces and numbers of copies do not matter; its rules hold. Boards
are tried by area; where it was not decided in time whether one can be filled, the answer says which."""
EPILOG = """\
examples:
  cp-puzzles smallest y_pentominoes5x5                    ten Y pentominoes fill 5x10, and nothing smaller
  cp-puzzles smallest t_tetrominoes10x10 --rectangle      four T tetrominoes: 4x4
  cp-puzzles smallest y_pentominoes5x5 --square           the smallest square: 10x10
  cp-puzzles smallest dominoes4x4 --rule faults=0 --rule 'pieces={min: 2}'   5x6: no line cuts it in two
exit status: 0 the smallest is known; 1 there is none of up to --up-to cells; 3 some smaller one was not decided"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from cp_puzzles.analysis.smallest import SECONDS, UP_TO

    add_puzzle(parser)
    shapes = parser.add_mutually_exclusive_group()
    shapes.add_argument("--rectangle", action="store_true", help="the smallest rectangle or box (this is the default)")
    shapes.add_argument("--square", action="store_true", help="the smallest square or cube")
    add_value(parser, "up_to", "try boards of at most N cells", default=UP_TO)
    given_up = f"give up a board after S seconds (default: {SECONDS:.0f})"
    add_options(parser, "engine", "jobs", "memory", time_limit=given_up)
    add_file(parser, "write the filled board to a file, as `solve` does")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Try boards, draw the one that is filled, and say what is certain."""
    from cp_puzzles.analysis.smallest import SECONDS, smallest
    from cp_puzzles.cli.console import puzzle_of, report, say, stderr, stdout
    from cp_puzzles.cli.display import Drawings
    from cp_puzzles.export.formats import format_of
    from cp_puzzles.export.writer import write_solutions
    from cp_puzzles.render.smallest import size_text, smallest_panel

    if options.out:
        format_of(options.out, "solutions")
    search = search_options(options)
    with stderr().status("setting up") as progress:
        found = smallest(
            puzzle_of(options),
            square=options.square,
            up_to=options.up_to,
            on_board=lambda size: progress.update(f"trying {size_text(size)}"),
            **(search | {"time_limit": search["time_limit"] or SECONDS}),
        )
    filled = found.solution
    if filled is not None and not options.json:
        drawings = Drawings(filled.puzzle, stdout(), 1)
        drawings.add(filled)
        drawings.finish()
    report(options, found.summary(), smallest_panel(found))
    if options.out and filled is not None:
        write_solutions(options.out, filled.puzzle, [filled])
        say(f"wrote {options.out}")
    return exits.OF_OUTCOME[found.status]
