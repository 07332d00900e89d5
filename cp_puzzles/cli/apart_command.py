"""The command `apart`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cp_puzzles.analysis.options import ApartOptions
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, json_option, options_of, out_option, spec_argument

if TYPE_CHECKING:
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly


@command
@spec_argument
@argument("solutions", "[SOLUTIONS]", "a .jsonl or .xmpuzzle file; without it, `apart` searches", required=False)
@options_of(ApartOptions, without=("breaking", "settings", "seed", "cluster"))
@json_option("one summary object")
@out_option("write the moves of every assembly to a .jsonl file or, for BurrTools, to a .xmpuzzle file")
def run(asked: Asked) -> int:
    """Find out which solutions can be taken apart, in how many moves, and how.

    A move translates some pieces as one rigid body along the lattice. The level is the least number of moves until a
    piece or a group of pieces leaves. After that, the two parts are taken apart in the same way.

    Examples
    --------
    cp-puzzles apart bedlam --limit 5  the levels of the first five solutions
    cp-puzzles apart burr.xmpuzzle burr.xmpuzzle  the assemblies that a BurrTools file stores
    cp-puzzles apart soma soma.jsonl --out moves.jsonl  every move in a file, which `verify` replays
    cp-puzzles apart burrs/piston_burr --out piston.xmpuzzle  the assemblies and moves for BurrTools
    cp-puzzles apart soma --limit 1  the moves as a table
    """
    from cp_puzzles.analysis.disassemblies import apart
    from cp_puzzles.base.file_access import refuse_overwriting
    from cp_puzzles.cli import exit_status as exits
    from cp_puzzles.cli.console import puzzle_of, report, say_solutions_written, stderr
    from cp_puzzles.errors import MistakeError
    from cp_puzzles.output.formats.solution_reader import read_solutions
    from cp_puzzles.output.moves_file import MovesFile, step_data
    from cp_puzzles.output.terminal.live_progress import LiveProgress
    from cp_puzzles.output.terminal.result_panels import time_text
    from cp_puzzles.output.terminal.result_tables import disassembly_sentence, disassembly_tables, moves_table

    shown: list[tuple[Solution, Disassembly]] = []

    def take(solution: Solution, disassembly: Disassembly) -> None:
        moves.write(solution, disassembly)
        if len(shown) < 2:
            shown.append((solution, disassembly))

    puzzle, options = puzzle_of(asked.spec, ApartOptions.of_typed(vars(asked), solutions=None, on_disassembly=take))
    if asked.solutions is not None:
        if asked.out:
            refuse_overwriting(asked.out, asked.solutions)
        options = replace(options, solutions=read_solutions(asked.solutions, puzzle))
    # take apart, and write the moves as they are found
    with MovesFile(asked.out, puzzle) as moves:
        with LiveProgress(stderr()) as progress:
            result = apart.of_options(puzzle, replace(options, on_progress=progress))
        is_complete = asked.solutions is None and result.status == "complete"
        moves.conclude(options.symmetry, is_complete=is_complete)
    if asked.solutions is not None and result.status == "complete" and not result.disassemblies:
        raise MistakeError(asked.solutions, "the file has no solution", "give a file with one")
    # report
    tables, summary = disassembly_tables(result), result.summary()
    if len(shown) == 1 and shown[0][1].steps:
        tables.append(moves_table(*shown[0]))
        summary["levels"][0]["steps"] = [step_data(puzzle.lattice, step) for step in shown[0][1].steps]
    report(asked, summary, disassembly_sentence(result), *tables)
    if "compile_seconds" in summary.get("statistics", {}):
        stderr().print(f"time: {time_text(summary)}")
    if asked.out:
        say_solutions_written(asked.out, is_written=moves.is_written)
    if result.status == "complete" and result.unknown and not result.buildable:
        return exits.TIME
    return exits.of_search(result.status, result.buildable)
