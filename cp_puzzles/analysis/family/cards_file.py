"""Cards of a boxed puzzle: drawings of its board, in which letters are given pieces, as puzzle files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle

EMPTY = ".?"
"""The characters of cells without a given piece."""


def read_cards(text: str, source: str, puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    r"""Yield the data of a puzzle file for each card; raise `SpecError` with the line of a mistake.

    Cards are separated by empty lines; a line that ends with a colon names the card below it. Each row has a character
    for each cell of the board: a letter, the same for all cells of a piece, or `.`. The shape tells the piece.

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
    shapes = {form: tile.name for tile in puzzle.tiles for form in map(_shape, tile.orientations)}
    for letter, cells in pieces.items():
        name = shapes.get(_shape(cells))
        if name is None:
            remedy = "draw each of its cells with one letter"
            raise SpecError(place, f"the piece {echo(letter)} is none of the puzzle", remedy)
        yield {"tile": name, "cells": [list(puzzle.lattice.coordinates(cell)) for cell in cells]}


def _shape(cells: Any) -> tuple[Cell, ...]:
    """Return the cells moved so that the least coordinate of each axis is 0."""
    low = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted(tuple(a - b for a, b in zip(cell, low, strict=True)) for cell in cells))
