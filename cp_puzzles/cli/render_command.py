"""The command `render`."""

from __future__ import annotations

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.cli.command import Asked, command, with_sections
from cp_puzzles.cli.parameters import argument, command_option, options_of, out_option, spec_argument
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import format_rows
from cp_puzzles.search.puzzle_options import PuzzleOptions


@with_sections(("Formats", format_rows("solutions")))
@command
@spec_argument
@argument("files", "[SOLUTIONS] OUT", "solutions to read, and the file to write", nargs=-1, required=True)
@options_of(PuzzleOptions)
@out_option("draw instructions for the first solution, or for --only: .svg, .png or .pdf; OUT may be omitted", "steps")
@command_option("only", "draw only the N-th solution")
@command_option("most", "draw at most N solutions in a picture", default=100)
@command_option("columns", "number of pictures in a row")
def run(asked: Asked) -> int:
    """Draw the solutions in a .jsonl or BurrTools file; without a file, write a page to play on.

    The suffix of OUT selects a picture of one solution or of several, a page that works offline, or data.

    Examples
    --------
    cp-puzzles solve soma --out soma.jsonl
    cp-puzzles render soma soma.jsonl soma.html  rotate, explode and take apart every solution
    cp-puzzles render burr.xmpuzzle burr.xmpuzzle burr.html  the solutions that BurrTools found
    cp-puzzles render calendar calendar.html  a page to play on, without solutions
    cp-puzzles render soma soma.jsonl --steps 1.pdf  instructions for the first solution, step by step
    cp-puzzles render soma soma.jsonl one.svg --only 17  one solution, with its layers and exploded
    """
    from itertools import islice

    from cp_puzzles.cli.console import puzzle_of, say_written
    from cp_puzzles.output.draw.picture import save_picture
    from cp_puzzles.output.draw.puzzle_picture import PictureOptions, render_solutions, steps_picture
    from cp_puzzles.output.formats.solution_reader import read_solutions

    asked.solutions, asked.out = _files(asked)
    if asked.out is not None:
        writable_path(asked.out)
    _refuse_mixed_up(asked)
    puzzle, _ = puzzle_of(asked.spec, PuzzleOptions.of_typed(vars(asked)))
    solutions = read_solutions(asked.solutions, puzzle) if asked.solutions else iter(())
    if asked.only or asked.steps:
        number = asked.only or 1
        chosen = list(islice(solutions, number - 1, number))
        if not chosen:
            if asked.only is None:
                raise MistakeError(Parameter("steps"), f"{asked.solutions} has no solution", "give a file with one")
            raise MistakeError(f"--only {number}", f"{asked.solutions} has fewer solutions", "choose a smaller number")
        if asked.steps:
            save_picture(steps_picture(puzzle, chosen[0].placements), asked.steps)
            say_written(asked.steps)
        solutions = iter(chosen) if asked.only else read_solutions(asked.solutions, puzzle)
    if asked.out is None:
        return 0
    drawing = PictureOptions(limit=asked.most, columns=asked.columns)
    left_out = render_solutions(asked.out, puzzle, solutions, drawing)
    say_written(asked.out, f"{left_out} more were omitted, see --most" if left_out else "")
    return 0


def _files(asked: Asked) -> tuple[str | None, str | None]:
    """Return the file of solutions and the file to write."""
    files = (*asked.files,) if len(asked.files) > 1 or not asked.steps else (*asked.files, None)
    if len(files) > 2:
        raise MistakeError(" ".join(files[2:]), "unexpected argument", "see cp-puzzles render --help")
    return (None, files[0]) if len(files) == 1 else (files[0], files[1])


def _refuse_mixed_up(asked: Asked) -> None:
    """Refuse a picture without solutions, and an output file that is the file of solutions."""
    from cp_puzzles.base.file_access import refuse_overwriting

    if asked.solutions is None:
        if not asked.out.endswith(".html") or asked.only:
            raise MistakeError(asked.out, "there are no solutions to draw", "name a .jsonl file of solutions before it")
        return
    for out in filter(None, (asked.out, asked.steps)):
        refuse_overwriting(out, asked.solutions)
