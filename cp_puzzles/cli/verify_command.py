"""The command `verify`."""

from __future__ import annotations

from pathlib import Path

import click

from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import json_option, spec_argument


@command("""
cp-puzzles solve soma --out soma.jsonl
cp-puzzles verify soma soma.jsonl
""")
@spec_argument
@click.argument("solutions", metavar="SOLUTIONS", help="a .jsonl or .xmpuzzle file, for example from `solve --out`")
@json_option("one summary object")
def run(options: Options) -> int:
    """Check, without an engine, that every solution in a file solves the puzzle and that none is repeated.

    If the file has moves (from `apart --out` or BurrTools), they are replayed.
    """
    from cp_puzzles.base.number_text import counted, integer
    from cp_puzzles.cli.console import print_json, puzzle_of, stdout
    from cp_puzzles.output.burrtools.separations import verify_separations
    from cp_puzzles.output.formats.solution_reader import verify
    from cp_puzzles.output.moves_file import verify_moves

    puzzle = puzzle_of(options, board=False)
    result = verify(puzzle, options.solutions)
    replays = {".jsonl": verify_moves, ".xmpuzzle": verify_separations}
    replay = replays.get(Path(options.solutions.partition("#")[0]).suffix)
    replayed = replay(options.solutions, puzzle) if replay else 0
    if options.json:
        print_json(vars(result))
    else:
        orbits = f"{integer(result.orbits)} up to symmetry, {integer(result.raw)} with all rotations and reflections"
        text = f"{options.solutions}: {counted(result.solutions, 'solution')}, all valid, none repeated; {orbits}"
        text += f"; the moves of {counted(replayed, 'solution')} replayed" if replayed else ""
        stdout().print(text, markup=False, soft_wrap=True)
    return 0
