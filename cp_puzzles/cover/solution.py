"""A solution of a puzzle; it knows no engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cp_puzzles.cover.problem import Cover
from cp_puzzles.display import Displayed
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.rules.measures import require_measure
from cp_puzzles.rules.sight import Sight
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Solution(Displayed):
    """Placements, the given ones among them, sorted by first cell, and the size of the solution's orbit.

    `orbit_size` is the number of different solutions that the board's symmetries make of this one.
    """

    puzzle: Puzzle = field(repr=False, compare=False)
    placements: tuple[Placement, ...]
    orbit_size: int = 1

    def measure(self, name: str) -> int:
        """A number that the solution has, by the name of a measure such as `crossroads`; see `rules.measures`.

        >>> from cp_puzzles import solve
        >>> solve("pentomino6x10", limit=1, jobs=1).solutions[0].measure("pieces")
        12
        """
        measure = require_measure(name, self.puzzle.lattice)
        return measure.of(Tiling(self.puzzle.ground, self.placements))

    @property
    def sight(self) -> Sight:
        """What is to be drawn of it that the puzzle's rules and objective speak of."""
        return self.puzzle.sight(self.placements)

    def tile_at(self) -> dict[Cell, int]:
        """For each covered cell the number of the placement that covers it."""
        return {cell: number for number, placement in enumerate(self.placements) for cell in placement.cells}


def solution_of(cover: Cover, options: Iterable[int], orbit_size: int = 1) -> Solution:
    """The solution that consists of some options of a cover problem and of what is given."""
    placed = (option for option in options if option < len(cover.placements))
    chosen = [cover.placements[option] for option in sorted(placed, key=cover.ranks.__getitem__)]
    if cover.puzzle.given:
        chosen = sorted((*chosen, *cover.puzzle.given))
    return Solution(cover.puzzle, tuple(chosen), orbit_size)
