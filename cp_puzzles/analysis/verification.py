"""Verification of a solution file."""

from __future__ import annotations

import os
from dataclasses import dataclass

from cp_puzzles.cover.verify import Verifier
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.export.jsonl import read_solutions
from cp_puzzles.puzzle.model import Puzzle


@dataclass(frozen=True)
class Verification:
    """How many solutions a file holds, and the sum of the orbit sizes that it states."""

    solutions: int
    raw: int


def verify_file(path: str | os.PathLike[str], puzzle: Puzzle) -> Verification:
    """Check every solution of a `.jsonl` file, and that none comes twice.

    Raises `SolutionFileError` that names the first solution with a fault.
    """
    verifier = Verifier(puzzle)
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
        raw += solution.orbit_size
    return Verification(len(seen), raw)
