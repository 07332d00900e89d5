"""Squares cut along their diagonals, cubes cut into rhombic tetrahedra, and space of tetrahedra and octahedra.

The octahedra may be whole or cut into eighths through their centers.
"""

from __future__ import annotations

from itertools import product
from math import sqrt

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.isometry import Sublattice
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices.cubes import CUBE_GROUP, SQUARE_GROUP

_EDGE = sqrt(0.125)

TETRAKIS = Lattice(
    name="tetrakis",
    noun="quarter of a square",
    rule="write [row, column, side], side is 0 for the upper, 1 for the right, 2 for the lower, 3 for the left quarter",
    axes=("row", "column", "side"),
    translations=Sublattice.scaled(3, 3),
    shapes={(1, 0): CellShape(((1, 0), (-1, 1), (-1, -1)), ((-2, 0), (1, 3), (1, -3)))},
    origins=((-1, 0), (0, 1), (1, 0), (0, -1)),
    point_group=SQUARE_GROUP,
    embedding=((0.0, 1 / 3), (1 / 3, 0.0)),
    unit=2,
    is_numbered=True,
    class_words=tuple(f"that are {side} quarters" for side in ("upper", "right", "lower", "left")),
)

TETRA_OCTA = Lattice(
    name="tetra-octa",
    noun="tetrahedron or octahedron",
    rule="x, y and z must all be odd, or all even with a sum that leaves 2 when it is divided by 4",
    axes=("x", "y", "z"),
    translations=Sublattice(((2, 0, 2), (0, 2, 2), (0, 0, 4))),
    shapes={
        (1, 1, 1): CellShape(
            ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)),
            ((-1, -1, -1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)),
        ),
        (2, 0, 0): CellShape(
            tuple(product((-1, 1), repeat=3)),
            ((2, 0, 0), (-2, 0, 0), (0, 2, 0), (0, -2, 0), (0, 0, 2), (0, 0, -2)),
        ),
    },
    point_group=CUBE_GROUP,
    embedding=((_EDGE, 0.0, 0.0), (0.0, -_EDGE, 0.0), (0.0, 0.0, _EDGE)),
)

TETRA_EIGHTHS = Lattice(
    name="tetra-eighths",
    noun="tetrahedron or eighth of an octahedron",
    rule="x, y and z must be odd multiples of 3 (a tetrahedron), or each one off a multiple of 6, these with a sum "
    "that is a multiple of 12",
    axes=("x", "y", "z"),
    translations=Sublattice(((6, 0, 6), (0, 6, 6), (0, 0, 12))),
    shapes={
        (3, 3, 3): CellShape(
            ((-2, -2, -2), (-2, 2, 2), (2, -2, 2), (2, 2, -2)),
            ((3, 3, 3), (3, -3, -3), (-3, 3, -3), (-3, -3, 3)),
        ),
        (1, 1, 1): CellShape(
            ((2, 2, 2), (-2, 0, 0), (0, -2, 0), (0, 0, -2)),
            ((-1, -1, -1), (5, -1, -1), (-1, 5, -1), (-1, -1, 5)),
        ),
    },
    point_group=CUBE_GROUP,
    embedding=((_EDGE / 3, 0.0, 0.0), (0.0, -_EDGE / 3, 0.0), (0.0, 0.0, _EDGE / 3)),
)

RHOMBIC = Lattice(
    name="rhombic",
    noun="rhombic tetrahedron",
    rule="modulo 5 one coordinate must be 2 or 3, one 1 or 4, and one 0",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(5, 5, 5),
    shapes={
        (2, 1, 0): CellShape(
            ((0, -1, 1), (0, -1, -1), (-1, 1, 0), (1, 0, 0)),
            ((-4, -2, 0), (1, -2, 0), (1, 3, 5), (1, 3, -5)),
        )
    },
    point_group=CUBE_GROUP,
    embedding=((0.2, 0.0, 0.0), (0.0, -0.2, 0.0), (0.0, 0.0, 0.2)),
    unit=2,
)
