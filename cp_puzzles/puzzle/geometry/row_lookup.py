"""An index of integer rows, such as cells, for vectorized lookup."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int32] | npt.NDArray[np.int64]

_MAX_SEEDS = 9
"""Hash functions to try; one in ten million tables of a million rows has a collision with one of them."""


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
        hashes = np.zeros(len(rows), dtype=np.int64)
        for column, factor in enumerate(self._factors):
            hashes += rows[:, column].astype(np.int64) * factor
        return hashes
