"""Lattices that are rolled up: tubes, tori, and all other quotients by translations.

Points that differ by a period are one. Each is written as the board has it, or, off the board, as its remainder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import combinations
from math import gcd

import numpy as np
import numpy.typing as npt

from cp_puzzles.geometry.cell_kind import CellKind
from cp_puzzles.geometry.isometry import Cell, Isometry, add, determinant, minus
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Spots
from cp_puzzles.geometry.rows import Rows
from cp_puzzles.geometry.sublattice import Sublattice


@lru_cache(maxsize=1024)
def wrapped(lattice: Lattice, periods: Sublattice, cells: tuple[Cell, ...]) -> WrappedLattice:
    """A lattice rolled up along some of its translations, on which the cells of a board are called as in `cells`.

    No two of these may differ by a period. The same arguments give the same value.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> torus = wrapped(square, Sublattice.scaled(3, 4), square.box((3, 4)))
    >>> torus.neighbours((0, 0)), len(torus.board_isometries(square.box((3, 4))))
    (((2, 0), (1, 0), (0, 3), (0, 1)), 48)
    """
    data = {its.name: getattr(lattice, its.name) for its in fields(lattice)}
    return WrappedLattice(**data | {"periods": periods}, plane=lattice, domain=cells)


@dataclass(frozen=True, eq=False)
class WrappedLattice(Lattice):
    """A lattice, `plane`, rolled up along its `periods`. `domain` has the cells of the board, holes among them."""

    plane: Lattice = field(kw_only=True)
    domain: tuple[Cell, ...] = field(kw_only=True)

    @property
    def unrolled(self) -> Lattice:
        return self.plane

    @cached_property
    def kinds(self) -> tuple[CellKind, ...]:
        return self.plane.kinds

    @property
    def closes(self) -> str:
        periods = [self.translations.divided(p)[0] if self.numbered else p for p in self.turns.basis]
        axes = [self.axes[k] for period in periods for k, x in enumerate(period) if x]
        if len(axes) > len(periods):
            return f"Rolled up: one is at the same cell again after {' or '.join(map(str, periods))}."
        what = {1: "A tube", self.dimension: "A torus"}.get(len(axes), "Rolled up")
        return f"{what}: its ends along {' and '.join(axes)} are joined."

    @property
    def turns(self) -> Sublattice:
        """The periods."""
        assert self.periods is not None
        return self.periods

    def reduced(self, cell: Cell) -> Cell:
        own = self.turns.remainder(cell)
        return self._home.get(own, own)

    def all_reduced(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Many points reduced at once, a row each."""
        own = self.turns.remainders(points)
        if all(cell == home for cell, home in self._home.items()):
            return own
        found = self._homes[0].find(own)
        return np.where((found >= 0)[:, None], self._homes[1][found], own)

    def read(self, written: Cell) -> Cell:
        """See `Lattice`; of the points that are one, any may be written."""
        return self.reduced(super().read(written))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """See `Lattice`; no cell is its own neighbour, and each comes once."""
        return tuple(near for near in dict.fromkeys(map(self.reduced, super().neighbours(cell))) if near != cell)

    def beside(self, cell: Cell, other: Cell) -> tuple[Cell, ...]:
        """See `Lattice`: several where two cells meet on more than one side."""
        return tuple(near for near in self.plane.neighbours(cell) if self.reduced(near) == other)

    def laid(self, form: Sequence[Cell], cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """See `Lattice`; the form is one of the plane."""
        shifts = (minus(cell, form[0]) for cell in cells if self.kind(cell) == self.kind(form[0]))
        images = (tuple(self.reduced(add(cell, shift)) for cell in form) for shift in shifts)
        return next(image for image in images if tuple(sorted(image)) == cells)

    def plane_form(self, cells: Iterable[Cell], orientation: tuple[Cell, ...]) -> tuple[Cell, ...]:
        images = (self.plane.normalise(map(motion, cells)) for motion in self.point_group)
        return next(image for image in images if self.normalise(image) == orientation)

    def parity(self, cell: Cell) -> int | None:
        return super().parity(cell) if self._is_coloured else None

    def meeting_place(self, corners: tuple[Cell, ...]) -> tuple[Cell, ...]:
        shift = minus(self._corner_turns.remainder(corners[0]), corners[0])
        return tuple(add(corner, shift) for corner in corners)

    def normalise(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """See `Lattice`: of the places at which a cell lies next to the origin the first. What overlaps, is shorter."""
        cells = tuple(cells)
        return min(tuple(sorted({self.reduced(add(c, s)) for c in cells})) for s in self.shifts(cells))

    def shifts(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """See `Lattice`: those that bring one of the cells next to the origin."""
        return tuple(minus(self.translations.remainder(cell), cell) for cell in cells)

    def board_isometries(self, cells: Iterable[Cell]) -> tuple[Isometry, ...]:
        """See `Lattice`: the motions that keep the periods, with all translations, each once."""
        board = tuple(sorted(cells))
        spots = Spots(self, board)
        found: list[Isometry] = []
        for motion in self.point_group:
            if all(motion.turned(period) in self.turns for period in self.turns.basis):
                image = tuple(map(motion, board))
                shifts = {self.reduced(minus(start, image[0])) for start in spots.starts(image)}
                own = (WrappedIsometry(motion.matrix, shift, self) for shift in shifts)
                found += sorted(own, key=lambda its: (any(its.translation), its.translation))
        return tuple(found)

    @cached_property
    def symmetries(self) -> int:
        """See `Lattice`: translations that differ by no period, but by a multiple of them."""
        rows = [self.translations.divided(period)[0] for period in self.turns.basis]
        minors = (tuple(zip(*columns, strict=True)) for columns in combinations(zip(*rows, strict=True), len(rows)))
        return len(self.point_group) * gcd(*map(determinant, minors))

    @cached_property
    def open_directions(self) -> tuple[Cell, ...]:
        return self.turns.across

    @cached_property
    def _home(self) -> dict[Cell, Cell]:
        return {self.turns.remainder(cell): cell for cell in self.domain}

    @cached_property
    def _homes(self) -> tuple[Rows, npt.NDArray[np.int64]]:
        """The remainders of the board's cells, to be looked up, and the cells."""
        return Rows(np.array(list(self._home), dtype=np.int64)), np.array(list(self._home.values()), dtype=np.int64)

    @cached_property
    def _corner_turns(self) -> Sublattice:
        return Sublattice(tuple(tuple(self.unit * x for x in row) for row in self.turns.basis))

    @cached_property
    def _is_coloured(self) -> bool:
        """Whether every period joins cells of one colour."""
        start = self.kinds[0].origin
        return all(
            super(WrappedLattice, self).parity(add(start, p)) == super(WrappedLattice, self).parity(start)
            for p in self.turns.basis
        )

    def __reduce__(self) -> str | tuple[object, ...]:
        return wrapped, (self.plane, self.turns, self.domain)


@dataclass(frozen=True)
class WrappedIsometry(Isometry):
    """An isometry of a rolled-up lattice: its images are called as the board has them."""

    lattice: WrappedLattice = field(repr=False)

    def __call__(self, cell: Cell) -> Cell:
        return self.lattice.reduced(super().__call__(cell))

    def images(self, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return self.lattice.all_reduced(super().images(cells))

    def translated(self, vector: Cell) -> Isometry:
        return replace(self, translation=self.lattice.reduced(add(self.translation, vector)))

    @property
    def slides(self) -> bool:
        """See `Isometry`: its powers, up to the one that turns nothing, add up to more than those of some period do."""
        turns, power = [Isometry(self.matrix, (0,) * len(self.translation))], self.matrix
        while (following := turns[0].after(turns[-1])).matrix != power:
            turns.append(following)
        sums = [
            tuple(map(sum, zip(*(turn(v) for turn in turns), strict=True)))
            for v in (self.translation, *self.lattice.turns.basis)
        ]
        return sums[0] not in Sublattice.spanned(sums[1:]) if any(map(any, sums[1:])) else any(sums[0])
