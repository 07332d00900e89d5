"""Drawings of pieces and of a board, and pieces as lists of cells, as the data of a puzzle file."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import isqrt, prod
from typing import Any, NamedTuple

from cp_puzzles.errors import Parameter, SpecError, echo
from cp_puzzles.puzzle.geometry.drawing import draw_cells
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations

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
        if match := _SIZE.fullmatch(line.strip()):
            size[:] = [int(each) for each in match.groups() if each]
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
