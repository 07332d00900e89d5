"""The command `render`."""

from __future__ import annotations

import click

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import option, out_option, spec_argument
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import format_rows


@command(
    """
cp-puzzles solve soma --out soma.jsonl
cp-puzzles render soma soma.jsonl soma.html  rotate, explode and take apart every solution
cp-puzzles render burr.xmpuzzle burr.xmpuzzle burr.html  the solutions that BurrTools found
cp-puzzles render calendar calendar.html  a page to play on, without solutions
cp-puzzles render soma soma.jsonl --steps 1.pdf  instructions for the first solution, step by step
cp-puzzles render soma soma.jsonl one.svg --only 17  one solution, with its layers and exploded
""",
    sections=[("Formats", format_rows("solutions"))],
)
@spec_argument
@click.argument(
    "files", metavar="[SOLUTIONS] OUT", nargs=-1, required=True, help="solutions to read, and the file to write"
)
@out_option("draw instructions for the first solution, or for --only: .svg, .png or .pdf; OUT may be omitted", "steps")
@option("only", "draw only the N-th solution")
@option("most", "draw at most N solutions in a picture", default=100)
@option("columns", "number of pictures in a row")
def run(options: Options) -> int:
    """Draw the solutions in a .jsonl or BurrTools file; without a file, write a page to play on.

    The suffix of OUT selects a picture of one solution or of several, a page that works offline, or data.
    """
    from itertools import islice

    from cp_puzzles.cli.console import puzzle_of, say_written
    from cp_puzzles.output.draw.picture_files import save_picture
    from cp_puzzles.output.draw.solution_picture import PictureOptions, render_solutions, steps_picture
    from cp_puzzles.output.formats.solution_reader import read_solutions

    options.solutions, options.out = _files(options)
    if options.out is not None:
        writable_path(options.out)
    _refuse_mixed_up(options)
    puzzle = puzzle_of(options)
    solutions = read_solutions(options.solutions, puzzle) if options.solutions else iter(())
    if options.only or options.steps:
        number = options.only or 1
        chosen = list(islice(solutions, number - 1, number))
        if not chosen:
            if options.only is None:
                raise MistakeError(Parameter("steps"), f"{options.solutions} has no solution", "give a file with one")
            raise MistakeError(
                f"--only {number}", f"{options.solutions} has fewer solutions", "choose a smaller number"
            )
        if options.steps:
            save_picture(steps_picture(puzzle, chosen[0].placements), options.steps)
            say_written(options.steps)
        solutions = iter(chosen) if options.only else read_solutions(options.solutions, puzzle)
    if options.out is None:
        return 0
    drawing = PictureOptions(limit=options.most, columns=options.columns)
    left_out = render_solutions(options.out, puzzle, solutions, drawing)
    say_written(options.out, f"{left_out} more were omitted, see --most" if left_out else "")
    return 0


def _files(options: Options) -> tuple[str | None, str | None]:
    """Return the file of solutions and the file to write."""
    files = (*options.files,) if len(options.files) > 1 or not options.steps else (*options.files, None)
    if len(files) > 2:
        raise MistakeError(" ".join(files[2:]), "unexpected argument", "see cp-puzzles render --help")
    return (None, files[0]) if len(files) == 1 else (files[0], files[1])


def _refuse_mixed_up(options: Options) -> None:
    """Refuse a picture without solutions, and an output file that is the file of solutions."""
    from cp_puzzles.base.file_access import refuse_overwriting

    if options.solutions is None:
        if not options.out.endswith(".html") or options.only:
            raise MistakeError(
                options.out, "there are no solutions to draw", "name a .jsonl file of solutions before it"
            )
        return
    for out in filter(None, (options.out, options.steps)):
        refuse_overwriting(out, options.solutions)
