"""Triangles: cells x, y, z, the one that points up (z = 0) and the one that points down (z = 1) of rhombus x, y.

x runs to the right, y to the upper right. Inside, a triangle is its centroid, three times as fine: (3x + 1, 3y + 1)
if it points up, (3x + 2, 3y + 2) if it points down.
"""

from __future__ import annotations

from math import sqrt

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import HEXAGON
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.text_grid import TextGrid

UP = (1, 1)
DOWN = (2, 2)
SIDES = ((1, 1), (-2, 1), (1, -2))
"""From a triangle that points up to its three neighbours."""

POINTING = ("that point up", "that point down")

CORNERS = ((-1, -1), (2, -1), (-1, 2))
"""The corners of a triangle that points up."""

TRIANGULAR = Lattice(
    name="triangular",
    noun="triangle",
    rule="write [x, y, z], z is 0 for the triangle that points up and 1 for the one that points down",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(3, 3),
    shapes={UP: Shape(SIDES, CORNERS)},
    origins=(UP, DOWN),
    point_group=HEXAGON,
    embedding=((1 / 3, 1 / 6), (0.0, -sqrt(0.75) / 3)),
    numbered=True,
    kind_words=POINTING,
    text=TextGrid(
        ((0, 0, 0), (0, -1, 0), (2, 1, 1)),
        marks=(("^", 0), ("v", 1)),
        how="draw triangles side by side, at least one as it points, ^ or v: they alternate along rows and columns",
    ),
)
