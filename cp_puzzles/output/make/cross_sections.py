"""Cross sections of cut and printed parts: `manifold3d` bodies, names as outlines of letters, and rows on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cp_puzzles.output.draw.board_picture import middle_cell
from cp_puzzles.output.draw.cell_shapes import cell_center, inscribed_diameter
from cp_puzzles.output.draw.picture import Point
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.puzzle import Puzzle

Loops = tuple[tuple[Point, ...], ...]

CIRCLE_SEGMENTS = 32
_HEIGHT, _WIDTH = 0.45, 0.6
"""The largest height and width of a name, in diameters of the circle inscribed in a cell."""


def rows_on_sheets(
    sizes: Iterable[tuple[float, float]], sheet: tuple[float, float], spacing: float
) -> Iterator[tuple[int, float, float]]:
    """Yield the number of the sheet and the corner of each part, in rows; each part fits a sheet alone.

    >>> list(rows_on_sheets([(3, 2), (3, 1), (3, 1), (5, 4)], (8, 4), 1))
    [(0, 0.0, 0.0), (0, 4.0, 0.0), (0, 0.0, 3.0), (1, 0.0, 0.0)]
    """
    number, x, y, row = 0, 0.0, 0.0, 0.0
    for width, height in sizes:
        if x + width > sheet[0]:
            x, y, row = 0.0, y + row + spacing, 0.0
        if y + height > sheet[1]:
            number, x, y, row = number + 1, 0.0, 0.0, 0.0
        yield number, x, y
        x, row = x + width + spacing, max(row, height)


def section(loops: Iterable[Sequence[Point]]) -> Any:
    """Return the `manifold3d.CrossSection` inside loops, even-odd filled."""
    from manifold3d import CrossSection, FillRule

    return CrossSection(list(loops), FillRule.EvenOdd)


def offset(body: Any, *distances: float) -> Any:
    """Return a cross section offset by the distances in turn, with round joins."""
    from manifold3d import JoinType

    for distance in distances:
        body = body.offset(distance, JoinType.Round, 2.0, CIRCLE_SEGMENTS)
    return body


def without_holes(body: Any) -> Any:
    """Return a cross section with its holes filled: the outer loop of a part is the widest."""
    from manifold3d import CrossSection, FillRule

    def width(loop: Any) -> float:
        return float(loop[:, 0].max() - loop[:, 0].min())

    return CrossSection([max(part.to_polygons(), key=width) for part in body.decompose()], FillRule.NonZero)


def tile_letters(lattice: Lattice, tile: Tile, scale: float) -> Loops:
    """Return the outlines of a tile's name on its middle cell."""
    return _letters(lattice, middle_cell(lattice, tile.form), tile.name, scale)


def board_letters(puzzle: Puzzle, scale: float) -> Loops:
    """Return the outlines of the labels of a board on their cells."""
    lattice = puzzle.lattice
    return tuple(loop for label, cell in puzzle.board.labels for loop in _letters(lattice, cell, label, scale))


def _letters(lattice: Lattice, cell: Cell, text: str, scale: float) -> Loops:
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
