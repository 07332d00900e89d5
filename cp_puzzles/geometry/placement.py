"""Placements: an orientation of a tile put somewhere on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.display import Displayed
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.polyform import Polyform
from cp_puzzles.geometry.rows import Rows


@dataclass(frozen=True, order=True)
class Placement(Displayed):
    """The cells, sorted, that one copy of a tile covers; the lattice, if it is known, says how it is drawn."""

    cells: tuple[Cell, ...]
    tile: str
    lattice: Lattice | None = field(default=None, compare=False, repr=False)

    def data(self, lattice: Lattice) -> dict[str, Any]:
        """The placement as plain data, its cells as people write them on a lattice."""
        return {"tile": self.tile, "cells": [list(lattice.written(cell)) for cell in self.cells]}


class Spots:
    """Finds where orientations of tiles lie on a board.

    `cells`: those of the board as an array, sorted, a cell a row.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> Spots(LATTICES["square"], [(0, 0), (0, 1), (1, 0), (1, 1)]).of(((0, 0), (0, 1))).tolist()
    [[0, 1], [2, 3]]
    """

    def __init__(self, lattice: Lattice, board: Collection[Cell]) -> None:
        self.cells = np.array(sorted(set(board)), dtype=np.int64).reshape(-1, lattice.dimension)
        self._translations, self._periods = lattice.translations, lattice.periods
        self._kinds = lattice.translations.remainders(self.cells)
        self._place = Rows(self._reduced(self.cells))

    def of(self, form: Polyform) -> npt.NDArray[np.int32]:
        """The board cells that the images of an orientation cover, as numbers, ascending, an image a row.

        Memory is in proportion to the images that fit the box around the board, and to what they cover.
        """
        found = self._found(form)
        if self._periods is None:
            return found
        found.sort(axis=1)
        return found[np.sort(np.unique(found, axis=0, return_index=True)[1])]

    def starts(self, form: Polyform) -> tuple[Cell, ...]:
        """Where the first cell of an orientation lies when all of them lie on the board."""
        return tuple(map(tuple, self.cells[self._found(form)[:, 0]].tolist()))

    def _found(self, form: Polyform) -> npt.NDArray[np.int32]:
        if not len(self.cells):
            return np.empty((0, len(form)), dtype=np.int32)
        steps = np.array(form, dtype=np.int64) - form[0]
        fits = (self._kinds == self._translations.remainder(form[0])).all(axis=1)
        if self._periods is None:
            fits &= (self.cells + steps.min(axis=0) >= self.cells.min(axis=0)).all(axis=1)
            fits &= (self.cells + steps.max(axis=0) <= self.cells.max(axis=0)).all(axis=1)
        first = np.flatnonzero(fits)
        covered, lies = [first.astype(np.int32)], np.ones(len(first), dtype=np.bool_)
        for step in steps[1:]:
            covered.append(self._place.find(self._reduced(self.cells[first] + step)).astype(np.int32))
            lies &= covered[-1] >= 0
            if 2 * lies.sum() < len(lies):
                first, covered, lies = first[lies], [column[lies] for column in covered], lies[lies]
        return np.stack([column[lies] for column in covered], axis=1)

    def _reduced(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return points if self._periods is None else self._periods.remainders(points)


def placements(lattice: Lattice, forms: Iterable[Polyform], board: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The sets of board cells (sorted) that some of the orientations covers; each comes once.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> list(placements(LATTICES["square"], [((0, 0), (0, 1))], square))
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """
    spots = Spots(lattice, board)
    for form in forms:
        for image in spots.cells[spots.of(form)].tolist():
            yield tuple(map(tuple, image))
