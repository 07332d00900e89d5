"""The command `smallest`."""

from __future__ import annotations

from cp_puzzles.analysis.smallest_rectangle import smallest
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import (
    flag,
    json_option,
    options_of,
    out_option,
    refuse_both,
    search_options,
    spec_argument,
    values_of,
)
from cp_puzzles.engines.registry import DEFAULT, NAMES
from cp_puzzles.search.options import SearchOptions


@command(
    """
cp-puzzles smallest y_pentominoes5x5  ten Y pentominoes fill 5x10, but no smaller rectangle
cp-puzzles smallest t_tetrominoes10x10 --rectangle  four T tetrominoes: 4x4
cp-puzzles smallest y_pentominoes5x5 --square  the smallest square: 10x10
cp-puzzles smallest dominoes4x4 --rule faults=0 --rule 'pieces={min: 2}'  5x6: no straight line cuts it in two
""",
    "0 the smallest is known; 1 no board of up to --up-to cells; 3 a time limit was reached first",
)
@spec_argument
@flag("rectangle", "find the smallest rectangle or box (the default)")
@options_of(smallest)
@search_options("jobs", "memory", engine=f"search engine: {', '.join(NAMES)} (default: {DEFAULT})")
@out_option("write the filled board to a file, as `solve` does")
@json_option()
def run(options: Options) -> int:
    """Find the smallest rectangle (in space, the smallest box) that any number of copies of the tiles fill.

    If the puzzle has one tile, the number of copies is the order of the tile. The puzzle's board, given pieces and
    numbers of copies are ignored; its rules apply. Boards are tried in order of area. If the program could not decide a
    smaller board in time, the result names it.
    """
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import puzzle_of, report, say_written, stderr, stdout
    from cp_puzzles.cli.solution_display import Drawings
    from cp_puzzles.output.formats.formats import format_of
    from cp_puzzles.output.formats.solution_writer import write_solutions
    from cp_puzzles.output.terminal.result_panels import size_text, smallest_panel

    refuse_both(options, "rectangle", "square")
    end = Deadline.after(options.total_time_limit)
    if options.out:
        format_of(options.out, "solutions")
    with stderr().status("setting up") as progress:
        found = smallest(
            end.run("reading", lambda: puzzle_of(options)),
            **(values_of(options, smallest, SearchOptions) | {"total_time_limit": end.seconds}),
            on_board=lambda size: progress.update(f"trying {size_text(size)}"),
        )
    filled = found.solution
    if filled is not None and not options.json:
        drawings = Drawings(filled.puzzle, stdout(), 1)
        drawings.add(filled)
        drawings.finish()
    report(options, found.summary(), smallest_panel(found))
    if options.out and filled is not None:
        write_solutions(options.out, filled.puzzle, [filled])
        say_written(options.out)
    return exits.OF_OUTCOME[found.status]
