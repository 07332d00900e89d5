"""Where tiles can meet on a board: straight cuts through it, and corners or edges at which four cells meet.

A corner is an integer point in the lattice's coordinates, see `geometry.solid`; what is straight in them is straight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations
from math import gcd

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import corners

Side = tuple[Cell, Cell]
"""Two neighbouring cells, the smaller first."""

Plane = tuple[int, ...]
"""The points with `normal * point == offset`: the normal, without common factor, and the offset."""


@dataclass(frozen=True)
class Cut:
    """A straight line (in space a plane) along sides of cells, and the pairs of cells of the board on its two sides."""

    plane: Plane
    sides: tuple[Side, ...]


def sides_of(lattice: Lattice, cells: Collection[Cell]) -> tuple[Side, ...]:
    """All pairs of neighbours among some cells, in order."""
    among = frozenset(cells)
    return tuple(
        (cell, other)
        for cell in sorted(among)
        for other in sorted(lattice.neighbours(cell))
        if cell < other and other in among
    )


def cuts(lattice: Lattice, sides: Iterable[Side]) -> tuple[Cut, ...]:
    """The straight lines or planes that run along some sides, sorted.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> [len(cut.sides) for cut in cuts(square, sides_of(square, square.box((2, 3))))]
    [2, 2, 3]
    """
    through: dict[Plane, list[Side]] = defaultdict(list)
    crooked: set[Plane] = set()
    straight: dict[tuple[int, Cell], bool] = {}
    flat = lattice.unrolled
    for (a, b), near in ((side, near) for side in sides for near in lattice.beside(*side)):
        plane = _plane(flat, a, near)
        if plane is None:
            continue
        shape = flat.kind(a), tuple(y - x for x, y in zip(a, near, strict=True))
        if shape not in straight:
            straight[shape] = _is_straight(flat, a, near, plane)
        plane = _rolled_up(lattice, plane)
        through[plane].append((a, b))
        if not straight[shape]:
            crooked.add(plane)
    return tuple(Cut(plane, tuple(on)) for plane, on in sorted(through.items()) if plane not in crooked)


def meetings(lattice: Lattice, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """The groups of four cells or more that share a corner (in space an edge), each sorted, in order.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> square, cubic = LATTICES["square"], LATTICES["cubic"]
    >>> len(meetings(square, square.box((6, 10)))), len(meetings(cubic, cubic.box((3, 3, 3))))
    (45, 36)
    """
    around: dict[tuple[Cell, ...], list[Cell]] = defaultdict(list)
    for cell in sorted(cells):
        own = corners(lattice, cell)
        for place in ((corner,) for corner in own) if lattice.is_flat else combinations(sorted(own), 2):
            around[lattice.meeting_place(place)].append(cell)
    return tuple(sorted({tuple(dict.fromkeys(group)) for group in around.values() if len(set(group)) >= 4}))


def patch(lattice: Lattice) -> tuple[Cell, ...]:
    """The cells round one: enough to see how the cells of a lattice meet."""
    cells = {lattice.kinds[0].origin}
    for _ in range(4):
        cells |= {neighbour for cell in cells for neighbour in lattice.neighbours(cell)}
    return tuple(sorted(cells))


def _plane(lattice: Lattice, a: Cell, b: Cell) -> Plane | None:
    """The plane of the side between two cells; None if they only touch in a point."""
    common = sorted(set(corners(lattice, a)) & set(corners(lattice, b)))
    if len(common) < lattice.dimension:
        return None
    origin = common[0]
    along = [tuple(x - y for x, y in zip(corner, origin, strict=True)) for corner in common[1:]]
    normal = _normal(along[: lattice.dimension - 1])
    return (*normal, sum(n * x for n, x in zip(normal, origin, strict=True)))


def _rolled_up(lattice: Lattice, plane: Plane) -> Plane:
    """One for all planes that differ by a period of the lattice."""
    *normal, offset = plane
    periods = lattice.periods.basis if lattice.periods else ()
    step = gcd(*(lattice.unit * sum(n * x for n, x in zip(normal, period, strict=True)) for period in periods))
    return (*normal, offset % step if step else offset)


def _normal(along: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The normal of one vector in the plane or of two in space, the first number that is not 0 positive."""
    if len(along) == 1:
        [(x, y)] = along
        normal: tuple[int, ...] = (y, -x)
    else:
        (a, b, c), (d, e, f) = along
        normal = (b * f - c * e, c * d - a * f, a * e - b * d)
    factor = gcd(*normal) * (1 if next(n for n in normal if n) > 0 else -1)
    return tuple(n // factor for n in normal)


def _is_straight(lattice: Lattice, a: Cell, b: Cell, plane: Plane) -> bool:
    """Whether the plane of a side leaves every cell that meets the side whole."""
    near = {a, b}
    for _ in range(3):
        near |= {neighbour for cell in near for neighbour in lattice.neighbours(cell)}
    side = set(corners(lattice, a)) & set(corners(lattice, b))
    *normal, offset = plane
    for cell in near:
        own = corners(lattice, cell)
        if side.isdisjoint(own):
            continue
        heights = [sum(n * x for n, x in zip(normal, corner, strict=True)) - offset for corner in own]
        if min(heights) < 0 < max(heights):
            return False
    return True
