"""The command `show`."""

from __future__ import annotations

from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import flag, options_of, out_option, spec_argument
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.options import IterOptions, TimeLimit
from cp_puzzles.search.puzzle_options import PuzzleOptions


@command
@spec_argument
@options_of(PuzzleOptions)
@flag("orientations", "draw all rotations and reflections of each tile, with the numbers for `orientations:`")
@out_option("draw the puzzle into a file instead: .svg, .png or .pdf")
@options_of(TimeLimit)
def run(asked: Asked) -> int:
    """Draw the board and the tiles of a puzzle, and the isometries allowed for each tile.

    With --out, write a picture: the given pieces are on the board, the tiles to place are below it. A ring marks cells
    that --leave keeps empty, a ? marks cells that may stay empty.

    Examples
    --------
    cp-puzzles show pentomino6x10
    cp-puzzles show pentomino6x10 --orientations  the numbers for orientations: [1, 3]
    cp-puzzles show calendar --leave Nov --leave 21
    cp-puzzles show kanoodle5x11 --out kanoodle.svg  a picture: .svg, .png or .pdf
    """
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import puzzle_of, say_written, stdout

    options = IterOptions.of_typed(vars(asked))
    deadline = Deadline.after(options.time_limit)
    puzzle, _ = puzzle_of(asked.spec, options)
    if asked.out is None or asked.orientations:
        if asked.out is not None:
            raise MistakeError(Parameter("orientations"), "are drawn in the terminal only", "remove --out")
        from cp_puzzles.output.terminal.annotated_boards import puzzle_overview

        stdout().print(deadline.run("drawing", lambda: puzzle_overview(puzzle, asked.orientations)))
    else:
        from cp_puzzles.output.draw.picture import framed, save_picture
        from cp_puzzles.output.draw.puzzle_picture import puzzle_picture

        deadline.run("drawing", lambda: save_picture(framed(puzzle_picture(puzzle)), asked.out))
        say_written(asked.out)
    return 0
