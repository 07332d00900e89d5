"""The incidence of placements and cells as arrays, and patterns: classes of cells that get the same weight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.puzzle.geometry.isometry import Cell

CHUNK = 1 << 21
"""The number of integers in memory at once while many placements are weighed."""

PERIODS = (2, 3, 4)
"""The periods of patterns of cells."""

BLOCKS = (2, 3)
"""The sides of blocks, in cells, in patterns of blocks."""


@dataclass(frozen=True, eq=False)
class CellIncidence:
    """Placements as rows of labels.

    Attributes
    ----------
    labels
        `labels[r]` has the class of each cell that placement r covers, padded with `len(amounts)`.
    tiles
        `tiles[r]` is the tile of placement r.
    amounts, required
        The number of cells of each class, and whether all of them must be covered (otherwise none must).
    copies
        `copies[t]` is the least and the largest number of copies of tile t.
    """

    labels: Ints
    tiles: Ints
    amounts: Ints
    required: npt.NDArray[np.bool_]
    copies: Ints

    @cached_property
    def columns(self) -> int:
        """The number of classes and tiles together: the length of a row of `rows`."""
        return len(self.amounts) + len(self.copies)

    @cached_property
    def fixed(self) -> npt.NDArray[np.bool_]:
        """A mask of the columns (classes, then tiles) that every solution covers equally often."""
        return np.concatenate([self.required, self.copies[:, 0] == self.copies[:, 1]])

    @cached_property
    def total(self) -> Ints:
        """The number of times that a solution covers each column, if it is fixed."""
        return np.concatenate([np.where(self.required, self.amounts, 0), self.copies[:, 0]])

    def rows(self, chosen: Ints) -> Ints:
        """Return some placements as rows of counts: the number of cells of each class, then 1 at the tile."""
        result = np.zeros((len(chosen), self.columns + 1), dtype=np.int64)
        number = np.repeat(np.arange(len(chosen)), self.labels.shape[1])
        labels = self.labels[chosen].ravel()
        np.add.at(result, (number, np.where(labels == len(self.amounts), self.columns, labels)), 1)
        result[np.arange(len(chosen)), len(self.amounts) + self.tiles[chosen]] = 1
        return result[:, :-1]

    def weigh(self, weights: Ints) -> Iterator[tuple[int, Ints]]:
        """Yield the number of the first row of each chunk of rows, and the weights of its rows.

        `weights` has a row for each class and tile, and a column for each system of weights, as the result has.
        """
        classes = len(self.amounts)
        padded = np.concatenate([weights[:classes], np.zeros((1, weights.shape[1]), dtype=np.int64)])
        step = max(1, CHUNK // max(1, self.labels.shape[1] * weights.shape[1]))
        for start in range(0, len(self.labels), step):
            chunk = slice(start, start + step)
            yield start, padded[self.labels[chunk]].sum(axis=1) + weights[classes:][self.tiles[chunk]]

    def joined(self, classes: Ints) -> tuple[Ints, CellIncidence]:
        """Join classes with the same number in `classes`; return the new class of each, and the joined incidence.

        Required classes are not joined with others. Rows that have become equal are listed once.
        """
        _, classes = np.unique(np.stack([classes, ~self.required]), axis=1, return_inverse=True)
        classes = classes.ravel()
        count = int(classes.max(initial=-1)) + 1
        labels = np.append(classes, count)[self.labels]
        keys = np.random.default_rng(0).integers(1, 1 << 62, size=count + 1 + len(self.copies))
        sums = keys[labels].sum(axis=1) + keys[count + 1 :][self.tiles]
        first = np.sort(np.unique(sums, return_index=True)[1])
        required = np.zeros(count, dtype=bool)
        required[classes] = self.required
        amounts = np.bincount(classes, weights=self.amounts, minlength=count).astype(np.int64)
        return classes, CellIncidence(labels[first], self.tiles[first], amounts, required, self.copies)


def incidence_of(cover: Cover) -> CellIncidence:
    """Return the placements of a cover problem, each cell a class of its own.

    The cells and copies of given placements are not part of the problem. A tile that fits nowhere has no copies.
    """
    placements = cover.placements
    placed = {placements.names[tile] for tile in set(placements.tiles.tolist())}
    bounds = {
        item.name: (item.minimum, item.maximum) if item.name in placed else (0, 0)
        for item in cover.problem.items
        if item.kind == "tile"
    }
    return CellIncidence(
        placements.covered.padded(len(cover.cells)).astype(np.int64),
        placements.tiles.astype(np.int64),
        np.ones(len(cover.cells), dtype=np.int64),
        np.array([item.minimum > 0 for item in cover.problem.items[: len(cover.cells)]], dtype=bool),
        np.array([bounds[tile.name] for tile in cover.puzzle.tiles], dtype=np.int64).reshape(-1, 2),
    )


def periodic_patterns(cover: Cover) -> Iterator[Ints]:
    """Yield the class of each cell: cells whose coordinates agree modulo a small number have the same class.

    The same is done with the coordinates of blocks of cells. Unions of such classes are stripes, checkerboards and
    lattices, of cells and of blocks (de Bruijn, 1969).
    """
    cells = np.array(cover.cells, dtype=np.int64)
    for period in PERIODS:
        yield _classes(cells % period)
    for side in BLOCKS:
        yield _classes(_block_numbers(cells, side) % 2)


def block_parities(cells: Sequence[Cell]) -> list[list[int]]:
    """Return the color, 0 or 1, of each cell in a checkerboard of blocks, for blocks of each size in `BLOCKS`.

    >>> block_parities([(0, 0), (0, 2), (2, 2), (2, 3)])[0]
    [0, 1, 0, 0]
    """
    return [(_block_numbers(np.array(cells), side).sum(axis=1) % 2).tolist() for side in BLOCKS]


def _block_numbers(cells: Ints, side: int) -> Ints:
    return np.asarray((cells - cells.min(axis=0)) // side)


def _classes(labels: Ints) -> Ints:
    return np.asarray(np.unique(labels, axis=0, return_inverse=True)[1]).ravel()
