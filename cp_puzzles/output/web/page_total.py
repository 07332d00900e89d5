"""The number of solutions that a page states: all that exist, or how many exist beside those shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cp_puzzles.output.formats.solution_writer import SearchOutcome


@dataclass(frozen=True)
class SolutionTotal:
    """A flag for a page that has all solutions, and how many there are, if known."""

    complete: bool = False
    solutions: int | None = None

    def described(self) -> dict[str, Any]:
        """Return the fields as plain data."""
        return asdict(self)


def solution_total(
    expected: Mapping[str, int], count: int, positions: int, outcome: SearchOutcome | None
) -> SolutionTotal:
    """Return the total for `count` solutions whose orbits have `positions` images together.

    `expected` are the numbers of the spec by symmetry. They tell how many solutions a search that stopped early left
    out. Without a search, the solutions are all if they have all positions of the puzzle.

    >>> solution_total({"off": 8, "full": 1}, 1, 8, None)
    SolutionTotal(complete=True, solutions=1)
    """
    if outcome is None:
        is_complete = positions == expected.get("off")
        return SolutionTotal(is_complete, count if is_complete else None)
    return SolutionTotal(outcome.is_complete, count if outcome.is_complete else expected.get(outcome.symmetry))
