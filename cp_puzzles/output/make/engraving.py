"""Names engraved into pieces and trays, as outlines of letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cp_puzzles.output.draw.board_picture import middle_cell
from cp_puzzles.output.draw.cell_shapes import cell_center, inscribed_diameter
from cp_puzzles.output.draw.picture import Point
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.tile import Tile

Loops = tuple[tuple[Point, ...], ...]

_HEIGHT, _WIDTH = 0.45, 0.6
"""The largest height and width of a name, in diameters of the circle inscribed in a cell."""


def tile_letters(lattice: Lattice, tile: Tile, scale: float) -> Loops:
    """Return the outlines of a tile's name on its middle cell."""
    return letter_outlines(lattice, middle_cell(lattice, tile.form), tile.name, scale)


def board_letters(puzzle: Puzzle, scale: float) -> Loops:
    """Return the outlines of the labels of a board on their cells."""
    return tuple(_label_outlines(puzzle, scale))


def _label_outlines(puzzle: Puzzle, scale: float) -> Iterator[tuple[Point, ...]]:
    for label, cell in puzzle.board.labels:
        yield from letter_outlines(puzzle.lattice, cell, label, scale)


def letter_outlines(lattice: Lattice, cell: Cell, text: str, scale: float) -> Loops:
    """Return the outlines of a text in the middle of a cell, y down, in drawn units times `scale`; even-odd filled."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return ()
    size = scale * min(1.0, inscribed_diameter(lattice, cell))
    path = TextPath((0, 0), text, size=_HEIGHT * size, prop=FontProperties(family="DejaVu Sans"), usetex=False)
    box = path.get_extents()
    share = min(1.0, _WIDTH * size / max(box.width, box.height, 1e-9))
    x, y = cell_center(lattice, cell)
    across, down = scale * x - share * (box.x0 + box.x1) / 2, scale * y + share * (box.y0 + box.y1) / 2
    loops: Any = path.to_polygons()
    return tuple(tuple((across + share * float(px), down - share * float(py)) for px, py in loop) for loop in loops)
