"""The command `apart`."""

from __future__ import annotations

from contextlib import nullcontext

import click

from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option, option, out_option, search_options, search_values, spec_argument


@command("""
cp-puzzles apart bedlam --limit 5  the levels of the first five solutions
cp-puzzles apart burr.xmpuzzle burr.xmpuzzle  the assemblies that a BurrTools file stores
cp-puzzles apart soma soma.jsonl --out moves.jsonl  every move in a file, which `verify` replays
cp-puzzles apart soma --limit 1  the moves as a table
""")
@spec_argument
@click.argument(
    "solutions", metavar="[SOLUTIONS]", required=False, help="a .jsonl or .xmpuzzle file; by default they are searched"
)
@search_options("symmetry", "engine", "limit", "time_limit", "jobs", "memory", "store")
@option("states", "states of one assembly that are searched at most (default: 1,000,000)")
@json_option("one summary object")
@out_option("write the moves of every assembly to a .jsonl file")
def run(options: Options) -> int:
    """Find out which solutions can be taken apart, in how many moves, and how.

    A move translates some pieces as one rigid body along the lattice. The level is the least number of moves until
    a piece or a group of pieces leaves; then both parts are taken apart.
    """
    from cp_puzzles.analysis.disassemblies import apart
    from cp_puzzles.base.file_access import writing
    from cp_puzzles.cli import exit_status as exits
    from cp_puzzles.cli.console import puzzle_of, report, stderr
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.output.formats.jsonl import read_solutions
    from cp_puzzles.output.formats.moves_file import moves_line
    from cp_puzzles.output.terminal.disassembly_view import disassembly_sentence, level_table, moves_table
    from cp_puzzles.output.terminal.live_progress import LiveProgress

    puzzle = puzzle_of(options)
    asked = search_values(options)
    solutions = None
    if options.solutions is not None:
        for name in ("engine", "store"):
            if getattr(options, name) is not None:
                remedy = ("omit SOLUTIONS or ", Parameter(name))
                raise MistakeError(Parameter(name), "has an effect on a search only", remedy)
        asked = {name: asked[name] for name in ("limit", "time_limit", "jobs", "memory")}
        solutions = read_solutions(options.solutions, puzzle)
    if options.states is not None:
        asked["states"] = options.states
    shown = []
    with open(options.out, "w", encoding="utf-8") if options.out else nullcontext() as file:
        written = 0

        def take(solution, disassembly):  # type: ignore[no-untyped-def]
            nonlocal written
            written += 1
            if file is not None:
                with writing(options.out, "what was written before is kept"):
                    file.write(moves_line(solution, disassembly, written) + "\n")
                    file.flush()
            if written <= 2:
                shown.append((solution, disassembly))

        with LiveProgress(stderr()) as progress:
            if solutions is None:
                asked["on_progress"] = progress
            result = apart(puzzle, solutions, on_disassembly=take, **asked)
    tables = [level_table(result)] if result.buildable else []
    if len(shown) == 1 and shown[0][1].steps:
        tables.append(moves_table(*shown[0]))
    report(options, result.summary(), disassembly_sentence(result), *tables)
    if result.status == "complete" and result.unknown and not result.buildable:
        return exits.TIME
    return exits.of_search(result.status, result.buildable)
