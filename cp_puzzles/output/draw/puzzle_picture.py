"""Pictures of a puzzle without its solutions: board and tiles, a placement, an explanation why there is no solution."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from cp_puzzles.output.draw.board_picture import board_picture, color_dots
from cp_puzzles.output.draw.cell_shapes import empty_shape, piece_shapes
from cp_puzzles.output.draw.isometric import isometric
from cp_puzzles.output.draw.picture import (
    Label,
    Picture,
    bounds,
    cropped,
    framed,
    picture_grid,
    row_of_pictures,
    stacked,
)
from cp_puzzles.output.draw.side_shapes import palette_of_sides, side_shapes
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.footprint import layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import PALETTE
from cp_puzzles.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from cp_puzzles.cover.proofs.explanation import Explanation, Panel
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit

ROW = 16.0
"""The width, in cells, after which tiles go on in the next row."""


def puzzle_picture(puzzle: Puzzle) -> Picture:
    """Return the board with given pieces, and below it every tile to place with its multiplicity."""
    tiles = tile_pictures(puzzle)
    board = board_picture(puzzle, puzzle.given, bare=True)
    words = [
        _words(rule.words, max(ROW, board.width)) for rule in puzzle.rules if isinstance(rule, ColorsFit) and rule.words
    ]
    return stacked([board, *rows_of(tiles, max(ROW, board.width)), *words], gap=0.7, title=puzzle.name)


def tile_pictures(puzzle: Puzzle) -> list[Picture]:
    """Return a picture of every tile to place, with name and multiplicity."""
    return [
        _tile_picture(puzzle, tile, puzzle.tile_colors[tile.name]) for tile in puzzle.remaining_tiles if tile.maximum
    ]


def placement_picture(placement: Placement) -> Picture:
    """Return the picture of a placement.

    Squares are drawn on cells up to the last row and column; a placement without a lattice has squares or cubes.
    """
    lattice = placement.lattice or LATTICES["cubic" if len(placement.cells[0]) == 3 else "square"]
    if not lattice.is_flat:
        return isometric(lattice, [placement], PALETTE[:1])
    piece = piece_shapes(lattice, placement.cells, PALETTE[0])
    if lattice.unwrapped.name == "square":
        around = lattice.unwrapped.box(tuple(max(axis) + 1 for axis in zip(*placement.cells, strict=True)))
        piece = [*(empty_shape(lattice, cell, "cell") for cell in around), *piece]
    return cropped(piece, placement.tile)


def tile_caption(tile: Tile) -> str:
    """Return the name of a tile, and its multiplicity if that is not one.

    >>> tile_caption(Tile("T", ((0, 0),), (((0, 0),),), 0, 4))
    'T ×0-4'
    """
    number = copies(tile)
    return f"{tile.name} \u00d7{number}" if number else tile.name


def copies(tile: Tile) -> str:
    """Return the multiplicity of a tile, nothing for one: `3`, `0-4`."""
    if tile.minimum == tile.maximum:
        return "" if tile.maximum == 1 else str(tile.maximum)
    return f"{tile.minimum}-{tile.maximum}"


def _tile_picture(puzzle: Puzzle, tile: Tile, color: str) -> Picture:
    lattice = puzzle.lattice
    if lattice.is_flat:
        drawn = _tile_layer(puzzle, tile, tile.form, color)
    else:
        piece = Placement(tile.form, tile.name, shown=tile.marks)
        drawn = isometric(lattice, [piece], [color], palette=palette_of_sides(puzzle))
        if tile.marks:
            # colors are shown in layers, the lowest first
            parts = [_tile_layer(puzzle, tile, part, color) for part in layers(lattice, tile.form)]
            drawn = stacked([drawn, row_of_pictures(parts, gap=0.4)], gap=0.4)
    caption = tile_caption(tile)
    width = max(drawn.width, 0.3 * len(caption))
    label = Label(width / 2, drawn.height + 0.4, caption, 0.42, "muted")
    return Picture(width, drawn.height + 0.7, (*drawn.moved((width - drawn.width) / 2, 0), label))


def _tile_layer(puzzle: Puzzle, tile: Tile, cells: Sequence[Cell], color: str) -> Picture:
    """Return a flat tile, or a layer of a solid one, with the colors of its cells."""
    shapes = piece_shapes(puzzle.lattice, cells, color)
    left, top, right, bottom = bounds(shapes)
    dots = color_dots(puzzle, {cell: tile.cell_colors[cell] for cell in cells if tile.cell_colors[cell]})
    sides = side_shapes(puzzle, {cell: tile.shown[cell] for cell in cells})
    return Picture(right - left, bottom - top, Picture(0, 0, (*shapes, *sides, *dots)).moved(-left, -top))


def _words(text: str, width: float) -> Picture:
    return Picture(width, 0.5, (Label(0, 0.3, text, 0.36, "muted", start=True),))


def rows_of(pictures: Sequence[Picture], width: float) -> list[Picture]:
    """Return the pictures in rows of at most a width."""
    rows: list[list[Picture]] = []
    used = 0.0
    for picture in pictures:
        if not rows or used + picture.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(picture)
        used += picture.width + 0.8
    return [row_of_pictures(row, gap=0.8) for row in rows]


LINE = 60
"""Letters of a line of text."""

SIZE = 0.4


def explanation_picture(explanation: Explanation) -> Picture:
    """Return the boards of an explanation, its sentences, and those of the reason behind it."""
    return framed(_picture(explanation))


def _picture(explanation: Explanation) -> Picture:
    boards = boards_picture(explanation)
    parts = [*([boards] if boards else []), _text(explanation.steps)]
    if explanation.because is not None:
        parts.append(_picture(explanation.because))
    return stacked(parts, gap=0.6, title=f"{explanation.puzzle.name}: why there is no solution")


def boards_picture(explanation: Explanation) -> Picture | None:
    """Return the boards of an explanation; None if it has none."""
    from cp_puzzles.cover.proofs.explanation import panels  # with all proofs

    drawn = [(panel.caption, _panel(explanation.puzzle, panel)) for panel in panels(explanation)]
    if len(drawn) == 1 and not drawn[0][0]:
        return drawn[0][1]
    return picture_grid(drawn, explanation.puzzle.name) if drawn else None


def _panel(puzzle: Puzzle, panel: Panel) -> Picture:
    return board_picture(puzzle, panel.placements, marks=panel.marks, highlights=panel.highlights)


def _text(steps: tuple[str, ...]) -> Picture:
    """Return sentences below each other, broken into lines."""
    lines = [line for step in steps for line in wrap(step, LINE)]
    height = 1.5 * SIZE
    labels = (Label(0, (n + 0.5) * height, line, SIZE, "ink", start=True) for n, line in enumerate(lines))
    width = 0.56 * SIZE * max(map(len, lines), default=1)
    return Picture(width, height * len(lines), tuple(labels))
