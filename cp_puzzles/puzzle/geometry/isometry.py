"""Isometries of a lattice in integer coordinates."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import gcd
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.text import counted

Cell = tuple[int, ...]
"""A cell: integers ([layer,] row, column)."""

Matrix = tuple[tuple[int, ...], ...]

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Isometry:
    """The affine map `cell -> matrix @ cell + translation` over the integers.

    >>> quarter_turn = Isometry(((0, 1), (-1, 0)), (0, 0))
    >>> quarter_turn((2, 3))
    (3, -2)
    >>> quarter_turn.determinant
    1
    """

    matrix: Matrix
    translation: Cell

    def __post_init__(self) -> None:
        size = len(self.translation)
        if [len(row) for row in self.matrix] != [size] * size:
            shape = f"{counted(size, 'row')} of {counted(size, 'number')}"
            raise ValueError(f"Isometry(): the matrix must have {shape}, as many as the translation")

    def __call__(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        return tuple(dot(row, cell) + t for row, t in zip(self.matrix, self.translation, strict=True))

    def images(self, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the images of many cells, one per row."""
        return cells @ np.array(self.matrix, dtype=np.int64).T + np.array(self.translation, dtype=np.int64)

    def images_of(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the images of some cells, in the same order."""
        return list(map(tuple, self.images(np.array(tuple(cells), dtype=np.int64)).tolist()))

    @property
    def determinant(self) -> int:
        """Return 1 for a rotation, -1 for a reflection (an isometry that reverses orientation)."""
        return determinant(self.matrix)

    @property
    def is_rotation(self) -> bool:
        """Return True if a rigid body can make this motion without leaving its space."""
        return self.determinant == 1

    @property
    def has_shift(self) -> bool:
        """Return True for translations, glides and screws; only a wrapped lattice has them as board isometries."""
        return False

    def linear_image(self, vector: Cell) -> Cell:
        """Return the image of a difference of cells, on which the translation has no effect."""
        return tuple(dot(row, vector) for row in self.matrix)

    def translated(self, vector: Cell) -> Isometry:
        """Return this isometry followed by a translation."""
        return Isometry(self.matrix, add(self.translation, vector))

    def after(self, first: Isometry) -> Isometry:
        """Return the composition: first `first`, then this isometry."""
        matrix = matrix_product(self.matrix, first.matrix)
        origin: Cell = tuple(0 for _ in first.translation)
        return replace(self, matrix=matrix, translation=self(first(origin)))


def matrix_product(a: Matrix, b: Matrix) -> Matrix:
    """Return the product of two integer matrices."""
    columns = list(zip(*b, strict=True))
    return tuple(tuple(dot(row, column) for column in columns) for row in a)


def determinant(matrix: Matrix) -> int:
    """Return the determinant of an integer matrix."""
    if len(matrix) == 1:
        return matrix[0][0]
    minors = (tuple(row[:k] + row[k + 1 :] for row in matrix[1:]) for k in range(len(matrix)))
    return sum((-1) ** k * matrix[0][k] * determinant(minor) for k, minor in enumerate(minors) if matrix[0][k])


def dot(a: Iterable[Number], b: Iterable[Number]) -> Number:
    """Return the sum of the products of coordinates."""
    product: Number = sum(map(operator.mul, a, b))
    return product


def cross(a: Cell, b: Cell) -> Cell:
    """Return the vector product of two vectors in space."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def primitive(vector: Cell) -> Cell:
    """Return the shortest integer vector parallel to a vector whose first nonzero coordinate is positive."""
    divisor = gcd(*vector) or 1
    sign = -1 if next((x for x in vector if x), 0) < 0 else 1
    return tuple(sign * x // divisor for x in vector)


def add(a: Cell, b: Cell) -> Cell:
    """Return the sum of two vectors."""
    return tuple(map(operator.add, a, b))


def subtract(a: Cell, b: Cell) -> Cell:
    """Return the difference of two vectors."""
    return tuple(map(operator.sub, a, b))


def translate(cells: Iterable[Cell], vector: Cell) -> tuple[Cell, ...]:
    """Return the cells translated by a vector, in the same order; column by column, which is fastest for many."""
    columns = zip(*cells, strict=True)
    return tuple(zip(*([x + step for x in column] for column, step in zip(columns, vector, strict=False)), strict=True))
