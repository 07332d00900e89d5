"""Finished tilings: their pieces, the lines along which a board can be cut, and where pieces meet.

A corner is an integer point in lattice coordinates, see `cell_solid`; these are affine, so lines stay straight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import gcd

from cp_puzzles.base.text import counted
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups, TileGroups
from cp_puzzles.puzzle.geometry.cell_class import Node, connected_parts
from cp_puzzles.puzzle.geometry.cell_solid import Side, corners, ordered_sides
from cp_puzzles.puzzle.geometry.isometry import Cell, add, cross, dot, primitive, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement

CellPair = tuple[Cell, Cell]
"""Two cells that share a side or a corner, the smaller first."""

Plane = tuple[int, ...]
"""The points with `normal * point == offset`: the primitive normal, then the offset."""


Cut = tuple[CellPair, ...]
"""A straight line (in space a plane) along sides of cells: the pairs of neighboring cells of the board it separates."""


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
    >>> [len(cut) for cut in cuts(square, sides_between(square, square.box((2, 3))))]
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
    return tuple(tuple(sides) for plane, sides in sorted(sides_on.items()) if plane not in cutting_cells)


def meetings(lattice: Lattice, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return the groups of at least four cells that share a corner (in space an edge), each sorted, in order.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square, cubic = LATTICES["square"], LATTICES["cubic"]
    >>> len(meetings(square, square.box((6, 10)))), len(meetings(cubic, cubic.box((3, 3, 3))))
    (45, 36)
    """
    groups = _sharing(lattice, cells, 1 if lattice.is_flat else 2)
    return tuple(sorted({tuple(sorted(group)) for group in groups if len(group) >= 4}))


def _sharing(lattice: Lattice, cells: Iterable[Cell], number: int) -> Iterable[set[Cell]]:
    """Return the groups of cells that share a number of corners."""
    around: dict[tuple[Cell, ...], set[Cell]] = defaultdict(set)
    for cell in cells:
        for place in combinations(sorted(corners(lattice, cell)), number):
            around[lattice.canonical_corners(place)].add(cell)
    return around.values()


def patch(lattice: Lattice) -> tuple[Cell, ...]:
    """Return the cells within four steps of one cell: every way in which cells of the lattice meet occurs there."""
    return tuple(sorted(_within(lattice, {lattice.cell_classes[0].origin}, 4)))


def _within(lattice: Lattice, cells: set[Cell], steps: int) -> set[Cell]:
    """Return the cells that a number of steps from some cells reach."""
    for _ in range(steps):
        cells = cells.union(*map(lattice.neighbors, cells))
    return cells


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
    side = set(corners(lattice, a)) & set(corners(lattice, b))
    *normal, offset = plane
    for cell in _within(lattice, {a, b}, 3):
        vertices = corners(lattice, cell)
        if side.isdisjoint(vertices):
            continue
        heights = [dot(normal, corner) - offset for corner in vertices]
        if min(heights) < 0 < max(heights):
            return False
    return True


CellSide = tuple[Cell, int]
"""A cell, and the number of one of its sides, see `ordered_sides`."""


@dataclass(frozen=True)
class Highlights:
    """Lines, points and classes of placements that every picture of a solution draws.

    A line is the pairs of cells that it separates, a point the cells that meet there. `classes` has a number (0, 1,
    ...) for each placement in order, or is empty.
    """

    lines: tuple[tuple[CellPair, ...], ...] = ()
    points: tuple[tuple[Cell, ...], ...] = ()
    classes: tuple[int, ...] = ()

    def mapped(self, place: Callable[[Cell], Cell]) -> Highlights:
        """Return the highlights on other cells; `place` maps a cell."""
        lines = tuple(tuple((place(a), place(b)) for a, b in line) for line in self.lines)
        return replace(self, lines=lines, points=tuple(tuple(map(place, group)) for group in self.points))


def merge_highlights(parts: Iterable[Highlights]) -> Highlights:
    """Return all lines and points of several highlights, each once, and the first classes that are not empty."""
    parts = [*parts]
    lines = dict.fromkeys(line for part in parts for line in part.lines)
    points = dict.fromkeys(point for part in parts for point in part.points)
    return Highlights((*lines,), (*points,), next((part.classes for part in parts if part.classes), ()))


NO_HIGHLIGHTS = Highlights()
"""No line, point or class."""


@dataclass(frozen=True)
class BoardGeometry:
    """The cells of a board (sorted), those that every tiling covers, and their adjacencies.

    Pieces of `fixed_tiles` and the placements `fixed` do not move when a tiling is taken apart; pieces of one of the
    groups of tiles may stay together.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    required: frozenset[Cell]
    fixed_tiles: frozenset[str] = frozenset()
    fixed: frozenset[Placement] = frozenset()
    groups: tuple[tuple[str, TileGroups], ...] = ()

    @cached_property
    def cell_set(self) -> frozenset[Cell]:
        """The cells as a set."""
        return frozenset(self.cells)

    @cached_property
    def sides(self) -> tuple[CellPair, ...]:
        """The pairs of neighboring cells, in order."""
        return sides_between(self.lattice, self.cells)

    @cached_property
    def near(self) -> Mapping[Cell, Sequence[Cell]]:
        """The neighbors of each cell that has some."""
        return adjacent(self.sides)

    @cached_property
    def around(self) -> Mapping[Cell, Sequence[Cell]]:
        """The cells that share a side or a corner with each cell."""
        return adjacent(sorted({*self.sides, *self.corner_pairs}))

    @cached_property
    def across(self) -> Mapping[CellSide, CellSide]:
        """The other side of each side at which cells meet; on a wrapped board a cell may meet itself."""
        place = {cell: {side.neighbor: n for n, side in enumerate(sides)} for cell, sides in self._sides_of.items()}
        across: dict[CellSide, CellSide] = {}
        for cell, sides in self._sides_of.items():
            for number, side in enumerate(sides):
                if side.neighbor is not None and (neighbor := self.lattice.reduce(side.neighbor)) in self.cell_set:
                    shift = subtract(neighbor, side.neighbor)
                    across[cell, number] = neighbor, place[neighbor][add(cell, shift)]
        return across

    @cached_property
    def inner_sides(self) -> tuple[tuple[CellSide, CellSide], ...]:
        """The pairs of sides at which cells meet, in order."""
        return tuple(sorted({(min(pair), max(pair)) for pair in self.across.items()}))

    @cached_property
    def boundary_sides(self) -> frozenset[CellSide]:
        """The sides across which no cell of the board lies."""
        sides = ((cell, number) for cell, sides in self._sides_of.items() for number in range(len(sides)))
        return frozenset(sides).difference(self.across)

    @cached_property
    def _sides_of(self) -> dict[Cell, tuple[Side, ...]]:
        return {cell: ordered_sides(self.lattice, cell) for cell in self.cells}

    @cached_property
    def corner_pairs(self) -> tuple[CellPair, ...]:
        """The pairs of cells that share a corner, in order; neighbors are among them."""
        groups = _sharing(self.lattice, self.cells, 1)
        return tuple(sorted({pair for group in groups for pair in combinations(sorted(group), 2)}))

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The straight lines (in space planes) through the board along sides of its cells."""
        return cuts(self.lattice, self.sides)

    @cached_property
    def meetings(self) -> tuple[tuple[Cell, ...], ...]:
        """The groups of at least four cells that share a corner (in space an edge)."""
        return meetings(self.lattice, self.cells)

    @cached_property
    def boundary(self) -> frozenset[Cell]:
        """The cells on the outer boundary: a path of cells off the board leads from a neighbor to infinity.

        A cell next to a hole alone is not on it. On a tube the cells at both ends are, on a torus none is.
        """
        spans = [(min(column), max(column)) for column in zip(*map(self._heights, self.cells), strict=True)]

        def is_within(cell: Cell) -> bool:
            return all(low <= x <= high for x, (low, high) in zip(self._heights(cell), spans, strict=True))

        around = {near for cell in self.cells for near in self.lattice.neighbors(cell)} - self.cell_set
        frontier = [*around]
        for cell in frontier:  # cells off the board, up to the first ones outside the spans
            if is_within(cell):
                new = set(self.lattice.neighbors(cell)) - around - self.cell_set
                around |= new
                frontier += new
        parts = connected_parts(around, self.lattice.neighbors)
        outside = {cell for part in parts if not all(map(is_within, part)) for cell in part}
        return frozenset(cell for cell in self.cells if not outside.isdisjoint(self.lattice.neighbors(cell)))

    def _heights(self, cell: Cell) -> tuple[int, ...]:
        """Return the coordinates of a cell along the directions in which the lattice is unbounded."""
        return tuple(dot(row, cell) for row in self.lattice.unbounded_directions)


@dataclass(frozen=True)
class Tiling:
    """Placements on a board; not necessarily a solution.

    Attributes
    ----------
    board
        The geometry of the board: its lattice, cells, and cells to cover.
    placements
        Each `Placement`, the given ones included.
    """

    board: BoardGeometry
    placements: tuple[Placement, ...]

    def __repr__(self) -> str:
        return f"Tiling({counted(len(self.placements), 'placement')} on {counted(len(self.board.cells), 'cell')})"

    @cached_property
    def owner(self) -> dict[Cell, int]:
        """The number of the placement that covers each covered cell."""
        return {cell: number for number, placement in enumerate(self.placements) for cell in placement.cells}

    @cached_property
    def empty(self) -> tuple[Cell, ...]:
        """The empty cells, sorted."""
        return tuple(cell for cell in self.board.cells if cell not in self.owner)

    @cached_property
    def fixed(self) -> tuple[int, ...]:
        """The numbers of the placements that do not move."""
        tiles, fixed = self.board.fixed_tiles, self.board.fixed
        if not tiles and not fixed:
            return ()
        return tuple(n for n, each in enumerate(self.placements) if each.tile in tiles or each in fixed)

    @cached_property
    def groups(self) -> PieceGroups | None:
        """The groups of the pieces; None if no tile has one."""
        if not self.board.groups:
            return None
        return PieceGroups(tuple(each.tile for each in self.placements), self.board.groups)

    @cached_property
    def touching(self) -> frozenset[tuple[int, int]]:
        """The pairs of placements that share a side, as numbers, the smaller first."""
        return self.meeting(self.board.sides)

    def meeting(self, pairs: Iterable[CellPair]) -> frozenset[tuple[int, int]]:
        """Return the pairs of placements that cover one cell each of a pair, as numbers, the smaller first."""
        owners = ((self.owner.get(a, -1), self.owner.get(b, -1)) for a, b in pairs)
        return frozenset((min(pair), max(pair)) for pair in owners if pair[0] != pair[1] and min(pair) >= 0)


def adjacent(pairs: Iterable[tuple[Node, Node]]) -> Mapping[Node, Sequence[Node]]:
    """Return for each node of some pairs the nodes that are paired with it."""
    near: dict[Node, list[Node]] = defaultdict(list)
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    return near
