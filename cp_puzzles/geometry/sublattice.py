"""Sublattices of the integer points: the translations of a lattice, and the periods of a board that is rolled up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
import numpy.typing as npt

from cp_puzzles.geometry.isometry import Cell


@dataclass(frozen=True)
class Sublattice:
    """All integer combinations of the rows of a basis, which is in steps: each row begins with more zeros than the one
    before, then has a positive number, its pivot.

    >>> even = Sublattice(((1, 0, 1), (0, 1, 1), (0, 0, 2)))
    >>> even.remainder((3, 1, 5)), (1, 2, 3) in even
    ((0, 0, 1), True)
    """

    basis: tuple[Cell, ...]

    @classmethod
    def scaled(cls, *factors: int) -> Sublattice:
        """The points whose coordinate along each axis is a multiple of its factor."""
        return cls(tuple(tuple(f * (i == j) for j in range(len(factors))) for i, f in enumerate(factors)))

    @classmethod
    def spanned(cls, vectors: Iterable[Cell]) -> Sublattice:
        """The sublattice that some vectors span; its basis has fewer rows than coordinates if they span no more.

        >>> Sublattice.spanned([(4, 1), (6, 0)]).basis
        ((2, -1), (0, 3))
        """
        left = [list(vector) for vector in vectors if any(vector)]
        basis: list[Cell] = []
        for axis in range(len(left[0]) if left else 0):
            while len(standing := [row for row in left if row[axis]]) > 1:
                least = min(standing, key=lambda row: abs(row[axis]))
                for row in standing:
                    if row is not least:
                        factor = row[axis] // least[axis]
                        row[:] = [x - factor * y for x, y in zip(row, least, strict=True)]
            for row in standing:
                left.remove(row)
                basis.append(tuple(row) if row[axis] > 0 else tuple(-x for x in row))
        return cls(tuple(basis))

    def divided(self, point: Cell) -> tuple[Cell, Cell]:
        """The coordinates along the basis of the translation in a point, and what remains of the point.

        Two points have the same remainder exactly if their difference is a translation.
        """
        rest, coordinates = list(point), []
        for axis, row in zip(self._pivots, self.basis, strict=True):
            factor = rest[axis] // row[axis]
            coordinates.append(factor)
            if factor:
                for k in range(axis, len(rest)):
                    rest[k] -= factor * row[k]
        return tuple(coordinates), tuple(rest)

    def remainder(self, point: Cell) -> Cell:
        """The one point that differs from this one by a translation and has 0 <= coordinate < pivot on pivots' axes."""
        return self.divided(point)[1]

    def __contains__(self, vector: Cell) -> bool:
        return not any(self.remainder(vector))

    def combined(self, coordinates: Cell) -> Cell:
        """The translation with these coordinates along the basis."""
        return tuple(
            sum(x * y for x, y in zip(coordinates, column, strict=True)) for column in zip(*self.basis, strict=True)
        )

    def remainders(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The remainders of many points at once, a row each."""
        if self.is_everything:
            return np.zeros_like(points)
        rest = points.copy()
        for axis, row in zip(self._pivots, self.basis, strict=True):
            rest -= (rest[:, axis] // row[axis])[:, None] * np.array(row, dtype=np.int64)
        return rest

    @cached_property
    def is_everything(self) -> bool:
        """Whether every integer point is a translation."""
        return [row[axis : axis + 1] for axis, row in enumerate(self.basis)] == [(1,)] * len(self.basis[0])

    @cached_property
    def across(self) -> tuple[Cell, ...]:
        """The rows of an integer matrix that takes exactly the vectors in the span of the basis to 0.

        >>> Sublattice.spanned([(4, 1)]).across, Sublattice.spanned([(4, 1), (6, 0)]).across
        (((-1, 4),), ())
        """
        dimension = len(self.basis[0])
        rows = []
        for free in sorted(set(range(dimension)) - set(self._pivots)):
            row = [Fraction(int(axis == free)) for axis in range(dimension)]
            for pivot, vector in reversed(tuple(zip(self._pivots, self.basis, strict=True))):
                row[pivot] = -sum((x * y for x, y in zip(row, vector, strict=True)), Fraction(0)) / vector[pivot]
            factor = lcm(*(x.denominator for x in row))
            rows.append(tuple(int(x * factor) for x in row))
        return tuple(rows)

    @cached_property
    def _pivots(self) -> tuple[int, ...]:
        """The axis of the first number of each row that is not 0."""
        return tuple(next(axis for axis, x in enumerate(row) if x) for row in self.basis)
