"""Cell classes: cells of a lattice that differ by a translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.puzzle.geometry.facets import Facet, faces, polygon_order, sides
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.sublattice import Sublattice


@dataclass(frozen=True)
class CellClass:
    """A class of cells under the translations of a lattice.

    `origin` is one cell of the class. `steps` lead from a cell to its neighbors. `corners` are relative to the cell, in
    units of 1/`unit` of the lattice; the corners of a polygon are in order. A ball has none.
    """

    origin: Cell
    steps: tuple[Cell, ...]
    corners: tuple[Cell, ...]

    @cached_property
    def facets(self) -> tuple[Facet, ...]:
        """Return the sides of the polygon or the faces of the polyhedron as corner numbers."""
        if not self.corners:
            return ()
        return sides(self.corners) if len(self.origin) == 2 else faces(self.corners)


@dataclass(frozen=True)
class CellShape:
    """The steps to the neighbors and the corners of one cell; the point group maps them to other classes."""

    steps: tuple[Cell, ...]
    corners: tuple[Cell, ...] = ()


def cell_classes(
    translations: Sublattice,
    group: Sequence[Isometry],
    shapes: Mapping[Cell, CellShape],
    origins: Sequence[Cell] = (),
) -> tuple[CellClass, ...]:
    """Return all cell classes of a lattice, given one cell of each orbit under the point group with its shape.

    The order is that of `origins` (one cell of each class), by default sorted by remainder under the translations.

    >>> from cp_puzzles.puzzle.geometry.point_groups import HEXAGON
    >>> up = CellShape(((1, 1), (-2, 1), (1, -2)), ((-1, -1), (2, -1), (-1, 2)))
    >>> [each.origin for each in cell_classes(Sublattice.scaled(3, 3), HEXAGON, {(1, 1): up})]
    [(1, 1), (2, 2)]
    """
    shaped: dict[Cell, tuple[Isometry, CellShape]] = {}
    for cell, shape in shapes.items():
        for isometry in group:
            shaped.setdefault(translations.remainder(isometry(cell)), (isometry, shape))
    origins = origins or sorted(shaped)
    assert sorted(map(translations.remainder, origins)) == sorted(shaped)
    return tuple(_moved(origin, *shaped[translations.remainder(origin)]) for origin in origins)


def _moved(origin: Cell, isometry: Isometry, shape: CellShape) -> CellClass:
    steps, corners = (tuple(map(isometry.linear_image, vectors)) for vectors in (shape.steps, shape.corners))
    return CellClass(origin, steps, polygon_order(corners) if len(origin) == 2 else corners)
