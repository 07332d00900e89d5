"""The parts of a tiling that a picture highlights for a rule or a measure: lines, points, classes of pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.rules.cuts import Side


@dataclass(frozen=True)
class Highlights:
    """Lines as the pairs of cells on their two sides, points as the cells that meet there, classes of placements.

    `classes` has a number (0, 1, ...) for each placement in order, or is empty. Every picture of a solution draws them.
    """

    lines: tuple[tuple[Side, ...], ...] = ()
    points: tuple[tuple[Cell, ...], ...] = ()
    classes: tuple[int, ...] = ()


def together(several: Iterable[Highlights]) -> Highlights:
    """Return several highlights as one; the first classes have priority."""
    parts = [*several]
    lines = dict.fromkeys(line for each in parts for line in each.lines)
    points = dict.fromkeys(point for each in parts for point in each.points)
    return Highlights((*lines,), (*points,), next((each.classes for each in parts if each.classes), ()))


NO_HIGHLIGHTS = Highlights()
"""No line, point or class."""
