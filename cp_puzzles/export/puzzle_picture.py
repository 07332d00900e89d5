"""Pictures of what is there before it is solved: a puzzle with its board and tiles, and a placement."""

from __future__ import annotations

from collections.abc import Sequence

from cp_puzzles.export.board_picture import board_picture, colour_dots
from cp_puzzles.export.cell_shapes import empty_shape, piece_shapes
from cp_puzzles.export.isometric import isometric
from cp_puzzles.export.picture import Label, Picture, below, beside, bounds
from cp_puzzles.geometry.footprint import layers
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import PALETTE
from cp_puzzles.puzzle.model import Puzzle, Tile
from cp_puzzles.rules.colours import ColoursFit

ROW = 16.0
"""The width, in cells, after which tiles go on in the next row."""


def puzzle_picture(puzzle: Puzzle) -> Picture:
    """The board with what is given on it, and below it every tile that is left, with how often it may be used."""
    tiles = tile_pictures(puzzle)
    board = board_picture(puzzle, puzzle.given, bare=True)
    words = [_words(rule.words, max(ROW, board.width)) for rule in puzzle.rules if isinstance(rule, ColoursFit)]
    return below([board, *rows_of(tiles, max(ROW, board.width)), *words], gap=0.7, title=puzzle.name)


def tile_pictures(puzzle: Puzzle) -> list[Picture]:
    """Every tile that is left to place, with its name and how often it may be used."""
    return [_tile_picture(puzzle, tile, puzzle.tile_colors[tile.name]) for tile in puzzle.tiles_left if tile.maximum]


def placement_picture(placement: Placement) -> Picture:
    """A placement alone.

    Squares are drawn on the cells up to the last row and column, and are what cells of no known lattice are.
    """
    lattice = placement.lattice or LATTICES["cubic" if len(placement.cells[0]) == 3 else "square"]
    if not lattice.is_flat:
        return isometric(lattice, [placement], PALETTE[:1])
    piece = piece_shapes(lattice, placement.cells, PALETTE[0])
    if lattice.unrolled.name == "square":
        around = lattice.unrolled.box(tuple(max(axis) + 1 for axis in zip(*placement.cells, strict=True)))
        piece = [*(empty_shape(lattice, cell, "cell") for cell in around), *piece]
    left, top, right, bottom = bounds(piece)
    items = Picture(0, 0, tuple(piece)).moved(-left, -top)
    return Picture(right - left, bottom - top, items, placement.tile)


def tile_caption(tile: Tile) -> str:
    """The name of a tile, and its multiplicity where it is not one.

    >>> tile_caption(Tile("T", ((0, 0),), (((0, 0),),), 0, 4))
    'T ×0-4'
    """
    if tile.minimum == tile.maximum:
        return tile.name if tile.maximum == 1 else f"{tile.name} \u00d7{tile.maximum}"
    return f"{tile.name} \u00d7{tile.minimum}-{tile.maximum}"


def _tile_picture(puzzle: Puzzle, tile: Tile, color: str) -> Picture:
    lattice = puzzle.lattice
    if lattice.is_flat:
        drawn = _tile_layer(puzzle, tile, tile.form, color)
    else:
        drawn = isometric(lattice, [Placement(tile.form, tile.name)], [color])
        if tile.painted:
            # colours are told in layers, the lowest first
            parts = [_tile_layer(puzzle, tile, part, color) for part in layers(lattice, tile.form)]
            drawn = below([drawn, beside(parts, gap=0.4)], gap=0.4)
    caption = tile_caption(tile)
    width = max(drawn.width, 0.3 * len(caption))
    label = Label(width / 2, drawn.height + 0.4, caption, 0.42, "muted")
    return Picture(width, drawn.height + 0.7, (*drawn.moved((width - drawn.width) / 2, 0), label))


def _tile_layer(puzzle: Puzzle, tile: Tile, cells: Sequence[Cell], color: str) -> Picture:
    """A flat tile, or what of a solid one is in a layer, with the colours of its cells."""
    shapes = piece_shapes(puzzle.lattice, cells, color)
    left, top, right, bottom = bounds(shapes)
    dots = colour_dots(puzzle, {cell: tile.colours[cell] for cell in cells if tile.colours[cell]})
    return Picture(right - left, bottom - top, Picture(0, 0, (*shapes, *dots)).moved(-left, -top))


def _words(text: str, width: float) -> Picture:
    return Picture(width, 0.5, (Label(0, 0.3, text, 0.36, "muted", start=True),))


def rows_of(pictures: Sequence[Picture], width: float) -> list[Picture]:
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
