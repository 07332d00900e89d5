"""Pictures of what is there before it is solved: a puzzle with its board and tiles, and a placement."""

from __future__ import annotations

from collections.abc import Sequence

from cp_puzzles.export.board_picture import INSET, RADIUS, board_picture, flat_cell, placement_colors
from cp_puzzles.export.isometric import isometric
from cp_puzzles.export.outline import outline
from cp_puzzles.export.picture import Label, Picture, Shape, below, beside
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import PALETTE, shade, tile_colors
from cp_puzzles.puzzle.model import Puzzle, Tile

ROW = 16.0
"""The width, in cells, after which tiles go on in the next row."""


def puzzle_picture(puzzle: Puzzle) -> Picture:
    """The board with what is given on it, and below it every tile with its name and how often it is used."""
    colors = tile_colors((tile.name, tile.color) for tile in puzzle.tiles)
    tiles = [_tile_picture(tile, color) for tile, color in zip(puzzle.tiles, colors, strict=True)]
    board = board_picture(puzzle, puzzle.given)
    return below([board, *_rows(tiles, max(ROW, board.width))], gap=0.7, title=puzzle.name)


def placement_picture(placement: Placement, puzzle: Puzzle | None = None) -> Picture:
    """A placement on its board, or, when the puzzle is not known, on the cells up to its last row and column."""
    if puzzle is not None:
        flat = board_picture(puzzle, [placement])
        colors = placement_colors(puzzle, [placement])
        return beside([flat, isometric([placement], colors)]) if len(placement.cells[0]) == 3 else flat
    if len(placement.cells[0]) == 3:
        return isometric([placement], PALETTE[:1])
    rows, columns = (max(axis) + 1 for axis in zip(*placement.cells, strict=True))
    around = [Shape(outline([(r, c)], 0.025), fill="cell", radius=0.12) for r in range(rows) for c in range(columns)]
    return Picture(columns, rows, (*around, _piece(placement.cells, PALETTE[0])), placement.tile)


def tile_caption(tile: Tile) -> str:
    """The name of a tile, and its multiplicity where it is not one.

    >>> tile_caption(Tile("T", ((0, 0),), (((0, 0),),), 0, 4))
    'T ×0-4'
    """
    if tile.minimum == tile.maximum:
        return tile.name if tile.maximum == 1 else f"{tile.name} \u00d7{tile.maximum}"
    return f"{tile.name} \u00d7{tile.minimum}-{tile.maximum}"


def _tile_picture(tile: Tile, color: str) -> Picture:
    if len(tile.form[0]) == 3:
        drawn = isometric([Placement(tile.form, tile.name)], [color])
    else:
        rows, columns = (max(axis) + 1 for axis in zip(*tile.form, strict=True))
        drawn = Picture(columns, rows, (_piece(tile.form, color),))
    caption = tile_caption(tile)
    width = max(drawn.width, 0.3 * len(caption))
    label = Label(width / 2, drawn.height + 0.4, caption, 0.42, "muted")
    return Picture(width, drawn.height + 0.7, (*drawn.moved((width - drawn.width) / 2, 0), label))


def _piece(cells: Sequence[Cell], color: str) -> Shape:
    loops = outline([flat_cell(cell) for cell in cells], INSET)
    return Shape(loops, color, stroke=shade(color, 0.72), width=0.025, radius=RADIUS)


def _rows(pictures: Sequence[Picture], width: float) -> list[Picture]:
    """The pictures in rows no wider than a width."""
    rows: list[list[Picture]] = []
    used = 0.0
    for picture in pictures:
        if not rows or used + picture.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(picture)
        used += picture.width + 0.8
    return [beside(row, gap=0.8) for row in rows]
