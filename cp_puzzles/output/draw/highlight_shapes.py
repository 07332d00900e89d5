"""Shapes of highlights: fault lines across the board, dots where four pieces meet."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from math import dist

from cp_puzzles.output.draw.picture import Point, Shape, circle
from cp_puzzles.puzzle.geometry.footprint import drawn_point, footprint
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.cuts import CellPair
from cp_puzzles.puzzle.rules.tiling import Highlights

BEYOND = 0.1
"""Length, in cells, by which a line extends beyond the board."""

_LINE, _CASING, _DOT = 0.055, 0.14, 0.12


def highlight_shapes(lattice: Lattice, highlights: Highlights, cells: Collection[Cell]) -> list[Shape]:
    """Return the lines and points of a layer, dark with a light outline, visible on every color."""
    here = set(cells)
    runs = [
        run for sides in highlights.lines for run in runs_of(lattice, [side for side in sides if here.issuperset(side)])
    ]
    found = [point_of(lattice, group) for group in highlights.points if here.issuperset(group)]
    dots = [point for point in found if point is not None]
    lines = tuple(_longer(a, b) for a, b in runs)
    shapes = [Shape(lines, stroke=c, width=w, closed=False) for c, w in (("paper", _CASING), ("ink", _LINE)) if lines]
    rims = tuple(circle(*dot, _DOT) for dot in dots)
    return [*shapes, *([Shape(rims, fill="ink", stroke="paper", width=0.05, radius=1.0)] if rims else [])]


def runs_of(lattice: Lattice, sides: Collection[CellPair]) -> list[tuple[Point, Point]]:
    """Return the segments in which a line runs between cells, each as its two ends."""
    segments = sorted(segment for a, b in sides if (segment := _segment(lattice, a, b)) is not None)
    points = sorted({point for segment in segments for point in segment})
    joined = set(segments)
    runs: list[tuple[Point, Point]] = []
    for a, b in pairwise(points):
        if (a, b) not in joined:
            continue
        if runs and runs[-1][1] == a:
            runs[-1] = (runs[-1][0], b)
        else:
            runs.append((a, b))
    return runs


def point_of(lattice: Lattice, group: Collection[Cell]) -> Point | None:
    """Return the point of a layer that some cells share; None if they share none."""
    first, *others = (set(footprint(lattice, cell)) for cell in group)
    common = first.intersection(*others)
    return _rounded(drawn_point(lattice, min(common))) if common else None


def _segment(lattice: Lattice, a: Cell, b: Cell) -> tuple[Point, Point] | None:
    common = sorted(set(footprint(lattice, a)) & set(footprint(lattice, b)))
    if len(common) < 2:
        return None
    one, other = sorted(_rounded(drawn_point(lattice, corner)) for corner in (common[0], common[-1]))
    return one, other


def _rounded(point: Point) -> Point:
    """Return a point without floating-point noise, so that equal points compare equal."""
    return round(point[0], 9), round(point[1], 9)


def _longer(a: Point, b: Point) -> tuple[Point, Point]:
    share = BEYOND / dist(a, b)
    dx, dy = share * (b[0] - a[0]), share * (b[1] - a[1])
    return (a[0] - dx, a[1] - dy), (b[0] + dx, b[1] + dy)
