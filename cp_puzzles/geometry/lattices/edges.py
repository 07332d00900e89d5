"""Edges of the lattices of squares, triangles and hexagons: polysticks, polytrigs and polytwigs.

x runs to the right, y upwards or to the upper right. Inside, an edge is its midpoint, in halves; vertices are the
points with two even coordinates (of twigs: the centres of the hexagons). As it is drawn an edge is a bar with pointed
ends, so that bars meet along the lines that halve the angles between them.
"""

from __future__ import annotations

from math import sqrt

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import HEXAGON, SQUARE
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.text_grid import TextGrid

_HALVES = Sublattice.scaled(2, 2)
_SLANTED = ((0.5, 0.25), (0.0, -sqrt(0.75) / 2))

STICKS = Lattice(
    name="sticks",
    noun="stick",
    rule="write [x, y, z], z is 0 for the stick from vertex x, y to the right and 1 for the one upwards",
    axes=("x", "y", "z"),
    translations=_HALVES,
    shapes={
        (1, 0): Shape(
            ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)),
            ((8, 0), (6, 2), (-6, 2), (-8, 0), (-6, -2), (6, -2)),
        )
    },
    origins=((1, 0), (0, 1)),
    point_group=SQUARE,
    embedding=((0.5, 0.0), (0.0, -0.5)),
    unit=8,
    numbered=True,
    spokes=((1, 0), (0, 1), (-1, 0), (0, -1)),
    text=TextGrid(
        ((0, 0, 0), (0, -2, -1), (2, 0, -1)),
        marks=(("-", 0), ("|", 1)),
        joints="+",
        how="draw vertices as + or ., and sticks between them as - and |",
    ),
)

TRIGS = Lattice(
    name="trigs",
    noun="trig",
    rule="write [x, y, z], z is 0, 1 or 2 for the edge from vertex x, y to the right, upper right or upper left",
    axes=("x", "y", "z"),
    translations=_HALVES,
    shapes={
        (1, 0): Shape(
            ((2, 0), (1, 1), (0, 1), (1, -1), (2, -1), (-2, 0), (-1, -1), (0, -1), (-1, 1), (-2, 1)),
            ((4, 0), (2, 1), (-3, 1), (-4, 0), (-2, -1), (3, -1)),
        )
    },
    origins=((1, 0), (0, 1), (-1, 1)),
    point_group=HEXAGON,
    embedding=_SLANTED,
    unit=4,
    numbered=True,
    spokes=((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    edges_of="triangular",
)

TWIGS = Lattice(
    name="twigs",
    noun="twig",
    rule="write [x, y, z], z is 0, 1 or 2 for the edge from the lower left corner of hexagon x, y to the lower right, "
    "upwards or to the lower left",
    axes=("x", "y", "z"),
    translations=_HALVES,
    shapes={
        (1, 0): Shape(
            ((0, 1), (-1, 1), (0, -1), (1, -1)),
            ((-2, 4), (-3, 3), (0, -3), (2, -4), (3, -3), (0, 3)),
        )
    },
    origins=((0, -1), (-1, 0), (-1, -1)),
    point_group=HEXAGON,
    embedding=_SLANTED,
    unit=6,
    numbered=True,
    edges_of="hexagonal",
)
