"""Squares and cubes, cells [layer,] row, column; and the centered cubic lattices: balls and truncated octahedra.

Balls lie in their densest packing (face-centered cubic): cells x, y, z with an even sum. A level layer (z fixed) is a
square packing, drawn with straight rows and columns: the ball at row i and column j of layer k is (i - j, i + j + k,
k), so that each layer lies in the dimples of the one below. Truncated octahedra fill space about the points of a
body-centered cubic lattice.
"""

from __future__ import annotations

from itertools import permutations, product
from math import sqrt

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.isometry import Sublattice, TextGrid, signed_permutations
from cp_puzzles.puzzle.geometry.lattice import Lattice

SQUARE_GROUP = signed_permutations(2)
"""The 8 isometries of the square, rotations first."""

CUBE_GROUP = signed_permutations(3)
"""The 48 isometries of the cube, rotations first."""

_EDGES = ((-1, 0), (1, 0), (0, -1), (0, 1))
_CONTACTS = tuple(step for step in product((-1, 0, 1), repeat=3) if step.count(0) == 1)
_HEXAGONS = tuple(product((-1, 1), repeat=3))
_SQUARES = tuple(step for step in product((-2, 0, 2), repeat=3) if step.count(0) == 2)
_CORNERS = tuple(sorted({corner for a, b in product((-1, 1), (-2, 2)) for corner in permutations((0, a, b))}))
_FACES = tuple((0,) * axis + (sign,) + (0,) * (2 - axis) for axis in range(3) for sign in (-1, 1))

SQUARE = Lattice(
    name="square",
    noun="square",
    rule="any row and column",
    axes=("row", "column"),
    translations=Sublattice.scaled(1, 1),
    shapes={(0, 0): CellShape(_EDGES, tuple(product((-1, 1), repeat=2)))},
    point_group=SQUARE_GROUP,
    embedding=((0, 1), (1, 0)),
    unit=2,
    text=TextGrid(((0, 0), (1, 0), (0, 1))),
)

CUBIC = Lattice(
    name="cubic",
    noun="cube",
    rule="any layer, row and column",
    axes=("layer", "row", "column"),
    translations=Sublattice.scaled(1, 1, 1),
    shapes={(0, 0, 0): CellShape(_FACES, tuple(product((-1, 1), repeat=3)))},
    point_group=CUBE_GROUP,
    embedding=((0, 0, 1), (0, 1, 0), (1, 0, 0)),
    unit=2,
    layer_of="square",
    lift=((0, 0), (1, 0), (0, 1)),
    text=TextGrid(((1, 0, 0), (0, 1, 0), (0, 0, 1))),
)

BALLS = Lattice(
    name="balls",
    noun="ball",
    rule="x + y + z must be even",
    axes=("x", "y", "z"),
    translations=Sublattice(((1, 0, 1), (0, 1, 1), (0, 0, 2))),
    shapes={(0, 0, 0): CellShape(_CONTACTS)},
    point_group=CUBE_GROUP,
    embedding=((-0.5, 0.5, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, sqrt(0.5))),
    radius=0.5,
    layer_of="square",
    lift=((1, -1), (1, 1), (0, 0)),
    text=TextGrid(((0, 0, 2), (1, 1, -1), (-1, 1, -1)), scale=2),
)

TRUNCATED_OCTAHEDRA = Lattice(
    name="truncated-octahedra",
    noun="truncated octahedron",
    rule="x, y and z must all be even or all be odd",
    axes=("x", "y", "z"),
    translations=Sublattice(((1, 1, 1), (0, 2, 0), (0, 0, 2))),
    shapes={(0, 0, 0): CellShape((*_HEXAGONS, *_SQUARES), _CORNERS)},
    point_group=CUBE_GROUP,
    embedding=((0.5, 0.0, 0.0), (0.0, -0.5, 0.0), (0.0, 0.0, 0.5)),
    unit=2,
)
