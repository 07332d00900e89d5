"""Drafters: hexagons cut from their centres into twelve right triangles each.

x and y are those of the hexagon. Inside, a drafter is its centroid, eighteen times as fine as hexagons.
"""

from __future__ import annotations

from math import sqrt

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import HEXAGON
from cp_puzzles.geometry.sublattice import Sublattice

_SIXTH_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))

DRAFTERS = Lattice(
    name="drafters",
    noun="drafter",
    rule="write [x, y, z], z from 0 to 11 counts the drafters of hexagon x, y against the clock, 0 is the one above "
    "the line to the right",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(18, 18),
    shapes={(5, 2): Shape(((2, -4), (-3, 3), (6, 0)), ((-5, -2), (4, -2), (1, 4)))},
    origins=tuple((a * x + b * y, c * x + d * y) for a, b, c, d in _SIXTH_TURNS for x, y in ((5, 2), (2, 5))),
    point_group=HEXAGON,
    embedding=((1 / 6, 1 / 12), (0.0, -sqrt(0.75) / 6)),
    numbered=True,
)
