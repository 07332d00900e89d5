"""Drafters and kites: hexagons cut from their centers into twelve right triangles or six kites each.

x and y are those of the hexagon. Internally a cell is the mean of its corners, a drafter in eighteenths and a kite in
twenty-fourths of a step between hexagons.
"""

from __future__ import annotations

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.isometry import Sublattice
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices.hexagons import HEXAGON_GROUP, slanted

_SIXTH_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))

DRAFTERS = Lattice(
    name="drafters",
    noun="drafter",
    rule="write [x, y, z], z from 0 to 11 counts the drafters of hexagon x, y counterclockwise, 0 is the one above "
    "the line to the right",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(18, 18),
    shapes={(5, 2): CellShape(((2, -4), (-3, 3), (6, 0)), ((-5, -2), (4, -2), (1, 4)))},
    origins=tuple((a * x + b * y, c * x + d * y) for a, b, c, d in _SIXTH_TURNS for x, y in ((5, 2), (2, 5))),
    point_group=HEXAGON_GROUP,
    embedding=slanted(6),
    is_numbered=True,
)

KITES = Lattice(
    name="kites",
    noun="kite",
    rule="write [x, y, z], z from 0 to 5 counts the kites of hexagon x, y counterclockwise, 0 is the first one above "
    "the line to the right",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(24, 24),
    shapes={(5, 5): CellShape(((5, -10), (9, 0), (0, 9), (-10, 5)), ((-5, -5), (7, -5), (3, 3), (-5, 7)))},
    origins=tuple((a * 5 + b * 5, c * 5 + d * 5) for a, b, c, d in _SIXTH_TURNS),
    point_group=HEXAGON_GROUP,
    embedding=slanted(12),
    is_numbered=True,
)
"""The cells of the hat and of other tiles of the deltoidal trihexagonal tiling."""
