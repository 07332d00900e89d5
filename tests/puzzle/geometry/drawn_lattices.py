"""Lattices in coordinates, for an independent check of the geometry: points of cells, rotations, a board."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.cell_solid import center, polygon, solid
from cp_puzzles.puzzle.geometry.isometry import Sublattice, generated_group
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.puzzle.geometry import lattice_oracle as oracle

LARGE = ("truncated-octahedra",)
"""Lattices that belong to the slow run, because their cells have many neighbors or corners."""

_STEPS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))

BRICKS = Lattice(
    name="bricks",
    noun="brick",
    rule="row + column must be even",
    axes=("row", "column"),
    translations=Sublattice(((1, 1), (0, 2))),
    shapes={(0, 0): CellShape(_STEPS, tuple(product((-1, 1), (-2, 0, 2))))},
    point_group=generated_group(((1, 0), (0, -1)), ((-1, 0), (0, 1))),
    embedding=((0.0, 1.0), (1.0, 0.0)),
    unit=2,
)
"""A brick wall: the corners of bricks lie in the middle of the long sides of others."""

PYTHAGOREAN = Lattice(
    name="pythagorean",
    noun="square",
    rule="write [x, y, z], z is 0 for large square x, y, 1 for the small one to its lower right",
    axes=("x", "y", "z"),
    translations=Sublattice.spanned([(4, 2), (-2, 4)]),
    shapes={
        (0, 0): CellShape(
            ((4, 2), (-2, 4), (-4, -2), (2, -4), (3, -1), (1, 3), (-3, 1), (-1, -3)),
            tuple(corner for corner in product((-2, 0, 2), repeat=2) if any(corner)),
        ),
        (3, -1): CellShape(((-3, 1), (-1, -3), (3, -1), (1, 3)), tuple(product((-1, 1), repeat=2))),
    },
    point_group=generated_group(((0, -1), (1, 0))),
    embedding=((0.25, 0.0), (0.0, -0.25)),
    is_numbered=True,
)
"""Squares of two sizes, as in a proof of the Pythagorean theorem: quarter turns and no reflections."""

DRAWN = {**LATTICES, BRICKS.name: BRICKS, PYTHAGOREAN.name: PYTHAGOREAN}
"""The lattices by name, with two whose point groups no lattice of the package has."""

EVERY_LATTICE = pytest.mark.parametrize(
    "lattice",
    [
        pytest.param(each, marks=[pytest.mark.slow] if name in (*LARGE, *list(LATTICES)[1::2]) else [], id=name)
        for name, each in DRAWN.items()
    ],
)
"""Half of the lattices by default, with the two that are not of the package; all of them in the slow run."""


def drawn(lattice: Lattice, cell: tuple[int, ...]) -> NDArray[np.float64]:
    """The points of a cell: its corners, or the center of a ball."""
    if lattice.radius:
        return np.array([center(lattice, cell)])
    return np.array(polygon(lattice, cell) if lattice.is_flat else solid(lattice, cell).points)


def ends(lattice: Lattice, cell: tuple[int, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The two ends of an edge, drawn as a bar: the points of it that are farthest apart."""
    return max(combinations(drawn(lattice, cell), 2), key=lambda pair: np.linalg.norm(pair[1] - pair[0]))


@cache
def turns_of(lattice: Lattice) -> list[NDArray[np.float64]]:
    """The matrices of the isometries that map the cells around a cell to cells, in the coordinates of the drawing."""
    start, *others = (each.origin for each in lattice.cell_classes)
    reach = 1 + max(map(max, lattice.translations.basis))
    scale = np.linalg.norm(np.linalg.inv(np.array(lattice.embedding)), axis=1).max()
    middle = {cell: np.array(center(lattice, cell)) for cell in (start, *others)}
    wide = reach + max(int(scale * np.linalg.norm(place)) for place in middle.values())
    box = product(range(-wide, wide + 1), repeat=lattice.dimension)  # all cells within the radius are here
    cells = {cell: drawn(lattice, cell) for cell in box if lattice.is_cell(cell)}
    near = [
        outline
        for cell, outline in cells.items()
        if np.linalg.norm(np.array(center(lattice, cell)) - middle[start]) < reach / scale + 1e-9
    ]
    near.sort(key=lambda outline: float(np.linalg.norm(outline.mean(axis=0) - middle[start])))
    return oracle.isometries(near, list(cells.values()), [cells[cell] for cell in (start, *others)])


def some_board(lattice: Lattice, size: int) -> tuple[tuple[int, ...], ...]:
    """A lump of connected cells, grown from one without any regard to symmetry."""
    cells = [lattice.cell_classes[0].origin]
    for cell in cells:
        cells += [near for near in lattice.neighbors(cell) if near not in cells]
        if len(cells) >= size:
            break
    return tuple(sorted(cells[:size]))
