"""Wrapped lattices: tubes, tori and all other quotients of a lattice by translations.

Points that differ by a period are one cell. A cell of the board is represented as the board lists it, any other cell
by its remainder modulo the periods.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.geometry.cell_class import CellClass
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Sublattice, add, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import PlacementFinder, RowIndex


@lru_cache(maxsize=1024)
def wrapped(lattice: Lattice, periods: Sublattice, cells: tuple[Cell, ...]) -> WrappedLattice:
    """Return a lattice wrapped along some of its translations; `cells` represent the cells of a board.

    No two of the cells may differ by a period. Equal arguments give the same object.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> torus = wrapped(square, Sublattice.scaled(3, 4), square.box((3, 4)))
    >>> torus.neighbors((0, 0)), len(torus.board_isometries(square.box((3, 4))))
    (((2, 0), (1, 0), (0, 3), (0, 1)), 48)
    """
    data = {each.name: getattr(lattice, each.name) for each in fields(lattice)}
    return WrappedLattice(**data | {"periods": periods}, base=lattice, board_cells=cells)


@dataclass(frozen=True, eq=False)
class WrappedLattice(Lattice):
    """The lattice `base` modulo its `periods`; `board_cells` are the cells of the board, including holes."""

    base: Lattice = field(kw_only=True)
    board_cells: tuple[Cell, ...] = field(kw_only=True)

    @property
    def unwrapped(self) -> Lattice:
        return self.base

    @cached_property
    def drawn(self) -> Lattice:
        from cp_puzzles.puzzle.geometry.drawn_torus import drawn_cells  # only pictures need it

        cells = drawn_cells(self, self.board_cells)
        return self if cells == self.board_cells else wrapped(self.base, self.periods, cells)

    @cached_property
    def cell_classes(self) -> tuple[CellClass, ...]:
        return self.base.cell_classes

    @property
    def wrap_description(self) -> str:
        periods = [self.translations.coordinates(p) if self.is_numbered else p for p in self.periods.basis]
        axes = [self.axes[k] for period in periods for k, x in enumerate(period) if x]
        if len(axes) > len(periods):
            description = f"Wrapped: these translations lead back to the same cell: {', '.join(map(str, periods))}."
        else:
            shape = {1: "A tube", self.dimension: "A torus"}.get(len(axes), "A wrapped board")
            description = f"{shape}: its ends along {' and '.join(axes)} are joined."
        if self.has_double_edges:
            description += " Some cells meet on several sides: placements on the same cells count once."
        return description

    @cached_property
    def has_double_edges(self) -> bool:
        """Return True if a cell meets another cell, or itself, on more than one side."""
        zero = (0,) * self.dimension
        return any(
            subtract(first, second) in self.periods
            for each in self.cell_classes
            for first, second in combinations((zero, *each.steps), 2)
        )

    def reduce(self, cell: Cell) -> Cell:
        remainder = self.periods.remainder(cell)
        return self._representatives.get(remainder, remainder)

    def reduce_all(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the representatives of many points, one per row."""
        remainders = self.periods.remainders(points)
        if all(remainder == cell for remainder, cell in self._representatives.items()):
            return remainders
        index, cells = self._representative_arrays
        number = index.find(remainders)
        return np.where((number >= 0)[:, None], cells[number], remainders)

    def cell_at(self, coordinates: Cell) -> Cell:
        """See `Lattice`; the coordinates may be those of any representative."""
        return self.reduce(super().cell_at(coordinates))

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """See `Lattice`; no cell is its own neighbor, and each neighbor is listed once."""
        return tuple(n for n in dict.fromkeys(map(self.reduce, super().neighbors(cell))) if n != cell)

    def neighbor_images(self, cell: Cell, neighbor: Cell) -> tuple[Cell, ...]:
        """See `Lattice`; cells that meet on several sides have several images."""
        return tuple(image for image in self.base.neighbors(cell) if self.reduce(image) == neighbor)

    def ordered_image(self, form: Sequence[Cell], cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """See `Lattice`; the form lies on the unwrapped lattice."""
        shifts = (subtract(cell, form[0]) for cell in cells if self.class_of(cell) == self.class_of(form[0]))
        images = (tuple(self.reduce(add(cell, shift)) for cell in form) for shift in shifts)
        return next(image for image in images if tuple(sorted(image)) == cells)

    def unwrapped_orientation(self, cells: Iterable[Cell], orientation: tuple[Cell, ...]) -> tuple[Cell, ...]:
        images = (self.base.normalize(map(isometry, cells)) for isometry in self.point_group)
        return next(image for image in images if self.normalize(image) == orientation)

    def parity(self, cell: Cell) -> int | None:
        return self.base.parity(cell) if self._is_colored else None

    def canonical_corners(self, corners: tuple[Cell, ...]) -> tuple[Cell, ...]:
        shift = subtract(self._corner_periods.remainder(corners[0]), corners[0])
        return tuple(add(corner, shift) for corner in corners)

    def normalize(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """See `Lattice`; return the smallest translate with a cell next to the origin. Overlapping cells merge."""
        cells = tuple(cells)
        return min(tuple(sorted({self.reduce(add(c, s)) for c in cells})) for s in self.shifts(cells))

    def shifts(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """See `Lattice`; the translations that bring one of the cells next to the origin."""
        return tuple(subtract(self.translations.remainder(cell), cell) for cell in cells)

    def board_isometries(self, cells: Iterable[Cell]) -> tuple[Isometry, ...]:
        """See `Lattice`; the isometries that preserve the periods, with all translations, the identity first."""
        board = tuple(sorted(cells))
        finder = PlacementFinder(self, board)
        translations = np.array([subtract(start, board[0]) for start in finder.first_cells(board)], dtype=np.int64)
        isometries: list[Isometry] = []
        for isometry in self.point_group:
            if all(isometry.linear_image(period) in self.periods for period in self.periods.basis):
                image = tuple(map(tuple, isometry.images(finder.cells).tolist()))
                # one position gives all others; on a torus without holes the first start is one
                for start in (finder.first_cells(image, 1) or finder.first_cells(image))[:1]:
                    shifts = set(map(tuple, self.reduce_all(translations + subtract(start, image[0])).tolist()))
                    identity = self.reduce((0,) * len(board[0]))  # another representative if the board has no cell 0
                    shifts_by_size = sorted(shifts, key=lambda shift: (shift != identity, shift))
                    vectors = (add(isometry.translation, shift) for shift in shifts_by_size)
                    isometries += (WrappedIsometry(isometry.matrix, self.reduce(each), self) for each in vectors)
        return tuple(isometries)

    @cached_property
    def unbounded_directions(self) -> tuple[Cell, ...]:
        return self.periods.across

    @cached_property
    def _representatives(self) -> dict[Cell, Cell]:
        """Return the cell of the board with each remainder modulo the periods."""
        return {self.periods.remainder(cell): cell for cell in self.board_cells}

    @cached_property
    def _representative_arrays(self) -> tuple[RowIndex, npt.NDArray[np.int64]]:
        """Return an index of the remainders of the board's cells, and the cells in the same order."""
        remainders, cells = list(self._representatives), list(self._representatives.values())
        return RowIndex(np.array(remainders, dtype=np.int64)), np.array(cells, dtype=np.int64)

    @cached_property
    def _corner_periods(self) -> Sublattice:
        return Sublattice(tuple(tuple(self.unit * x for x in row) for row in self.periods.basis))

    @cached_property
    def _is_colored(self) -> bool:
        """Return True if every period joins cells of one color."""
        start = self.cell_classes[0].origin
        return all(self.base.parity(add(start, p)) == self.base.parity(start) for p in self.periods.basis)

    def __reduce__(self) -> str | tuple[object, ...]:
        return wrapped, (self.base, self.periods, self.board_cells)


@dataclass(frozen=True)
class WrappedIsometry(Isometry):
    """An isometry of a wrapped lattice; images are the representatives on the board."""

    lattice: WrappedLattice = field(repr=False)

    def __call__(self, cell: Cell) -> Cell:
        return self.lattice.reduce(super().__call__(cell))

    def images(self, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return self.lattice.reduce_all(super().images(cells))

    def translated(self, vector: Cell) -> Isometry:
        return replace(self, translation=self.lattice.reduce(add(self.translation, vector)))

    @property
    def has_shift(self) -> bool:
        """See `Isometry`.

        The sum of the powers of the matrix keeps the part of a vector that the matrix fixes, times the order. The
        isometry shifts the lattice if this part of its translation is no combination of those of the periods.
        """
        powers, matrix = [Isometry(self.matrix, (0,) * len(self.translation))], self.matrix
        while (power := powers[0].after(powers[-1])).matrix != matrix:
            powers.append(power)
        sums = [
            tuple(map(sum, zip(*(power(v) for power in powers), strict=True)))
            for v in (self.translation, *self.lattice.periods.basis)
        ]
        return sums[0] not in Sublattice.spanned(sums[1:])
