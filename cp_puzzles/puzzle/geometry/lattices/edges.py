"""Edges of the lattices of squares, triangles and hexagons: polysticks, polytrigs and polytwigs.

x runs to the right, y upwards or to the upper right. Internally an edge is its midpoint, in halves; vertices are the
points with two even coordinates (of twigs: the centers of the hexagons). An edge is drawn as a bar with pointed
ends; bars meet along the bisectors of the angles between them.
"""

from __future__ import annotations

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.isometry import Sublattice, TextGrid
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices.cubes import SQUARE_GROUP
from cp_puzzles.puzzle.geometry.lattices.hexagons import HEXAGON_GROUP, slanted

_HALVES = Sublattice.scaled(2, 2)

STICKS = Lattice(
    name="sticks",
    noun="stick",
    rule="write [x, y, z], z is 0 for the stick from vertex x, y to the right and 1 for the one upwards",
    axes=("x", "y", "z"),
    translations=_HALVES,
    shapes={
        (1, 0): CellShape(
            ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)),
            ((8, 0), (6, 2), (-6, 2), (-8, 0), (-6, -2), (6, -2)),
        )
    },
    origins=((1, 0), (0, 1)),
    point_group=SQUARE_GROUP,
    embedding=((0.5, 0.0), (0.0, -0.5)),
    unit=8,
    is_numbered=True,
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
        (1, 0): CellShape(
            ((2, 0), (1, 1), (0, 1), (1, -1), (2, -1), (-2, 0), (-1, -1), (0, -1), (-1, 1), (-2, 1)),
            ((4, 0), (2, 1), (-3, 1), (-4, 0), (-2, -1), (3, -1)),
        )
    },
    origins=((1, 0), (0, 1), (-1, 1)),
    point_group=HEXAGON_GROUP,
    embedding=slanted(2),
    unit=4,
    is_numbered=True,
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
        (1, 0): CellShape(
            ((0, 1), (-1, 1), (0, -1), (1, -1)),
            ((-2, 4), (-3, 3), (0, -3), (2, -4), (3, -3), (0, 3)),
        )
    },
    origins=((0, -1), (-1, 0), (-1, -1)),
    point_group=HEXAGON_GROUP,
    embedding=slanted(2),
    unit=6,
    is_numbered=True,
    edges_of="hexagonal",
)
