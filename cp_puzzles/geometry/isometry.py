"""Isometries of a lattice in integer coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Cell = tuple[int, ...]
"""A cell: integers ([layer,] row, column)."""


@dataclass(frozen=True)
class Isometry:
    """The affine map `cell -> matrix @ cell + translation` over the integers.

    >>> quarter_turn = Isometry(((0, 1), (-1, 0)), (0, 0))
    >>> quarter_turn((2, 3))
    (3, -2)
    >>> quarter_turn.determinant
    1
    """

    matrix: tuple[tuple[int, ...], ...]
    translation: Cell

    def __call__(self, cell: Cell) -> Cell:
        """The image of a cell."""
        return tuple(
            sum(m * x for m, x in zip(row, cell, strict=True)) + t
            for row, t in zip(self.matrix, self.translation, strict=True)
        )

    def images(self, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The images of many cells at once, a row each."""
        return cells @ np.array(self.matrix, dtype=np.int64).T + np.array(self.translation, dtype=np.int64)

    @property
    def determinant(self) -> int:
        """+1 for a rotation, -1 for a reflection (any map that swaps left and right)."""
        return determinant(self.matrix)

    @property
    def is_rotation(self) -> bool:
        """Whether a rigid body can be moved so without leaving its space."""
        return self.determinant == 1

    @property
    def slides(self) -> bool:
        """Whether it is a translation, or one along its own mirror or axis is part of it: of a bounded set none is."""
        return False

    def turned(self, vector: Cell) -> Cell:
        """The image of a difference of cells, which no translation changes."""
        return tuple(sum(m * x for m, x in zip(row, vector, strict=True)) for row in self.matrix)

    def translated(self, vector: Cell) -> Isometry:
        """The same motion followed by a translation."""
        return Isometry(self.matrix, add(self.translation, vector))

    def after(self, first: Isometry) -> Isometry:
        """The motion that is the first and then this one."""
        columns = list(zip(*first.matrix, strict=True))
        matrix = tuple(tuple(sum(a * b for a, b in zip(row, c, strict=True)) for c in columns) for row in self.matrix)
        origin: Cell = tuple(0 for _ in first.translation)
        return replace(self, matrix=matrix, translation=self(first(origin)))


def determinant(matrix: tuple[tuple[int, ...], ...]) -> int:
    """The determinant of an integer matrix."""
    if len(matrix) == 1:
        return matrix[0][0]
    minors = (tuple(row[:k] + row[k + 1 :] for row in matrix[1:]) for k in range(len(matrix)))
    return sum((-1) ** k * matrix[0][k] * determinant(minor) for k, minor in enumerate(minors) if matrix[0][k])


def add(a: Cell, b: Cell) -> Cell:
    """The sum of two vectors."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def minus(a: Cell, b: Cell) -> Cell:
    """The difference of two vectors."""
    return tuple(x - y for x, y in zip(a, b, strict=True))


def translate(cells: Iterable[Cell], vector: Cell) -> tuple[Cell, ...]:
    """The cells moved by a vector, in the same order."""
    return tuple(add(cell, vector) for cell in cells)
