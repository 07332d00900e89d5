"""Hints for a person at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cp_puzzles.api import solve
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from


@dataclass(frozen=True)
class Hint:
    """A placement that belongs to some solution with everything given, and how many choices its cell had.

    `status`: `found`, `finished` (nothing is left to place), `none` (it cannot be finished), or why it is not known.
    """

    puzzle: Puzzle
    status: Literal["found", "finished", "none", "time-limit", "interrupted"]
    placement: Placement | None = None
    choices: int = 0
    reason: str | None = None

    def summary(self) -> dict[str, Any]:
        """The hint as plain data."""
        placement = self.placement and self.placement.data(self.puzzle.lattice)
        return {"status": self.status, "placement": placement, "choices": self.choices, "reason": self.reason}


def hint(puzzle: PuzzleSource, *, time_limit: float | None = None, memory: int | None = None) -> Hint:
    """One next placement that keeps a solution alive; sought for `time_limit` seconds, in so many bytes of `memory`.

    >>> hint("soma").status
    'found'
    """
    puzzle = puzzle_from(puzzle)
    result = solve(puzzle, symmetry="off", limit=1, time_limit=time_limit, memory=memory, jobs=1)
    if not result.solutions:
        if result.status in ("time-limit", "interrupted"):
            return Hint(puzzle, result.status)
        return Hint(puzzle, "none", reason=result.reason)
    return _next_piece(build_cover(puzzle, memory), result.solutions[0])


def _next_piece(cover: Cover, solution: Solution) -> Hint:
    """The piece of a solution on the cell with the fewest choices; the first of these cells in fill order."""
    owner = {cell: placement for placement in solution.placements for cell in placement.cells}
    covered = [item for item, cell in enumerate(cover.cells) if cell in owner]
    if not covered:
        return Hint(cover.puzzle, "finished")
    item = min(covered, key=lambda item: (len(cover.problem.covering[item]), item))
    return Hint(cover.puzzle, "found", owner[cover.cells[item]], len(cover.problem.covering[item]))
