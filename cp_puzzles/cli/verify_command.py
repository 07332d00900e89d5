"""The command `verify`."""

from __future__ import annotations

from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, json_option, options_of, spec_argument
from cp_puzzles.search.puzzle_options import PuzzleOptions


@command
@spec_argument
@argument("solutions", "SOLUTIONS", "a .jsonl or .xmpuzzle file, for example from `solve --out`")
@options_of(PuzzleOptions)
@json_option("one summary object")
def run(asked: Asked) -> int:
    """Check, without an engine, that every solution in a file solves the puzzle and that none is repeated.

    If the file has moves (from `apart --out` or BurrTools), they are replayed.

    Examples
    --------
    cp-puzzles solve soma --out soma.jsonl
    cp-puzzles verify soma soma.jsonl
    """
    from pathlib import Path

    from cp_puzzles.base.text import counted, integer
    from cp_puzzles.cli.console import print_json, puzzle_of, stdout
    from cp_puzzles.output.burrtools.separations import verify_separations
    from cp_puzzles.output.formats.solution_reader import verify
    from cp_puzzles.output.moves_file import verify_moves

    puzzle, _ = puzzle_of(asked.spec, PuzzleOptions.of_typed(vars(asked)), board=False)
    result = verify(puzzle, asked.solutions)
    replays = {".jsonl": verify_moves, ".xmpuzzle": verify_separations}
    replay = replays.get(Path(asked.solutions.partition("#")[0]).suffix)
    replayed = replay(asked.solutions, puzzle) if replay else 0
    if asked.json:
        print_json(vars(result))
    else:
        orbits = f"{integer(result.orbits)} up to symmetry, {integer(result.raw)} with all rotations and reflections"
        text = f"{asked.solutions}: {counted(result.solutions, 'solution')}, all valid, none repeated; {orbits}"
        text += f"; the moves of {counted(replayed, 'solution')} replayed" if replayed else ""
        stdout().print(text, markup=False, soft_wrap=True)
    return 0
