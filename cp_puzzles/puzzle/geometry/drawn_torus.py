"""The cells by which a torus is drawn: a parallelogram, where the cells of the board are one long row.

A torus may be a row, `{size: [1, 89], wrap: [[0, 89], [1, 34]]}`. Of the cells that are equal up to the periods, those
are drawn that make the picture compact: rows of one length, each shifted like the one before, or, if no such rows exist
(89 is a prime number), the cells in the parallelogram of the two shortest periods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, hypot, sqrt

import numpy as np

from cp_puzzles.puzzle.geometry.isometry import Cell, Sublattice
from cp_puzzles.puzzle.geometry.lattice import Lattice

Unit = tuple[int, int]
"""The coordinates of a translation along two translations that span the lattice: down, and to the right."""

Point = tuple[float, float]

LONG = 4
"""The ratio of length and width of a board from which on another picture is looked for."""

GAIN = 0.9
"""The share of the length and the width of the board's own picture that the other picture may have."""

RAGGED = 1.3
"""The factor by which straight rows may be larger than a picture with ragged sides."""


def drawn_cells(lattice: Lattice, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the cells by which a board on a wrapped lattice is drawn, in the order of its own cells.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> from cp_puzzles.puzzle.geometry.wrapped_lattice import wrapped
    >>> row = tuple((0, column) for column in range(12))
    >>> torus = wrapped(LATTICES["square"], Sublattice.spanned([(0, 12), (1, 5)]), row)
    >>> sorted(drawn_cells(torus, row))
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, -1), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4)]
    """
    base = lattice.unwrapped
    if not lattice.is_flat or len(lattice.periods.basis) != 2 or len(cells[0]) != 2:
        return tuple(cells)
    if all(sum(map(bool, period)) == 1 for period in lattice.periods.basis):
        return tuple(cells)  # a rectangle whose sides are joined
    places = [_at(base, cell) for cell in cells]
    if not _is_long(places):
        return tuple(cells)
    width, height = (max(axis) - min(axis) + 1 for axis in zip(*places, strict=True))
    size, fold = _best(_Units(lattice))
    if size > GAIN * (width + height):
        return tuple(cells)
    return tuple(map(fold, cells))


def _is_long(places: Sequence[Point]) -> bool:
    """Return whether places lie in a strip, in any direction: its sides follow from the variances along them."""
    variances = np.linalg.eigvalsh(np.cov(np.array(places).T)) if len(places) > 1 else np.zeros(2)
    short, long = (sqrt(1 + 12 * max(0.0, float(variance))) for variance in variances)
    return long > LONG * short


def _at(lattice: Lattice, vector: Cell) -> Point:
    x, y = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in lattice.embedding)
    return x, y


class _Units:
    """The translations of a lattice along two axes, and its periods in these coordinates, in echelon form."""

    def __init__(self, lattice: Lattice) -> None:
        self.translations = lattice.translations
        basis = self.translations.basis
        at = [_at(lattice.unwrapped, vector) for vector in basis]
        self._right = min((0, 1), key=lambda axis: abs(at[axis][1]))
        self.down, self.right = at[1 - self._right], at[self._right]
        self.periods = Sublattice.spanned([self._of(period) for period in lattice.periods.basis])

    def _of(self, vector: Cell) -> Unit:
        coordinates = self.translations.coordinates(vector)
        return coordinates[1 - self._right], coordinates[self._right]

    def length(self, vectors: Iterable[tuple[float, float]]) -> float:
        """Return the width and the height together of the parallelogram that two vectors span."""
        (a, b), (c, d) = vectors
        corners = [(0.0, 0.0), (a, b), (c, d), (a + c, b + d)]
        xs, ys = zip(*(self.place(corner) for corner in corners), strict=True)
        return float(max(xs) - min(xs) + max(ys) - min(ys))

    def place(self, unit: tuple[float, float]) -> Point:
        """Return the place of a translation in a picture."""
        return (unit[0] * self.down[0] + unit[1] * self.right[0], unit[0] * self.down[1] + unit[1] * self.right[1])

    def folding(self, fold: Callable[[Unit], Unit]) -> Callable[[Cell], Cell]:
        """Return the map of cells that changes the translation of each one as `fold` says."""

        def folded(cell: Cell) -> Cell:
            before = self._of(cell)
            after = fold(before)
            steps = [0, 0]
            steps[1 - self._right], steps[self._right] = after[0] - before[0], after[1] - before[1]
            move = self.translations.combined(tuple(steps))
            return tuple(a + b for a, b in zip(cell, move, strict=True))

        return folded


def _best(units: _Units) -> tuple[float, Callable[[Cell], Cell]]:
    """Return the size of the most compact picture, and the map of cells to those that it shows."""
    ragged, (u, v) = _reduced(units)
    rows = min(_rows(units), key=lambda each: (each[0], abs(each[3]), each[3]))
    if rows[0] <= RAGGED * ragged:
        return rows[0], units.folding(_into_rows(units.periods.basis, *rows[1:]))
    return ragged, units.folding(_into_parallelogram(u, v))


def _rows(units: _Units) -> Iterator[tuple[float, int, int, int]]:
    """Yield the size, the number of rows, their length and their shift for pictures of rows of one length.

    With the periods (r, s) and (0, w), row k r + i begins k (r d - s) steps from row i if each row is shifted by d.
    """
    (r, s), (_, w) = units.periods.basis
    for count in (divisor for divisor in range(1, w + 1) if w % divisor == 0):
        length = w // count
        for shift in range(-length, length + 1):
            step = (r * shift - s) % w
            if count == 1 or (step % length == 0 and gcd(step // length, count) == 1):
                vectors = ((r * count, r * count * shift), (0, length))
                yield units.length(vectors), r * count, length, shift


def _into_rows(basis: Sequence[Cell], rows: int, length: int, shift: int) -> Callable[[Unit], Unit]:
    """Return the map of translations into rows, each shifted against the one before."""
    (r, s), (_, w) = basis

    def fold(unit: Unit) -> Unit:
        down, right = unit
        for row in range(down % r, rows, r):
            column = (right - (down - row) // r * s - shift * row) % w
            if column < length:
                return row, shift * row + column
        raise AssertionError(unit)

    return fold


def _reduced(units: _Units) -> tuple[float, tuple[Unit, Unit]]:
    """Return the size of the parallelogram of the two shortest periods, and the periods (Lagrange and Gauss)."""
    u, v = ((x, y) for x, y in units.periods.basis)

    def norm(unit: Unit) -> float:
        return hypot(*units.place(unit))

    while True:
        u, v = sorted((u, v), key=norm)
        (ax, ay), (bx, by) = units.place(u), units.place(v)
        factor = round((ax * bx + ay * by) / (ax * ax + ay * ay))
        if not factor:
            break
        v = (v[0] - factor * u[0], v[1] - factor * u[1])
    signs = ((a, b) for a, b in product((1, -1), repeat=2))
    pairs = [((a * u[0], a * u[1]), (b * v[0], b * v[1])) for a, b in signs]
    return min((units.length(pair), pair) for pair in pairs)


def _into_parallelogram(u: Unit, v: Unit) -> Callable[[Unit], Unit]:
    """Return the map of translations into the parallelogram that two periods span."""
    area = u[0] * v[1] - u[1] * v[0]

    def fold(unit: Unit) -> Unit:
        x, y = unit
        a = Fraction(x * v[1] - y * v[0], area).__floor__()
        b = Fraction(u[0] * y - u[1] * x, area).__floor__()
        return x - a * u[0] - b * v[0], y - a * u[1] - b * v[1]

    return fold
