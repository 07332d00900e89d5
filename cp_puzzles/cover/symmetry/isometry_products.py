"""Products of the isometries of a group, by number and many at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.puzzle.geometry.isometry import Isometry
from cp_puzzles.puzzle.geometry.row_lookup import RowIndex


class IsometryProducts:
    """The products of the isometries of a group, which are numbered in their order.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> IsometryProducts(square.board_isometries(square.box((2, 2)))).of(1, np.arange(8)).tolist()
    [1, 0, 3, 2, 5, 4, 7, 6]
    """

    def __init__(self, isometries: Sequence[Isometry]) -> None:
        self._isometries = isometries
        matrices = list(dict.fromkeys(isometry.matrix for isometry in isometries))
        number = {matrix: n for n, matrix in enumerate(matrices)}
        self._matrix = np.array([number[isometry.matrix] for isometry in isometries])
        self._translations = np.array([isometry.translation for isometry in isometries], dtype=np.int64)
        self._index = RowIndex(np.column_stack([self._matrix, self._translations]))
        factors = np.array(matrices, dtype=np.int64)
        squared = factors.shape[1] ** 2
        table = (factors[:, None] @ factors).reshape(-1, squared)
        self._product = RowIndex(factors.reshape(-1, squared)).find(table).reshape(len(factors), -1)

    def of(self, second: int, first: Ints) -> Ints:
        """Return the numbers of the products: first one of the isometries `first`, then the isometry `second`."""
        matrices = self._product[self._matrix[second], self._matrix[first]]
        translations = self._isometries[second].images(self._translations[first])
        return self._index.find(np.column_stack([matrices, translations]))
