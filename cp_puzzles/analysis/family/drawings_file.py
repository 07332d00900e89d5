"""Lists of drawings of pieces as the data of a puzzle file."""

from __future__ import annotations

import re
from math import isqrt
from typing import Any

from cp_puzzles.errors import Parameter, SpecError, echo

_SIZE = re.compile(r"\s*(\d+)\s*x\s*(\d+)\s*")


def is_drawings(text: str) -> bool:
    """Return True for a text of drawings: without the numbers of shapes and the regions of `regions_file`."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(lines) and not any(re.match(r"\d+:|\d+x\d+:", line) for line in lines)


def read_drawings(text: str, source: str, name: str) -> dict[str, Any]:
    r"""Return the data of a puzzle file whose tiles are drawn; raise `SpecError` with the line of a mistake.

    Empty lines separate drawings, a line that ends with a colon names the drawing below it, and a line such as `6x10`
    is the size of the board. Otherwise the board is a rectangle near to a square that has room for all cells.

    >>> data = read_drawings("hook:\nX.\nXX\n\nXXX\n", "pieces", "Pieces")
    >>> data["board"], [tile["name"] for tile in data["tiles"]]
    ({'size': [2, 3]}, ['hook', 'B'])
    """
    tiles: list[dict[str, Any]] = []
    size, title, rows = None, "", list[str]()
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        if re.fullmatch(r"[X#. ]*[X#][X#. ]*", line.rstrip()):
            rows.append(line.rstrip().replace("#", "X").replace(" ", "."))
            continue
        if rows:
            letter = chr(ord("A") + len(tiles)) if len(tiles) < 26 else f"T{len(tiles) + 1}"
            tiles.append({"name": title or letter, "drawing": "\n".join(rows)})
            title, rows = "", []
        if match := _SIZE.fullmatch(line):
            size = [int(match[1]), int(match[2])]
        elif line.rstrip().endswith(":"):
            title = line.strip()[:-1]
        elif line.strip():
            remedy = ("draw pieces with X and ., or say of which puzzle these are cards: ", Parameter("puzzle", "SPEC"))
            raise SpecError(f"{source}:{number}:1", f"{echo(line.strip())} is not a drawing", remedy)
    cells = sum(tile["drawing"].count("X") for tile in tiles)
    if not cells:
        raise SpecError(source, "there is no drawing", "draw pieces with X and ., with an empty line between two")
    height = isqrt(cells)
    height = next((rows for rows in range(height, height // 2, -1) if cells % rows == 0), height)
    size = size or [height, -(-cells // height)]
    loose = {"fill": False} if size[0] * size[1] > cells else {}
    return {"name": name, "board": {"size": size}, **loose, "tiles": tiles}
