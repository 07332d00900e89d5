"""A board as a value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.puzzle.geometry.isometry import Cell


@dataclass(frozen=True)
class Board:
    """The cells that may be covered (sorted), the optional ones among them, and the labeled cells.

    `cell_colors` pairs cells with their color letters, in order. `labels` are pairs (name, cell). `left_empty` lists
    the cells that were removed to stay empty (`--leave`).
    """

    cells: tuple[Cell, ...]
    optional: frozenset[Cell] = frozenset()
    labels: tuple[tuple[str, Cell], ...] = ()
    left_empty: frozenset[Cell] = frozenset()
    cell_colors: tuple[tuple[Cell, str], ...] = ()

    @cached_property
    def required(self) -> tuple[Cell, ...]:
        """Return the cells that are not optional, in order."""
        return tuple(cell for cell in self.cells if cell not in self.optional)

    @cached_property
    def extents(self) -> tuple[int, ...]:
        """Return the number of values of each coordinate over the cells, including `left_empty`."""
        return tuple(max(column) - min(column) + 1 for column in zip(*self.cells, *self.left_empty, strict=True))
