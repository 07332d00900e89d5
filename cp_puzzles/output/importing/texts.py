"""Texts that people write: drawings of pieces and boards, edge matching, cards, and regions of Advent of Code."""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from math import isqrt, prod
from operator import itemgetter
from typing import Any, NamedTuple

from cp_puzzles.base.file_access import numbered_lines
from cp_puzzles.base.text import counted
from cp_puzzles.errors import Parameter, SpecError, echo
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.drawing import draw_cells
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations
from cp_puzzles.puzzle.puzzle import Puzzle

Piece = tuple[str, Collection[Cell], Any]
"""The name of a piece, its cells as [layer, row, column], and its multiplicity."""

MAX_EXTENT = 1000
"""The largest coordinate of a cell."""


def pieces_data(
    name: str,
    pieces: Sequence[Piece],
    board: Collection[Cell] = (),
    size: Sequence[int] = (),
    optional: Collection[Cell] = (),
) -> dict[str, Any]:
    """Return the data of a puzzle file with some pieces and a board, or the size of one.

    Pieces of one shape become a tile with the sum of their multiplicities. If all cells are in one layer, the puzzle is
    flat. Without a board, it is a rectangle or a box near to a square or a cube with room for all cells.

    >>> data = pieces_data("two", [("a", [(0, 0, 0), (0, 0, 1)], 1), ("b", [(0, 0, 0), (0, 1, 0)], 1)])
    >>> data["board"], data["tiles"]
    ({'size': [2, 2]}, [{'name': 'a', 'drawing': 'XX', 'multiplicity': 2}])
    """
    of_pieces = (cell for _, cells, _ in pieces for cell in cells)
    is_flat = len(size) < 3 and not any(layer for layer, _, _ in (*board, *of_pieces))
    lattice = LATTICES["square" if is_flat else "cubic"]
    first = 1 if is_flat else 0
    tiles: dict[Any, dict[str, Any]] = {}
    cells_of_all = 0
    for title, cells, copies in pieces:
        shape = [cell[first:] for cell in cells]
        key = min(orientations(lattice, shape, reflect=is_flat))
        if key in tiles:
            if type(copies) is not int or type(tiles[key]["multiplicity"]) is not int:
                problem = f"{title!r} and {tiles[key]['name']!r} have one shape, and their numbers are ranges"
                raise SpecError(name, problem, "write one of them with the range of both")
            tiles[key]["multiplicity"] += copies
        else:
            taken = {tile["name"] for tile in tiles.values()}
            while title in taken:
                title += "'"
            tiles[key] = {"name": title, **_drawn(lattice, shape), "multiplicity": copies}
            if not lattice.is_connected(shape):
                tiles[key]["disconnected"] = True
        cells_of_all += len(shape) * (copies if type(copies) is int else 0)
    data: dict[str, Any] = {"name": name}
    if board:
        marks = {cell[first:]: "?" if cell in optional else "X" for cell in board}
        data["board"] = _drawn(lattice, marks)
        to_cover = len(board) - len(optional)
    else:
        size = [*size] or _near_box(cells_of_all, 2 if is_flat else 3)
        data["board"], to_cover = {"size": [*size]}, prod(size)
    if to_cover > cells_of_all > 0 and not any(type(copies) is not int for _, _, copies in pieces):
        data["fill"] = False
    return {**data, "tiles": list(tiles.values())}


def _drawn(lattice: Lattice, marks: Any) -> dict[str, Any]:
    drawn = draw_cells(lattice, marks if isinstance(marks, dict) else dict.fromkeys(marks, "X"))
    assert drawn is not None
    return {"drawing": drawn[0]}


def cells_of_layers(layers: Iterable[Sequence[str]]) -> list[Cell]:
    """Return the cells of layers of rows as [layer, row, column]; points and spaces are no cells."""
    rows = ((z, y, row) for z, layer in enumerate(layers) for y, row in enumerate(layer))
    return [(z, y, x) for z, y, row in rows for x, mark in enumerate(row) if mark not in ". "]


def _near_box(cells: int, dimension: int) -> list[int]:
    """Return the size of a rectangle or a box with room for some cells, as near to a square or a cube as it is full."""
    first = isqrt(cells) if dimension == 2 else round(cells ** (1 / 3) + 1e-9) or 1
    first = next((side for side in range(first, first // 2, -1) if cells % side == 0), max(1, first))
    rest = -(-cells // first)
    return [first, rest] if dimension == 2 else [first, *_near_box(rest, 2)]


def json_of(text: str, source: str) -> Any:
    """Return the value of a text in JSON; raise `SpecError` with the place of a mistake."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        place = f"{source}:{getattr(error, 'lineno', 1)}:{getattr(error, 'colno', 1)}"
        raise SpecError(place, "this is not JSON", "check that the file is whole") from None


def within(number: int, place: str) -> int:
    """Return a coordinate; raise `SpecError` unless it is from 0 to `MAX_EXTENT`."""
    if not 0 <= number <= MAX_EXTENT:
        raise SpecError(place, f"the coordinate {number} is not from 0 to {MAX_EXTENT}", "move or split the shape")
    return number


_SIZE = re.compile(r"(\d+)\s*[x*]\s*(\d+)(?:\s*[x*]\s*(\d+))?")
_NUMBERS = re.compile(r"\d+(\s*[x*]\s*\d+)+")
_ROW = re.compile(r"[xX#. ]*[xX#.][xX#. ]*")
_NAME = re.compile(r"([\w-][\w -]*?)\s*:?|(.+?)\s*:")


class _Block(NamedTuple):
    """A drawing with the name above it, if any, and its rows."""

    name: str
    rows: list[str]


def read_drawings(text: str, source: str, name: str) -> dict[str, Any]:
    r"""Return the data of a puzzle file whose tiles are drawn; raise `SpecError` with the line of a mistake.

    Empty lines separate drawings, a line such as `hook:` or `A` names the drawing below it, and a line such as `6x10`
    is the size of the board, which a drawing named `board` gives, too. Layers are side by side, with a space between
    two, or one below the other: if two drawings or more have names, one without a name is the next layer. Otherwise the
    board is a rectangle near to a square that has room for all cells.

    >>> data = read_drawings("hook:\nX.\nXX\n\nxxx\n", "pieces", "Pieces")
    >>> data["board"], [tile["name"] for tile in data["tiles"]]
    ({'size': [2, 3]}, ['hook', 'B'])
    """
    size: list[int] = []
    blocks = [*_blocks(text, source, size)]
    has_points = any("." in row for block in blocks for row in block.rows)
    named = sum(bool(block.name) for block in blocks)
    shapes: list[tuple[str, list[Cell], int]] = []
    board: list[Cell] = []
    for block in blocks:
        cells, layers = _cells(block.rows, has_points=has_points)
        if block.name.lower() == "board":
            board = cells
        elif shapes and named > 1 and not block.name:
            title, lower, height = shapes[-1]
            shapes[-1] = title, [*lower, *((z + height, y, x) for z, y, x in cells)], height + layers
        else:
            letter = chr(ord("A") + len(shapes)) if len(shapes) < 26 else f"T{len(shapes) + 1}"
            shapes.append((block.name or letter, cells, layers))
    if not shapes:
        remedy = "draw pieces with X and ., with an empty line between"
        raise SpecError(source, "there is no drawing of a piece", remedy)
    boards = ((block.name, board) for block in blocks if block.name.lower() == "board")
    drawn = [*((title, cells) for title, cells, _ in shapes), *boards]
    if empty := next((title for title, cells in drawn if not cells), None):
        raise SpecError(source, f"the drawing of {echo(empty)} has no cell", "draw its cells with X")
    return pieces_data(name, [(title, cells, 1) for title, cells, _ in shapes], board, size)


def with_board(data: dict[str, Any], text: str, source: str) -> dict[str, Any]:
    """Return the data of a puzzle file with the board that another text draws; raise `SpecError`."""
    size: list[int] = []
    blocks = [*_blocks(text, source, size)]
    if not blocks and not size:
        raise SpecError(source, "there is no drawing of a board", "draw it with X and ., or write its size, as in 6x10")
    rows = "\n\n".join("\n".join(block.rows) for block in blocks)
    board = {"drawing": rows} if blocks else {"size": size}
    return {**{key: value for key, value in data.items() if key != "fill"}, "board": board}


def _blocks(text: str, source: str, size: list[int]) -> Iterator[_Block]:
    """Yield the drawings of a text with their names; write a size into `size`."""
    title, rows = "", list[str]()
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        if _ROW.fullmatch(line.rstrip()):
            rows.append(line.rstrip().replace("#", "X").replace("x", "X"))
            continue
        if rows:
            yield _Block(title, rows)
            title, rows = "", []
        if _NUMBERS.fullmatch(line.strip()):
            match = _SIZE.fullmatch(line.strip())
            size[:] = [int(each) for each in match.groups() if each] if match else []
            if not all(size or [0]):
                problem = f"{echo(line.strip())} is not the size of a board"
                raise SpecError(f"{source}:{number}:1", problem, "write two or three numbers from 1 on, as in 6x10")
        elif match := _NAME.fullmatch(line.strip()):
            title = match[1] or match[2]
        elif line.strip():
            remedy = ("draw pieces with X and ., or say of which puzzle these are cards: ", Parameter("puzzle", "SPEC"))
            raise SpecError(f"{source}:{number}:1", f"{echo(line.strip())} is not a drawing", remedy)


def _cells(rows: list[str], *, has_points: bool) -> tuple[list[Cell], int]:
    """Return the cells of a drawing as [layer, row, column], and the number of its layers, which are side by side.

    A space separates layers in a text that has points for empty places.
    """
    words = [row.split() for row in rows]
    widths = {tuple(map(len, row)) for row in words}
    is_split = len(widths) == 1 and len(words[0]) > 1 and has_points
    layers = [*zip(*words, strict=True)] if is_split else [tuple(row.replace(" ", ".") for row in rows)]
    return cells_of_layers(layers), len(layers)


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
        problem = f"there {'is' if total == 1 else 'are'} {counted(total, 'piece')} for {size[0]} x {size[1]} squares"
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
                if "#" not in shapes[-1]:
                    problem = f"the shape {len(shapes) - 1} has no cell"
                    raise SpecError(f"{source}:{number - 1}:1", problem, "draw its cells with #")
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
                problem = f"{counted(len(copies), 'number')} for {counted(len(shapes), 'shape')}"
                raise SpecError(f"{source}:{number}:1", problem, "write a number for each shape")
            values = {"wide": int(region[1]), "high": int(region[2])}
            if not all(values.values()):
                problem = f"the region {region[1]}x{region[2]} has no cell"
                raise SpecError(f"{source}:{number}:1", problem, "write a width and a height from 1 on")
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
