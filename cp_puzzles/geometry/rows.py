"""Rows of integers, cells for instance, looked up by whole arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int32] | npt.NDArray[np.int64]


class Rows:
    """Finds rows of integers among those of a table, which are distinct."""

    def __init__(self, table: Integers) -> None:
        values = _values(table)
        self._order = np.argsort(values)
        self._values = values[self._order]

    def find(self, rows: Integers) -> npt.NDArray[np.int64]:
        """The number of each row in the table, -1 if it is not there."""
        wanted = _values(rows)
        at = np.minimum(np.searchsorted(self._values, wanted), len(self._values) - 1)
        return np.where(self._values[at] == wanted, self._order[at], -1)


def _values(rows: Integers) -> npt.NDArray[np.void]:
    """Each row as one sortable value."""
    contiguous = np.ascontiguousarray(rows.astype(">i4"))
    return contiguous.view(np.dtype((np.void, contiguous.dtype.itemsize * rows.shape[1]))).ravel()
