"""What a page says of the number of solutions: all that there are, or some of them, and of how many."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log
from typing import Any

from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle

TELLING = 5
"""Fewer solutions do not tell by their orbits with which symmetry they were counted: each may have one of its own."""


@dataclass(frozen=True)
class Total:
    """Whether the solutions at hand are all, and how many there are in all, if that is known."""

    complete: bool = False
    solutions: int | None = None

    def described(self) -> dict[str, Any]:
        """The values as plain data."""
        return asdict(self)


def total_of(puzzle: Puzzle, count: int, orbits: int, complete: bool | None) -> Total:
    """The truth about `count` solutions whose orbits have `orbits` positions together.

    Where the search did not say whether it was `complete`, or was not, the numbers that the spec expects help.
    """
    if complete:
        return Total(True, count)
    expected = _expected(puzzle)
    positions = expected.get("off")
    if complete is None and positions is not None and orbits == positions:
        return Total(True, count)
    known = [expected[symmetry] for symmetry in ("full", "rotations", "off") if symmetry in expected]
    if positions is None or count < TELLING:
        return Total(False, known[0] if len(set(known)) == 1 else None)
    # Which symmetry the solutions were counted with is told by how large their orbits are.
    return Total(False, min(known, key=lambda number: abs(log(orbits / count * number / positions))))


def _expected(puzzle: Puzzle) -> dict[str, int]:
    """The numbers in the spec of a puzzle, if it is the puzzle of that spec and nothing was added to it."""
    if puzzle.spec is None:
        return {}
    try:
        same = build_puzzle(puzzle.spec) == puzzle
    except MistakeError:
        return {}
    return puzzle.spec.expected.model_dump(exclude_none=True) if same else {}
