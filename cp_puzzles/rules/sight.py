"""What of a tiling is to be seen that a rule or a measure speaks of: lines, points, and classes of pieces."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.rules.borders import Side


@dataclass(frozen=True)
class Sight:
    """Lines as the pairs of cells on their two sides, points as the cells that meet there, a class of each placement.

    `classes`, numbers from 0 on in the order of the placements, are empty where pieces fall into none. Every drawing
    of a solution shows them, as its lattice has lines and points.
    """

    lines: tuple[tuple[Side, ...], ...] = ()
    points: tuple[tuple[Cell, ...], ...] = ()
    classes: tuple[int, ...] = ()

    def with_(self, other: Sight) -> Sight:
        """Both together; of two classes the first are seen."""
        lines, points = dict.fromkeys((*self.lines, *other.lines)), dict.fromkeys((*self.points, *other.points))
        return Sight((*lines,), (*points,), self.classes or other.classes)


NOTHING = Sight()
"""Nothing is to be seen."""
