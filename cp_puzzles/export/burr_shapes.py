"""Cells as shapes of BurrTools: a box of voxels, and where in it they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape

from cp_puzzles.geometry.burr_grids import BurrGrid, Voxel
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.polyform import Painted, painted
from cp_puzzles.puzzle.model import Tile


@dataclass(frozen=True)
class VoxelBox:
    """The smallest box around some cells whose corner is a corner of the grid."""

    grid: BurrGrid
    cells: tuple[Cell, ...]

    @cached_property
    def corner(self) -> Voxel:
        """The voxel of the grid that is 0, 0, 0 in the box."""
        columns = zip(*map(self.grid.voxel, self.cells), self.grid.period, strict=True)
        x, y, z = (min(column[:-1]) // column[-1] * column[-1] for column in columns)
        return x, y, z

    def voxel(self, cell: Cell) -> Voxel:
        """Where a cell is in the box."""
        x, y, z = (at - first for at, first in zip(self.grid.voxel(cell), self.corner, strict=True))
        return x, y, z

    @cached_property
    def hotspot(self) -> Voxel:
        """The first of its voxels in the order of the file, which says where a piece lies."""
        return min(map(self.voxel, self.cells), key=lambda voxel: voxel[::-1])

    def described(self, name: str, colour: Mapping[Cell, int], free: Collection[Cell] = ()) -> str:
        """The element, with the number of each cell's colour, 0 for none; those that are `free` may stay empty."""
        marks = {
            self.voxel(cell): ("+" if cell in free else "#") + (str(colour[cell]) if colour[cell] else "")
            for cell in self.cells
        }
        sizes = [max(column) + 1 for column in zip(*marks, strict=True)]
        box = [(x, y, z) for z in range(sizes[2]) for y in range(sizes[1]) for x in range(sizes[0])]
        attributes = dict(zip("xyz", sizes, strict=True))
        attributes |= {f"h{axis}": at for axis, at in zip("xyz", self.hotspot, strict=True) if at}
        written = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        return f'<voxel {written} name="{xml_text(name)}" type="0">{"".join(marks.get(at, "_") for at in box)}</voxel>'


def painted_looks(tile: Tile, lattice: Lattice) -> tuple[Painted, ...]:
    """The orientations of a tile, with colours, in the space of BurrTools."""
    looks = tile.painted or tuple(tuple((cell, "") for cell in form) for form in tile.orientations)
    return tuple(painted(lattice, {lattice.raised(cell): its for cell, its in look}) for look in looks)


def xml_text(text: str) -> str:
    """A text that XML can say."""
    return escape("".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text))
