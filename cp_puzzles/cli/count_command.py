"""The command `count`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.options import TEXT
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import command_option, json_option, options_of, spec_argument, verbose_option
from cp_puzzles.puzzle.rules.rule_registry import MEASURES
from cp_puzzles.search.options import CountOptions

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cp_puzzles.search.run_result import Note, RunResult

WORDS = ("empty-cells", "tiles")
"""Properties of solutions that are words instead of numbers."""


@command
@spec_argument
@options_of(CountOptions)
@command_option(
    "by",
    f"tabulate the solutions by a measure: {', '.join(MEASURES)}; or by {' or '.join(WORDS)}, with --symmetry off",
    TEXT,
    metavar="MEASURE",
    offered=(*MEASURES, *WORDS),
)
@verbose_option()
@json_option("one summary object")
def run(asked: Asked) -> int:
    """Count the solutions of a puzzle in constant memory, and print only the numbers.

    Examples
    --------
    cp-puzzles count soma  240 up to rotations and reflections, 11,520 in all
    cp-puzzles count soma --symmetry rotations  480: reflections count separately
    cp-puzzles count bedlam  19,186, in seconds
    cp-puzzles count dominoes8x8  1,629,189 up to symmetry, without enumeration
    cp-puzzles count queens.dlx  all solutions of a cover problem in Knuth's format
    cp-puzzles count pentomino6x10 --by crossroads  a table: solutions with 0, 1, 2, ... points where four pieces meet
    cp-puzzles count calendar --by empty-cells --symmetry off  every pair of cells that some solution leaves empty
    cp-puzzles count pentomino6x10 --certificate proof  a folder with a proof, and a short program that checks it
    cp-puzzles count pentomino6x10 --json  the numbers for a script
    """
    from cp_puzzles.api import count
    from cp_puzzles.cli.console import exit_status_of, puzzle_of, report_search, stderr
    from cp_puzzles.output.search_record import SearchRecord
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_tables import measure_table

    notes: list[Note] = []

    def show(result: RunResult, *tables: RenderableType, summary: dict[str, Any] | None = None) -> None:
        progress.stop()
        report_search(asked, result, summary, *tables)
        if options.certificate or options.cross_check:
            progress.begin("writing the certificate" if options.certificate else "comparing with another engine")

    options = CountOptions.of_typed(vars(asked), on_note=notes.append)
    puzzle, options = puzzle_of(asked.spec, options, board=asked.by is not None)
    with LiveProgress(stderr()) as progress:
        options = replace(options, on_progress=progress)
        if asked.by is None:
            result = count.of_options(puzzle, replace(options, on_result=show))
        else:
            from cp_puzzles.analysis.counts import tabulate
            from cp_puzzles.analysis.options import TabulateOptions

            record = SearchRecord(puzzle, options)
            table = tabulate.of_options(puzzle, TabulateOptions.of(record.timed(options), by=asked.by))
            result = table.result
            show(result, measure_table(table), summary=table.summary())
            record.finish(result, sets=False)
    return exit_status_of(result, notes)
