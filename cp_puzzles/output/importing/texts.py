"""Texts that people write: regions of Advent of Code, edge matching, and cards of a boxed puzzle."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from math import isqrt, prod
from operator import itemgetter
from typing import Any

from cp_puzzles.base.file_access import numbered_lines
from cp_puzzles.base.text import counted
from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle

LETTERS = string.digits + string.ascii_lowercase + string.ascii_uppercase
"""The characters of colors in a puzzle file, by number."""


def read_edges(text: str, source: str, name: str) -> dict[str, Any]:
    r"""Return the data of a puzzle file with the squares of a text; raise `SpecError` with the line of a mistake.

    A first line of two numbers is the size, rows and columns; otherwise the board is a square, or the rectangle nearest
    to one. A line may begin with the number of the piece. Equal pieces become a tile with a multiplicity. If a side is
    0, all 0 are on the boundary of the board, and nothing else is.

    >>> data = read_edges("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "edges", "edges")
    >>> data["board"], data["rules"], data["tiles"][0]
    ({'size': [2, 2]}, {'match': 'equal', 'boundary': '0'}, {'name': '1', 'cells': [[0, 0]], 'sides': '0120'})
    """
    size: list[int] = []
    pieces: dict[tuple[int, ...], dict[str, Any]] = {}
    copies: Counter[tuple[int, ...]] = Counter()
    for number, line in numbered_lines(text, "#.*"):
        place, words = f"{source}:{number}", re.split(r"[\s,;]+", line)
        if not all(word.isdecimal() for word in words) or len(words) not in ((1, 2, 4, 5) if not pieces else (4, 5)):
            raise SpecError(place, f"{echo(line)} is not a piece", "write the four numbers of its sides")
        numbers = [int(word) for word in words]
        if len(numbers) < 3:
            size = numbers * (3 - len(numbers))
            continue
        title, sides = str(numbers[0] if len(numbers) == 5 else sum(copies.values()) + 1), numbers[-4:]
        if max(sides) >= len(LETTERS):
            raise SpecError(place, f"the color {max(sides)} is above {len(LETTERS) - 1}", "number the colors from 0")
        turned = min(tuple(sides[k:] + sides[:k]) for k in range(4))
        pieces.setdefault(turned, {"name": title, "cells": [[0, 0]], "sides": "".join(LETTERS[x] for x in sides)})
        copies[turned] += 1
    total = sum(copies.values())
    if not total:
        raise SpecError(source, "there is no piece", "write four numbers a line")
    if size and prod(size) != total:
        problem = f"there are {counted(total, 'piece')} for {size[0]} x {size[1]} squares"
        raise SpecError(source, problem, "write a line for each piece, or the size of the board")
    rows = next(side for side in range(isqrt(total), 0, -1) if total % side == 0)
    for turned, piece in pieces.items():
        piece |= {"multiplicity": copies[turned]} if copies[turned] > 1 else {}
    has_boundary = any(0 in turned for turned in pieces)
    return {
        "name": name,
        "board": {"size": size or [rows, total // rows]},
        "tiles": [*pieces.values()],
        "rules": {"match": "equal", **({"boundary": "0"} if has_boundary else {})},
    }


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
    rows = [[*cells] for _, cells in groupby(sorted(puzzle.board.cells), itemgetter(0))]
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    name, card = "", 0
    for is_blank, block in groupby(lines, key=lambda numbered: not numbered[1] or numbered[1].endswith(":")):
        numbered = list(block)
        if is_blank:
            name = next((line[:-1] for _, line in reversed(numbered) if line), "")
            continue
        card += 1
        first, drawn = numbered[0][0], [line.replace(" ", "") for _, line in numbered]
        expected = [*map(len, rows)]
        if [len(line) for line in drawn] != expected:
            remedy = f"draw {len(expected)} rows of {', '.join(map(str, dict.fromkeys(expected)))} characters"
            raise SpecError(f"{source}:{first}", f"the card does not have the rows of {puzzle.name}", remedy)
        yield {
            **puzzle.spec.to_dict(),
            "name": name or f"{puzzle.name}, card {card}",
            "given": list(_given(drawn, rows, puzzle, f"{source}:{first}")),
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
    tiles = [tile for tile in puzzle.tiles if any(shape == each.cells for each in tile.orientations)]
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


_SHAPE = re.compile(r"\d+:")
_REGION = re.compile(r"(\d+)x(\d+):((?:\s+\d+)+)\s*")

MAX_REGIONS = 100_000


def read_family(text: str, source: str, _title: str) -> dict[str, Any]:
    """Return the data of a puzzle file with parameters and its cases, by the ends of the names of their files.

    Raise `SpecError` with the line of a mistake. A region `12x5: 1 0 1` is 12 wide and 5 high, with the number of
    copies of each shape.
    """
    shapes: list[str] = []
    cases: list[dict[str, Any]] = []
    rows: list[str] | None = None
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        region = _REGION.fullmatch(line.strip())
        if _SHAPE.fullmatch(line.strip()) or region or not line.strip():
            if rows:
                shapes.append("\n".join(rows))
            rows = [] if _SHAPE.fullmatch(line.strip()) else None
        elif rows is not None and re.fullmatch(r"[#.]+", line.strip()):
            rows.append(line.strip())
            continue
        else:
            place, remedy = f"{source}:{number}:1", "write a shape of # and ., or a region 12x5: 1 0 1"
            raise SpecError(place, f"{echo(line.strip())} is neither a shape nor a region", remedy)
        if region:
            copies = [int(word) for word in region[3].split()]
            if len(copies) != len(shapes):
                problem = f"{len(copies)} numbers for {len(shapes)} shapes"
                raise SpecError(f"{source}:{number}:1", problem, "write a number for each shape")
            values = {"wide": int(region[1]), "high": int(region[2])}
            values |= {f"n{k}": copied for k, copied in enumerate(copies)}
            cases.append({"parameters": values})
            if len(cases) > MAX_REGIONS:
                raise SpecError(f"{source}:{number}:1", f"more than {MAX_REGIONS:,} regions", "split the file")
    if not cases:
        raise SpecError(source, "there is no region", "write regions such as 12x5: 1 0 1")
    data: dict[str, Any] = {
        "name": "Regions",
        "description": "Do the copies of the shapes fit into the region?",
        "parameters": cases[0]["parameters"],
        "board": {"size": ["{high}", "{wide}"]},
        "fill": False,
        "tiles": [{"name": f"{k}", "drawing": shape, "multiplicity": f"{{n{k}}}"} for k, shape in enumerate(shapes)],
    }
    return {"": data, "cases": cases}
