"""A board as a value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.base.number_text import counted, integer
from cp_puzzles.base.renamed import Renamed
from cp_puzzles.puzzle.geometry.isometry import Cell


@dataclass(frozen=True)
class Board:
    """A board: the cells to cover.

    Attributes
    ----------
    cells
        The cells that may be covered, sorted.
    optional
        Those of them that may stay empty.
    labels
        Pairs of a name and its cell.
    left_empty
        The cells that were removed to stay empty (`leave`).
    cell_colors
        Pairs of a cell and its color letter, in order.
    """

    cells: tuple[Cell, ...]
    optional: frozenset[Cell] = frozenset()
    labels: tuple[tuple[str, Cell], ...] = ()
    left_empty: frozenset[Cell] = frozenset()
    cell_colors: tuple[tuple[Cell, str], ...] = ()

    colours = Renamed("cell_colors")  # codespell:ignore colours
    left = Renamed("left_empty")
    size = Renamed("extents")

    def __repr__(self) -> str:
        optional = f", {integer(len(self.optional))} optional" if self.optional else ""
        return f"Board({counted(len(self.cells), 'cell')}{optional})"

    @cached_property
    def required(self) -> tuple[Cell, ...]:
        """Return the cells that are not optional, in order."""
        return tuple(cell for cell in self.cells if cell not in self.optional)

    @cached_property
    def extents(self) -> tuple[int, ...]:
        """Return the number of values of each coordinate over the cells, including `left_empty`."""
        return tuple(max(column) - min(column) + 1 for column in zip(*self.cells, *self.left_empty, strict=True))
