"""Prisms: layers of triangles or of hexagons, one straight above the other.

A cell is that of the flat lattice with its layer behind x and y.
"""

from __future__ import annotations

from math import sqrt

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import hexagons, triangles
from cp_puzzles.geometry.point_groups import PRISM
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.text_grid import TextGrid

_UPRIGHT = ((0, 0, 1), (0, 0, -1))

TRIANGULAR_PRISMS = Lattice(
    name="triangular-prisms",
    noun="prism",
    rule="write [x, y, layer, z], z is 0 for the prism that points up and 1 for the one that points down",
    axes=("x", "y", "layer", "z"),
    translations=Sublattice.scaled(3, 3, 1),
    shapes={
        (1, 1, 0): Shape(
            (*((*step, 0) for step in triangles.SIDES), *_UPRIGHT),
            tuple((2 * a, 2 * b, z) for a, b in triangles.CORNERS for z in (-1, 1)),
        )
    },
    origins=((1, 1, 0), (2, 2, 0)),
    point_group=PRISM,
    embedding=((1 / 3, 1 / 6, 0.0), (0.0, -sqrt(0.75) / 3, 0.0), (0.0, 0.0, 1.0)),
    unit=2,
    numbered=True,
    kind_words=triangles.POINTING,
    layer_of="triangular",
    lift=((1, 0), (0, 1), (0, 0)),
    text=TextGrid(
        ((0, 0, 1, 0), (0, -1, 0, 0), (2, 1, 0, 1)),
        marks=(("^", 0), ("v", 1)),
        how="draw triangles side by side, at least one as it points, ^ or v, and layers with an empty line between",
    ),
)

HEXAGONAL_PRISMS = Lattice(
    name="hexagonal-prisms",
    noun="prism",
    rule="any x, y and layer",
    axes=("x", "y", "layer"),
    translations=Sublattice.scaled(1, 1, 1),
    shapes={
        (0, 0, 0): Shape(
            (*((*step, 0) for step in hexagons.SIDES), *_UPRIGHT),
            tuple((2 * a, 2 * b, z) for a, b in hexagons.CORNERS for z in (-3, 3)),
        )
    },
    point_group=PRISM,
    embedding=((*hexagons.SLANTED[0], 0.0), (*hexagons.SLANTED[1], 0.0), (0.0, 0.0, 1.0)),
    unit=6,
    layer_of="hexagonal",
    lift=((1, 0), (0, 1), (0, 0)),
    text=TextGrid(
        ((0, 0, 1), (0, -1, 0), (2, 1, 0)),
        columns=2,
        how="draw a hexagon as X with a space between two, shift each row by one column from the next, and draw "
        "layers with an empty line between",
    ),
)
