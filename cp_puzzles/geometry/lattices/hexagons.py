"""Hexagons: cells x, y along two axes 60 degrees apart, x to the right, y to the upper right."""

from __future__ import annotations

from math import sqrt

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import HEXAGON
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.text_grid import TextGrid

SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""From a hexagon to its six neighbours."""

CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
"""The corners of a hexagon, in thirds."""

SLANTED = ((1.0, 0.5), (0.0, -sqrt(0.75)))
"""The axes as they are drawn, y upwards."""

HEXAGONAL = Lattice(
    name="hexagonal",
    noun="hexagon",
    rule="any x and y",
    axes=("x", "y"),
    translations=Sublattice.scaled(1, 1),
    shapes={(0, 0): Shape(SIDES, CORNERS)},
    point_group=HEXAGON,
    embedding=SLANTED,
    unit=3,
    text=TextGrid(
        ((0, 0), (0, -1), (2, 1)),
        columns=2,
        how="draw a hexagon as X with a space between two, and shift each row by one column from the next",
    ),
)
