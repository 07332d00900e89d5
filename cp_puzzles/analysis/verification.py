"""Verification of a solution file."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.export.jsonl import read_solutions
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.symmetry.group import SYMMETRIES, symmetry_group


@dataclass(frozen=True)
class Verification:
    """How many solutions a file holds, and the sum of the orbit sizes that it states."""

    solutions: int
    raw: int


def verify(puzzle: PuzzleSource, path: str | os.PathLike[str]) -> Verification:
    """Check every solution of a `.jsonl` file, that none comes twice, and the sizes of their orbits.

    A file does not say under which symmetry it was made: an orbit has the size that it has under one of them.
    Raises `SolutionFileError` that names the first solution with a fault.
    """
    puzzle = puzzle_from(puzzle)
    verifier = Verifier(puzzle)
    orbits = _Orbits(puzzle)
    seen: dict[int, int] = {}
    raw = 0
    for number, solution in enumerate(read_solutions(path, puzzle), start=1):
        place = f"{os.fspath(path)}: solution {number}"
        fault = verifier.fault(solution.placements)
        if fault is not None:
            raise SolutionFileError(place, fault, "it does not solve this puzzle: is it the right SPEC?")
        key = hash(solution.placements)
        if key in seen:
            raise SolutionFileError(place, f"it is the same as solution {seen[key]}", "take one of them away")
        seen[key] = number
        sizes = orbits.sizes(solution)
        if solution.orbit_size not in sizes:
            known = " or ".join(map(str, sizes))
            raise SolutionFileError(place, f"its orbit_size {solution.orbit_size} is wrong", f"it is {known}")
        raw += solution.orbit_size
    return Verification(len(seen), raw)


class _Orbits:
    """The sizes that the orbit of a solution has under the symmetries that one may ask for."""

    def __init__(self, puzzle: Puzzle) -> None:
        cover = build_cover(puzzle)
        self._number = {placement: option for option, placement in enumerate(cover.placements)}
        self._groups = [symmetry_group(cover, symmetry) for symmetry in SYMMETRIES]

    def sizes(self, solution: Solution) -> list[int]:
        """The possible sizes, ascending; what is given stays where it is."""
        options = [self._number[placement] for placement in solution.placements if placement in self._number]
        row = np.array([options], dtype=np.int32)
        return sorted({int(group.orbit_sizes(row)[0]) for group in self._groups})
