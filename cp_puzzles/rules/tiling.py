"""A tiling as rules and measures see it: the board, and what lies where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.geometry.solid import corners
from cp_puzzles.rules.borders import Cut, Side, cuts, meetings, sides_of


@dataclass(frozen=True)
class Ground:
    """The cells that may be covered (sorted), and those that must be.

    The *rim* is where the board ends outside: the border of a hole is none of it.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    required: frozenset[Cell]

    @cached_property
    def cell_set(self) -> frozenset[Cell]:
        """The cells as a set."""
        return frozenset(self.cells)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """All pairs of neighbouring cells, in order."""
        return sides_of(self.lattice, self.cells)

    @cached_property
    def corner_pairs(self) -> tuple[Side, ...]:
        """All pairs of cells that share a corner, in order: all neighbours, and others."""
        around: dict[tuple[Cell, ...], set[Cell]] = defaultdict(set)
        for cell in self.cells:
            for corner in corners(self.lattice, cell):
                around[self.lattice.meeting_place((corner,))].add(cell)
        return tuple(sorted({pair for group in around.values() for pair in combinations(sorted(group), 2)}))

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The straight lines or planes through the board along sides of its cells."""
        return cuts(self.lattice, self.sides)

    @cached_property
    def meetings(self) -> tuple[tuple[Cell, ...], ...]:
        """The groups of four or more of its cells that share a corner (in space an edge)."""
        return meetings(self.lattice, self.cells)

    @cached_property
    def rim(self) -> frozenset[Cell]:
        """The cells with a side at the outer rim."""
        spans = [(min(column), max(column)) for column in zip(*map(self._heights, self.cells), strict=True)]
        outside: dict[Cell, bool] = {}
        for start in (cell for board_cell in self.cells for cell in self.lattice.neighbours(board_cell)):
            if start not in outside and start not in self.cell_set:
                gap = self._gap(start, spans)
                outside.update(dict.fromkeys(gap, not all(self._is_within(cell, spans) for cell in gap)))
        return frozenset(c for c in self.cells if any(outside.get(n, False) for n in self.lattice.neighbours(c)))

    def _gap(self, start: Cell, spans: list[tuple[int, int]]) -> set[Cell]:
        """The cells off the board that hang together with one, as far as the box round the board reaches."""
        gap, frontier = {start}, [start]
        while frontier:
            here = frontier.pop()
            if self._is_within(here, spans):
                new = set(self.lattice.neighbours(here)) - gap - self.cell_set
                gap |= new
                frontier += new
        return gap

    def _heights(self, cell: Cell) -> tuple[int, ...]:
        return tuple(sum(a * x for a, x in zip(row, cell, strict=True)) for row in self.lattice.open_directions)

    def _is_within(self, cell: Cell, spans: list[tuple[int, int]]) -> bool:
        return all(low <= x <= high for x, (low, high) in zip(self._heights(cell), spans, strict=True))


@dataclass(frozen=True)
class Tiling:
    """Placements on a board, the given ones among them: perhaps a solution, perhaps not."""

    ground: Ground
    placements: tuple[Placement, ...]

    @cached_property
    def owner(self) -> dict[Cell, int]:
        """For each covered cell the number of the placement that covers it."""
        return {cell: number for number, placement in enumerate(self.placements) for cell in placement.cells}

    @cached_property
    def empty(self) -> tuple[Cell, ...]:
        """The cells of the board that nothing covers, sorted."""
        return tuple(cell for cell in self.ground.cells if cell not in self.owner)

    @cached_property
    def touching(self) -> frozenset[tuple[int, int]]:
        """The pairs of placements that share a side, as numbers, the smaller first."""
        return pairs((self.owner.get(a, -1), self.owner.get(b, -1)) for a, b in self.ground.sides)


def pairs(found: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Pairs of different numbers from 0 on, the smaller first, each once."""
    return frozenset((min(pair), max(pair)) for pair in found if pair[0] != pair[1] and min(pair) >= 0)
