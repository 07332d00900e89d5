"""A board and a tiling with the adjacencies that rules and measures need, and what pictures of it highlight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cp_puzzles.base.text import counted
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups, TileGroups
from cp_puzzles.puzzle.geometry.cell_solid import Side, corners
from cp_puzzles.puzzle.geometry.isometry import Cell, add, dot, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.geometry.shown import ordered_sides
from cp_puzzles.puzzle.rules.cuts import CellPair, Cut, cuts, meetings, sides_between

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
    def inner_sides(self) -> tuple[tuple[CellSide, CellSide], ...]:
        """The pairs of sides at which cells meet, in order; on a wrapped board a cell may meet itself."""
        place = {cell: {side.neighbor: n for n, side in enumerate(sides)} for cell, sides in self._sides_of.items()}
        pairs = set()
        for cell, sides in self._sides_of.items():
            for number, side in enumerate(sides):
                if (neighbor := self._across(side)) is not None:
                    assert side.neighbor is not None
                    shift = subtract(neighbor, side.neighbor)
                    pair = ((cell, number), (neighbor, place[neighbor][add(cell, shift)]))
                    pairs.add((min(pair), max(pair)))
        return tuple(sorted(pairs))

    @cached_property
    def boundary_sides(self) -> frozenset[CellSide]:
        """The sides across which no cell of the board lies."""
        return frozenset(
            (cell, number)
            for cell, sides in self._sides_of.items()
            for number, side in enumerate(sides)
            if self._across(side) is None
        )

    @cached_property
    def _sides_of(self) -> dict[Cell, tuple[Side, ...]]:
        return {cell: ordered_sides(self.lattice, cell) for cell in self.cells}

    def _across(self, side: Side) -> Cell | None:
        """Return the cell of the board across a side."""
        neighbor = None if side.neighbor is None else self.lattice.reduce(side.neighbor)
        return neighbor if neighbor in self.cell_set else None

    @cached_property
    def corner_pairs(self) -> tuple[CellPair, ...]:
        """The pairs of cells that share a corner, in order; neighbors are among them."""
        around: dict[tuple[Cell, ...], set[Cell]] = defaultdict(set)
        for cell in self.cells:
            for corner in corners(self.lattice, cell):
                around[self.lattice.canonical_corners((corner,))].add(cell)
        return tuple(sorted({pair for group in around.values() for pair in combinations(sorted(group), 2)}))

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
        outside: dict[Cell, bool] = {}
        for start in (cell for board_cell in self.cells for cell in self.lattice.neighbors(board_cell)):
            if start not in outside and start not in self.cell_set:
                region = self._region(start, spans)
                outside.update(dict.fromkeys(region, not all(self._is_within(cell, spans) for cell in region)))
        return frozenset(c for c in self.cells if any(outside.get(n, False) for n in self.lattice.neighbors(c)))

    def _region(self, start: Cell, spans: list[tuple[int, int]]) -> set[Cell]:
        """Return the cells off the board that are connected with `start`, up to the first ones outside the spans."""
        region, frontier = {start}, [start]
        while frontier:
            cell = frontier.pop()
            if self._is_within(cell, spans):
                new = set(self.lattice.neighbors(cell)) - region - self.cell_set
                region |= new
                frontier += new
        return region

    def _heights(self, cell: Cell) -> tuple[int, ...]:
        """Return the coordinates of a cell along the directions in which the lattice is unbounded."""
        return tuple(dot(row, cell) for row in self.lattice.unbounded_directions)

    def _is_within(self, cell: Cell, spans: list[tuple[int, int]]) -> bool:
        return all(low <= x <= high for x, (low, high) in zip(self._heights(cell), spans, strict=True))


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
        return distinct_pairs((self.owner.get(a, -1), self.owner.get(b, -1)) for a, b in self.board.sides)


def distinct_pairs(pairs: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return the pairs of different nonnegative numbers, each once, the smaller number first."""
    return frozenset((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1] and min(pair) >= 0)
