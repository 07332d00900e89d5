"""The commands `solve` and `count`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.values import TEXT
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import progress_line, report, run_command, say, say_written, search_status, stdout
from cp_puzzles.errors import Parameter
from cp_puzzles.puzzle.rules.rule_registry import MEASURES
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import CountOptions, SolveOptions

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.puzzle.puzzle import Puzzle
    from cp_puzzles.search.run_result import Note, RunResult

WORDS = ("empty-cells", "tiles")
"""Properties of solutions that are words instead of numbers."""


@cli.command(
    cli.SPEC,
    *cli.options_of(SolveOptions, out="write every solution to a file as it is found" + cli.SUFFIX_SELECTS),
    cli.show_option("solutions"),
    cli.VERBOSE,
    cli.JSON_SUMMARY,
)
def solve_command(asked: cli.Asked) -> int:
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
    from cp_puzzles.output.terminal.board_view import Drawings

    progress = progress_line(hidden=asked.show == inf and not asked.json and stdout().is_terminal)

    def search(puzzle: Puzzle, options: SolveOptions) -> RunResult:
        drawings = Drawings(puzzle, stdout(), 0 if asked.json else asked.show)

        def show(result: RunResult) -> None:
            progress.stop()
            if options.limit == 1 and options.store is None and result.count:
                say("--limit 1 shows the solution that was found first; a full list may begin with another one")
            drawings.finish()
            _show_result(asked, options, result, progress)

        return solve.of_options(puzzle, options.changed(on_solution=drawings.add, on_result=show))

    notes: list[Note] = []
    result = run_command(asked, SolveOptions, search, board=False, progress=progress, keep=False, on_note=notes.append)
    return exit_status_of(result, notes)


@cli.command(
    cli.SPEC,
    *cli.options_of(CountOptions),
    cli.command_option(
        "by",
        f"tabulate the solutions by a measure: {', '.join(MEASURES)}; or by {' or '.join(WORDS)}, with --symmetry off",
        TEXT,
        metavar="MEASURE",
        offered=(*MEASURES, *WORDS),
    ),
    cli.VERBOSE,
    cli.JSON_SUMMARY,
)
def count_command(asked: cli.Asked) -> int:
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

    progress = progress_line()

    def search(puzzle: Puzzle, options: CountOptions) -> RunResult:
        if asked.by is None:
            return count.of_options(
                puzzle, options.changed(on_result=lambda result: _show_result(asked, options, result, progress))
            )
        from cp_puzzles.analysis.analysis_options import TabulateOptions
        from cp_puzzles.analysis.counts import tabulate
        from cp_puzzles.output.search_files import SearchFiles
        from cp_puzzles.output.terminal.result_tables import measure_table

        record = SearchFiles(puzzle, options)
        table = tabulate.of_options(puzzle, TabulateOptions.of(record.timed(options), by=asked.by))
        _show_result(asked, options, table.result, progress, measure_table(table), summary=table.summary())
        record.finish(table.result, sets=False)
        return table.result

    notes: list[Note] = []
    result = run_command(
        asked, CountOptions, search, board=asked.by is not None, progress=progress, on_note=notes.append
    )
    return exit_status_of(result, notes)


def _show_result(
    asked: cli.Asked,
    options: CountOptions,
    result: RunResult,
    progress: LiveProgress,
    *drawn: RenderableType,
    summary: dict[str, Any] | None = None,
) -> None:
    """Print the summary of a search with the command that explains it, and begin what follows the search."""
    from cp_puzzles.output.terminal.result_panels import summary_panel

    progress.stop()
    plain, words = result.summary(), ["cp-puzzles", "explain", asked.spec]
    for each in PuzzleOptions.declared():
        texts = getattr(asked, each.name, None) or ()
        for text in (texts,) if isinstance(texts, str) else texts:
            words += [Parameter(each.name).typed, text]
    report(asked, summary or plain, *drawn, summary_panel(plain, shlex.join(words), verbose=asked.verbose))
    if getattr(options, "out", None):
        say_written(asked.out, is_written=result.count > 0 or result.status == "complete")
    if options.certificate or options.cross_check:
        progress.begin("writing the certificate" if options.certificate else "comparing with another engine")


def exit_status_of(result: RunResult, notes: Sequence[Note]) -> int:
    """Print what became of the certificate and the cross-check, and return the exit status."""
    for note in notes:
        say(note.text)
    status = next((note.status for note in reversed(notes) if note.status != result.status), result.status)
    return search_status(status, result.count)
