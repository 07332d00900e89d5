"""Which option covers which item, for many positions at once: a column a position."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.ragged import Ragged

Counts = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

SMALL = 500_000
"""Multiplications of one product: libraries hand larger ones to threads, which here cost ten times what they bring."""


class Incidence:
    """Some options of a problem, as rows of their items."""

    def __init__(self, table: Ragged, items: int) -> None:
        covers = np.zeros((len(table), items), dtype=np.float32)
        covers[table.rows, table.values] = 1
        self._covers, self._covering = covers, np.ascontiguousarray(covers.T)

    def of(self, options: npt.NDArray[np.intp]) -> Incidence:
        """Some of the options."""
        some = Incidence.__new__(Incidence)
        some._covers, some._covering = self._covers[options], np.ascontiguousarray(self._covering[:, options])
        return some

    def counts(self, options: Mask) -> Counts:
        """How often each item is covered by options that are marked, a row an item; whole numbers."""
        return _product(self._covering, options)

    def touching(self, items: Mask) -> Mask:
        """The options that cover some item that is marked, a row an option."""
        return _product(self._covers, items) > 0


def _product(matrix: Counts, marks: Mask) -> Counts:
    product = np.empty((len(matrix), marks.shape[1]), dtype=np.float32)
    width = max(1, SMALL // max(1, matrix.size))
    for first in range(0, marks.shape[1], width):
        part = slice(first, first + width)
        np.matmul(matrix, marks[:, part].astype(np.float32), out=product[:, part])
    return product
