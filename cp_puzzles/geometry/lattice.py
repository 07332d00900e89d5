"""Lattices: the space whose cells boards and tiles are made of.

Everything behind this room asks a lattice for motions, neighbours, colours and orders of cells; nothing there knows
that cells are squares. A further lattice is a further `Lattice` value in `LATTICES`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np

from cp_puzzles.geometry.isometry import Cell, Isometry, add, signed_permutations, translate


@dataclass(frozen=True)
class Lattice:
    """A lattice with its point group.

    `axes` names the coordinates, slowest first. `point_group` holds the isometries about the origin, rotations first,
    the identity the very first. `turn_over` is the one reflection of a tile that may be turned over but not turned.
    `steps` leads from a cell to its neighbours.
    """

    name: str
    axes: tuple[str, ...]
    point_group: tuple[Isometry, ...]
    turn_over: Isometry
    steps: tuple[Cell, ...]

    @property
    def dimension(self) -> int:
        """The number of coordinates of a cell."""
        return len(self.axes)

    @property
    def is_flat(self) -> bool:
        """Whether a tile can be turned over by lifting it out of its space."""
        return self.dimension == 2

    def motions(self, *, rotate: bool, reflect: bool) -> tuple[Isometry, ...]:
        """The motions about the origin that a tile may make; always a group.

        >>> square = LATTICES["square"]
        >>> [len(square.motions(rotate=r, reflect=f)) for r in (True, False) for f in (True, False)]
        [8, 4, 2, 1]
        """
        if rotate:
            return tuple(motion for motion in self.point_group if reflect or motion.is_rotation)
        return (self.point_group[0], self.turn_over) if reflect else self.point_group[:1]

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side with `cell`."""
        return tuple(add(cell, step) for step in self.steps)

    def parity(self, cell: Cell) -> int:
        """The colour, 0 or 1, of a cell in the checkerboard colouring: neighbours differ."""
        return sum(cell) % 2

    def box(self, size: tuple[int, ...]) -> tuple[Cell, ...]:
        """All cells of a box with the given number of cells along each axis, sorted."""
        return tuple(product(*(range(n) for n in size)))

    def embed(self, cell: Cell) -> Cell:
        """A cell of a lower dimension as a cell of this lattice: missing leading coordinates are 0."""
        return (0,) * (self.dimension - len(cell)) + tuple(cell)

    def fill_order(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells with the smallest cross-section first: the longest axis varies slowest.

        >>> LATTICES["square"].fill_order([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)])
        ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))
        """
        cells = tuple(cells)
        columns = list(zip(*cells, strict=True))
        extents = [max(column) - min(column) for column in columns]
        axes = sorted(range(len(columns)), key=lambda axis: (-extents[axis], axis))
        return tuple(sorted(cells, key=lambda cell: tuple(cell[axis] for axis in axes)))

    def normalise(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells moved so that the least coordinate along each axis is 0, sorted."""
        cells = tuple(cells)
        corner = tuple(min(column) for column in zip(*cells, strict=True))
        return tuple(sorted(translate(cells, tuple(-x for x in corner))))

    def board_isometries(self, cells: Iterable[Cell]) -> tuple[Isometry, ...]:
        """The isometries that map a set of cells to itself, in the order of the point group.

        >>> [len(LATTICES["square"].board_isometries(LATTICES["square"].box(s))) for s in ((3, 3), (2, 3))]
        [8, 4]
        """
        board = np.array(sorted(cells), dtype=np.int64)
        found = []
        for motion in self.point_group:
            image = motion.images(board)
            image = image[np.lexsort(image.T[::-1])]
            shift = board[0] - image[0]
            if (image + shift == board).all():
                found.append(motion.translated(tuple(shift.tolist())))
        return tuple(found)

    def is_connected(self, cells: Iterable[Cell]) -> bool:
        """Whether one can go from every cell to every other through shared sides."""
        return len(self.components(cells)) == 1

    def components(self, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
        """The connected parts of a set of cells, each sorted, in order of their first cell."""
        left = set(cells)
        parts = []
        for start in sorted(left):
            if start not in left:
                continue
            left.discard(start)
            part, frontier = [start], [start]
            while frontier:
                for cell in self.neighbours(frontier.pop()):
                    if cell in left:
                        left.discard(cell)
                        part.append(cell)
                        frontier.append(cell)
            parts.append(tuple(sorted(part)))
        return tuple(parts)

    def __reduce__(self) -> str | tuple[object, ...]:
        return _lattice, (self.name,)


def _lattice(name: str) -> Lattice:
    return LATTICES[name]


def _hypercubic(name: str, axes: tuple[str, ...]) -> Lattice:
    n = len(axes)
    group = signed_permutations(n)
    unit = [tuple(int(i == j) for j in range(n)) for i in range(n)]
    mirror = tuple(tuple(-x for x in row) if i == n - 1 else row for i, row in enumerate(unit))
    turn_over = next(motion for motion in group if motion.matrix == mirror)
    steps = tuple(tuple(sign * x for x in row) for row in unit for sign in (-1, 1))
    return Lattice(name, axes, group, turn_over, steps)


LATTICES = {
    lattice.name: lattice
    for lattice in (_hypercubic("square", ("row", "column")), _hypercubic("cubic", ("layer", "row", "column")))
}
"""The lattices by name."""
