"""Verification of a solution file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Unpack

from cp_puzzles.cover.problem_source import problem_from
from cp_puzzles.cover.symmetry.orbits import SolutionOrbits
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, Symmetry
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.output.formats.jsonl import read_checked
from cp_puzzles.puzzle.puzzle_source import PuzzleSource
from cp_puzzles.search.keywords import of_puzzle
from cp_puzzles.search.options import PuzzleChanges


@dataclass(frozen=True)
class Verification:
    """The numbers of solutions in a file, of solutions up to symmetry, and of all their images.

    `raw` is the number of distinct solutions that the symmetry group makes of those in the file: all solutions of the
    puzzle, if the file is complete. It is the group of the board, or that of the components if only their orbits have
    the stated sizes.
    """

    solutions: int
    orbits: int
    raw: int


@of_puzzle()
def verify(puzzle: PuzzleSource, path: str | os.PathLike[str], **changes: Unpack[PuzzleChanges]) -> Verification:
    """Check a `.jsonl` file: every solution is valid, none is repeated, and orbit sizes are right.

    A file does not name its equivalence, so a stated orbit size must hold under one of them. Raises `SolutionFileError`
    for the first invalid solution.

    See Also
    --------
    read_solutions, solve
    """
    puzzle = problem_from(puzzle)
    orbits = SolutionOrbits(puzzle)
    seen: dict[int, int] = {}
    sizes: dict[Symmetry, dict[int, int]] = {"full": {}, "components": {}}
    widest: Symmetry = "full"
    for number, (solution, stated) in enumerate(read_checked(path, puzzle), start=1):
        place = f"{os.fspath(path)}: solution {number}"
        key = hash(solution.placements)
        if key in seen:
            raise SolutionFileError(place, f"it is the same as solution {seen[key]}", "take one of them away")
        seen[key] = number
        by_symmetry = orbits.sizes(solution.placements)
        if stated is not None and stated not in by_symmetry.values():
            remedy = "it is " + " or ".join(map(str, sorted({*by_symmetry.values()})))
            raise SolutionFileError(place, f"its orbit_size {stated} is wrong", remedy)
        if stated is not None and stated not in [
            size for symmetry, size in by_symmetry.items() if symmetry in SYMMETRIES
        ]:
            widest = "components"
        for symmetry in sizes.keys() & by_symmetry.keys():
            sizes[symmetry][hash(orbits.representative(solution.placements, symmetry))] = by_symmetry[symmetry]
    found = sizes[widest]
    return Verification(len(seen), len(found), sum(found.values()))
