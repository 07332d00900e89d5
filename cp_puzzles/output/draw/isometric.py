"""Isometric pictures of pieces in space, assembled or exploded.

The view is from above, in front and the right. Cells are drawn from the farthest to the nearest: neighbors are
separated by their common face, so this order hides nothing that is visible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sqrt

import numpy as np

from cp_puzzles.output.draw.picture import Picture, Point, Shape, circle, cropped
from cp_puzzles.puzzle.geometry import cell_solid as solid
from cp_puzzles.puzzle.geometry.cell_solid import ordered_sides
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import shade

Vector = tuple[float, ...]

_BRIGHT, _DARK = (0.85, 0.93, 1.0), (0.78, 0.72, 0.6)
"""Of the faces that look along an axis, and against it."""

_SPREADS = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
_MARK = 0.7
"""The size of the color of a side, as a share of the face."""

_NECK = 0.5
"""The width of a neck between two balls of a piece."""


def isometric(
    lattice: Lattice,
    placements: Sequence[Placement],
    colors: Sequence[str],
    *,
    exploded: bool = False,
    palette: Mapping[str, str] | None = None,
) -> Picture:
    """Return a picture of pieces in space; `exploded` moves them away from the middle.

    `palette` has the color of each letter on the sides of pieces.
    """
    origin = (0,) * lattice.dimension
    steps = explosion(lattice, placements) if exploded else [origin] * len(placements)
    drawn: list[tuple[tuple[float, Vector], list[Shape]]] = []
    for placement, color, step in zip(placements, colors, steps, strict=True):
        cells = frozenset(add(cell, step) for cell in placement.cells)
        marks: dict[tuple[Cell, Cell | None], str] = {
            (add(cell, step), add(neighbor, step)): palette[letter]
            for (cell, side), letter in placement.sides_at().items()
            if palette and (neighbor := ordered_sides(lattice, cell)[side].neighbor) is not None
        }
        drawn += _balls(lattice, cells, color) if lattice.radius else _polyhedra(lattice, cells, color, marks)
    return cropped(shape for _, group in sorted(drawn, key=lambda part: part[0]) for shape in group)


def explosion(lattice: Lattice, placements: Sequence[Placement]) -> list[Cell]:
    """Return the translation of each piece away from the middle, such that no two touch if possible.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> row = [Placement(((0, 0, column),), "O") for column in range(3)]
    >>> explosion(LATTICES["cubic"], row)
    [(0, 0, -1), (0, 0, 0), (0, 0, 1)]
    """
    if not placements:
        return []
    middles = np.array([np.mean(p.cells, axis=0) for p in placements])
    away = (middles - middles.mean(axis=0)) @ np.linalg.inv(np.array(lattice.translations.basis, dtype=float))
    best: list[Cell] = [(0,) * lattice.dimension] * len(middles)
    for spread in _SPREADS:
        steps = [lattice.translations.combined(tuple(round(spread * x) for x in row)) for row in away.tolist()]
        moved = [[add(cell, step) for cell in p.cells] for p, step in zip(placements, steps, strict=True)]
        owners = {cell: number for number, cells in enumerate(moved) for cell in cells}
        if len(owners) == sum(map(len, moved)):  # no two pieces overlap
            best = steps
            near = ((piece, other) for cell, piece in owners.items() for other in lattice.neighbors(cell))
            if all(owners.get(other, piece) == piece for piece, other in near):
                break
    return best


def _polyhedra(
    lattice: Lattice, cells: frozenset[Cell], color: str, marks: Mapping[tuple[Cell, Cell | None], str]
) -> Iterable[tuple[tuple[float, Vector], list[Shape]]]:
    """Yield the visible faces of each cell, with the edges where the surface bends.

    `marks` has the color of the side of a cell toward another cell.
    """
    surface = [
        (cell, side) for cell in sorted(cells) for side in solid.sides_of(lattice, cell) if side.neighbor not in cells
    ]
    meeting: dict[frozenset[solid.Corner], list[Vector]] = defaultdict(list)
    normals: list[Vector] = []
    for _, side in surface:
        a, b, c = (np.array(solid.point(lattice, corner)) for corner in side.corners[:3])
        outward = np.cross(b - a, c - a)
        normals.append(tuple((outward / np.linalg.norm(outward)).tolist()))
        for i, corner in enumerate(side.corners):
            meeting[frozenset((side.corners[i - 1], corner))].append(normals[-1])
    seen: dict[Cell, list[Shape]] = {cell: [] for cell in cells}
    for (cell, side), normal in zip(surface, normals, strict=True):
        if sum(normal) < 1e-6:
            continue
        points = {corner: projected(solid.point(lattice, corner)) for corner in side.corners}
        axes = zip(normal, _BRIGHT, _DARK, strict=True)
        tone = shade(color, sum(n * n * (up if n > 0 else down) for n, up, down in axes))
        pairs = [(side.corners[i - 1], corner) for i, corner in enumerate(side.corners)]
        # where the surface ends or bends
        edges = [
            (points[a], points[b])
            for a, b in pairs
            if len(ns := meeting[frozenset((a, b))]) != 2 or sum(p * q for p, q in zip(*ns, strict=True)) < 1 - 1e-6
        ]
        seen[cell].append(Shape((tuple(points.values()),), fill=tone, stroke=tone, width=0.03))
        if mark := marks.get((cell, side.neighbor)):
            seen[cell].append(Shape((_inset([*points.values()]),), fill=mark, stroke="ink", width=0.012))
        if edges:
            seen[cell].append(Shape(tuple(edges), stroke=shade(color, 0.55), width=0.035, closed=False))
    yield from ((_depth(solid.center(lattice, cell)), shapes) for cell, shapes in seen.items())


def _inset(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners of a face, moved toward its middle."""
    u, v = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    return tuple((u + _MARK * (x - u), v + _MARK * (y - v)) for x, y in corners)


def _balls(lattice: Lattice, cells: frozenset[Cell], color: str) -> Iterable[tuple[tuple[float, Vector], list[Shape]]]:
    """Yield each ball with a highlight, and the necks to the balls behind it."""
    outline_color, size = shade(color, 0.55), 0.96 * sqrt(1.5) * lattice.radius
    for cell in cells:
        place = solid.center(lattice, cell)
        x, y = projected(place)
        near = [solid.center(lattice, other) for other in lattice.neighbors(cell) if other in cells]
        behind = [projected(other) for other in near if _depth(other) < _depth(place)]
        lines = [(((x, y), end),) for end in behind]
        widths = (shade(color, 0.55), _NECK + 0.07), (shade(color, 0.85), _NECK)
        necks = [Shape(line, stroke=c, width=w, closed=False) for line in lines for c, w in widths]
        ball = Shape((circle(x, y, size),), color, stroke=outline_color, width=0.035, radius=1.0)
        light = Shape((circle(x + 0.3 * size, y - 0.38 * size, 0.3 * size),), shade(color, 1.3), radius=1.0)
        yield _depth(place), [*necks, ball, light]


def _depth(place: Vector) -> tuple[float, Vector]:
    """Return the sort key of a cell, from the farthest to the nearest."""
    return round(sum(place), 6), place


def projected(place: Vector) -> Point:
    """Return the position of a point in the picture, or the direction of a vector."""
    x, y, z = place
    return ((x - y) * cos(pi / 6), (x + y) / 2 - z)
