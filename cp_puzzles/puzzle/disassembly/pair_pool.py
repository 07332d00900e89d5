"""The tables of pairs of pieces that all assemblies on a lattice share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.disassembly.distance_tables import (
    Form,
    direction_vectors,
    opposite_directions,
    pair_table,
)
from cp_puzzles.puzzle.disassembly.state_search import BOX_NUMBERS, PairArrays, boxes_of
from cp_puzzles.puzzle.geometry.lattice import Lattice

POOL_BYTES, POOL_FORMS = 1 << 28, 1000
"""A pool with larger tables, or with more forms, begins again: a burr of 20 pieces has about 500 forms."""

FIRST_ENTRIES, FIRST_FORMS = 1 << 16, 16
"""Initial capacity, in distances and in forms."""


class PairPool:
    """The tables of the pairs of forms that were met on a lattice, one after another in one array.

    The placements of a puzzle recur in its solutions: an assembly gets the place of each of its tables in this array. A
    larger array replaces one that is full, so that arrays that were handed out stay as they are.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._numbers: dict[Form, int] = {}
        self._boxes = np.full((FIRST_FORMS, FIRST_FORMS, BOX_NUMBERS), -1, dtype=np.int64)
        self._distances = np.zeros(FIRST_ENTRIES, dtype=np.int16)
        self._length = 0

    def enter(self, assemblies: Sequence[Sequence[Form]]) -> tuple[PairArrays, npt.NDArray[np.int64]]:
        """Return the tables of the pairs of forms of each assembly, and their numbers, one assembly per row."""
        with self._lock:
            if self._distances.nbytes > POOL_BYTES or len(self._numbers) > POOL_FORMS:
                self._clear()
            rows = [[self._numbers.setdefault(form, len(self._numbers)) for form in forms] for forms in assemblies]
            numbers = np.array(rows, dtype=np.int64)
            if len(self._numbers) > len(self._boxes):
                more = 2 * len(self._numbers) - len(self._boxes)
                self._boxes = np.pad(self._boxes, ((0, more), (0, more), (0, 0)), constant_values=-1)
            begins = self._boxes[numbers[:, :, None], numbers[:, None, :], 0]
            for k, i, j in np.argwhere((begins < 0) & _is_pair(len(numbers[0]))).tolist():
                self._enter(self._boxes[numbers[k, i], numbers[k, j]], assemblies[k][i], assemblies[k][j])
            directions = direction_vectors(self._lattice), opposite_directions(self._lattice)
            return PairArrays(*directions, self._boxes, boxes_of(len(numbers[0])), self._distances), numbers

    def _enter(self, box: npt.NDArray[np.int64], piece: Form, obstacle: Form) -> None:
        """Enter the table of two forms and its box, unless equal forms were entered before."""
        if box[0] >= 0:
            return
        table = pair_table(self._lattice, piece, obstacle)
        end = self._length + table.distances.size
        if end > len(self._distances):
            larger = np.zeros(max(2 * len(self._distances), end), dtype=np.int16)
            larger[: self._length] = self._distances[: self._length]
            self._distances = larger
        self._distances[self._length : end] = table.distances.ravel()
        box[:] = self._length, *table.low, *table.distances.shape[:-1]
        self._length = end


@cache
def _is_pair(count: int) -> npt.NDArray[np.bool_]:
    """Return the mask of the pairs i < j."""
    return np.triu(np.ones((count, count), dtype=np.bool_), 1)


@lru_cache(maxsize=4)
def pool_of(lattice: Lattice) -> PairPool:
    """Return the pool of a lattice."""
    return PairPool(lattice)
