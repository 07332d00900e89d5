"""Cards of a boxed puzzle: drawings of its board, in which letters are given pieces, as puzzle files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle

EMPTY = ".?"
"""The characters of cells without a given piece."""


def card_puzzles(text: str, source: str, puzzle: Puzzle) -> dict[str, dict[str, Any]]:
    """Return the data of a puzzle file for each card by its number; raise `SpecError` if there is none."""
    cards = {str(number): card for number, card in enumerate(read_cards(text, source, puzzle), start=1)}
    if not cards:
        raise SpecError(source, "there is no card", "draw the board with a letter for each given piece")
    return {number: {key: value for key, value in card.items() if value} for number, card in cards.items()}


def read_cards(text: str, source: str, puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    r"""Yield the data of a puzzle file for each card; raise `SpecError` with the line of a mistake.

    Cards are separated by empty lines; a line that ends with a colon names the card below it. Each row has a character
    for each cell of the board: a letter, the same for all cells of a piece, or `.`. The shape tells the piece; of
    several tiles of one shape the letter is the name of one, or begins the name of only one.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> [card] = read_cards("AA..\nA..B\n...B\n....", "cards", puzzle_from("five_tiles4x4"))
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.SpecError: cards:1: the piece 'A' is none of the puzzle; draw each of its cells with one letter
    """
    assert puzzle.spec is not None
    rows: dict[int, list[Cell]] = {}
    for cell in puzzle.board.cells:
        rows.setdefault(cell[0], []).append(cell)
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    name, card = "", 0
    for is_blank, block in groupby(lines, key=lambda numbered: not numbered[1] or numbered[1].endswith(":")):
        numbered = list(block)
        if is_blank:
            name = next((line[:-1] for _, line in reversed(numbered) if line), "")
            continue
        card += 1
        first, drawn = numbered[0][0], [line.replace(" ", "") for _, line in numbered]
        expected = [len(rows[row]) for row in sorted(rows)]
        if [len(line) for line in drawn] != expected:
            remedy = f"draw {len(expected)} rows of {', '.join(map(str, dict.fromkeys(expected)))} characters"
            raise SpecError(f"{source}:{first}", f"the card does not have the rows of {puzzle.name}", remedy)
        yield {
            **puzzle.spec.to_dict(),
            "name": name or f"{puzzle.name}, card {card}",
            "given": list(_given(drawn, [rows[row] for row in sorted(rows)], puzzle, f"{source}:{first}")),
            "expected": {},
        }


def _given(drawn: list[str], rows: list[list[Cell]], puzzle: Puzzle, place: str) -> Iterator[dict[str, Any]]:
    pieces: dict[str, list[Cell]] = {}
    for line, cells in zip(drawn, rows, strict=True):
        for letter, cell in zip(line, cells, strict=True):
            if letter not in EMPTY:
                pieces.setdefault(letter, []).append(cell)
    for letter, cells in pieces.items():
        tile = _tile(letter, cells, puzzle, place)
        yield {"tile": tile.name, "cells": [list(puzzle.lattice.coordinates(cell)) for cell in cells]}


def _tile(letter: str, cells: list[Cell], puzzle: Puzzle, place: str) -> Tile:
    """Return the tile of a drawn piece: of those with its shape the one whose name is or begins with the letter.

    A letter that names no tile of this shape does not count, and the shape alone tells the tile.
    """
    shape = puzzle.lattice.normalize(cells)
    tiles = [tile for tile in puzzle.tiles if shape in tile.orientations]
    named = [tile for tile in tiles if tile.name == letter] or [tile for tile in tiles if tile.name.startswith(letter)]
    if len(named or tiles) == 1:
        return (named or tiles)[0]
    if tiles:
        names = " ".join(tile.name for tile in named or tiles)
        remedy = "draw it with the letter that only one of their names begins with, or give the tiles such names"
        raise SpecError(place, f"the piece {echo(letter)} may be any of {names}, which have one shape", remedy)
    if (parts := len(puzzle.lattice.components(cells))) > 1:
        raise SpecError(place, f"the letter {echo(letter)} is in {parts} places", "use another letter for each piece")
    problem, remedy = f"the piece {echo(letter)} is none of the puzzle", "draw each of its cells with one letter"
    raise SpecError(place, problem, remedy)
