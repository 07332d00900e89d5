"""`solve`: find solutions and show them."""

from __future__ import annotations

import argparse

from cp_puzzles.cli.arguments import (
    add_cross_check,
    add_json,
    add_options,
    add_puzzle,
    add_show,
    add_solutions_file,
    search_options,
)

HELP = "find solutions and show them"
DESCRIPTION = "Find the solutions of a puzzle, one of each orbit under the board's symmetries, and show them."
EPILOG = """\
examples:
  cp-puzzles solve pentomino6x10 --show 2           all 2,339, two of them drawn
  cp-puzzles solve soma --out soma.jsonl            every solution in a file, a line each, as it is found
  cp-puzzles solve bedlam --store bedlam.run        may be interrupted, killed, and started again
  cp-puzzles solve my.yaml --limit 1 --json         is there one? the summary alone
  cp-puzzles solve calendar --leave Nov --leave 21  two labelled cells stay empty
  cp-puzzles solve queens.dlx --limit 3             a cover problem in Knuth's format: the options of three solutions"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_options(parser)
    add_cross_check(parser)
    add_json(parser, "one summary object")
    add_show(parser, "solutions")
    add_solutions_file(parser, "stream every solution to a file as it is found")


def run(options: argparse.Namespace) -> int:
    """Solve, draw, report."""
    from cp_puzzles.analysis.cross_check import Fingerprints
    from cp_puzzles.api import solve
    from cp_puzzles.cli.console import (
        exit_status,
        finish_cross_check,
        puzzle_of,
        refuse_partial_cross_check,
        report,
        stderr,
        stdout,
    )
    from cp_puzzles.cli.display import Drawings, SafeWriter
    from cp_puzzles.render.live import LiveProgress
    from cp_puzzles.render.report import summary_panel

    refuse_partial_cross_check(options)
    puzzle = puzzle_of(options, board=False)
    console = stdout()
    drawings = Drawings(puzzle, console, 0 if options.json else options.show)
    found = Fingerprints()
    streams = drawings.streams and console.is_terminal
    with SafeWriter(options.out, puzzle) as writer, LiveProgress(stderr(), hidden=streams) as progress:

        def take(solution):  # type: ignore[no-untyped-def]
            writer.write(solution)
            drawings.add(solution)
            if options.cross_check:
                found.add(solution)

        result = solve(puzzle, **search_options(options), on_solution=take, on_progress=progress, keep=False)
        writer.conclude(complete=result.status == "complete")
    if options.limit == 1 and options.store is None and result.count:
        stderr().print("with --limit 1 this is any solution, the soonest found; the list may begin with another")
    drawings.finish()
    report(options, result.summary(), summary_panel(result.summary()))
    return finish_cross_check(options, puzzle, result, found) if options.cross_check else exit_status(result)
