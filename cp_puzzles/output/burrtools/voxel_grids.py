"""The grids of BurrTools, and the cells of lattices that correspond to their voxels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cp_puzzles.puzzle.geometry.isometry import Cell

Voxel = tuple[int, int, int]
"""A position in a shape of BurrTools: x, y, z, from 0."""


@dataclass(frozen=True)
class BurrGrid:
    """A grid: its lattice, and the maps between voxels and cells, which preserve orientation.

    Translating a shape by `period` translates its cells by a translation of the lattice.
    """

    number: int
    lattice: str
    cell: Callable[[Voxel], Cell]
    voxel: Callable[[Cell], Voxel]
    period: Voxel


def _cube(voxel: Voxel) -> Cell:
    # the y of BurrTools points away from the viewer, our rows point towards the viewer
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


def _scaled(factor: int, shift: int) -> tuple[Callable[[Voxel], Cell], Callable[[Cell], Voxel]]:
    """Return the maps of a grid whose cells are its voxels times a factor, translated along the diagonal."""

    def cell(voxel: Voxel) -> Cell:
        return tuple(factor * x + shift for x in voxel)

    def voxel(cell: Cell) -> Voxel:
        x, y, z = ((c - shift) // factor for c in cell)
        return x, y, z

    return cell, voxel


BURR_GRIDS = (
    BurrGrid(0, "cubic", _cube, _cube_voxel, (1, 1, 1)),
    BurrGrid(1, "triangular-prisms", _prism, _prism_voxel, (2, 2, 1)),
    BurrGrid(2, "balls", *_scaled(1, 0), (2, 2, 2)),
    BurrGrid(3, "rhombic", *_scaled(1, -2), (5, 5, 5)),
    BurrGrid(4, "tetra-eighths", *_scaled(2, -5), (6, 6, 6)),
)
"""The grids by number."""
