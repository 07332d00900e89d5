"""Lists of drawings of pieces as the data of a puzzle file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from cp_puzzles.errors import Parameter, SpecError, echo
from cp_puzzles.output.importing.pieces import pieces_data
from cp_puzzles.puzzle.geometry.isometry import Cell

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
        raise SpecError(
            source, "there is no drawing of a piece", "draw pieces with X and ., with an empty line between"
        )
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
    cells: list[Cell] = [
        (z, y, x)
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer)
        for x, mark in enumerate(row)
        if mark == "X"
    ]
    return cells, len(layers)
