"""Hexagons and triangles about axes x, to the right, and y, to the upper right, 60 degrees apart; both as prisms.

A triangle x, y, z is the half of rhombus x, y that points up (z = 0) or down (z = 1). Internally it is its centroid in
thirds of a step between hexagons: (3x + 1, 3y + 1) if it points up, (3x + 2, 3y + 2) if it points down. A prism has
the number of its layer after x and y. In the kagome lattice hexagons and triangles alternate about every corner;
internally a cell is its centroid in sixths of a step between hexagons.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.isometry import Isometry, Matrix, Sublattice, TextGrid, generated_group
from cp_puzzles.puzzle.geometry.lattice import Lattice


def _upright(isometries: Iterable[Isometry]) -> tuple[Matrix, ...]:
    """Return isometries of a plane as isometries of space that fix the third axis."""
    return tuple((*((*row, 0) for row in isometry.matrix), (0, 0, 1)) for isometry in isometries)


HEXAGON_GROUP = generated_group(((0, -1), (1, 1)), ((0, 1), (1, 0)))
"""The 12 isometries of the hexagon for axes 60 degrees apart: a sixth-turn and a reflection generate them."""

PRISM_GROUP = generated_group(*_upright(HEXAGON_GROUP), ((1, 0, 0), (0, 1, 0), (0, 0, -1)))
"""The 24 isometries of the hexagonal prism: those of the hexagon, with and without a horizontal reflection."""

_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps from a hexagon to its six neighbors."""

CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
"""The corners of a hexagon, in thirds."""

_UP = CellShape(((1, 1), (-2, 1), (1, -2)), ((-1, -1), (2, -1), (-1, 2)))
"""The steps from a triangle that points up to its three neighbors, and its corners."""

_POINTING = ("that point up", "that point down")

_UPRIGHT = ((0, 0, 1), (0, 0, -1))


def slanted(unit: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the embedding of axes x and y, 60 degrees apart, for coordinates in units of 1/`unit`."""
    return (1 / unit, 0.5 / unit), (0.0, -sqrt(0.75) / unit)


def _prismatic(unit: int) -> tuple[tuple[float, float, float], ...]:
    """Return the embedding of axes x and y as in `slanted`, and of layers one unit apart."""
    return (*((*row, 0.0) for row in slanted(unit)), (0.0, 0.0, 1.0))


HEXAGONAL = Lattice(
    name="hexagonal",
    noun="hexagon",
    rule="any x and y",
    axes=("x", "y"),
    translations=Sublattice.scaled(1, 1),
    shapes={(0, 0): CellShape(_SIDES, CORNERS)},
    point_group=HEXAGON_GROUP,
    embedding=slanted(1),
    unit=3,
    text=TextGrid(
        ((0, 0), (0, -1), (2, 1)),
        columns=2,
        how="draw a hexagon as X with a space between two, and shift each row by one column from the next",
    ),
)

TRIANGULAR = Lattice(
    name="triangular",
    noun="triangle",
    rule="write [x, y, z], z is 0 for the triangle that points up and 1 for the one that points down",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(3, 3),
    shapes={(1, 1): _UP},
    origins=((1, 1), (2, 2)),
    point_group=HEXAGON_GROUP,
    embedding=slanted(3),
    is_numbered=True,
    class_words=_POINTING,
    text=TextGrid(
        ((0, 0, 0), (0, -1, 0), (2, 1, 1)),
        marks=(("^", 0), ("v", 1)),
        how="draw triangles side by side, at least one as it points, ^ or v: they alternate along rows and columns",
    ),
)

KAGOME = Lattice(
    name="kagome",
    noun="hexagon or triangle",
    rule="write [x, y, z], z is 0 for hexagon x, y, 1 for the triangle to its upper right, 2 for the one beyond that",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(6, 6),
    shapes={
        (0, 0): CellShape(
            ((2, 2), (-2, 4), (-4, 2), (-2, -2), (2, -4), (4, -2)),
            ((3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3)),
        ),
        (2, 2): CellShape(((-2, -2), (4, -2), (-2, 4)), ((1, -2), (-2, 1), (1, 1))),
    },
    origins=((0, 0), (2, 2), (4, 4)),
    point_group=HEXAGON_GROUP,
    embedding=slanted(3),
    is_numbered=True,
)

TRIANGULAR_PRISMS = Lattice(
    name="triangular-prisms",
    noun="prism",
    rule="write [x, y, layer, z], z is 0 for the prism that points up and 1 for the one that points down",
    axes=("x", "y", "layer", "z"),
    translations=Sublattice.scaled(3, 3, 1),
    shapes={
        (1, 1, 0): CellShape(
            (*((*step, 0) for step in _UP.steps), *_UPRIGHT),
            tuple((2 * a, 2 * b, z) for a, b in _UP.corners for z in (-1, 1)),
        )
    },
    origins=((1, 1, 0), (2, 2, 0)),
    point_group=PRISM_GROUP,
    embedding=_prismatic(3),
    unit=2,
    is_numbered=True,
    class_words=_POINTING,
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
        (0, 0, 0): CellShape(
            (*((*step, 0) for step in _SIDES), *_UPRIGHT),
            tuple((2 * a, 2 * b, z) for a, b in CORNERS for z in (-3, 3)),
        )
    },
    point_group=PRISM_GROUP,
    embedding=_prismatic(1),
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
