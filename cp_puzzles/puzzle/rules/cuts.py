"""The lines of a board along which it can be cut, and the points where at least four of its cells meet.

A corner is an integer point in lattice coordinates, see `cell_solid`; these are affine, so lines stay straight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations
from math import gcd

from cp_puzzles.puzzle.geometry.cell_solid import corners
from cp_puzzles.puzzle.geometry.isometry import Cell, cross, dot, primitive, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice

Side = tuple[Cell, Cell]
"""Two neighboring cells, the smaller first."""

Plane = tuple[int, ...]
"""The points with `normal * point == offset`: the primitive normal, then the offset."""


@dataclass(frozen=True)
class Cut:
    """A straight line (in space a plane) along sides of cells, and the pairs of cells of the board on its two sides."""

    plane: Plane
    sides: tuple[Side, ...]


def sides_of(lattice: Lattice, cells: Collection[Cell]) -> tuple[Side, ...]:
    """Return all pairs of neighbors among some cells, in order."""
    among = frozenset(cells)
    return tuple(
        (cell, other)
        for cell in sorted(among)
        for other in sorted(lattice.neighbors(cell))
        if cell < other and other in among
    )


def cuts(lattice: Lattice, sides: Iterable[Side]) -> tuple[Cut, ...]:
    """Return the straight lines (in space planes) that run along some sides, sorted.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> [len(cut.sides) for cut in cuts(square, sides_of(square, square.box((2, 3))))]
    [2, 2, 3]
    """
    sides_on: dict[Plane, list[Side]] = defaultdict(list)
    crossing: set[Plane] = set()
    straight: dict[tuple[int, Cell], bool] = {}
    flat = lattice.unwrapped
    for (a, b), near in ((side, near) for side in sides for near in lattice.neighbor_images(*side)):
        plane = _plane(flat, a, near)
        if plane is None:
            continue
        shape = flat.class_of(a), subtract(near, a)
        if shape not in straight:
            straight[shape] = _is_straight(flat, a, near, plane)
        plane = _reduced(lattice, plane)
        sides_on[plane].append((a, b))
        if not straight[shape]:
            crossing.add(plane)
    return tuple(Cut(plane, tuple(on)) for plane, on in sorted(sides_on.items()) if plane not in crossing)


def meetings(lattice: Lattice, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return the groups of at least four cells that share a corner (in space an edge), each sorted, in order.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square, cubic = LATTICES["square"], LATTICES["cubic"]
    >>> len(meetings(square, square.box((6, 10)))), len(meetings(cubic, cubic.box((3, 3, 3))))
    (45, 36)
    """
    around: dict[tuple[Cell, ...], list[Cell]] = defaultdict(list)
    for cell in sorted(cells):
        vertices = corners(lattice, cell)
        for place in ((vertex,) for vertex in vertices) if lattice.is_flat else combinations(sorted(vertices), 2):
            around[lattice.canonical_corners(place)].append(cell)
    return tuple(sorted({tuple(dict.fromkeys(group)) for group in around.values() if len(set(group)) >= 4}))


def patch(lattice: Lattice) -> tuple[Cell, ...]:
    """Return the cells within four steps of one: all ways in which the cells of a lattice meet occur there."""
    cells = {lattice.cell_classes[0].origin}
    for _ in range(4):
        cells |= {neighbor for cell in cells for neighbor in lattice.neighbors(cell)}
    return tuple(sorted(cells))


def _plane(lattice: Lattice, a: Cell, b: Cell) -> Plane | None:
    """Return the plane of the side between two cells; None if they share only a point."""
    common = sorted(set(corners(lattice, a)) & set(corners(lattice, b)))
    if len(common) < lattice.dimension:
        return None
    origin = common[0]
    along = [subtract(corner, origin) for corner in common[1 : lattice.dimension]]
    normal = primitive((along[0][1], -along[0][0]) if lattice.dimension == 2 else cross(*along))
    return (*normal, dot(normal, origin))


def _reduced(lattice: Lattice, plane: Plane) -> Plane:
    """Return the representative of the planes that differ by a period of the lattice."""
    *normal, offset = plane
    periods = lattice.periods.basis if lattice.periods else ()
    step = gcd(*(lattice.unit * dot(normal, period) for period in periods))
    return (*normal, offset % step if step else offset)


def _is_straight(lattice: Lattice, a: Cell, b: Cell, plane: Plane) -> bool:
    """Return whether the plane of a side cuts no cell that shares a corner with the side."""
    near = {a, b}
    for _ in range(3):
        near |= {neighbor for cell in near for neighbor in lattice.neighbors(cell)}
    side = set(corners(lattice, a)) & set(corners(lattice, b))
    *normal, offset = plane
    for cell in near:
        vertices = corners(lattice, cell)
        if side.isdisjoint(vertices):
            continue
        heights = [dot(normal, corner) - offset for corner in vertices]
        if min(heights) < 0 < max(heights):
            return False
    return True
