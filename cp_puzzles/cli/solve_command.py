"""The command `solve`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import json_option, options_of, show_option, solutions_out, spec_argument, verbose_option
from cp_puzzles.search.options import SolveOptions

if TYPE_CHECKING:
    from cp_puzzles.search.run_result import Note, RunResult


@command
@spec_argument
@options_of(SolveOptions, out=solutions_out("write every solution to a file as it is found"))
@show_option("solutions")
@verbose_option()
@json_option("one summary object")
def run(asked: Asked) -> int:
    """Find the solutions of a puzzle up to symmetry, and draw them.

    Examples
    --------
    cp-puzzles solve pentomino6x10 --show 2  find all 2,339 solutions up to symmetry, draw two
    cp-puzzles solve soma --out soma.jsonl  all solutions in a file, written as they are found
    cp-puzzles solve bedlam --store bedlam.run  a run that you can interrupt and resume
    cp-puzzles solve my.yaml --limit 1 --json  is there a solution? only the summary
    cp-puzzles solve calendar --leave Nov --leave 21  two labeled cells stay empty
    cp-puzzles solve queens.dlx --limit 3  three solutions of a cover problem in Knuth's format
    """
    from cp_puzzles.api import solve
    from cp_puzzles.cli.console import (
        exit_status_of,
        puzzle_of,
        report_search,
        say_solutions_written,
        stderr,
        stdout,
    )
    from cp_puzzles.output.terminal.board_view import Drawings
    from cp_puzzles.output.terminal.live_progress import LiveProgress

    notes: list[Note] = []

    def show(result: RunResult) -> None:
        progress.stop()
        if options.limit == 1 and options.store is None and result.count:
            stderr().print("--limit 1 shows the solution that was found first; a full list may begin with another one")
        drawings.finish()
        report_search(asked, result)
        if options.out:
            say_solutions_written(asked.out, is_written=result.count > 0 or result.status == "complete")
        if options.certificate or options.cross_check:
            progress.begin("writing the certificate" if options.certificate else "comparing with another engine")

    options = SolveOptions.of_typed(vars(asked), keep=False, on_result=show, on_note=notes.append)
    puzzle, options = puzzle_of(asked.spec, options, board=False)
    drawings = Drawings(puzzle, stdout(), 0 if asked.json else asked.show)
    with LiveProgress(stderr(), hidden=drawings.streams and stdout().is_terminal) as progress:
        options = replace(options, on_solution=drawings.add, on_progress=progress)
        result = solve.of_options(puzzle, options)
    return exit_status_of(result, notes)
