"""Scenes: what is to be seen in each cell of a board, on any lattice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import class_color, copy_shades, shade
from cp_puzzles.puzzle.model import Puzzle, Tile
from cp_puzzles.render.canvas import Canvas
from cp_puzzles.render.marks import printable, tile_marks

OPTIONAL = "?"
UNCOVERED = "·"


@dataclass(frozen=True)
class Look:
    """How a cell looks: cells of equal region flow into each other; a cell without a colour is an empty one.

    The `mark`, the letter of the cell's own colour, comes after the text, and also where that is left away.
    """

    region: int
    text: str
    color: str | None = None
    mark: str = ""

    def shown(self, canvas: Canvas, *, is_named: bool) -> str:
        """What is written into the cell; a piece has its name where it `is_named`."""
        return (canvas.glyph(self.text) if is_named or self.color is None else "") + self.mark


Scene = Mapping[Cell, Look]
"""The looks of the cells of a board; the other cells are blank."""


def board_scene(
    puzzle: Puzzle,
    placements: Iterable[Placement] | None,
    columns: int,
    *,
    highlight: Placement | None = None,
    classes: Sequence[int] = (),
) -> Scene:
    """The board with placements on it; None draws the board as it is before anything is placed.

    Texts are meant for cells of `columns` columns. Neighbouring copies of one tile have shades of its colour. With
    a `highlight` the other placements have names and no colours; with `classes` each has the colour of its class,
    and the number of it beside its name.
    """
    labels = {cell: printable(name) for name, cell in puzzle.board.labels}
    own = {} if columns < 2 and placements is not None else dict(puzzle.board.colours)
    looks: dict[Cell, Look] = {}
    for number, cell in enumerate((*puzzle.board.cells, *sorted(puzzle.board.left))):
        bare = (OPTIONAL if cell in puzzle.board.optional else "") if placements is None else UNCOVERED
        looks[cell] = Look(-1 - number, labels.get(cell, bare), mark=own.get(cell, ""))
    placed = tuple(placements or ())
    shades = copy_shades([(p.tile, p.cells) for p in placed], _neighbours(puzzle.lattice))
    numbered = bool(classes) and columns - bool(own) > 1
    texts = _texts(puzzle, placed, columns - bool(own) - numbered)
    if numbered:
        texts = [f"{text}{one + 1}" for text, one in zip(texts, classes, strict=True)]
    colors = puzzle.tile_colors
    for number, placement in enumerate(placed):
        color = class_color(classes[number]) if classes else shade(colors[placement.tile], shades[number])
        look = Look(number, texts[number], None if highlight not in (None, placement) else color)
        looks.update((cell, replace(look, mark=own.get(cell, ""))) for cell in placement.cells)
    return looks


def marks_of(puzzle: Puzzle, columns: int) -> dict[str, str]:
    """The mark of each tile; where copies are numbered it leaves room for the number."""
    tiles = puzzle.tiles
    marks = tile_marks((tile.name for tile in tiles), columns)
    for tile in tiles:
        room = columns - len(str(tile.maximum))
        if _is_numbered(puzzle, tile) and room > 0:
            marks[tile.name] = tile_marks(marks, room)[tile.name]
    return marks


def _texts(puzzle: Puzzle, placed: tuple[Placement, ...], columns: int) -> list[str]:
    marks = marks_of(puzzle, columns)
    used: Counter[str] = Counter()
    texts = []
    for tile in (puzzle.tile(placement.tile) for placement in placed):
        used[tile.name] += 1
        numbered = _is_numbered(puzzle, tile) and columns > len(str(tile.maximum))
        texts.append(marks[tile.name] + (str(used[tile.name]) if numbered else ""))
    return texts


def _is_numbered(puzzle: Puzzle, tile: Tile) -> bool:
    """In a box no line joins the layers of a piece, so that the copies of a tile need numbers."""
    return tile.maximum > 1 and not puzzle.lattice.is_flat


@lru_cache(maxsize=16)
def _neighbours(lattice: Lattice) -> Callable[[Cell], tuple[Cell, ...]]:
    """The neighbours of each cell, remembered from one drawing to the next."""
    return cache(lattice.neighbours)


def tile_scene(tile: Tile, color: str, text: str) -> Scene:
    """A tile alone, as it was drawn, with a text in each cell, or the letter of the cell's colour."""
    return {cell: Look(0, "" if letter else text, color, letter) for cell, letter in tile.colours.items()}
