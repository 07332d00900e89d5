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

CellPair = tuple[Cell, Cell]
"""Two cells that share a side or a corner, the smaller first."""

Plane = tuple[int, ...]
"""The points with `normal * point == offset`: the primitive normal, then the offset."""


@dataclass(frozen=True)
class Cut:
    """A straight line (in space a plane) along sides of cells.

    `sides` are the pairs of neighboring cells of the board that the line separates.
    """

    plane: Plane
    sides: tuple[CellPair, ...]


def sides_between(lattice: Lattice, cells: Collection[Cell]) -> tuple[CellPair, ...]:
    """Return all pairs of neighbors among some cells, in order."""
    cell_set = frozenset(cells)
    return tuple(
        (cell, neighbor)
        for cell in sorted(cell_set)
        for neighbor in sorted(lattice.neighbors(cell))
        if cell < neighbor and neighbor in cell_set
    )


def cuts(lattice: Lattice, sides: Iterable[CellPair]) -> tuple[Cut, ...]:
    """Return the straight lines (in space planes) that run along some sides, sorted.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> [len(cut.sides) for cut in cuts(square, sides_between(square, square.box((2, 3))))]
    [2, 2, 3]
    """
    sides_on: dict[Plane, list[CellPair]] = defaultdict(list)
    cutting_cells: set[Plane] = set()
    straight: dict[tuple[int, Cell], bool] = {}
    unwrapped = lattice.unwrapped
    for (a, b), image in ((side, image) for side in sides for image in lattice.neighbor_images(*side)):
        plane = _plane(unwrapped, a, image)
        if plane is None:
            continue
        shape = unwrapped.class_of(a), subtract(image, a)
        if shape not in straight:
            straight[shape] = _is_straight(unwrapped, a, image, plane)
        plane = _reduced(lattice, plane)
        sides_on[plane].append((a, b))
        if not straight[shape]:
            cutting_cells.add(plane)
    return tuple(Cut(plane, tuple(sides)) for plane, sides in sorted(sides_on.items()) if plane not in cutting_cells)


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
    """Return the cells within four steps of one cell: every way in which cells of the lattice meet occurs there."""
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
