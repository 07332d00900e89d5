"""Lattices in coordinates, for an independent check of the geometry: points of cells, rotations, a board."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from cp_puzzles.puzzle.geometry.cell_solid import center, polygon, solid
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.puzzle.geometry import lattice_oracle as oracle

LARGE = ("truncated-octahedra",)
"""Lattices that belong to the slow run, because their cells have many neighbors or corners."""

EVERY_LATTICE = pytest.mark.parametrize(
    "lattice",
    [pytest.param(each, marks=[pytest.mark.slow] if name in LARGE else [], id=name) for name, each in LATTICES.items()],
)


def drawn(lattice: Lattice, cell: tuple[int, ...]) -> NDArray[np.float64]:
    """The points of a cell: its corners, or the center of a ball."""
    if lattice.radius:
        return np.array([center(lattice, cell)])
    return np.array(polygon(lattice, cell) if lattice.is_flat else solid(lattice, cell).points)


def ends(lattice: Lattice, cell: tuple[int, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The two ends of an edge, drawn as a bar: the points of it that are farthest apart."""
    return max(itertools.combinations(drawn(lattice, cell), 2), key=lambda pair: np.linalg.norm(pair[1] - pair[0]))


def turns_of(lattice: Lattice) -> list[NDArray[np.float64]]:
    """The isometries that the lattice should have, as matrices of the drawing, rotations first."""
    if lattice.is_flat:
        return oracle.plane_turns({8: 4, 12: 6}[len(lattice.point_group)])
    if len(lattice.point_group) == 24:
        return oracle.prism_turns()
    frame = np.array(lattice.embedding)
    return oracle.cube_turns(frame / np.linalg.norm(frame, axis=0))


def some_board(lattice: Lattice, size: int) -> tuple[tuple[int, ...], ...]:
    """A lump of connected cells, grown from one without any regard to symmetry."""
    cells = [lattice.cell_classes[0].origin]
    for cell in cells:
        cells += [near for near in lattice.neighbors(cell) if near not in cells]
        if len(cells) >= size:
            break
    return tuple(sorted(cells[:size]))
