"""Shapes of BurrTools files: a box of voxels and the position of cells in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape

from cp_puzzles.output.burrtools.burr_xml import printable
from cp_puzzles.output.burrtools.voxel_grids import BurrGrid, Voxel
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, normalize_colored
from cp_puzzles.puzzle.tile import Tile


@dataclass(frozen=True)
class VoxelBox:
    """The smallest box around some cells whose corner is a corner of the grid."""

    grid: BurrGrid
    cells: tuple[Cell, ...]

    @cached_property
    def corner(self) -> Voxel:
        """Return the voxel of the grid at 0, 0, 0 of the box."""
        columns = zip(*map(self.grid.voxel, self.cells), self.grid.period, strict=True)
        x, y, z = (min(column[:-1]) // column[-1] * column[-1] for column in columns)
        return x, y, z

    def voxel(self, cell: Cell) -> Voxel:
        """Return the position of a cell in the box."""
        x, y, z = (at - first for at, first in zip(self.grid.voxel(cell), self.corner, strict=True))
        return x, y, z

    @cached_property
    def hotspot(self) -> Voxel:
        """Return the first of the voxels in file order, the reference point of assemblies."""
        return min(map(self.voxel, self.cells), key=lambda voxel: voxel[::-1])

    def described(self, name: str, color: Mapping[Cell, int], free: Collection[Cell] = ()) -> str:
        """Return the XML element, with the color number of each cell, 0 for none; `free` cells may stay empty."""
        marks = {
            self.voxel(cell): ("+" if cell in free else "#") + (str(color[cell]) if color[cell] else "")
            for cell in self.cells
        }
        sizes = [max(column) + 1 for column in zip(*marks, strict=True)]
        box = [(x, y, z) for z in range(sizes[2]) for y in range(sizes[1]) for x in range(sizes[0])]
        attributes = dict(zip("xyz", sizes, strict=True))
        attributes |= {f"h{axis}": at for axis, at in zip("xyz", self.hotspot, strict=True) if at}
        written = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        return f'<voxel {written} name="{xml_text(name)}" type="0">{"".join(marks.get(at, "_") for at in box)}</voxel>'


def grid_orientations(tile: Tile, lattice: Lattice) -> tuple[ColoredCells, ...]:
    """Return the orientations of a tile, with colors, on the lattice of the grid."""
    orientations = tile.colored_orientations or tuple(tuple((cell, "") for cell in form) for form in tile.orientations)
    return tuple(
        normalize_colored(lattice, {lattice.lifted(cell): letter for cell, letter in cells}) for cells in orientations
    )


def xml_text(text: str) -> str:
    """Return a text escaped for XML."""
    return escape(printable(text))
