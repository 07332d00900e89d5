"""The command `solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import (
    json_option,
    record_options,
    search_options,
    show_option,
    solutions_out_option,
    spec_argument,
    values_of,
)

if TYPE_CHECKING:
    from cp_puzzles.search.run_result import Note, RunResult


@command("""
cp-puzzles solve pentomino6x10 --show 2  find all 2,339 solutions up to symmetry, draw two
cp-puzzles solve soma --out soma.jsonl  all solutions in a file, written as they are found
cp-puzzles solve bedlam --store bedlam.run  a run that you can interrupt and resume
cp-puzzles solve my.yaml --limit 1 --json  is there a solution? only the summary
cp-puzzles solve calendar --leave Nov --leave 21  two labeled cells stay empty
cp-puzzles solve queens.dlx --limit 3  three solutions of a cover problem in Knuth's format
""")
@spec_argument
@search_options()
@record_options()
@json_option("one summary object")
@show_option("solutions")
@solutions_out_option("write every solution to a file as it is found")
def run(options: Options) -> int:
    """Find the solutions of a puzzle up to symmetry, and draw them."""
    from cp_puzzles.api import solve
    from cp_puzzles.cli.console import exit_status_of, puzzle_of, report, say_solutions_written, stderr, stdout
    from cp_puzzles.cli.solution_display import Drawings
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_report import summary_panel

    puzzle = puzzle_of(options, board=False)
    console = stdout()
    drawings = Drawings(puzzle, console, 0 if options.json else options.show)
    streams = drawings.streams and console.is_terminal
    notes: list[Note] = []

    def show(result: RunResult) -> None:
        progress.stop()
        if options.limit == 1 and options.store is None and result.count:
            stderr().print("--limit 1 shows the solution that was found first; a full list may begin with another one")
        drawings.finish()
        report(options, result.summary(), summary_panel(result.summary()))
        if options.out:
            say_solutions_written(options.out, is_written=result.count > 0 or result.status == "complete")
        if options.certificate or options.cross_check:
            progress.begin("writing the certificate" if options.certificate else "comparing with another engine")

    with LiveProgress(stderr(), hidden=streams) as progress:
        result = solve(
            puzzle,
            **values_of(options),
            out=options.out,
            cross_check=options.cross_check,
            certificate=options.certificate,
            keep=False,
            on_solution=drawings.add,
            on_progress=progress,
            on_result=show,
            on_note=notes.append,
        )
    return exit_status_of(result, notes)
