"""`render`: pictures of solutions, and the page to browse them in."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import add_file, add_puzzle, add_value, out_file
from cp_puzzles.export.formats import suffixes
from cp_puzzles.option_kinds import Millimetres

HELP = "draw solutions: pictures, or a page to browse them in"
DESCRIPTION = f"""\
Draw the solutions of a .jsonl or BurrTools file; the suffix of OUT chooses what, a picture of one solution or of a
gallery, a page that works offline, or data: {", ".join(suffixes("solutions"))}.
Without SOLUTIONS the page is for playing alone."""
EPILOG = """\
examples:
  cp-puzzles solve soma --out soma.jsonl
  cp-puzzles render soma soma.jsonl soma.html               turn, explode and take apart every solution
  cp-puzzles render burr.xmpuzzle burr.xmpuzzle burr.html   what BurrTools has found
  cp-puzzles render calendar calendar.html                  a page to play on, without solutions
  cp-puzzles render soma soma.jsonl --steps 1.pdf           how the first solution is put together, step by step
  cp-puzzles render soma soma.jsonl one.svg --only 17       one solution, with its layers and exploded
  cp-puzzles render soma soma.jsonl cut.svg --laser 20      lines to cut, 20 mm a cell"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument("solutions", metavar="SOLUTIONS", nargs="?", help="a file of solutions, .jsonl or .xmpuzzle")
    parser.add_argument("out", metavar="OUT", help="the file to write; with --steps it may be left away")
    add_file(parser, "an instruction sheet of the first solution, or of --only: .svg, .png or .pdf", "steps")
    add_value(parser, "only", "only the N-th solution")
    add_value(parser, "most", "draw at most N in one picture", default=100)
    add_value(parser, "columns", "pictures in a row of a gallery")
    add_value(parser, "laser", "only thin lines to cut, MM millimetres a cell", Millimetres())


def run(options: argparse.Namespace) -> int:
    """Draw, and say what was left out."""
    from itertools import islice

    from cp_puzzles.cli.console import puzzle_of, say
    from cp_puzzles.errors import MistakeError
    from cp_puzzles.export.jsonl import read_solutions
    from cp_puzzles.export.picture_writer import render_solutions, save_picture
    from cp_puzzles.export.solution_picture import PictureOptions
    from cp_puzzles.export.steps import steps_picture

    if options.steps and options.solutions is None:
        options.solutions, options.out = options.out, None
    if options.out is not None:
        out_file(options.out)
    _refuse_mixed_up(options)
    puzzle = puzzle_of(options)
    solutions = read_solutions(options.solutions, puzzle) if options.solutions else iter(())
    if options.only or options.steps:
        number = options.only or 1
        chosen = list(islice(solutions, number - 1, number))
        if not chosen:
            raise MistakeError(f"--only {number}", f"{options.solutions} has fewer solutions", "ask for one of them")
        if options.steps:
            save_picture(steps_picture(puzzle, chosen[0].placements), options.steps)
            say(f"wrote {options.steps}")
        solutions = iter(chosen) if options.only else read_solutions(options.solutions, puzzle)
    if options.out is None:
        return 0
    drawing = PictureOptions(
        limit=options.most,
        columns=options.columns,
        laser=options.laser is not None,
        cell_millimetres=options.laser or PictureOptions.cell_millimetres,
    )
    left_out = render_solutions(options.out, puzzle, solutions, drawing)
    more = f"; {left_out} more had no room, see --most" if left_out else ""
    say(f"wrote {options.out}{more}")
    return 0


def _refuse_mixed_up(options: argparse.Namespace) -> None:
    """Refuse a picture without solutions, and to write over the file of solutions."""
    import os

    from cp_puzzles.errors import MistakeError

    if options.solutions is None:
        if not options.out.endswith(".html") or options.only:
            raise MistakeError(
                options.out, "there are no solutions to draw", "name a .jsonl file of solutions before it"
            )
        return
    for out in filter(None, (options.out, options.steps)):
        if os.path.exists(options.solutions) and os.path.exists(out) and os.path.samefile(options.solutions, out):
            raise MistakeError(out, "this is the file of the solutions itself", "write to another one")
