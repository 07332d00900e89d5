"""Cell classes, cells of a lattice that differ by a translation: their facets and their checkerboard coloring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import atan2, tau
from typing import TypeVar

import numpy as np

from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Sublattice, cross, dot, subtract

Node = TypeVar("Node", Cell, int)

Facet = tuple[int, ...]
"""The corners of a side or face, by number."""

Coloring = Mapping[tuple[int, Cell], int]
"""The color, 0 or 1, of the cells of a class by their coordinates along the basis modulo 2."""


class NoCellError(ValueError):
    """Coordinates that are not a cell of a lattice."""

    def __init__(self, coordinates: Cell, noun: str, rule: str) -> None:
        super().__init__(f"({', '.join(map(str, coordinates))}) is no {noun}: {rule}")


@dataclass(frozen=True)
class CellClass:
    """A class of cells under the translations of a lattice.

    `origin` is one cell of the class. `steps` lead from a cell to its neighbors. `corners` are relative to the cell, in
    units of 1/`unit` of the lattice; the corners of a polygon are in order. A ball has none.
    """

    origin: Cell
    steps: tuple[Cell, ...]
    corners: tuple[Cell, ...]

    @cached_property
    def facets(self) -> tuple[Facet, ...]:
        """Return the sides of the polygon or the faces of the polyhedron as corner numbers."""
        if not self.corners:
            return ()
        if len(self.origin) > 2:
            return faces(self.corners)
        return tuple((i, (i + 1) % len(self.corners)) for i in range(len(self.corners)))


@dataclass(frozen=True)
class CellShape:
    """The steps to the neighbors and the corners of one cell; the point group maps them to other classes."""

    steps: tuple[Cell, ...]
    corners: tuple[Cell, ...] = ()


def cell_classes(
    translations: Sublattice,
    group: Sequence[Isometry],
    shapes: Mapping[Cell, CellShape],
    origins: Sequence[Cell] = (),
) -> tuple[CellClass, ...]:
    """Return all cell classes of a lattice, given one cell of each orbit under the point group with its shape.

    The order is that of `origins` (one cell of each class), by default sorted by remainder under the translations.

    >>> from cp_puzzles.puzzle.geometry.isometry import generated_group
    >>> group = generated_group(((0, -1), (1, 1)), ((0, 1), (1, 0)))
    >>> up = CellShape(((1, 1), (-2, 1), (1, -2)), ((-1, -1), (2, -1), (-1, 2)))
    >>> [each.origin for each in cell_classes(Sublattice.scaled(3, 3), group, {(1, 1): up})]
    [(1, 1), (2, 2)]
    """
    shaped: dict[Cell, tuple[Isometry, CellShape]] = {}
    for cell, shape in shapes.items():
        for isometry in group:
            shaped.setdefault(translations.remainder(isometry(cell)), (isometry, shape))
    origins = origins or sorted(shaped)
    assert sorted(map(translations.remainder, origins)) == sorted(shaped)
    return tuple(_moved(origin, *shaped[translations.remainder(origin)]) for origin in origins)


def _moved(origin: Cell, isometry: Isometry, shape: CellShape) -> CellClass:
    steps, corners = (tuple(map(isometry.linear_image, vectors)) for vectors in (shape.steps, shape.corners))
    return CellClass(origin, steps, polygon_order(corners) if len(origin) == 2 else corners)


def polygon_order(corners: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the corners of a convex polygon about the origin by angle, from the first axis to the second.

    >>> polygon_order([(1, 1), (-1, -1), (-1, 1), (1, -1)])
    ((1, 1), (-1, 1), (-1, -1), (1, -1))
    """
    return tuple(sorted(corners, key=lambda corner: atan2(corner[1], corner[0]) % tau))


def faces(corners: Sequence[Cell]) -> tuple[Facet, ...]:
    """Return the faces of a convex polyhedron about the origin, given its corners.

    The corners a, b, c, ... of a face are in the order in which (b - a) x (c - a) points outwards.

    >>> len(faces([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]))
    6
    """
    found: dict[frozenset[int], Facet] = {}
    for i, j, k in combinations(range(len(corners)), 3):
        normal = cross(subtract(corners[j], corners[i]), subtract(corners[k], corners[i]))
        heights = [dot(normal, subtract(corner, corners[i])) for corner in corners]
        if not any(normal) or min(heights) < 0 < max(heights):
            continue
        if max(heights) > 0:
            normal = (-normal[0], -normal[1], -normal[2])
        flat = [number for number, height in enumerate(heights) if height == 0]
        found.setdefault(frozenset(flat), _ordered_face(corners, flat, normal))
    return tuple(found.values())


def _ordered_face(corners: Sequence[Cell], flat: list[int], normal: Cell) -> Facet:
    """Return the corners of a face in order, counterclockwise seen from outside."""
    points = np.array([corners[number] for number in flat], dtype=np.int64)
    spokes = len(flat) * points - points.sum(axis=0)  # from the center, as integers
    angles = np.arctan2(spokes @ np.cross(normal, spokes[0]), spokes @ spokes[0]) % tau
    return tuple(flat[place] for place in np.argsort(angles))


def two_coloring(steps: Sequence[Sequence[tuple[int, Cell]]]) -> Coloring | None:
    """Return a coloring that differs across neighbors; None if there is none.

    `steps` lists the neighbors of a cell of each class: their class, and the translation to them along the basis.
    Coordinates modulo 2 suffice: every translation either keeps the colors or swaps them, so twice a translation keeps
    them.

    >>> two_coloring([[(0, (1, 0)), (0, (0, 1))]])
    {(0, (0, 0)): 0, (0, (1, 0)): 1, (0, (0, 1)): 1, (0, (1, 1)): 0}
    >>> two_coloring([[(0, (1, 0)), (0, (0, 1)), (0, (1, -1))]]) is None
    True
    """
    start = 0, tuple(0 for _ in steps[0][0][1])
    colors = {start: 0}
    reached = [(start, 0)]
    for (number, offset), color in reached:
        for neighbor_number, shift in steps[number]:
            cell = neighbor_number, tuple((a + b) % 2 for a, b in zip(offset, shift, strict=True))
            if cell not in colors:
                reached.append((cell, 1 - color))
            if colors.setdefault(cell, 1 - color) == color:
                return None
    return colors


def connected_parts(nodes: Iterable[Node], neighbors: Callable[[Node], Iterable[Node] | None]) -> list[list[Node]]:
    """Return the connected parts of some nodes, sorted.

    >>> connected_parts(range(4), {0: [1], 1: [0, 2], 2: [1]}.get)
    [[0, 1, 2], [3]]
    """
    parts, unvisited = [], set(nodes)
    while unvisited:
        part = [unvisited.pop()]
        for node in part:
            reached = unvisited.intersection(neighbors(node) or ())
            unvisited -= reached
            part += reached
        parts.append(sorted(part))
    return sorted(parts)
