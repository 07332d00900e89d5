"""Kinds of cells: what all cells have in common that differ by a translation of their lattice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.geometry.facets import Facet, faces, polygon_order, sides
from cp_puzzles.geometry.isometry import Cell, Isometry
from cp_puzzles.geometry.sublattice import Sublattice


@dataclass(frozen=True)
class CellKind:
    """One kind of cell.

    `origin` is one cell of the kind; `steps` lead from a cell of it to its neighbours; `corners` are those of its
    solid, seen from the cell's own point, in units of the lattice's `unit`, those of a polygon in order. A ball has
    none.
    """

    origin: Cell
    steps: tuple[Cell, ...]
    corners: tuple[Cell, ...]

    @cached_property
    def facets(self) -> tuple[Facet, ...]:
        """The sides of the polygon, or the faces of the polyhedron: the numbers of their corners."""
        if not self.corners:
            return ()
        return sides(self.corners) if len(self.origin) == 2 else faces(self.corners)


@dataclass(frozen=True)
class Shape:
    """How the cells of a class look that the point group maps to one another, told of one of them."""

    steps: tuple[Cell, ...]
    corners: tuple[Cell, ...] = ()


def cell_kinds(
    translations: Sublattice,
    group: Sequence[Isometry],
    shapes: Mapping[Cell, Shape],
    origins: Sequence[Cell] = (),
) -> tuple[CellKind, ...]:
    """All kinds of cells of a lattice from one cell of each class under the point group, with its shape.

    They come in the order of `origins`, one cell of each kind, by default sorted as remainders of the translations.

    >>> from cp_puzzles.geometry.point_groups import HEXAGON
    >>> up = Shape(((1, 1), (-2, 1), (1, -2)), ((-1, -1), (2, -1), (-1, 2)))
    >>> [kind.origin for kind in cell_kinds(Sublattice.scaled(3, 3), HEXAGON, {(1, 1): up})]
    [(1, 1), (2, 2)]
    """
    found: dict[Cell, tuple[Isometry, Shape]] = {}
    for cell, shape in shapes.items():
        for motion in group:
            found.setdefault(translations.remainder(motion(cell)), (motion, shape))
    origins = origins or sorted(found)
    assert sorted(map(translations.remainder, origins)) == sorted(found)
    return tuple(_moved(origin, *found[translations.remainder(origin)]) for origin in origins)


def _moved(origin: Cell, motion: Isometry, shape: Shape) -> CellKind:
    steps, corners = (tuple(map(motion.turned, vectors)) for vectors in (shape.steps, shape.corners))
    return CellKind(origin, steps, polygon_order(corners) if len(origin) == 2 else corners)
