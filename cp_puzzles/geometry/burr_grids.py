"""The grids of BurrTools, and which cells of our lattices their voxels are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cp_puzzles.geometry.isometry import Cell

Voxel = tuple[int, int, int]
"""A place in a shape of BurrTools: x, y, z, from 0 on."""


@dataclass(frozen=True)
class BurrGrid:
    """A grid: the lattice whose cells its voxels are, and the maps between them, which never mirror.

    Moving all voxels of a shape by `period` moves its cells by a translation of the lattice.
    """

    number: int
    lattice: str
    cell: Callable[[Voxel], Cell]
    voxel: Callable[[Cell], Voxel]
    period: Voxel


def _cube(voxel: Voxel) -> Cell:
    # the y of BurrTools points away from the viewer, our rows towards them
    x, y, z = voxel
    return z, -y, x


def _cube_voxel(cell: Cell) -> Voxel:
    layer, row, column = cell
    return column, -row, layer


def _prism(voxel: Voxel) -> Cell:
    x, y, z = voxel
    down = (x + y) % 2
    return (3 * ((x - y - down) // 2) + 1 + down, 3 * y + 1 + down, z)


def _prism_voxel(cell: Cell) -> Voxel:
    a, b, z = cell
    y, down = (b - 1) // 3, (b - 1) % 3
    return 2 * ((a - 1 - down) // 3) + y + down, y, z


def _point(voxel: Voxel) -> Cell:
    return voxel


def _point_voxel(cell: Cell) -> Voxel:
    x, y, z = cell
    return x, y, z


def _rhombic(voxel: Voxel) -> Cell:
    return tuple(x - 2 for x in voxel)


def _rhombic_voxel(cell: Cell) -> Voxel:
    x, y, z = cell
    return x + 2, y + 2, z + 2


def _eighths(voxel: Voxel) -> Cell:
    return tuple(2 * x - 5 for x in voxel)


def _eighths_voxel(cell: Cell) -> Voxel:
    x, y, z = cell
    return (x + 5) // 2, (y + 5) // 2, (z + 5) // 2


BURR_GRIDS = (
    BurrGrid(0, "cubic", _cube, _cube_voxel, (1, 1, 1)),
    BurrGrid(1, "triangular-prisms", _prism, _prism_voxel, (2, 2, 1)),
    BurrGrid(2, "balls", _point, _point_voxel, (2, 2, 2)),
    BurrGrid(3, "rhombic", _rhombic, _rhombic_voxel, (5, 5, 5)),
    BurrGrid(4, "tetra-eighths", _eighths, _eighths_voxel, (6, 6, 6)),
)
"""The grids by their numbers."""
