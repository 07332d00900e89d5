"""The board and the tiles of a puzzle as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from cp_puzzles.base.text import counted, integer
from cp_puzzles.puzzle.calendar_dates import Calendar
from cp_puzzles.puzzle.disassembly.piece_groups import TileGroups
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, Polyform
from cp_puzzles.puzzle.geometry.shown import NO_COLOR, letter_of, side_colors


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
    regions
        Pairs of a letter and the cells of its region, sorted.
    calendar
        The labels of months and weekdays as the file lists them.
    """

    cells: tuple[Cell, ...]
    optional: frozenset[Cell] = frozenset()
    labels: tuple[tuple[str, Cell], ...] = ()
    left_empty: frozenset[Cell] = frozenset()
    cell_colors: tuple[tuple[Cell, str], ...] = ()
    regions: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    calendar: Calendar = Calendar()  # noqa: RUF009  (a frozen value)

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


@dataclass(frozen=True)
class Tile:
    """A tile with its orientations and the bounds on its multiplicity.

    Attributes
    ----------
    name
        The name of the tile, different from all others.
    form
        The cells as the file gives them, in normal position.
    orientations
        The distinct orientations, sorted. Omit them in a tile that you make for a puzzle: they are computed.
    minimum, maximum
        The bounds on the number of copies.
    display_color
        The color in pictures, #rrggbb, or None.
    colored_orientations
        The orientations of a tile with colored cells; several may have the same cells.
    fixed
        True if its pieces do not move when a solution is taken apart.
    groups
        The groups of its pieces, which may stay together, each with the largest number of copies that belong to it.
    marks
        What each cell of the form shows, in order; empty if nothing is shown.
    """

    name: str
    form: Polyform
    orientations: tuple[Polyform, ...] = ()
    minimum: int = 1
    maximum: int = 1
    display_color: str | None = None
    colored_orientations: tuple[ColoredCells, ...] = ()
    fixed: bool = False
    groups: TileGroups = ()
    marks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.form, tuple):
            raise TypeError(f"Tile(): form must be a tuple of cells, not {type(self.form).__name__}")

    def __repr__(self) -> str:
        many = str(self.minimum) if self.minimum == self.maximum else f"{self.minimum} to {self.maximum}"
        return f"Tile({self.name!r}, {counted(self.size, 'cell')}, multiplicity {many})"

    @property
    def distinct_orientations(self) -> tuple[ColoredCells, ...] | tuple[Polyform, ...]:
        """Return the orientations, colored if the tile has colors; they identify the tile."""
        return self.colored_orientations or self.orientations

    @cached_property
    def shown(self) -> dict[Cell, str]:
        """Return what the form's cells show, "" for nothing."""
        return dict(zip(self.form, self.marks or [""] * len(self.form), strict=True))

    @cached_property
    def cell_colors(self) -> dict[Cell, str]:
        """Return the letters of the colors, or the values, of the form's cells, "" for none."""
        return {cell: letter_of(shown) for cell, shown in self.shown.items()}

    @property
    def has_sides(self) -> bool:
        """Return whether a side of the tile has a color."""
        return any(map(side_colors, self.marks))

    @property
    def size(self) -> int:
        """Return the number of cells of one copy."""
        return len(self.form)


def have_twins(tiles: Iterable[Tile]) -> bool:
    """Return whether two tiles have a common orientation, so that only their names tell them apart."""
    images = [*chain.from_iterable(tile.distinct_orientations for tile in tiles)]
    return len({*images}) < len(images)


def side_letters(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Return the letters of all colors of the sides of some tiles, sorted."""
    return tuple(sorted({letter for tile in tiles for mark in tile.marks for letter in side_colors(mark)} - {NO_COLOR}))
