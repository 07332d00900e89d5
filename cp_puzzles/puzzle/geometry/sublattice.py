"""Sublattices of the integer points: the translations of a lattice and the periods of a wrapped board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.geometry.isometry import Cell, dot


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
        """Return the axis of the first nonzero number of each row."""
        return tuple(next(axis for axis, x in enumerate(row) if x) for row in self.basis)
