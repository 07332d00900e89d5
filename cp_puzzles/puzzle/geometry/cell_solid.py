"""The polygon, polyhedron or ball of each cell, with the neighbor across each side or face."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from cp_puzzles.puzzle.geometry.cell_class import Facet
from cp_puzzles.puzzle.geometry.isometry import Cell, add, dot
from cp_puzzles.puzzle.geometry.lattice import Lattice

Point = tuple[float, ...]
"""A position in drawings: (x to the right, y down), or (x to the right, y towards the viewer, z up)."""

Corner = tuple[int, ...]
"""A corner of a cell in exact coordinates: cells that share a corner have equal ones."""


@dataclass(frozen=True)
class Solid:
    """A cell in space: a polyhedron with `points` and `faces`, or a ball with a `radius` about its `center`.

    A face lists the numbers of its points in the order in which (b - a) x (c - a) points outwards.
    """

    center: Point
    points: tuple[Point, ...] = ()
    faces: tuple[Facet, ...] = ()
    radius: float = 0.0


@dataclass(frozen=True)
class Side:
    """A side (two corners) or a face of a cell, with the cell across it; None if no cell shares all of it."""

    corners: tuple[Corner, ...]
    neighbor: Cell | None


def center(lattice: Lattice, cell: Cell) -> Point:
    """Return the center of a cell."""
    return _drawn(lattice, cell, 1)


def corners(lattice: Lattice, cell: Cell) -> tuple[Corner, ...]:
    """Return the exact corners of a cell: of a polygon clockwise in drawings from the top, of a ball none."""
    start = tuple(lattice.unit * x for x in cell)
    return tuple(add(start, corner) for corner in class_outline(lattice, lattice.class_of(cell)).corners)


def point(lattice: Lattice, corner: Corner) -> Point:
    """Return the position of a corner in drawings."""
    return _drawn(lattice, corner, lattice.unit)


def polygon(lattice: Lattice, cell: Cell) -> tuple[Point, ...]:
    """Return the corners of a flat cell in drawings, clockwise from the top.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> polygon(LATTICES["square"], (2, 5))
    ((4.5, 1.5), (5.5, 1.5), (5.5, 2.5), (4.5, 2.5))
    """
    return tuple(point(lattice, corner) for corner in corners(lattice, cell))


def solid(lattice: Lattice, cell: Cell) -> Solid:
    """Return a cell in space as a solid.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> cube = solid(LATTICES["cubic"], (0, 0, 3))
    >>> cube.center, len(cube.points), len(cube.faces)
    ((3.0, 0.0, 0.0), 8, 6)
    """
    points = tuple(point(lattice, corner) for corner in corners(lattice, cell))
    return Solid(center(lattice, cell), points, class_outline(lattice, lattice.class_of(cell)).facets, lattice.radius)


def sides_of(lattice: Lattice, cell: Cell) -> tuple[Side, ...]:
    """Return the sides or faces of a cell in order, each with the neighbor across it. A ball has none.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> [side.neighbor for side in sides_of(LATTICES["square"], (0, 0))]
    [(-1, 0), (0, 1), (1, 0), (0, -1)]
    """
    shape = class_outline(lattice, lattice.class_of(cell))
    cell_corners = corners(lattice, cell)
    return tuple(
        Side(tuple(cell_corners[i] for i in facet), None if step is None else add(cell, step))
        for facet, step in zip(shape.facets, shape.steps_across, strict=True)
    )


class Outline(NamedTuple):
    """The corners of a cell class in drawing order, its facets, and the step across each facet, None if there is none.

    Corners are relative to the cell.
    """

    corners: tuple[Corner, ...]
    facets: tuple[Facet, ...]
    steps_across: tuple[Cell | None, ...]


@cache
def class_outline(lattice: Lattice, number: int) -> Outline:
    """Return the outline of the cell class with a number."""
    cell_class = lattice.cell_classes[number]
    ordered, facets = list(cell_class.corners), cell_class.facets
    mirrored = np.linalg.det(np.array(lattice.embedding)) < 0
    if ordered and lattice.is_flat:
        if mirrored:
            ordered.reverse()
        heights = [tuple(round(x, 9) for x in reversed(_drawn(lattice, corner, 1))) for corner in ordered]
        top = heights.index(min(heights))
        ordered = ordered[top:] + ordered[:top]
    elif mirrored:
        facets = tuple(facet[::-1] for facet in facets)
    steps_across: list[Cell | None] = []
    for facet in facets:
        shared = {ordered[i] for i in facet}
        steps = (s for s in cell_class.steps if shared <= _corners_after_step(lattice, add(cell_class.origin, s), s))
        steps_across.append(next(steps, None))
    return Outline(tuple(ordered), facets, tuple(steps_across))


def _corners_after_step(lattice: Lattice, cell: Cell, step: Cell) -> set[Corner]:
    """Return the corners of a cell relative to the cell one step before it."""
    shift = tuple(lattice.unit * x for x in step)
    return {add(shift, corner) for corner in lattice.cell_classes[lattice.class_of(cell)].corners}


def _drawn(lattice: Lattice, place: Cell, unit: int) -> Point:
    return tuple(dot(row, place) / unit for row in lattice.embedding)
