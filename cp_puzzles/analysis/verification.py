"""Verification of a solution file."""

from __future__ import annotations

import os
from dataclasses import dataclass

from cp_puzzles.cover.kinds import problem_from
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.export.jsonl import read_checked
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.symmetry.group import SYMMETRIES, Symmetry
from cp_puzzles.symmetry.solution_orbits import SolutionOrbits


@dataclass(frozen=True)
class Verification:
    """How many solutions a file holds, how many of them differ up to symmetry, and how many images these have.

    `raw` is the number of different solutions that the symmetries make of those in the file: all solutions of the
    puzzle, if the file is complete. They are those of the board, or of each of its components where only these make
    orbits of the sizes that the file states.
    """

    solutions: int
    orbits: int
    raw: int


def verify(puzzle: PuzzleSource, path: str | os.PathLike[str]) -> Verification:
    """Check every solution of a `.jsonl` file, that none comes twice, and the sizes of their orbits.

    A file does not say under which symmetry it was made: an orbit that is stated has the size that it has under one of
    them. Raises `SolutionFileError` that names the first solution with a fault.
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
        known = orbits.sizes(solution.placements)
        if stated is not None and stated not in known.values():
            remedy = "it is " + " or ".join(map(str, sorted({*known.values()})))
            raise SolutionFileError(place, f"its orbit_size {stated} is wrong", remedy)
        if stated is not None and stated not in [size for symmetry, size in known.items() if symmetry in SYMMETRIES]:
            widest = "components"
        for symmetry in sizes.keys() & known.keys():
            sizes[symmetry][hash(orbits.first_image(solution.placements, symmetry))] = known[symmetry]
    found = sizes[widest]
    return Verification(len(seen), len(found), sum(found.values()))
