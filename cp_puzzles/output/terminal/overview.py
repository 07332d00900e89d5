"""The overview of a puzzle: board, tiles, rules and figures."""

from __future__ import annotations

from functools import partial

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from cp_puzzles.base.number_text import counted, integer
from cp_puzzles.output.terminal.board_view import board_view
from cp_puzzles.output.terminal.canvas import TIMES, Canvas, Grid
from cp_puzzles.output.terminal.character_frame import frame
from cp_puzzles.output.terminal.layer_drawing import sketch_layers
from cp_puzzles.output.terminal.result_panels import facts_table
from cp_puzzles.output.terminal.scene import printable, tile_scene
from cp_puzzles.output.terminal.solution_grid import copies
from cp_puzzles.output.terminal.text_block import Block, BlockDrawing, flow
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.polyform import orientations
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.tile import Tile

_GAP = 3
_SMALL, _OUTLINED = Grid(2, False), Grid(1, True)
_NAME, _WORDS = Style(bold=True), Style(dim=True)


def puzzle_overview(puzzle: Puzzle) -> RenderableType:
    """Return the overview that `show` prints."""
    parts: list[RenderableType] = [Text(printable(puzzle.name), style="bold")]
    parts += [Text(text.strip()) for text in (puzzle.description, puzzle.lattice.wrap_description) if text.strip()]
    parts += [Text(f"Source: {text.strip()}", style="dim") for text in (puzzle.source,) if text.strip()]
    parts += [Text(), board_view(puzzle), Text()]
    parts += [BlockDrawing(partial(_cards, puzzle)), Text(), facts_table(_figures(puzzle))]
    return Group(*parts)


def _figures(puzzle: Puzzle) -> dict[str, int | str]:
    board = puzzle.board
    cells = integer(len(board.cells))
    least, most = (sum(getattr(tile, bound) * tile.size for tile in puzzle.tiles) for bound in ("minimum", "maximum"))
    free = len(board.cells) - least
    if free and not puzzle.fill:
        cells += f", {f'any {integer(free)}' if least == most else 'any'} of them may stay empty"
    elif free and board.optional:
        cells += f", {integer(len(board.optional))} of them (drawn ?) may stay empty"
    if board.left_empty:
        cells += f"; besides, {counted(len(board.left_empty), 'cell')} that --leave leaves empty"
    fewest, greatest = (sum(getattr(tile, bound) for tile in puzzle.tiles) for bound in ("minimum", "maximum"))
    figures: dict[str, int | str] = {
        "cells": cells,
        "tiles": integer(len(puzzle.tiles)),
        "pieces": f"{_span(fewest, greatest)}, with {_span(least, most)} cells",
    }
    for rule in puzzle.rules:
        if isinstance(rule, ColorsFit):
            figures["colors"] = rule.words
    members: dict[str, list[str]] = {}
    for tile in puzzle.tiles:
        for group, size in tile.groups:
            members.setdefault(group, []).append(
                tile.name if size >= tile.maximum else f"{integer(size)} of {tile.name}"
            )
    if members:
        figures["groups"] = printable("; ".join(f"{group}: {', '.join(names)}" for group, names in members.items()))
    return figures


def _span(least: int, most: int) -> str:
    return integer(least) if least == most else f"{integer(least)} to {integer(most)}"


def _cards(puzzle: Puzzle, canvas: Canvas) -> Block:
    """Return the tiles of a puzzle side by side, each with its allowed isometries."""
    cards = [_card(tile, puzzle.lattice, puzzle.tile_colors[tile.name], canvas) for tile in puzzle.tiles]
    return flow(cards, canvas.width, _GAP)


def _card(tile: Tile, lattice: Lattice, color: str, canvas: Canvas) -> Block:
    drawing = _drawing(tile, lattice, color, canvas)
    number = copies(tile)
    title = printable(tile.name) + (f" {canvas.glyph(TIMES)}{number}" if number else "")
    words = (title, counted(len(tile.orientations), "orientation"), moves(lattice, tile))
    width = max(drawing.width, *(cell_len(text) for text in words))
    lines = tuple((Segment(text, style),) for text, style in zip(words, (_NAME, _WORDS, _WORDS), strict=True) if text)
    return Block(min(width, canvas.width), (*lines, *drawing.lines))


def _drawing(tile: Tile, lattice: Lattice, color: str, canvas: Canvas) -> Block:
    """Return a small tile: filled cells without lines if possible, else its outline."""
    grid = _SMALL if frame(lattice, _SMALL).is_filled else _OUTLINED
    text = "" if canvas.colors is not None or grid.lines else "██"
    return sketch_layers(tile_scene(tile, color, text), frame(lattice, grid), canvas)


def moves(lattice: Lattice, tile: Tile) -> str:
    """Return the isometries allowed for a tile beyond translation, if they change its shape.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> form = ((0, 0), (1, 0), (2, 0), (2, 1))
    >>> square = LATTICES["square"]
    >>> for rotate, reflect in ((True, True), (True, False), (False, True), (False, False)):
    ...     images = orientations(square, form, rotate=rotate, reflect=reflect)
    ...     print(len(images), moves(square, Tile("L", form, images, 1, 1)))
    8 rotated, flipped
    4 only rotated
    2 only flipped
    1 fixed
    """
    flipped = "flipped" if lattice.is_flat else "mirrored"
    allowed = set(tile.orientations)
    fixed, rotated, both = (
        set(orientations(lattice, tile.form, rotate=rotate, reflect=reflect))
        for rotate, reflect in ((False, False), (True, False), (True, True))
    )
    if allowed == both:
        return "" if both == fixed else "rotated" if both == rotated else f"rotated, {flipped}"
    if allowed == rotated and rotated != fixed:
        return "only rotated"
    return "fixed" if allowed == fixed else f"only {flipped}"
