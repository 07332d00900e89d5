"""The command `smallest`."""

from __future__ import annotations

from cp_puzzles.analysis.options import SmallestOptions
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import flag, json_option, options_of, out_option, refuse_both, spec_argument


@command
@spec_argument
@flag("rectangle", "find the smallest rectangle or box (the default)")
@options_of(SmallestOptions, without=("leave", "given", "maximize", "minimize"))
@out_option("write the filled board to a file, as `solve` does")
@json_option()
def run(asked: Asked) -> int:
    """Find the smallest rectangle (in space, the smallest box) that any number of copies of the tiles fill.

    If the puzzle has one tile, the number of copies is the order of the tile. The puzzle's board, given pieces and
    numbers of copies are ignored; its rules apply. Boards are tried in order of area. If the program could not decide a
    smaller board in time, the result names it.

    Examples
    --------
    cp-puzzles smallest y_pentominoes5x5  ten Y pentominoes fill 5x10, but no smaller rectangle
    cp-puzzles smallest t_tetrominoes10x10 --rectangle  four T tetrominoes: 4x4
    cp-puzzles smallest y_pentominoes5x5 --square  the smallest square: 10x10
    cp-puzzles smallest dominoes4x4 --rule faults=0 --rule 'pieces={min: 2}'  5x6: no straight line cuts it in two

    Exit status
    -----------
    0 the smallest is known; 1 no board of up to --up-to cells; 3 a time limit was reached first
    """
    from dataclasses import replace

    from cp_puzzles.analysis.smallest_rectangle import smallest
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, say_written, stderr, stdout
    from cp_puzzles.output.formats.formats import format_of
    from cp_puzzles.output.formats.solution_reader import write_solutions
    from cp_puzzles.output.terminal.board_view import Drawings
    from cp_puzzles.output.terminal.result_panels import size_text, smallest_panel
    from cp_puzzles.puzzle.puzzle import puzzle_from

    refuse_both(asked, "rectangle", "square")
    if asked.out:
        format_of(asked.out, "solutions")
    with stderr().status("setting up") as progress:
        options = SmallestOptions.of_typed(
            vars(asked), on_board=lambda size: progress.update(f"trying {size_text(size)}")
        )
        end = Deadline.after(options.total_time_limit)
        puzzle = end.run("reading", lambda: puzzle_from(options.puzzle(asked.spec)))
        result = smallest.of_options(puzzle, replace(options, total_time_limit=end.seconds))
    if result.solution is not None and not asked.json:
        drawings = Drawings(result.solution.puzzle, stdout(), 1)
        drawings.add(result.solution)
        drawings.finish()
    report(asked, result.summary(), smallest_panel(result))
    if asked.out and result.solution is not None:
        write_solutions(asked.out, result.solution.puzzle, [result.solution])
        say_written(asked.out)
    return exits.OF_OUTCOME[result.status]
