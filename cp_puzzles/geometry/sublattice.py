"""Sublattices of the integer points: the translations of a lattice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cp_puzzles.geometry.isometry import Cell


@dataclass(frozen=True)
class Sublattice:
    """All integer combinations of the rows of a basis: row i begins with i zeros, then a positive number.

    >>> even = Sublattice(((1, 0, 1), (0, 1, 1), (0, 0, 2)))
    >>> even.remainder((3, 1, 5)), (1, 2, 3) in even
    ((0, 0, 1), True)
    """

    basis: tuple[Cell, ...]

    @classmethod
    def scaled(cls, *factors: int) -> Sublattice:
        """The points whose coordinate along each axis is a multiple of its factor."""
        return cls(tuple(tuple(f * (i == j) for j in range(len(factors))) for i, f in enumerate(factors)))

    def divided(self, point: Cell) -> tuple[Cell, Cell]:
        """The coordinates along the basis of the translation in a point, and what remains of the point.

        Two points have the same remainder exactly if their difference is a translation.
        """
        rest, coordinates = list(point), []
        for axis, row in enumerate(self.basis):
            factor = rest[axis] // row[axis]
            coordinates.append(factor)
            if factor:
                for k in range(axis, len(rest)):
                    rest[k] -= factor * row[k]
        return tuple(coordinates), tuple(rest)

    def remainder(self, point: Cell) -> Cell:
        """The one point that differs from this one by a translation and has 0 <= coordinate < pivot on each axis."""
        return self.divided(point)[1]

    def __contains__(self, vector: Cell) -> bool:
        return not any(self.remainder(vector))

    def combined(self, coordinates: Cell) -> Cell:
        """The translation with these coordinates along the basis."""
        return tuple(sum(x * row[k] for x, row in zip(coordinates, self.basis, strict=True)) for k in self._axes)

    def remainders(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The remainders of many points at once, a row each."""
        if self.is_everything:
            return np.zeros_like(points)
        rest = points.copy()
        for axis, row in enumerate(self.basis):
            rest -= (rest[:, axis] // row[axis])[:, None] * np.array(row, dtype=np.int64)
        return rest

    @cached_property
    def is_everything(self) -> bool:
        """Whether every integer point is a translation."""
        return all(row[axis] == 1 for axis, row in enumerate(self.basis))

    @property
    def _axes(self) -> range:
        return range(len(self.basis))
