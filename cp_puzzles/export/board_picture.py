"""Flat pictures: a board with what lies on it, the layers of a box side by side, and the lines to cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from types import MappingProxyType

from cp_puzzles.export.outline import FlatCell, cut_lines, outline
from cp_puzzles.export.picture import Label, Picture, Shape, beside
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import copy_shades, shade, text_color, tile_colors
from cp_puzzles.puzzle.model import Puzzle

INSET = 0.03
RADIUS = 0.16
CUT = "#ff0000"
"""Pure red: what the programs of laser cutters take for a line to cut."""


def board_picture(
    puzzle: Puzzle,
    placements: Sequence[Placement] = (),
    *,
    names: bool = True,
    marks: Mapping[Cell, tuple[str, str]] = MappingProxyType({}),
) -> Picture:
    """The board with placements on it; of a box the layers from left to right, the lowest first.

    `names` writes the tile's name on every piece, if there are several tiles, and the layers' over them. In a box,
    a dot then marks where a piece goes on in the layer above, a ring where it goes on below. `marks` gives cells a text
    and a colour.
    """
    colors = placement_colors(puzzle, placements)
    layers = [_layer(puzzle, layer, placements, colors, marks, names=names) for layer in range(_depth(puzzle))]
    return layers[0] if len(layers) == 1 else beside(layers, gap=0.8, title=puzzle.name)


def cut_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Only the lines between pieces and around the board, each once, as a laser cutter follows them."""
    owner = {cell: number for number, placement in enumerate(placements) for cell in placement.cells}
    rows, columns = puzzle.board.size[-2:]
    layers = []
    for layer in range(_depth(puzzle)):
        regions = {flat_cell(cell): owner.get(cell, -1) for cell in _cells(puzzle) if layer_of(cell) == layer}
        lines = Shape(cut_lines(regions), stroke=CUT, width=0.01, closed=False)
        layers.append(Picture(columns + 0.2, rows + 0.2, Picture(0, 0, (lines,)).moved(0.1, 0.1)))
    return beside(layers, gap=0.4, title=puzzle.name)


def placement_colors(puzzle: Puzzle, placements: Sequence[Placement]) -> tuple[str, ...]:
    """The colour of each placement: its tile's, shaded where a copy of the same tile lies beside it."""
    names = [tile.name for tile in puzzle.tiles]
    colors = dict(zip(names, tile_colors((tile.name, tile.color) for tile in puzzle.tiles), strict=True))
    shades = copy_shades([(p.tile, p.cells) for p in placements], puzzle.lattice.neighbours)
    return tuple(shade(colors[p.tile], factor) for p, factor in zip(placements, shades, strict=True))


def flat_cell(cell: Cell) -> FlatCell:
    """The row and the column of a cell."""
    return (cell[-2], cell[-1])


def layer_of(cell: Cell) -> int:
    """The layer of a cell; flat boards are one layer."""
    return cell[0] if len(cell) == 3 else 0


def middle_cell(cells: Sequence[FlatCell]) -> FlatCell:
    """The cell nearest to the middle of some cells.

    >>> middle_cell([(0, 0), (0, 1), (0, 2), (1, 1)])
    (0, 1)
    """
    row = sum(cell[0] for cell in cells) / len(cells)
    column = sum(cell[1] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: (round(hypot(cell[0] - row, cell[1] - column), 6), cell))


def _layer(
    puzzle: Puzzle,
    layer: int,
    placements: Sequence[Placement],
    colors: Sequence[str],
    marks: Mapping[Cell, tuple[str, str]],
    *,
    names: bool,
) -> Picture:
    is_box = puzzle.lattice.dimension == 3
    rows, columns = puzzle.board.size[-2:]
    top, edge = (0.8 if is_box and names else 0.0), 0.12
    cells = [flat_cell(cell) for cell in _cells(puzzle) if layer_of(cell) == layer]
    covered = {flat_cell(cell) for p in placements for cell in p.cells if layer_of(cell) == layer}
    labels = {flat_cell(cell): name for name, cell in puzzle.board.labels if layer_of(cell) == layer}
    marked = {flat_cell(cell): mark for cell, mark in marks.items() if layer_of(cell) == layer}
    items: list[Shape | Label] = []
    if top:
        caption = f"layer {layer}" + (" (bottom)" if layer == 0 else "")
        size = min(0.42, (columns + 0.6) / (0.62 * len(caption)))
        items.append(Label(0, -0.45, caption, size, "muted", start=True))
    items.append(Shape(outline(cells, -0.1), fill="rim", radius=0.2))
    for cell in cells:
        if cell not in covered:
            text, color = marked.get(cell, (labels.get(cell, ""), None))
            items.append(Shape(outline([cell], 0.025), fill=color or "cell", radius=0.12))
            items += [_on(cell, text, 0.36, "ink" if color is None else text_color(color))] if text else []
    for placement, color in zip(placements, colors, strict=True):
        here = [flat_cell(cell) for cell in placement.cells if layer_of(cell) == layer]
        if here:
            items.append(Shape(outline(here, INSET), color, stroke=shade(color, 0.72), width=0.025, radius=RADIUS))
            if names and len(puzzle.tiles) > 1:
                items.append(_on(middle_cell(here), placement.tile, 0.42, text_color(color)))
                items += _marks(placement, layer, text_color(color)) if is_box else []
    moved = Picture(0, 0, tuple(items)).moved(edge, edge + top)
    return Picture(columns + 2 * edge, rows + 2 * edge + top, moved, puzzle.name)


def _marks(placement: Placement, layer: int, ink: str) -> list[Shape]:
    cells = set(placement.cells)
    here = [cell for cell in placement.cells if cell[0] == layer]
    ups = [_spot(c[2] + 0.83, c[1] + 0.17, 0.06, fill=ink) for c in here if (layer + 1, *c[1:]) in cells]
    downs = [_spot(c[2] + 0.17, c[1] + 0.83, 0.055, stroke=ink) for c in here if (layer - 1, *c[1:]) in cells]
    return ups + downs


def _spot(x: float, y: float, size: float, *, fill: str | None = None, stroke: str | None = None) -> Shape:
    corners = ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size))
    return Shape((corners,), fill=fill, stroke=stroke, width=0.03 if stroke else 0.0, radius=size)


def _on(cell: FlatCell, text: str, size: float, color: str) -> Label:
    return Label(cell[1] + 0.5, cell[0] + 0.5, text, min(size, 1.25 / len(text)), color)


def _cells(puzzle: Puzzle) -> list[Cell]:
    return sorted((*puzzle.board.cells, *puzzle.board.left))


def _depth(puzzle: Puzzle) -> int:
    return puzzle.board.size[0] if puzzle.lattice.dimension == 3 else 1
