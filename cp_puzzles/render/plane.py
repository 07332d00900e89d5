"""Drawing square cells: one plane of them, characters joined between different pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.render.block import Block, Line
from cp_puzzles.render.canvas import Canvas, Grid
from cp_puzzles.render.scene import Scene

Piece = tuple[str, Style]
"""A run of characters in one style."""

_LINE = Style()
_SQUARE = LATTICES["square"]


def draw_plane(scene: Scene, size: Cell, grid: Grid, canvas: Canvas) -> Block:
    """Draw the cells (row, column) of a scene, from (0, 0) to below `size`."""
    rows, columns = size
    named = None if canvas.names_everywhere else _named_cells(scene)
    plane = _Plane(scene, columns, grid, canvas, named)
    if not grid.lines:
        lines = [plane.cells(row) for row in range(rows)]
    else:
        lines = [plane.border(0)]
        for row in range(rows):
            lines += [plane.cells(row), plane.border(row + 1)]
    return Block(grid.width(columns), tuple(map(_line, lines)))


def plane_width(size: Cell, grid: Grid) -> int:
    """The columns that the cells below `size` take; of a box, those of one layer."""
    return grid.width(size[-1])


class _Plane:
    def __init__(self, scene: Scene, columns: int, grid: Grid, canvas: Canvas, named: frozenset[Cell] | None) -> None:
        self._scene, self._columns, self._grid, self._canvas, self._named = scene, columns, grid, canvas, named
        self._regions = {cell: look.region for cell, look in scene.items()}

    def cells(self, row: int) -> Iterator[Piece]:
        """The line through the middles of the cells of a row."""
        for column in range(self._columns):
            if self._grid.lines:
                yield self._upright(row, column)
            yield self._middle((row, column))
        if self._grid.lines:
            yield self._upright(row, self._columns)

    def border(self, row: int) -> Iterator[Piece]:
        """The line above a row."""
        for column in range(self._columns):
            yield self._joint(row, column)
            if self._differ((row - 1, column), (row, column)):
                yield self._canvas.joint(False, True, False, True) * self._grid.columns, _LINE
            else:
                yield " " * self._grid.columns, self._ground((row, column))
        yield self._joint(row, self._columns)

    def _middle(self, cell: Cell) -> Piece:
        look = self._scene.get(cell)
        width = self._grid.columns
        if look is None:
            return " " * width, _LINE
        text = self._canvas.glyph(look.text)
        if look.color is not None and self._named is not None and cell not in self._named:
            text = ""
        indent = max(0, width - cell_len(text)) // 2
        return set_cell_size(" " * indent + text, width), self._canvas.style(look.color)

    def _upright(self, row: int, column: int) -> Piece:
        if self._differ((row, column - 1), (row, column)):
            return self._canvas.joint(True, False, True, False), _LINE
        return " ", self._ground((row, column))

    def _joint(self, row: int, column: int) -> Piece:
        above_left, above, left, here = (row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)
        arms = (
            self._differ(above_left, above),
            self._differ(above, here),
            self._differ(left, here),
            self._differ(above_left, left),
        )
        return self._canvas.joint(*arms), _LINE if any(arms) else self._ground(here)

    def _differ(self, one: Cell, other: Cell) -> bool:
        return self._regions.get(one) != self._regions.get(other)

    def _ground(self, cell: Cell) -> Style:
        look = self._scene.get(cell)
        return _LINE if look is None else self._canvas.style(look.color)


def _named_cells(scene: Scene) -> frozenset[Cell]:
    """One cell of each connected part of a piece: the innermost, else the first."""
    regions: dict[int, list[Cell]] = {}
    for cell, look in scene.items():
        regions.setdefault(look.region, []).append(cell)
    return frozenset(
        max(part, key=lambda cell: sum(n in part for n in _neighbours(cell)))
        for cells in regions.values()
        for part in _SQUARE.components(cells)
    )


_neighbours = cache(_SQUARE.neighbours)


def _line(pieces: Iterable[Piece]) -> Line:
    runs = groupby(pieces, key=lambda piece: piece[1])
    return tuple(Segment("".join(text for text, _ in run), style) for style, run in runs)
