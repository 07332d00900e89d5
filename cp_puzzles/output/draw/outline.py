"""Outlines of sets of cells in a layer, on any lattice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from math import atan2, hypot

from cp_puzzles.output.draw.picture import Point
from cp_puzzles.puzzle.geometry.cell_solid import Corner
from cp_puzzles.puzzle.geometry.footprint import drawn_point, footprint
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

Side = tuple[Corner, Corner]
"""A side, from a corner to a corner."""


def outline(lattice: Lattice, cells: Iterable[Cell], inset: float = 0.0) -> tuple[tuple[Point, ...], ...]:
    """Return the closed loops around cells as corners (x, y), clockwise with the cells on the right.

    Loops are moved inwards by `inset`. Where two cells touch only in a corner, the loop stays on its cell.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> outline(LATTICES["square"], [(0, 0), (0, 1)])
    (((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)),)
    """
    sides = {side: None for cell in sorted(set(cells)) for side in _sides(lattice, cell)}
    border = [(a, b) for a, b in sides if (b, a) not in sides]
    leaving: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in border:
        leaving[a].append(b)
    left = dict.fromkeys(border)
    loops = []
    while left:
        side = next(iter(left))
        loop = []
        while side in left:
            del left[side]
            loop.append(side[0])
            side = (side[1], max(leaving[side[1]], key=partial(_turn, lattice, *side)))
        bends = [p for i, p in enumerate(loop) if _cross(loop[i - 1], p, p, loop[(i + 1) % len(loop)])]
        loops.append(_inset([drawn_point(lattice, corner) for corner in bends], inset))
    return tuple(loops)


def smooth(line: Sequence[Point]) -> tuple[Point, ...]:
    """Return an open line with its middle corner, if there is one, rounded by a curve of eight chords."""
    if len(line) < 3:
        return tuple(line)
    (ax, ay), (bx, by), (cx, cy) = line
    shares = [i / 8 for i in range(9)]
    return tuple(
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * bx + t * t * cx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * by + t * t * cy)
        for t in shares
    )


def _sides(lattice: Lattice, cell: Cell) -> Iterable[Side]:
    corners = footprint(lattice, cell)
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _turn(lattice: Lattice, before: Corner, here: Corner, after: Corner) -> float:
    """Return the angle of a right turn, from -pi to pi."""
    a, b, c = (drawn_point(lattice, corner) for corner in (before, here, after))
    u, v = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> int:
    return (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])


def _inset(loop: list[Point], inset: float) -> tuple[Point, ...]:
    """Return the loop moved to its right."""
    points = []
    for i, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = _direction(loop[i - 1], (x, y)), _direction((x, y), loop[(i + 1) % len(loop)])
        share = inset / (1 + ax * bx + ay * by)
        points.append((x - share * (ay + by), y + share * (ax + bx)))
    return tuple(points)


def _direction(a: Point, b: Point) -> Point:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
