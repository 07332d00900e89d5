"""Isometries of the integer points, groups of them, sublattices, and grids of text: points as letters of a drawing."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import permutations, product
from math import gcd
from types import NoneType
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.text import counted
from cp_puzzles.base.values import check_type


@dataclass(frozen=True)
class Sublattice:
    """The integer combinations of the rows of a basis in echelon form with positive pivots.

    >>> even = Sublattice(((1, 0, 1), (0, 1, 1), (0, 0, 2)))
    >>> even.remainder((3, 1, 5)), (1, 2, 3) in even
    ((0, 0, 1), True)
    """

    basis: tuple[Cell, ...] = ()

    @classmethod
    def scaled(cls, *factors: int) -> Sublattice:
        """Return the points whose coordinate along each axis is a multiple of its factor."""
        if not factors or min(factors) < 1:
            raise ValueError(f"Sublattice.scaled{factors}: each factor must be a whole number, at least 1")
        return cls(tuple(tuple(f * (i == j) for j in range(len(factors))) for i, f in enumerate(factors)))

    @classmethod
    def spanned(cls, vectors: Iterable[Cell]) -> Sublattice:
        """Return the sublattice that some vectors span; its basis has fewer rows than axes if its rank is lower.

        >>> Sublattice.spanned([(4, 1), (6, 0)]).basis
        ((2, -1), (0, 3))
        """
        rows = [list(vector) for vector in vectors if any(vector)]
        basis: list[Cell] = []
        for axis in range(len(rows[0]) if rows else 0):
            while len(nonzero := [row for row in rows if row[axis]]) > 1:
                pivot = min(nonzero, key=lambda row: abs(row[axis]))
                for row in nonzero:
                    if row is not pivot:
                        factor = row[axis] // pivot[axis]
                        row[:] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
            for row in nonzero:
                rows.remove(row)
                basis.append(tuple(row) if row[axis] > 0 else tuple(-x for x in row))
        return cls(tuple(basis))

    def __bool__(self) -> bool:
        """Return True if there is a vector other than zero."""
        return bool(self.basis)

    def coordinates(self, point: Cell) -> Cell:
        """Return coordinates along the basis: their combination and the remainder add up to the point."""
        return self._divided(point)[0]

    def remainder(self, point: Cell) -> Cell:
        """Return the unique equivalent point with 0 <= coordinate < pivot on the axis of each pivot."""
        return self._divided(point)[1]

    def _divided(self, point: Cell) -> tuple[Cell, Cell]:
        rest, coordinates = list(point), []
        for axis, row in zip(self._pivots, self.basis, strict=True):
            factor = rest[axis] // row[axis]
            coordinates.append(factor)
            if factor:
                for k in range(axis, len(rest)):
                    rest[k] -= factor * row[k]
        return tuple(coordinates), tuple(rest)

    def __contains__(self, vector: Cell) -> bool:
        return not any(self.remainder(vector))

    def combined(self, coordinates: Cell) -> Cell:
        """Return the translation with these coordinates along the basis."""
        return tuple(dot(coordinates, column) for column in zip(*self.basis, strict=True))

    def remainders(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the remainders of many points, one per row."""
        if self.is_everything:
            return np.zeros_like(points)
        rest = points.copy()
        for axis, row in zip(self._pivots, self.basis, strict=True):
            rest -= (rest[:, axis] // row[axis])[:, None] * np.array(row, dtype=np.int64)
        return rest

    @cached_property
    def is_everything(self) -> bool:
        """Return True if every integer point is in the sublattice."""
        return bool(self) and [row[axis] for axis, row in enumerate(self.basis)] == [1] * len(self.basis[0])

    @cached_property
    def across(self) -> tuple[Cell, ...]:
        """Return the rows of an integer matrix whose kernel is the span of the basis.

        >>> Sublattice.spanned([(4, 1)]).across, Sublattice.spanned([(4, 1), (6, 0)]).across
        (((1, -4),), ())
        """
        rank, columns = len(self.basis), [*zip(*self.basis, strict=True)]
        axes = Sublattice.scaled(*(1 for _ in columns)).basis
        rows = Sublattice.spanned((*column, *axis) for column, axis in zip(columns, axes, strict=True)).basis
        return tuple(row[rank:] for row in rows if not any(row[:rank]))

    @cached_property
    def _pivots(self) -> tuple[int, ...]:
        """Return the axis of the first nonzero number of each row."""
        return tuple(next(axis for axis, x in enumerate(row) if x) for row in self.basis)


Place = tuple[int, int, int]
"""The position of a character in a drawing: layer, row from the top, column."""


@dataclass(frozen=True)
class TextGrid:
    """The positions of the cells of a lattice in an ASCII drawing.

    `matrix` times the coordinates of a cell in puzzle files, divided by `scale`, is its place: layer, row and column.
    `marks` pairs each character that stands for one cell class only with the number of the class. A cell takes
    `columns` columns of its row. `joints` are characters between cells without a meaning. `how` tells users how to
    draw.
    """

    matrix: Matrix
    scale: int = 1
    marks: tuple[tuple[str, int], ...] = ()
    columns: int = 1
    joints: str = ""
    how: str = ""

    @property
    def is_plain(self) -> bool:
        """Return True if the coordinates of a cell are its layer, row and column."""
        return self.columns == self.scale == 1 and not self.marks and self.matrix[-1][-1] == 1

    def place(self, coordinates: Cell) -> Place:
        """Return the place of a cell."""
        layer, row, column = (dot(line, coordinates) // self.scale for line in self.matrix)
        return layer, row, column

    def coordinates_at(self, place: Place, classes: int) -> tuple[Cell, ...]:
        """Return the coordinates of the cell of each class at a place; `classes` is 0 without class numbers.

        >>> TextGrid(((0, 0, 0), (0, -1, 0), (2, 1, 1))).coordinates_at((0, -1, 4), 2)
        ((1, 1, 1),)
        """
        solutions = []
        for number in range(max(classes, 1)):
            tail = (number,) if classes else ()
            size = len(self.matrix[0]) - len(tail)
            target = [self.scale * p - dot(line[size:], tail) for p, line in zip(place, self.matrix, strict=True)]
            solution = _solved(tuple(line[:size] for line in self.matrix), target)
            if solution is not None:
                solutions.append((*solution, *tail))
        return tuple(solutions)


def _solved(matrix: Matrix, target: list[int]) -> Cell | None:
    """Return the integer solution of a system of equations; None if there is none."""
    solution = tuple(round(dot(line, target)) for line in _inverse(matrix))
    return solution if [dot(line, solution) for line in matrix] == target else None


@cache
def _inverse(matrix: Matrix) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, np.linalg.pinv(np.array(matrix)).tolist()))


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
        return round(float(np.linalg.det(self.matrix)))

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


MAX_ORDER = 1152
"""The largest order of a finite group of integer matrices in up to four dimensions."""


def signed_permutations(dimension: int) -> tuple[Isometry, ...]:
    """Return the isometries of the n-cube.

    >>> [len(signed_permutations(n)) for n in (1, 2, 3)]
    [2, 8, 48]
    """
    origin, columns = (0,) * dimension, range(dimension)
    maps = []
    for axes, signs in product(permutations(columns), product((1, -1), repeat=dimension)):
        rows = (tuple(sign * (k == axis) for k in columns) for axis, sign in zip(axes, signs, strict=True))
        maps.append(Isometry(tuple(rows), origin))
    return tuple(sorted(maps, key=lambda each: -each.determinant))


def generated_group(*generators: Matrix | Isometry, translations: Sublattice | None = None) -> tuple[Isometry, ...]:
    """Return the group generated by some isometries: matrices about the origin, or with a translation part.

    With `translations` the result has one isometry of each coset of the translations, with the remainder of its
    translation part. This is the plane group p4g of the snub square tiling, whose reflections miss the centers of
    quarter turns:

    >>> len(generated_group(((0, -1), (1, 1)), ((0, 1), (1, 0))))
    12
    >>> glide = Isometry(((1, 0), (0, -1)), (1, 1))
    >>> len(generated_group(((0, -1), (1, 0)), glide, translations=Sublattice.scaled(2, 2)))
    8
    """
    if not generators:
        raise ValueError("generated_group(): no generator is given; name one or more isometries")
    for generator in generators:
        check_type("generated_group(): each generator", generator, tuple, Isometry)
    check_type("generated_group(): translations", translations, Sublattice, NoneType)
    isometries = [each if isinstance(each, Isometry) else Isometry(each, (0,) * len(each)) for each in generators]
    origin = (0,) * len(isometries[0].translation)
    if any(abs(each.determinant) != 1 for each in isometries):
        raise ValueError("generated_group(): a matrix has a determinant other than 1 and -1, so it is no isometry")
    if translations is None and any(any(each.translation) for each in isometries):
        raise ValueError("generated_group(): an isometry has a translation part; add translations=")
    modulus = translations or Sublattice.scaled(*(1 for _ in origin))
    identity = Isometry(tuple(tuple(int(i == j) for j in range(len(origin))) for i in range(len(origin))), origin)
    group = {identity}
    frontier = [identity]
    while frontier:
        products = (generator.after(isometry) for isometry in frontier for generator in isometries)
        reduced = {Isometry(each.matrix, modulus.remainder(each.translation)) for each in products}
        frontier = list(reduced - group)
        group |= reduced
        if len({each.matrix for each in group}) > MAX_ORDER:
            raise ValueError("generated_group(): the matrices generate no finite group; name isometries of a lattice")
    order = sorted(group, key=lambda each: (each.matrix, each.translation), reverse=True)
    return tuple(sorted(order, key=lambda each: (each != identity, -each.determinant)))
