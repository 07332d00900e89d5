"""Placements: orientations of tiles at positions on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.registry import Displayed
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, Polyform, moved_colors, normalize_colored
from cp_puzzles.puzzle.geometry.shown import NO_COLOR, letter_of, side_colors


@dataclass(frozen=True, order=True, repr=False)
class Placement(Displayed):
    """The cells, sorted, that one copy of a tile covers; the lattice, if known, defines how it is drawn.

    `shown` has what a tile with colors shows on each of the cells, "" for nothing; it is empty for other tiles. The
    colors of sides follow a colon, as in `b:rg.y`.
    Placements that cover the same cells and show different colors are different.
    """

    cells: tuple[Cell, ...]
    tile: str
    lattice: Lattice | None = field(default=None, compare=False)
    shown: tuple[str, ...] = ()

    def __repr__(self) -> str:
        shown = f", shown={self.shown}" if self.shown else ""
        return f"Placement(cells={self.cells}, tile={self.tile!r}{shown})"

    def data(self, lattice: Lattice) -> dict[str, Any]:
        """Return the placement as plain data with the coordinates of puzzle files."""
        data = {"tile": self.tile, "cells": [list(lattice.coordinates(cell)) for cell in self.cells]}
        return data | ({"shown": [*self.shown]} if self.shown else {})

    def shown_at(self) -> dict[Cell, str]:
        """Return what the placement shows on each cell; nothing for a tile without colors."""
        return dict(zip(self.cells, self.shown, strict=True)) if self.shown else {}

    def letters_at(self) -> dict[Cell, str]:
        """Return the letter or the value that the placement shows on each cell; nothing for a tile without colors."""
        return {cell: letter_of(shown) for cell, shown in self.shown_at().items()}

    def sides_at(self) -> dict[tuple[Cell, int], str]:
        """Return the color of each colored side of the placement: of a cell, by the number of the side."""
        colors = ((cell, enumerate(side_colors(shown))) for cell, shown in self.shown_at().items())
        return {(cell, side): color for cell, sides in colors for side, color in sides if color != NO_COLOR}

    def moved(self, lattice: Lattice, isometry: Isometry) -> Placement:
        """Return the image of the placement under an isometry, with what it shows; cells that coincide merge."""
        if not self.shown:
            return replace(self, cells=tuple(sorted({*map(isometry, self.cells)})))
        cells, shown = zip(*sorted(moved_colors(lattice, isometry, self.shown_at()).items()), strict=True)
        return replace(self, cells=cells, shown=shown)

    def orientation(self, lattice: Lattice) -> Polyform | ColoredCells:
        """Return the orientation of its tile that the placement has."""
        return normalize_colored(lattice, self.shown_at()) if self.shown else lattice.normalize(self.cells)


Integers = npt.NDArray[np.int32] | npt.NDArray[np.int64]

_MAX_SEEDS = 9
"""Hash functions to try; one in ten million tables of a million rows has a collision with one of them."""


_HASHED_ROWS = 4096
"""Rows that are hashed at once, which keeps their copies with 64 bits in the processor's cache."""


class RowIndex:
    """Finds integer rows in a table of distinct rows.

    A row is looked up by a hash, its product with random numbers modulo 2^64, and then compared.

    >>> RowIndex(np.array([[5, 1], [0, 2]])).find(np.array([[0, 2], [2, 0]])).tolist()
    [1, -1]
    """

    def __init__(self, table: Integers) -> None:
        self._table = table
        for seed in range(_MAX_SEEDS):
            random = np.random.default_rng(seed)
            self._factors = np.asarray(random.integers(-(1 << 63), 1 << 63, size=table.shape[1]), dtype=np.int64)
            hashes = self._hashes(table)
            self._order = np.argsort(hashes)
            self._sorted = hashes[self._order]
            if not (self._sorted[1:] == self._sorted[:-1]).any():
                return
        raise ValueError("two rows of the table are the same")

    def find(self, rows: Integers) -> npt.NDArray[np.int64]:
        """Return the index of each row in the table, -1 if absent."""
        if not len(self._table):
            return np.full(len(rows), -1, dtype=np.int64)
        position = np.minimum(np.searchsorted(self._sorted, self._hashes(rows)), len(self._sorted) - 1)
        candidate = self._order[position]
        return np.where((self._table[candidate] == rows).all(axis=1), candidate, -1)

    def _hashes(self, rows: Integers) -> npt.NDArray[np.int64]:
        hashes = np.empty(len(rows), dtype=np.int64)
        for first in range(0, len(rows), _HASHED_ROWS):
            part = slice(first, first + _HASHED_ROWS)
            hashes[part] = rows[part].astype(np.int64) @ self._factors
        return hashes


MAX_GRID_CELLS = 4_000_000
"""The largest bounding box, in cells, for which an array of the box finds the number of each cell: 16 MB."""

PROBES = 8
"""The number of cells of an orientation that are looked up first; on a sparse board few positions pass this test."""


class PlacementFinder:
    """Finds the positions of orientations of tiles on a board.

    `cells` holds the cells of the board as an array, sorted, one cell per row.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> PlacementFinder(LATTICES["square"], [(0, 0), (0, 1), (1, 0), (1, 1)]).images(((0, 0), (0, 1))).tolist()
    [[0, 1], [2, 3]]
    """

    def __init__(self, lattice: Lattice, board: Collection[Cell]) -> None:
        self.cells = np.array(sorted(set(board)), dtype=np.int64).reshape(-1, lattice.dimension)
        self._translations, self._periods = lattice.translations, lattice.periods
        self._classes = lattice.translations.remainders(self.cells)
        self._grid: npt.NDArray[np.int32] | None = None
        size = np.ptp(self.cells.astype(np.float64), axis=0) + 1 if len(self.cells) else np.array([np.inf])
        if not self._periods and np.prod(size) <= MAX_GRID_CELLS:
            extent = size.astype(np.int64)
            self._strides = np.append(np.cumprod(extent[:0:-1])[::-1], 1)
            self._flat = (self.cells - self.cells.min(axis=0)) @ self._strides
            self._grid = np.full(int(np.prod(extent)), -1, dtype=np.int32)
            self._grid[self._flat] = np.arange(len(self.cells), dtype=np.int32)
        else:
            self._index = RowIndex(self._periods.remainders(self.cells))

    def colored_images(self, orientation: ColoredCells) -> tuple[npt.NDArray[np.int32], list[tuple[str, ...]]]:
        """Return the cell numbers of each position of colored cells, ascending, and what each one shows on them."""
        form, letters = zip(*orientation, strict=True)
        positions = self._positions(form)
        if not self._periods:
            return positions, [letters] * len(positions)
        places = np.argsort(positions, axis=1)
        images = np.take_along_axis(positions, places, axis=1)
        shown = [tuple(letters[place] for place in row) for row in places.tolist()]
        rows = (tuple(row) for row in images.tolist())
        first = {row: number for number, row in reversed([*enumerate(zip(rows, shown, strict=True))])}
        kept = sorted(first.values())
        return images[kept], [shown[number] for number in kept]

    def images(self, form: Polyform) -> npt.NDArray[np.int32]:
        """Return the cell numbers that each position of an orientation covers, one position per row, ascending.

        Memory is proportional to the positions that fit into the bounding box of the board and to the cells they cover.
        """
        images = self._positions(form)
        if not self._periods:
            return images
        images.sort(axis=1)
        return images[np.sort(np.unique(images, axis=0, return_index=True)[1])]

    def count(self, form: Polyform) -> int:
        """Return the number of positions of an orientation."""
        return len(self._positions(form))

    def first_cells(self, form: Polyform, max_starts: int | None = None) -> tuple[Cell, ...]:
        """Return the first cell of an orientation at each position where all of its cells are on the board.

        Only the first `max_starts` cells of the board that the first cell can cover are tried, all by default.
        """
        return tuple(map(tuple, self.cells[self._positions(form, max_starts)[:, 0]].tolist()))

    def _positions(self, form: Polyform, max_starts: int | None = None) -> npt.NDArray[np.int32]:
        """Return the cell numbers that an orientation covers at each position, in the order of its cells."""
        if not len(self.cells):
            return np.empty((0, len(form)), dtype=np.int32)
        steps = np.array(form, dtype=np.int64) - form[0]
        fits = (self._classes == self._translations.remainder(form[0])).all(axis=1)
        if not self._periods:
            fits &= (self.cells + steps.min(axis=0) >= self.cells.min(axis=0)).all(axis=1)
            fits &= (self.cells + steps.max(axis=0) <= self.cells.max(axis=0)).all(axis=1)
        starts = np.flatnonzero(fits)[:max_starts]
        if self._grid is not None:
            offsets = steps @ self._strides
            probes = offsets[np.linspace(0, len(offsets) - 1, PROBES, dtype=np.int64)]
            starts = starts[(self._grid[self._flat[starts][:, None] + probes] >= 0).all(axis=1)]
            images = self._grid[self._flat[starts][:, None] + offsets]
            return np.asarray(images[(images >= 0).all(axis=1)])
        covered, is_inside = [starts.astype(np.int32)], np.ones(len(starts), dtype=np.bool_)
        for step in steps[1:]:
            covered.append(self._index.find(self._periods.remainders(self.cells[starts] + step)).astype(np.int32))
            is_inside &= covered[-1] >= 0
            if 2 * is_inside.sum() < len(is_inside):  # drop the positions that failed once they are the majority
                starts, covered = starts[is_inside], [column[is_inside] for column in covered]
                is_inside = is_inside[is_inside]
        return np.stack([column[is_inside] for column in covered], axis=1)


def colored_placements(
    lattice: Lattice, tile: str, colored: Iterable[ColoredCells], board: Collection[Cell]
) -> Iterator[Placement]:
    """Yield the placements of a tile with colors, of which several may cover the same cells."""
    finder = PlacementFinder(lattice, board)
    for orientation in colored:
        images, shown = finder.colored_images(orientation)
        for cells, letters in zip(finder.cells[images].tolist(), shown, strict=True):
            yield Placement(tuple(map(tuple, cells)), tile, lattice, letters)


def placements(lattice: Lattice, forms: Iterable[Polyform], board: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Yield the distinct sets of board cells (sorted) that one of the orientations covers.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> list(placements(LATTICES["square"], [((0, 0), (0, 1))], square))
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """
    finder = PlacementFinder(lattice, board)
    for form in forms:
        for cells in finder.cells[finder.images(form)].tolist():
            yield tuple(map(tuple, cells))


def sheets(placements: Iterable[Placement]) -> list[list[Placement]]:
    """Return placements in groups without an overlap: each is in the first group where its cells are free.

    >>> [len(sheet) for sheet in sheets([Placement(((0, k), (0, k + 1)), "I") for k in (0, 1, 2)])]
    [2, 1]
    """
    groups: list[tuple[list[Placement], set[Cell]]] = []
    for placement in placements:
        group = next((group for group in groups if group[1].isdisjoint(placement.cells)), None)
        if group is None:
            group = ([], set())
            groups.append(group)
        group[0].append(placement)
        group[1].update(placement.cells)
    return [group for group, _ in groups]
