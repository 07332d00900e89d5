"""The command `apart`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cp_puzzles.analysis.disassemblies import apart
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option, options_of, out_option, search_options, spec_argument, values_of
from cp_puzzles.search.options import SearchOptions

if TYPE_CHECKING:
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly


@command("""
cp-puzzles apart bedlam --limit 5  the levels of the first five solutions
cp-puzzles apart burr.xmpuzzle burr.xmpuzzle  the assemblies that a BurrTools file stores
cp-puzzles apart soma soma.jsonl --out moves.jsonl  every move in a file, which `verify` replays
cp-puzzles apart burrs/piston_burr --out piston.xmpuzzle  the assemblies and moves for BurrTools
cp-puzzles apart soma --limit 1  the moves as a table
""")
@spec_argument
@click.argument(
    "solutions", metavar="[SOLUTIONS]", required=False, help="a .jsonl or .xmpuzzle file; without it, `apart` searches"
)
@search_options("symmetry", "engine", "limit", "time_limit", "jobs", "memory", "store")
@options_of(apart)
@json_option("one summary object")
@out_option("write the moves of every assembly to a .jsonl file or, for BurrTools, to a .xmpuzzle file")
def run(options: Options) -> int:
    """Find out which solutions can be taken apart, in how many moves, and how.

    A move translates some pieces as one rigid body along the lattice. The level is the least number of moves until a
    piece or a group of pieces leaves. After that, the two parts are taken apart in the same way.
    """
    from cp_puzzles.base.file_access import refuse_overwriting
    from cp_puzzles.cli import exit_status as exits
    from cp_puzzles.cli.console import puzzle_of, report, say_solutions_written, stderr
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.output.formats.solution_reader import read_solutions
    from cp_puzzles.output.moves_file import MovesFile
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_report import time_text
    from cp_puzzles.output.terminal.result_tables import disassembly_sentence, disassembly_tables, moves_table

    puzzle = puzzle_of(options)
    asked = values_of(options, apart, SearchOptions)
    # the solutions of a file instead of a search
    solutions = None
    if options.solutions is not None:
        for name in ("engine", "store"):
            if getattr(options, name) is not None:
                remedy = ("omit SOLUTIONS or ", Parameter(name))
                raise MistakeError(Parameter(name), "has an effect only on a search", remedy)
        asked.pop("symmetry")
        if options.out:
            refuse_overwriting(options.out, options.solutions)
        solutions = read_solutions(options.solutions, puzzle)
    shown: list[tuple[Solution, Disassembly]] = []

    def take(solution: Solution, disassembly: Disassembly) -> None:
        moves.write(solution, disassembly)
        if len(shown) < 2:
            shown.append((solution, disassembly))

    # take apart, and write the moves as they are found
    with MovesFile(options.out, puzzle) as moves:
        with LiveProgress(stderr()) as progress:
            result = apart(puzzle, solutions, on_disassembly=take, on_progress=progress, **asked)
        is_complete = solutions is None and result.status == "complete"
        moves.conclude(options.symmetry or "full", is_complete=is_complete)
    if solutions is not None and result.status == "complete" and not result.disassemblies:
        raise MistakeError(options.solutions, "the file has no solution", "give a file with one")
    # report
    tables = disassembly_tables(result)
    if len(shown) == 1 and shown[0][1].steps:
        tables.append(moves_table(*shown[0]))
    summary = result.summary()
    report(options, summary, disassembly_sentence(result), *tables)
    if "compile_seconds" in summary.get("statistics", {}):
        stderr().print(f"time: {time_text(summary)}")
    if options.out:
        say_solutions_written(options.out, is_written=moves.is_written)
    if result.status == "complete" and result.unknown and not result.buildable:
        return exits.TIME
    return exits.of_search(result.status, result.buildable)
