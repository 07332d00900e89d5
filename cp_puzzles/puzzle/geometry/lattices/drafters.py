"""Drafters: hexagons cut from their centers into twelve right triangles each.

x and y are those of the hexagon. Internally a drafter is its centroid, in eighteenths of a step between hexagons.
"""

from __future__ import annotations

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices.hexagons import slanted
from cp_puzzles.puzzle.geometry.point_groups import HEXAGON
from cp_puzzles.puzzle.geometry.sublattice import Sublattice

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
    point_group=HEXAGON,
    embedding=slanted(6),
    is_numbered=True,
)
