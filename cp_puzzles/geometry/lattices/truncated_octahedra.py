"""Truncated octahedra, which fill space about the points of a body-centred cubic lattice."""

from __future__ import annotations

from itertools import permutations, product

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import CUBE
from cp_puzzles.geometry.sublattice import Sublattice

_HEXAGONS = tuple(product((-1, 1), repeat=3))
_SQUARES = tuple(step for step in product((-2, 0, 2), repeat=3) if step.count(0) == 2)
_CORNERS = tuple(sorted({corner for a, b in product((-1, 1), (-2, 2)) for corner in permutations((0, a, b))}))

TRUNCATED_OCTAHEDRA = Lattice(
    name="truncated-octahedra",
    noun="truncated octahedron",
    rule="x, y and z must all be even or all be odd",
    axes=("x", "y", "z"),
    translations=Sublattice(((1, 1, 1), (0, 2, 0), (0, 0, 2))),
    shapes={(0, 0, 0): Shape((*_HEXAGONS, *_SQUARES), _CORNERS)},
    point_group=CUBE,
    embedding=((0.5, 0.0, 0.0), (0.0, -0.5, 0.0), (0.0, 0.0, 0.5)),
    unit=2,
)
