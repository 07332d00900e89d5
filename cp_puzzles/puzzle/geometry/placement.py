"""Polyforms, the orientations of tiles with what their cells show, and their placements on a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.named_values import Displayed
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, center, letter_of, moved_shown, side_colors
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, translate
from cp_puzzles.puzzle.geometry.lattice import Lattice, Rotate

Points = npt.NDArray[np.float64]
Polyform = tuple[Cell, ...]
"""Sorted cells in normal position, see `Lattice.normalize`."""


class ShownCells:
    """Cells with what each of them shows: `shown` has a text for each cell, "" for nothing, or no text at all.

    A text has the letter of a color or a value; the colors of sides follow a colon, as in `b:rg.y`.
    """

    cells: tuple[Cell, ...]
    shown: tuple[str, ...]

    def shown_at(self) -> dict[Cell, str]:
        """Return what each cell shows; nothing if none shows anything."""
        return dict(zip(self.cells, self.shown, strict=True)) if self.shown else {}

    def letters_at(self) -> dict[Cell, str]:
        """Return the letter or the value that each cell shows, "" for none; nothing if no cell shows anything."""
        return {cell: letter_of(shown) for cell, shown in self.shown_at().items()}

    def sides_at(self) -> dict[tuple[Cell, int], str]:
        """Return the color of each colored side: of a cell, by the number of the side."""
        colors = ((cell, enumerate(side_colors(shown))) for cell, shown in self.shown_at().items())
        return {(cell, side): color for cell, sides in colors for side, color in sides if color != NO_COLOR}

    def images(self, lattice: Lattice, isometry: Isometry) -> tuple[list[Cell], tuple[str, ...]]:
        """Return the images of the cells under an isometry, in the same order, and what they show."""
        shown = self.shown
        if any(map(side_colors, {*shown})):
            shown = tuple(moved_shown(lattice, isometry, *pair) for pair in zip(self.cells, shown, strict=True))
        return isometry.images_of(self.cells), shown


@dataclass(frozen=True)
class Orientation(ShownCells):
    """An orientation of a tile: sorted cells in normal position, and all that they show.

    Orientations that differ only in what their cells show are different.
    """

    cells: Polyform
    shown: tuple[str, ...] = ()

    @classmethod
    def of(cls, lattice: Lattice, cells: Iterable[Cell], shown: Sequence[str] = ()) -> Orientation:
        """Return some cells, with what each shows, in normal position.

        On a wrapped lattice cells that coincide merge if nothing is shown, and are listed twice otherwise.
        """
        if not any(shown):
            return cls(lattice.normalize(cells))
        cells = tuple(cells)
        moved = (map(lattice.reduce, translate(cells, shift)) for shift in lattice.shifts(cells))
        return cls(*min(tuple(zip(*sorted(zip(each, shown, strict=True)), strict=True)) for each in moved))

    def moved(self, lattice: Lattice, isometry: Isometry) -> Orientation:
        """Return the image under an isometry."""
        return Orientation.of(lattice, *self.images(lattice, isometry))

    def overlaps_itself(self, cells: int) -> bool:
        """Return whether an image of some number of cells covers a cell twice, as it may on a wrapped lattice."""
        return len({*self.cells}) < cells

    def __lt__(self, other: Orientation) -> bool:
        """Return the order in which puzzle files number orientations: by cells, each with what it shows."""
        return self._order < other._order

    @property
    def _order(self) -> tuple[Any, ...]:
        return tuple(zip(self.cells, self.shown, strict=True)) if self.shown else self.cells


def orientations(
    lattice: Lattice, cells: Iterable[Cell], *, rotate: Rotate = True, reflect: bool = False
) -> tuple[Polyform, ...]:
    """Return the distinct images of a polyform under its allowed isometries, in normal position, sorted.

    Images that overlap themselves on a wrapped lattice are omitted. If a rotation maps a piece of balls to its mirror
    image, the mirror images are included, even if the rotation is not an isometry of the lattice. Every piece of one
    layer is such a piece.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> len(orientations(LATTICES["square"], [(0, 0), (1, 0), (2, 0), (2, 1)], reflect=True))
    8
    """
    images = shown_orientations(lattice, Orientation(tuple(cells)), rotate=rotate, reflect=reflect)
    return tuple(each.cells for each in images)


def shown_orientations(
    lattice: Lattice, form: ShownCells, *, rotate: Rotate = True, reflect: bool = False
) -> tuple[Orientation, ...]:
    """Return the distinct images of cells with what they show, see `orientations`.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> len(shown_orientations(LATTICES["square"], Orientation(((0, 0), (0, 1)), ("b", "w"))))
    4
    """
    if rotate is True and not reflect and lattice.radius:
        reflect = is_achiral([center(lattice, cell) for cell in form.cells])
    isometries = lattice.isometries(rotate=rotate, reflect=reflect)
    images = {Orientation.of(lattice, *form.images(lattice, isometry)) for isometry in isometries}
    return tuple(sorted(image for image in images if not image.overlaps_itself(len(form.cells))))


def is_achiral(points: Sequence[Sequence[float]]) -> bool:
    """Return True if points in space are planar, or if a rotation maps them to their mirror image.

    An isometry of the set fixes its centroid. It maps three points that span space to three with the same scalar
    products, so all such triples are tried.

    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)])
    True
    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])
    False
    """
    cloud = np.array(points, dtype=np.float64)
    cloud = len(cloud) * cloud - cloud.sum(axis=0)  # about the centroid, in coordinates that rounding keeps apart
    spanning = (list(three) for three in combinations(range(len(cloud)), 3))
    frame = next((three for three in spanning if abs(np.linalg.det(cloud[three])) > 1e-6), None)
    if frame is None:
        return True
    products = np.round(cloud @ cloud.T, 6)
    (aa, ab, ac), (_, bb, bc), (_, _, cc) = products[np.ix_(frame, frame)]
    square = products.diagonal()
    for i in np.flatnonzero(square == aa):
        for j in np.flatnonzero((square == bb) & (products[i] == ab)):
            for k in np.flatnonzero((square == cc) & (products[i] == ac) & (products[j] == bc)):
                isometry = np.linalg.solve(cloud[frame], cloud[[i, j, k]])
                if np.linalg.det(isometry) < 0 and np.allclose(_sorted(cloud @ isometry), _sorted(cloud), atol=1e-5):
                    return True
    return False


def _sorted(points: Points) -> Points:
    rounded = np.round(points, 5) + 0.0
    return np.asarray(rounded[np.lexsort(rounded.T)])


@dataclass(frozen=True, order=True, repr=False)
class Placement(ShownCells, Displayed):
    """The cells, sorted, that one copy of a tile covers; the lattice, if known, defines how it is drawn.

    `shown` has a text for each cell, or none at all. Placements that differ only in it are different.
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

    def moved(self, lattice: Lattice, isometry: Isometry) -> Placement:
        """Return the image of the placement under an isometry, with what it shows; cells that coincide merge."""
        return self.on(*self.images(lattice, isometry))

    def on(self, cells: Iterable[Cell], shown: Sequence[str]) -> Placement:
        """Return the placement on other cells, in any order, which show what `shown` has; cells that coincide merge."""
        pairs = sorted(dict(zip(cells, shown or repeat(""), strict=False)).items())
        covered, texts = zip(*pairs, strict=True)
        return replace(self, cells=covered, shown=texts if shown else ())

    def orientation(self, lattice: Lattice) -> Orientation:
        """Return the orientation of its tile that the placement has."""
        return Orientation.of(lattice, self.cells, self.shown)


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
    >>> finder = PlacementFinder(LATTICES["square"], [(0, 0), (0, 1), (1, 0), (1, 1)])
    >>> finder.images(Orientation(((0, 0), (0, 1))))[0].tolist()
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

    def images(self, orientation: Orientation) -> tuple[npt.NDArray[np.int32], list[tuple[str, ...]]]:
        """Return the cell numbers of each position of an orientation, a row each, ascending, and what it shows on them.

        Memory is proportional to the positions that fit into the bounding box of the board and to the cells they cover.
        """
        positions, shown = self._positions(orientation.cells), orientation.shown
        if not self._periods:
            return positions, [shown] * len(positions)
        places = np.argsort(positions, axis=1)
        images = np.take_along_axis(positions, places, axis=1)
        texts = np.unique(shown, return_inverse=True)[1][places] if shown else places[:, :0]
        kept = np.sort(np.unique(np.hstack([images, texts]), axis=0, return_index=True)[1])
        return images[kept], [tuple(shown[place] for place in row) if shown else () for row in places[kept].tolist()]

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


def placements(
    lattice: Lattice, tile: str, orientations: Iterable[Orientation], board: Collection[Cell]
) -> Iterator[Placement]:
    """Yield the placements of the orientations of a tile; with colors several may cover the same cells.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> [placed.cells for placed in placements(LATTICES["square"], "I", [Orientation(((0, 0), (0, 1)))], square)]
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """
    finder = PlacementFinder(lattice, board)
    for orientation in orientations:
        images, shown = finder.images(orientation)
        for cells, texts in zip(finder.cells[images].tolist(), shown, strict=True):
            yield Placement(tuple(map(tuple, cells)), tile, lattice, texts)


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
