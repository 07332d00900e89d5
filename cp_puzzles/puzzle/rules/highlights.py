"""The parts of a tiling that a picture highlights for a rule or a measure: lines, points, classes of pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.rules.cuts import CellPair


@dataclass(frozen=True)
class Highlights:
    """Lines, points and classes of placements that every picture of a solution draws.

    A line is the pairs of cells that it separates, a point the cells that meet there. `classes` has a number (0, 1,
    ...) for each placement in order, or is empty.
    """

    lines: tuple[tuple[CellPair, ...], ...] = ()
    points: tuple[tuple[Cell, ...], ...] = ()
    classes: tuple[int, ...] = ()


def merge_highlights(parts: Iterable[Highlights]) -> Highlights:
    """Return all lines and points of several highlights, each once, and the first classes that are not empty."""
    parts = [*parts]
    lines = dict.fromkeys(line for part in parts for line in part.lines)
    points = dict.fromkeys(point for part in parts for point in part.points)
    return Highlights((*lines,), (*points,), next((part.classes for part in parts if part.classes), ()))


NO_HIGHLIGHTS = Highlights()
"""No line, point or class."""
