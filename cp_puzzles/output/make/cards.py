"""Challenge cards to print on both sides: board, given pieces and pieces to place in front, the solution behind.

Lengths are millimeters. Backs are in mirrored order, so they are behind their cards when a sheet is flipped over its
long side. Pieces have letters and thick black borders, for printers without colors.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.board_picture import board_picture, placement_colors
from cp_puzzles.output.draw.picture import (
    Label,
    Picture,
    Shape,
    require_matplotlib,
    row_of_pictures,
    save_pages,
    scaled,
    stacked,
)
from cp_puzzles.output.draw.puzzle_picture import rows_of, tile_pictures
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import shade
from cp_puzzles.puzzle.puzzle import Puzzle

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height."""

MARGIN, PADDING, HEAD = 10.0, 5.0, 11.0
"""Millimeters around the cards of a sheet, inside a card, and of the lines above its board."""

GRIDS = ((2, 4), (2, 3), (1, 4), (2, 2), (1, 3), (1, 2), (1, 1))
"""Columns and rows of a sheet, those with the most cards first."""

READABLE = 6.0
"""Size of a readable cell in millimeters: cells are not made larger if more cards fit on a sheet."""

TILE = 0.7
"""The scale of the pieces to place, relative to the board."""


@dataclass(frozen=True)
class Card:
    """A puzzle with its solution, the number of the card, and words such as its grade."""

    puzzle: Puzzle
    solution: tuple[Placement, ...]
    number: int
    words: str
    title: str


def save_cards(cards: Sequence[Card], path: str | os.PathLike[str], paper: str = "a4") -> None:
    """Write the sheets into a PDF: each one's fronts, then its backs.

    Raises what `require_cards` does, and `MistakeError` if the file cannot be written.
    """
    require_cards(path)
    save_pages(list(card_sheets(cards, PAPERS[paper])), path)


def require_cards(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` for a file that is not a PDF, `MissingExtraError` without matplotlib."""
    if Path(path).suffix != ".pdf":
        raise MistakeError(os.fspath(path), "cards are printed from a PDF", "write a name that ends in .pdf")
    require_matplotlib(path)


def card_sheets(cards: Sequence[Card], paper: tuple[float, float]) -> Iterator[Picture]:
    """Yield the pages, fronts and backs alternately."""
    fronts = [(card, _front(card)) for card in cards]
    backs = [(card, [_inked(board_picture(card.puzzle, card.solution), card.puzzle, card.solution)]) for card in cards]
    columns, rows = _grid([pictures for _, pictures in (*fronts, *backs)], paper)
    for first in range(0, len(cards), columns * rows):
        for sides, is_back in ((fronts, False), (backs, True)):
            faces = sides[first : first + columns * rows]
            title = f"{cards[0].title}, {'solutions' if is_back else 'cards'} {first + 1} to {first + len(faces)}"
            yield Picture(*paper, (*_sheet(faces, (columns, rows), paper, is_back=is_back),), title)


def _sheet(
    faces: Sequence[tuple[Card, list[Picture]]], grid: tuple[int, int], paper: tuple[float, float], *, is_back: bool
) -> list[Shape | Label]:
    columns = grid[0]
    width, height = _size(grid, paper)
    items: list[Shape | Label] = [_crop_marks(grid, paper)]
    for place, (card, arrangements) in enumerate(faces):
        row, column = divmod(place, columns)
        left = MARGIN + (columns - 1 - column if is_back else column) * width
        top = MARGIN + row * height
        head = f"{card.number}: solution" if is_back else f"{card.number}" + (f": {card.words}" if card.words else "")
        items.append(Label(left + PADDING, top + PADDING + 2, head, 4.5, "ink", start=True))
        size = min(2.8, (width - 2 * PADDING) / (0.62 * len(card.title)))
        items.append(Label(left + PADDING, top + PADDING + 7, card.title, size, "muted", start=True))
        space = (width - 2 * PADDING, height - 2 * PADDING - HEAD)
        picture = max(arrangements, key=lambda arrangement: _scale(arrangement, space))
        scale = _scale(picture, space)
        across = left + (width - scale * picture.width) / 2
        items += picture.moved(across, top + PADDING + HEAD + (space[1] - scale * picture.height) / 2, scale)
    return items


def _front(card: Card) -> list[Picture]:
    """Return several arrangements of the board with given pieces and the pieces to place."""
    board = _inked(board_picture(card.puzzle, card.puzzle.given, bare=True), card.puzzle, card.puzzle.given)
    tiles = [scaled(_inked(tile, card.puzzle, ()), TILE) for tile in tile_pictures(card.puzzle)]
    if not tiles:
        return [board]
    widest = max(tile.width for tile in tiles)
    under, aside = (
        [rows_of(tiles, max(widest, board.width * share)) for share in shares]
        for shares in ((1.0, 1.25, 1.6, 2.0), (0.35, 0.6, 0.9))
    )
    return [
        *(stacked([board, *rows], gap=0.6) for rows in under),
        *(row_of_pictures([board, stacked(rows, gap=0.4)]) for rows in aside),
    ]


def _inked(picture: Picture, puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Return the picture with thick black borders of pieces."""
    colors = {*placement_colors(puzzle, placements), *puzzle.tile_colors.values()}
    borders = {shade(color, 0.72) for color in colors}

    def inked(item: Shape | Label) -> Shape | Label:
        if isinstance(item, Shape) and item.stroke in borders:
            return replace(item, stroke="#000000", width=item.width + 0.05)
        return item

    return replace(picture, items=tuple(map(inked, picture.items)))


def _grid(faces: Sequence[list[Picture]], paper: tuple[float, float]) -> tuple[int, int]:
    """Return the grid with the most cards of readable cells, else that with the largest cells."""

    def smallest_cell(grid: tuple[int, int]) -> float:
        width, height = _size(grid, paper)
        space = (width - 2 * PADDING, height - 2 * PADDING - HEAD)
        return min(max(_scale(arrangement, space) for arrangement in arrangements) for arrangements in faces)

    return next((grid for grid in GRIDS if smallest_cell(grid) >= READABLE), max(GRIDS, key=smallest_cell))


def _size(grid: tuple[int, int], paper: tuple[float, float]) -> tuple[float, float]:
    """Return the width and height of a card."""
    return (paper[0] - 2 * MARGIN) / grid[0], (paper[1] - 2 * MARGIN) / grid[1]


def _scale(picture: Picture, space: tuple[float, float]) -> float:
    """Return the largest cell, up to 15 mm, with which a picture fits."""
    return min(space[0] / picture.width, space[1] / picture.height, 15.0)


def _crop_marks(grid: tuple[int, int], paper: tuple[float, float]) -> Shape:
    """Return the lines to cut along in the margin, and crosses where cards meet."""
    (columns, rows), (width, height) = grid, _size(grid, paper)
    xs = [MARGIN + column * width for column in range(columns + 1)]
    ys = [MARGIN + row * height for row in range(rows + 1)]
    ends = ((2.0, MARGIN - 2), (-MARGIN + 2, -2.0))
    lines = [((x, a % paper[1]), (x, b % paper[1])) for x in xs for a, b in ends]
    lines += [((a % paper[0], y), (b % paper[0], y)) for y in ys for a, b in ends]
    for x in xs[1:-1]:
        for y in ys[1:-1]:
            lines += [((x - 2, y), (x + 2, y)), ((x, y - 2), (x, y + 2))]
    return Shape(tuple(lines), stroke="#000000", width=0.15, closed=False)
