"""Hints: the next piece for a person who solves the puzzle by hand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from cp_puzzles.analysis.analysis_options import HintOptions
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.search import find_solutions
from cp_puzzles.search.search_options import SearchOptions


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
    return _next_piece(build_cover(puzzle, options.memory), solution)


def _next_piece(cover: Cover, solution: Solution) -> Hint:
    """Return the piece of a solution that covers the cell with the fewest options, the first in fill order.

    Without a board: the option that covers the required item with the fewest options.
    """
    problem, puzzle = cover.problem, cover.puzzle
    owner = {cell: piece for piece in solution.placements for cell in piece.cells}
    chosen: dict[int, tuple[Placement, Cell | None]] = {
        item: (owner[cell], cell) for item, cell in enumerate(cover.cells) if cell in owner
    }
    if not puzzle.has_board:
        options = {option: piece for piece in solution.placements for option in piece.cells[0]}
        pairs = [(item, option) for option in sorted(options, reverse=True) for item in problem.options[option]]
        chosen = {item: (options[option], None) for item, option in pairs if problem.items[item].minimum}
    if not chosen:
        return Hint(puzzle, "finished")
    item = min(chosen, key=lambda item: (len(problem.covering[item]), item))
    piece, cell = chosen[item]
    choices, name = len(problem.covering[item]), None if puzzle.has_board else problem.items[item].name
    return Hint(puzzle, "found", piece, choices, cell=cell, item=name)
