"""The overview of a puzzle: its board, its tiles drawn small, its rules and its figures."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.polyform import orientations
from cp_puzzles.number import counted, integer
from cp_puzzles.puzzle.model import Puzzle, Tile
from cp_puzzles.render.block import Block, flow
from cp_puzzles.render.board import board_view
from cp_puzzles.render.canvas import TIMES, Canvas, Grid, canvas_of
from cp_puzzles.render.fit import frame
from cp_puzzles.render.layers import sketch_layers
from cp_puzzles.render.legend import copies
from cp_puzzles.render.marks import printable
from cp_puzzles.render.panel import facts_table
from cp_puzzles.render.scene import tile_scene
from cp_puzzles.rules.colours import ColoursFit

_GAP = 3
_SMALL, _OUTLINED = Grid(2, False), Grid(1, True)
_NAME, _WORDS = Style(bold=True), Style(dim=True)


def puzzle_overview(puzzle: Puzzle) -> RenderableType:
    """What `show` tells about a puzzle."""
    parts: list[RenderableType] = [Text(printable(puzzle.name), style="bold")]
    parts += [Text(text.strip()) for text in (puzzle.description, puzzle.lattice.closes) if text.strip()]
    parts += [Text(f"Source: {text.strip()}", style="dim") for text in (puzzle.source,) if text.strip()]
    parts += [Text(), board_view(puzzle), Text()]
    parts += [TileCards(puzzle), Text(), facts_table(_figures(puzzle))]
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
    if board.left:
        cells += f"; besides, {counted(len(board.left), 'cell')} that --leave leaves empty"
    fewest, greatest = (sum(getattr(tile, bound) for tile in puzzle.tiles) for bound in ("minimum", "maximum"))
    figures: dict[str, int | str] = {
        "cells": cells,
        "tiles": integer(len(puzzle.tiles)),
        "pieces": f"{_span(fewest, greatest)}, with {_span(least, most)} cells",
    }
    for rule in puzzle.rules:
        if isinstance(rule, ColoursFit):
            figures["colours"] = rule.words
    return figures


def _span(least: int, most: int) -> str:
    return integer(least) if least == most else f"{integer(least)} to {integer(most)}"


@dataclass(frozen=True)
class TileCards:
    """The tiles of a puzzle beside each other, each drawn as it was given, with what it may do."""

    puzzle: Puzzle

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        canvas = canvas_of(console, options)
        puzzle = self.puzzle
        cards = [_card(tile, puzzle.lattice, puzzle.tile_colors[tile.name], canvas) for tile in puzzle.tiles]
        yield flow(cards, canvas.width, _GAP)


def _card(tile: Tile, lattice: Lattice, color: str, canvas: Canvas) -> Block:
    drawing = _drawing(tile, lattice, color, canvas)
    number = copies(tile)
    title = printable(tile.name) + (f" {canvas.glyph(TIMES)}{number}" if number else "")
    words = (title, counted(len(tile.orientations), "way"), moves(lattice, tile))
    width = max(drawing.width, *(cell_len(text) for text in words))
    lines = tuple((Segment(text, style),) for text, style in zip(words, (_NAME, _WORDS, _WORDS), strict=True) if text)
    return Block(min(width, canvas.width), (*lines, *drawing.lines))


def _drawing(tile: Tile, lattice: Lattice, color: str, canvas: Canvas) -> Block:
    """A tile in small: without lines where characters can cover its cells, else by its outline."""
    grid = _SMALL if frame(lattice, _SMALL).is_filled else _OUTLINED
    text = "" if canvas.colors is not None or grid.lines else "██"
    return sketch_layers(tile_scene(tile, color, text), frame(lattice, grid), canvas)


def moves(lattice: Lattice, tile: Tile) -> str:
    """How a tile may be moved beyond sliding, as far as that makes a difference for its shape.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> form = ((0, 0), (1, 0), (2, 0), (2, 1))
    >>> square = LATTICES["square"]
    >>> for rotate, reflect in ((True, True), (True, False), (False, True), (False, False)):
    ...     ways = orientations(square, form, rotate=rotate, reflect=reflect)
    ...     print(len(ways), moves(square, Tile("L", form, ways, 1, 1)))
    8 turns, flips
    4 turns, no flip
    2 flips, no turn
    1 fixed
    """
    flip, flips = ("flip", "flips") if lattice.is_flat else ("mirror", "mirrors")
    ways = set(tile.orientations)
    still, turned, both = (
        set(orientations(lattice, tile.form, rotate=rotate, reflect=reflect))
        for rotate, reflect in ((False, False), (True, False), (True, True))
    )
    if ways == both:
        return "" if both == still else "turns" if both == turned else f"turns, {flips}"
    if ways == turned and turned != still:
        return f"turns, no {flip}"
    return "fixed" if ways == still else f"{flips}, no turn"
