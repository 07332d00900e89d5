"""Scenes: text and color of each cell of a board on any lattice, with names of tiles short enough for a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from string import ascii_lowercase, ascii_uppercase, digits

from rich.cells import cell_len, set_cell_size

from cp_puzzles.output.draw.side_shapes import palette_of_sides
from cp_puzzles.output.terminal.canvas import Canvas
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, side_colors
from cp_puzzles.puzzle.geometry.footprint import footprint_sides
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import class_color, copy_shades, shade
from cp_puzzles.puzzle.puzzle import Puzzle

OPTIONAL = "?"
UNCOVERED = "·"


@dataclass(frozen=True)
class CellView:
    """The text and color of a cell; cells of equal region have no line between them; an empty cell has no color.

    The `mark`, the letter of the cell's color or its value, follows the text, and stands alone without it. `sides` has
    the letter and the color of each colored side of its footprint, by its number there.
    """

    region: int
    text: str
    color: str | None = None
    mark: str = ""
    sides: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    def shown(self, canvas: Canvas, *, is_named: bool) -> str:
        """Return the text of the cell; a piece has its name if it `is_named`."""
        return (canvas.glyph(self.text) if is_named or self.color is None else "") + self.mark


Scene = Mapping[Cell, CellView]
"""The views of the cells of a board; the other cells are blank."""


def board_scene(
    puzzle: Puzzle,
    placements: Iterable[Placement] | None,
    columns: int,
    *,
    hinted: Placement | None = None,
    classes: Sequence[int] = (),
) -> Scene:
    """Return the scene of a board with placements; None draws the board before anything is placed.

    Texts fit cells of `columns` columns. A piece with a value on each cell has no name there. A covered cell
    has the letter of the color that its piece shows, or else that of the board. Adjacent copies of a tile have
    different shades. With a `hinted` placement the others have names and no colors; with `classes` each placement has
    the color and the number of its class.
    """
    labels = {cell: printable(name) for name, cell in puzzle.board.labels}
    has_letters = bool(puzzle.color_letters) and (columns > 1 or placements is None or puzzle.has_values)
    cell_letters = dict(puzzle.board.cell_colors) if has_letters else {}
    regions = (
        {} if placements is not None else {c: rule.region[:1] for rule in puzzle.drawn_regions for c in rule.cells}
    )
    views: dict[Cell, CellView] = {}
    for number, cell in enumerate((*puzzle.board.cells, *sorted(puzzle.board.left_empty))):
        bare = (OPTIONAL if cell in puzzle.board.optional else "") if placements is None else UNCOVERED
        bare = regions.get(cell, bare)
        views[cell] = CellView(-1 - number, labels.get(cell, bare), mark=cell_letters.get(cell, ""))
    placed = tuple(placements or ())
    shades = copy_shades([(p.tile, p.cells) for p in placed], _neighbors(puzzle.lattice))
    numbered = bool(classes) and columns - has_letters > 1
    texts = _texts(puzzle, placed, max(1, columns - has_letters - numbered))
    if puzzle.has_values:
        texts = ["" if p.shown and all(p.shown) else text for text, p in zip(texts, placed, strict=True)]
    if numbered:
        texts = [f"{text}{one + 1}" for text, one in zip(texts, classes, strict=True)]
    colors = puzzle.tile_colors
    for number, placement in enumerate(placed):
        color = class_color(classes[number]) if classes else shade(colors[placement.tile], shades[number])
        view = CellView(number, texts[number], None if hinted not in (None, placement) else color)
        shown = placement.letters_at() if has_letters else {}
        sides = placement.shown_at() if puzzle.side_letters else {}
        views.update(
            (
                cell,
                replace(
                    view,
                    mark=shown.get(cell) or cell_letters.get(cell, ""),
                    sides=_sides(puzzle, cell, sides.get(cell, "")),
                ),
            )
            for cell in placement.cells
        )
    return views


def _sides(puzzle: Puzzle, cell: Cell, shown: str) -> Mapping[int, tuple[str, str]]:
    """Return the letter and the color of each colored side of the footprint of a cell."""
    colors = side_colors(shown)
    if not colors:
        return {}
    palette = palette_of_sides(puzzle)
    letters = (colors[side] for side in footprint_sides(puzzle.lattice, puzzle.lattice.class_of(cell)))
    return {place: (letter, palette[letter]) for place, letter in enumerate(letters) if letter != NO_COLOR}


def marks_of(puzzle: Puzzle, columns: int) -> dict[str, str]:
    """Return the mark of each tile, with space for the number where copies are numbered."""
    tiles = puzzle.tiles
    marks = tile_marks((tile.name for tile in tiles), columns)
    for tile in tiles:
        space = columns - len(str(tile.maximum))
        if _is_numbered(puzzle, tile) and space > 0:
            marks[tile.name] = tile_marks(marks, space)[tile.name]
    return marks


def _texts(puzzle: Puzzle, placed: tuple[Placement, ...], columns: int) -> list[str]:
    marks = marks_of(puzzle, columns)
    used: Counter[str] = Counter()
    texts = []
    for tile in (puzzle.tile(placement.tile) for placement in placed):
        used[tile.name] += 1
        numbered = _is_numbered(puzzle, tile) and columns > len(str(tile.maximum))
        # the colors of sides tell such tiles apart
        texts.append("" if tile.has_sides else marks[tile.name] + (str(used[tile.name]) if numbered else ""))
    return texts


def _is_numbered(puzzle: Puzzle, tile: Tile) -> bool:
    """Return whether copies of a tile are numbered: in a box no line joins the layers of a piece."""
    return tile.maximum > 1 and not puzzle.lattice.is_flat


@lru_cache(maxsize=16)
def _neighbors(lattice: Lattice) -> Callable[[Cell], tuple[Cell, ...]]:
    """Return the cached neighbors of cells."""
    return cache(lattice.neighbors)


def tile_scene(puzzle: Puzzle, tile: Tile, color: str, text: str) -> Scene:
    """Return the scene of a tile alone, with a text or the letter of its color in each cell."""
    return {
        cell: CellView(0, "" if letter else text, color, letter, _sides(puzzle, cell, tile.shown[cell]))
        for cell, letter in tile.cell_colors.items()
    }


_ALPHABET = ascii_uppercase + ascii_lowercase + digits


def printable(name: str) -> str:
    r"""Return the name with unprintable characters replaced.

    >>> printable("a\x1b[2J")
    'a?[2J'
    """
    return "".join(character if character.isprintable() else "?" for character in name)


def tile_marks(names: Iterable[str], columns: int) -> dict[str, str]:
    """Return a mark of at most `columns` columns for each name, distinct as far as possible.

    A name that fits is its own mark; a longer name starts its mark.

    >>> tile_marks(["L", "L1", "L2", "block"], 1)
    {'L': 'L', 'L1': '1', 'L2': '2', 'block': 'b'}
    >>> tile_marks(["L1", "block", "blue"], 2)
    {'L1': 'L1', 'block': 'bl', 'blue': 'bu'}
    """
    names = tuple(names)
    marks = {name: printable(name) for name in names if cell_len(name) <= columns}
    taken = set(marks.values())
    for name in names:
        if name not in marks:
            options = _candidates(printable(name), columns)
            marks[name] = next((mark for mark in options if mark not in taken), set_cell_size(name, columns))
            taken.add(marks[name])
    return {name: marks[name] for name in names}


def _candidates(name: str, columns: int) -> Iterator[str]:
    head = set_cell_size(name, columns - 1).rstrip()
    for character in (*name[len(head) :], *_ALPHABET):
        if character != " " and cell_len(head + character) <= columns:
            yield head + character
    if columns > 1:
        yield from (first + last for first in _ALPHABET for last in _ALPHABET)
