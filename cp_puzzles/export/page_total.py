"""What a page says of the number of solutions: all that there are, or some of them, and of how many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any

import numpy as np

from cp_puzzles.cover.problem import Cover
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.symmetry.group import Symmetry, symmetry_groups


@dataclass(frozen=True)
class Total:
    """Whether the solutions at hand are all, and how many there are in all, if that is known."""

    complete: bool = False
    solutions: int | None = None

    def described(self) -> dict[str, Any]:
        """The values as plain data."""
        return asdict(self)


def told_symmetries(cover: Cover, rows: Sequence[Sequence[int]], sizes: Sequence[int]) -> tuple[Symmetry, ...]:
    """With which symmetries solutions, as options, may have been counted whose orbits have these sizes."""
    batch = np.array(list(zip(*zip_longest(*rows, fillvalue=-1), strict=True)), dtype=np.int32)
    # what is given comes after the options of the problem, and stays where it is
    batch = np.where(batch < len(cover.placements), batch, -1)
    groups = symmetry_groups(cover).items()
    return tuple(symmetry for symmetry, group in groups if (group.orbit_sizes(batch) == np.array(sizes)).all())


def total_of(puzzle: Puzzle, count: int, orbits: int, complete: bool | None, symmetries: Collection[Symmetry]) -> Total:
    """The truth about `count` solutions whose orbits have `orbits` positions together.

    Where the search did not say whether it was `complete`, or was not, the numbers that the spec expects help, if it
    is the same for all `symmetries` with which the solutions may have been counted.
    """
    if complete:
        return Total(True, count)
    expected = _expected(puzzle)
    positions = expected.get("off")
    if complete is None and positions is not None and orbits == positions:
        return Total(True, count)
    known = {expected.get(symmetry) for symmetry in symmetries}
    return Total(False, known.pop() if len(known) == 1 else None)


def _expected(puzzle: Puzzle) -> dict[str, int]:
    """The numbers in the spec of a puzzle, if it is the puzzle of that spec and nothing was added to it."""
    if puzzle.spec is None:
        return {}
    try:
        same = build_puzzle(puzzle.spec) == puzzle
    except MistakeError:
        return {}
    return puzzle.spec.expected.model_dump(exclude_none=True) if same else {}
