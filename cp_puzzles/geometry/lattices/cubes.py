"""Squares and cubes: cells [layer,] row, column."""

from __future__ import annotations

from itertools import product

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import CUBE
from cp_puzzles.geometry.point_groups import SQUARE as SQUARE_GROUP
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.text_grid import TextGrid

_EDGES = ((-1, 0), (1, 0), (0, -1), (0, 1))
_FACES = tuple((0,) * axis + (sign,) + (0,) * (2 - axis) for axis in range(3) for sign in (-1, 1))

SQUARE = Lattice(
    name="square",
    noun="square",
    rule="any row and column",
    axes=("row", "column"),
    translations=Sublattice.scaled(1, 1),
    shapes={(0, 0): Shape(_EDGES, tuple(product((-1, 1), repeat=2)))},
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
    shapes={(0, 0, 0): Shape(_FACES, tuple(product((-1, 1), repeat=3)))},
    point_group=CUBE,
    embedding=((0, 0, 1), (0, 1, 0), (1, 0, 0)),
    unit=2,
    layer_of="square",
    lift=((0, 0), (1, 0), (0, 1)),
    text=TextGrid(((1, 0, 0), (0, 1, 0), (0, 0, 1))),
)
