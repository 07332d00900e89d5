"""The kagome lattice: hexagons and triangles, two of each about every corner.

x and y are those of the hexagon. Inside, a cell is its centroid, six times as fine as hexagons.
"""

from __future__ import annotations

from math import sqrt

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import HEXAGON
from cp_puzzles.geometry.sublattice import Sublattice

KAGOME = Lattice(
    name="kagome",
    noun="hexagon or triangle",
    rule="write [x, y, z], z is 0 for hexagon x, y, 1 for the triangle to its upper right, 2 for the one beyond that",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(6, 6),
    shapes={
        (0, 0): Shape(
            ((2, 2), (-2, 4), (-4, 2), (-2, -2), (2, -4), (4, -2)),
            ((3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3)),
        ),
        (2, 2): Shape(((-2, -2), (4, -2), (-2, 4)), ((1, -2), (-2, 1), (1, 1))),
    },
    origins=((0, 0), (2, 2), (4, 4)),
    point_group=HEXAGON,
    embedding=((1 / 3, 1 / 6), (0.0, -sqrt(0.75) / 3)),
    numbered=True,
)
