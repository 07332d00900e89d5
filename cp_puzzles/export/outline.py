"""Outlines of sets of cells in a layer, and the lines along which they are cut apart, on any lattice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial
from math import atan2, gcd, hypot

from cp_puzzles.export.picture import Point
from cp_puzzles.geometry.footprint import footprint, spot
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import Corner

Way = tuple[Corner, Corner]
"""A side, from a corner to a corner."""


def outline(lattice: Lattice, cells: Iterable[Cell], inset: float = 0.0) -> tuple[tuple[Point, ...], ...]:
    """The closed loops around cells as corners (x, y), clockwise with the cells on the right.

    Loops are drawn in by `inset`. Where two cells touch in a corner only, the loop stays on the same cell.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> outline(LATTICES["square"], [(0, 0), (0, 1)])
    (((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)),)
    """
    ways = {way: None for cell in sorted(set(cells)) for way in _ways(lattice, cell)}
    border = [(a, b) for a, b in ways if (b, a) not in ways]
    leaving: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in border:
        leaving[a].append(b)
    left = dict.fromkeys(border)
    loops = []
    while left:
        way = next(iter(left))
        loop = []
        while way in left:
            del left[way]
            loop.append(way[0])
            way = (way[1], max(leaving[way[1]], key=partial(_turn, lattice, *way)))
        bends = [p for i, p in enumerate(loop) if _cross(loop[i - 1], p, p, loop[(i + 1) % len(loop)])]
        loops.append(_inset([spot(lattice, corner) for corner in bends], inset))
    return tuple(loops)


def cut_lines(lattice: Lattice, regions: Mapping[Cell, Hashable]) -> tuple[tuple[Point, Point], ...]:
    """The straight lines, each as long as it goes and none drawn twice, between cells of different regions.

    What is not in the mapping is one more region: the outside.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> len(cut_lines(LATTICES["square"], {(0, 0): "D", (0, 1): "D"}))
    4
    """
    beside: dict[Way, list[Hashable]] = defaultdict(list)
    for cell, region in regions.items():
        for a, b in _ways(lattice, cell):
            beside[min(a, b), max(a, b)].append(region)
    cuts = [way for way, (one, *other) in beside.items() if other != [one]]
    joined: list[Way] = []
    for line in _by_line(cuts):
        for a, b in sorted(line):
            if joined and joined[-1][1] == a and not _cross(*joined[-1], a, b):
                joined[-1] = (joined[-1][0], b)
            else:
                joined.append((a, b))
    return tuple((spot(lattice, a), spot(lattice, b)) for a, b in joined)


def smooth(line: Sequence[Point], steps: int = 8) -> tuple[Point, ...]:
    """The points of an open line whose middle corners, if it has any, are rounded as far as its sides go."""
    if len(line) < 3:
        return tuple(line)
    (ax, ay), (bx, by), (cx, cy) = line
    shares = [i / steps for i in range(steps + 1)]
    return tuple(
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * bx + t * t * cx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * by + t * t * cy)
        for t in shares
    )


def _by_line(ways: Iterable[Way]) -> list[list[Way]]:
    """The sides of each straight line, from the lesser corner to the greater one."""
    lines: dict[tuple[int, ...], list[Way]] = defaultdict(list)
    for a, b in ways:
        x, y = b[0] - a[0], b[1] - a[1]
        x, y = x // gcd(x, y), y // gcd(x, y)
        lines[x, y, x * a[1] - y * a[0]].append((a, b))
    return [lines[key] for key in sorted(lines)]


def _ways(lattice: Lattice, cell: Cell) -> Iterable[Way]:
    own = footprint(lattice, cell)
    return zip(own, (*own[1:], own[0]), strict=True)


def _turn(lattice: Lattice, before: Corner, here: Corner, after: Corner) -> float:
    """How far one turns to the right, from -pi to pi."""
    a, b, c = (spot(lattice, corner) for corner in (before, here, after))
    u, v = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> int:
    return (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])


def _inset(loop: list[Point], inset: float) -> tuple[Point, ...]:
    """The loop moved to its right side."""
    points = []
    for i, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = _direction(loop[i - 1], (x, y)), _direction((x, y), loop[(i + 1) % len(loop)])
        share = inset / (1 + ax * bx + ay * by)
        points.append((x - share * (ay + by), y + share * (ax + bx)))
    return tuple(points)


def _direction(a: Point, b: Point) -> Point:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
