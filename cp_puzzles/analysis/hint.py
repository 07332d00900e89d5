"""Hints: the next piece for a person who solves the puzzle by hand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from cp_puzzles.analysis.options import HintOptions
from cp_puzzles.base.registry import Displayed
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.puzzle_function import puzzle_function
from cp_puzzles.search.searches import find_solutions


@dataclass(frozen=True)
class Hint(Displayed):
    """A piece to place next.

    Attributes
    ----------
    puzzle
        The puzzle with its given pieces.
    status
        `found`, `finished` (every piece is placed), `none` (there is no solution), or the limit that ended the search.
    placement, cell
        A placement of some solution that contains everything given, and the cell for which it was chosen.
    choices
        The number of placements that can cover this cell.
    item
        The item of a cover problem without a board, instead of a cell.
    reason
        Why there is no solution, if a short proof is known.
    """

    puzzle: Puzzle
    status: Literal["found", "finished", "none", "time-limit", "interrupted"]
    placement: Placement | None = None
    choices: int = 0
    reason: str | None = None
    cell: Cell | None = None
    item: str | None = None

    def summary(self) -> dict[str, Any]:
        """Return the hint as plain data."""
        placement = self.placement and self.placement.data(self.puzzle.lattice)
        return {"status": self.status, "placement": placement, "choices": self.choices, "reason": self.reason}


@puzzle_function(HintOptions)
def hint(puzzle: Puzzle, options: HintOptions) -> Hint:
    """Return a placement that some solution contains.

    See Also
    --------
    explain, difficulty

    Examples
    --------
    >>> hint("soma").status
    'found'
    """
    generator = Random(options.seed)
    seed = generator.randrange(2**31) if options.random else None
    result = find_solutions(puzzle, SearchOptions.of(options, symmetry="off", limit=1, jobs=1, seed=seed))
    if not result.solutions:
        if result.status in ("time-limit", "interrupted"):
            return Hint(puzzle, result.status)
        return Hint(puzzle, "none", reason=result.reason)
    solution = result.solutions[0]
    if options.random:
        pieces = [piece for piece in solution.placements if piece not in puzzle.given]
        return Hint(puzzle, "found", generator.choice(pieces)) if pieces else Hint(puzzle, "finished")
    if not puzzle.has_board:
        return _next_option(build_cover(puzzle, options.memory), solution)
    return _next_piece(build_cover(puzzle, options.memory), solution)


def _next_option(cover: Cover, solution: Solution) -> Hint:
    """Return the option of a solution that covers the required item with the fewest options."""
    problem = cover.problem
    chosen = {number: each for each in solution.placements for number in each.cells[0]}
    items = [
        (len(problem.covering[item]), item, option)
        for option in sorted(chosen)
        for item in problem.options[option]
        if problem.items[item].minimum
    ]
    if not items:
        return Hint(cover.puzzle, "finished")
    choices, item, option = min(items)
    return Hint(cover.puzzle, "found", chosen[option], choices, item=problem.items[item].name)


def _next_piece(cover: Cover, solution: Solution) -> Hint:
    """Return the piece of a solution that covers the cell with the fewest options, the first in fill order."""
    owner = {cell: placement for placement in solution.placements for cell in placement.cells}
    covered = [item for item, cell in enumerate(cover.cells) if cell in owner]
    if not covered:
        return Hint(cover.puzzle, "finished")
    item = min(covered, key=lambda item: (len(cover.problem.covering[item]), item))
    cell, choices = cover.cells[item], len(cover.problem.covering[item])
    return Hint(cover.puzzle, "found", owner[cell], choices, cell=cell)
