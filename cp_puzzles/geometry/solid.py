"""Cells as they are drawn: polygons, polyhedra and balls, and what lies beyond each side or face."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from cp_puzzles.geometry.facets import Facet
from cp_puzzles.geometry.isometry import Cell, add
from cp_puzzles.geometry.lattice import Lattice

Point = tuple[float, ...]
"""A place as it is drawn: (x to the right, y down), or (x to the right, y towards the viewer, z up)."""

Corner = tuple[int, ...]
"""A corner of a cell in exact coordinates: cells that meet in a corner have the same one."""


@dataclass(frozen=True)
class Solid:
    """A cell in space: a polyhedron with `points` and `faces`, or a ball of a `radius` about its `centre`.

    The points of a face, named by number, go round it so that (b - a) x (c - a) points outwards.
    """

    centre: Point
    points: tuple[Point, ...] = ()
    faces: tuple[Facet, ...] = ()
    radius: float = 0.0


@dataclass(frozen=True)
class Side:
    """A side (two corners) or a face of a cell, and the cell beyond it; None if no cell shares it whole."""

    corners: tuple[Corner, ...]
    beyond: Cell | None


def centre(lattice: Lattice, cell: Cell) -> Point:
    """The centre of a cell."""
    return _drawn(lattice, cell, 1)


def corners(lattice: Lattice, cell: Cell) -> tuple[Corner, ...]:
    """The corners of a cell, exact; of a polygon clockwise as it is drawn, the uppermost first. A ball has none."""
    start = tuple(lattice.unit * x for x in cell)
    return tuple(add(start, corner) for corner in _form(lattice, lattice.kind(cell))[0])


def point(lattice: Lattice, corner: Corner) -> Point:
    """Where a corner is drawn."""
    return _drawn(lattice, corner, lattice.unit)


def polygon(lattice: Lattice, cell: Cell) -> tuple[Point, ...]:
    """The corners of a flat cell as it is drawn, clockwise, the uppermost first.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> polygon(LATTICES["square"], (2, 5))
    ((4.5, 1.5), (5.5, 1.5), (5.5, 2.5), (4.5, 2.5))
    """
    return tuple(point(lattice, corner) for corner in corners(lattice, cell))


def solid(lattice: Lattice, cell: Cell) -> Solid:
    """A cell of space as it is drawn.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> cube = solid(LATTICES["cubic"], (0, 0, 3))
    >>> cube.centre, len(cube.points), len(cube.faces)
    ((3.0, 0.0, 0.0), 8, 6)
    """
    points = tuple(point(lattice, corner) for corner in corners(lattice, cell))
    return Solid(centre(lattice, cell), points, _form(lattice, lattice.kind(cell))[1], lattice.radius)


def sides(lattice: Lattice, cell: Cell) -> tuple[Side, ...]:
    """The sides or faces of a cell in order, each with the cell beyond it. A ball has none.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> [side.beyond for side in sides(LATTICES["square"], (0, 0))]
    [(-1, 0), (0, 1), (1, 0), (0, -1)]
    """
    _, facets, beyond = _form(lattice, lattice.kind(cell))
    own = corners(lattice, cell)
    return tuple(
        Side(tuple(own[i] for i in facet), None if step is None else add(cell, step))
        for facet, step in zip(facets, beyond, strict=True)
    )


@cache
def _form(lattice: Lattice, number: int) -> tuple[tuple[Corner, ...], tuple[Facet, ...], tuple[Cell | None, ...]]:
    """The corners of a kind of cell as they go round in the drawing, its facets, and the step across each facet."""
    kind = lattice.kinds[number]
    own, facets = list(kind.corners), kind.facets
    mirrored = np.linalg.det(np.array(lattice.embedding)) < 0
    if own and lattice.is_flat:
        if mirrored:
            own.reverse()
        heights = [tuple(round(x, 9) for x in reversed(_drawn(lattice, corner, 1))) for corner in own]
        top = heights.index(min(heights))
        own = own[top:] + own[:top]
    elif mirrored:
        facets = tuple(facet[::-1] for facet in facets)
    beyond: list[Cell | None] = []
    for facet in facets:
        shared = {own[i] for i in facet}
        beyond.append(next((s for s in kind.steps if shared <= _around(lattice, add(kind.origin, s), s)), None))
    return tuple(own), facets, tuple(beyond)


def _around(lattice: Lattice, cell: Cell, step: Cell) -> set[Corner]:
    """The corners of a cell as seen from the cell that is a step before it."""
    shift = tuple(lattice.unit * x for x in step)
    return {add(shift, corner) for corner in lattice.kinds[lattice.kind(cell)].corners}


def _drawn(lattice: Lattice, place: Cell, unit: int) -> Point:
    return tuple(sum(m * x for m, x in zip(row, place, strict=True)) / unit for row in lattice.embedding)
