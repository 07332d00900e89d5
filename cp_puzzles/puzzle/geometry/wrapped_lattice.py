"""Wrapped lattices: tubes, tori and all other quotients of a lattice by translations.

Points that differ by a period are one cell. A cell of the board is represented as the board lists it, any other cell
by its remainder modulo the periods.

A torus may be drawn by other cells than those of the board, which may be one long row: `{size: [1, 89], wrap: [[0, 89],
[1, 34]]}`. Of the cells that are equal up to the periods, those are drawn that make the picture compact: rows of one
length, each shifted like the one before, or, if no such rows exist (89 is a prime number), the cells in the
parallelogram of the two shortest periods.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import gcd, hypot, sqrt

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.geometry.cell_class import CellClass
from cp_puzzles.puzzle.geometry.cell_solid import Point, center
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


Unit = tuple[int, int]
"""The coordinates of a translation along two translations that span the lattice: down, and to the right."""

LONG = 4
"""The ratio of length and width of a board from which on another picture is looked for."""

GAIN = 0.9
"""The share of the length and the width of the board's own picture that the other picture may have."""

RAGGED = 1.3
"""The factor by which straight rows may be larger than a picture with ragged sides."""


def drawn_cells(lattice: Lattice, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the cells by which a board on a wrapped lattice is drawn, in the order of its own cells.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> row = tuple((0, column) for column in range(12))
    >>> torus = wrapped(LATTICES["square"], Sublattice.spanned([(0, 12), (1, 5)]), row)
    >>> sorted(drawn_cells(torus, row))
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, -1), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4)]
    """
    periods = lattice.periods.basis
    is_rectangle = all(sum(map(bool, period)) == 1 for period in periods)  # with its sides joined
    if not lattice.is_flat or len(periods) != 2 or len(cells[0]) != 2 or is_rectangle:
        return tuple(cells)
    places = [center(lattice, cell) for cell in cells]
    if not _is_long(places):
        return tuple(cells)
    width, height = (max(axis) - min(axis) + 1 for axis in zip(*places, strict=True))
    units = _Units(lattice)
    size, shown = _best(units)
    if size > GAIN * (width + height):
        return tuple(cells)
    unit_of = {units.periods.remainder(unit): unit for unit in shown}
    return tuple(units.moved(cell, unit_of) for cell in cells)


def _is_long(places: Sequence[Point]) -> bool:
    """Return whether places lie in a strip, in any direction: its sides follow from the variances along them."""
    variances = np.linalg.eigvalsh(np.cov(np.array(places).T)) if len(places) > 1 else np.zeros(2)
    short, long = (sqrt(1 + 12 * max(0.0, float(variance))) for variance in variances)
    return long > LONG * short


class _Units:
    """The translations of a lattice along two axes, and its periods in these coordinates, in echelon form."""

    def __init__(self, lattice: Lattice) -> None:
        self.translations = lattice.translations
        basis = self.translations.basis
        at = [center(lattice, vector) for vector in basis]
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
        return tuple(unit[0] * down + unit[1] * right for down, right in zip(self.down, self.right, strict=True))

    def moved(self, cell: Cell, unit_of: Mapping[Cell, Unit]) -> Cell:
        """Return the cell that is equal up to the periods and whose translation is shown, given by its remainder."""
        before = self._of(cell)
        steps = subtract(unit_of[self.periods.remainder(before)], before)
        return add(cell, self.translations.combined(steps if self._right else steps[::-1]))


def _best(units: _Units) -> tuple[float, Iterator[Unit]]:
    """Return the size of the most compact picture, and the translations of the cells that it shows."""
    ragged, (u, v) = _reduced(units)
    size, rows, length, shift = min(_rows(units), key=lambda each: (each[0], abs(each[3]), each[3]))
    if size <= RAGGED * ragged:
        return size, ((row, shift * row + column) for row in range(rows) for column in range(length))
    (r, _), (_, w) = units.periods.basis
    return ragged, (_in_parallelogram(u, v, unit) for unit in product(range(r), range(w)))


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


def _in_parallelogram(u: Unit, v: Unit, unit: Unit) -> Unit:
    """Return the translation in the parallelogram of two periods that is equal to a translation up to them."""
    (x, y), area = unit, u[0] * v[1] - u[1] * v[0]
    a, b = (x * v[1] - y * v[0]) // area, (u[0] * y - u[1] * x) // area
    return x - a * u[0] - b * v[0], y - a * u[1] - b * v[1]
