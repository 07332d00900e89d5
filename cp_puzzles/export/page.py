"""One self-contained page to browse solutions in, without a server: `.html`.

The page is `page_assets/page.html` with the style sheet, the scripts in the order of `SCRIPTS` (plain files that share
one scope), the data, and for boxes three.js put in. How three.js was bundled is told in `page_assets/README.md`.
"""

from __future__ import annotations

import base64
import json
import sys
from array import array
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from cp_puzzles.cover.solution import Solution
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import text_color, tile_colors
from cp_puzzles.puzzle.model import Puzzle

SCRIPTS = ("solutions", "filter", "copies", "outline", "flat_view", "heat_view", "gallery", "app")
BOX_SCRIPTS = ("polycube", "take_apart", "box_view")


class PageContent:
    """What a page shows: a puzzle, the placements met so far and the solutions as indices into them."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._options: dict[Placement, int] = {}
        self._rows: list[array[int]] = []
        self._orbits = array("H")
        self._has_empty = False

    def add(self, solution: Solution) -> None:
        """Take in a solution."""
        options = self._options
        self._rows.append(array("I", (options.setdefault(p, len(options)) for p in solution.placements)))
        self._orbits.append(solution.orbit_size)
        self._has_empty |= sum(len(p.cells) for p in solution.placements) < len(self.puzzle.board.cells)

    def html(self, *, bare: bool = False) -> str:
        """The page; `bare` leaves everything out but the picture of the first solution and its controls."""
        is_box = self.puzzle.lattice.dimension == 3
        scripts = (*SCRIPTS[:-1], *BOX_SCRIPTS, SCRIPTS[-1]) if is_box else SCRIPTS
        data = json.dumps(self._data() | {"bare": bare}, ensure_ascii=False, separators=(",", ":"))
        parts = {
            "title": escape(self.puzzle.name),
            "style": _asset("page.css"),
            "data": data.replace("<", "\\u003c"),
            "library": f"<script>{_asset('three.min.js')}</script>" if is_box else "",
            "script": "\n".join(_asset(f"{name}.js") for name in scripts),
        }
        before, *pieces = _asset("page.html").split("{{")
        return before + "".join(parts[key] + rest for key, rest in (piece.split("}}", 1) for piece in pieces))

    def _data(self) -> dict[str, Any]:
        puzzle = self.puzzle
        cells = sorted((*puzzle.board.cells, *puzzle.board.left))
        index = {cell: i for i, cell in enumerate(cells)}
        tiles = {tile.name: i for i, tile in enumerate(puzzle.tiles)}
        colors = tile_colors((tile.name, tile.color) for tile in puzzle.tiles)
        return {
            "name": puzzle.name,
            "description": puzzle.description,
            "dimension": puzzle.lattice.dimension,
            "cells": cells,
            "labels": {index[cell]: name for name, cell in puzzle.board.labels},
            "hasEmpty": self._has_empty or bool(puzzle.board.left),
            "tiles": [
                {"name": tile.name, "color": color, "text": text_color(color)}
                for tile, color in zip(puzzle.tiles, colors, strict=True)
            ],
            "options": [[tiles[p.tile], *(index[cell] for cell in p.cells)] for p in self._options],
            "solutions": self._table(),
        }

    def _table(self) -> dict[str, Any]:
        """Rows of equal width: index + 1 of each placement, then zeros, little-endian."""
        width = max(map(len, self._rows), default=0)
        table = array("H" if len(self._options) < 2**16 - 1 else "I")
        for row in self._rows:
            table.extend(option + 1 for option in row)
            table.extend([0] * (width - len(row)))
        has_orbits = any(size != 1 for size in self._orbits)
        return {
            "count": len(self._rows),
            "width": width,
            "bytes": table.itemsize,
            "rows": _base64(table),
            "orbits": _base64(self._orbits) if has_orbits else "",
        }


def page_html(puzzle: Puzzle, solutions: Iterable[Solution], *, bare: bool = False) -> str:
    """The page that shows the solutions of a puzzle; see `PageContent.html` for `bare`."""
    content = PageContent(puzzle)
    for solution in solutions:
        content.add(solution)
    return content.html(bare=bare)


class PageWriter:
    """Takes in solutions and writes the page when it is closed."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        path.touch()
        self.path = path
        self._content = PageContent(puzzle)

    def write(self, solution: Solution) -> None:
        """Take in a solution."""
        self._content.add(solution)

    def close(self) -> None:
        """Write the page."""
        self.path.write_text(self._content.html(), encoding="utf-8")


def _base64(table: array[int]) -> str:
    if sys.byteorder == "big":
        table = table[:]
        table.byteswap()
    return base64.b64encode(table.tobytes()).decode("ascii")


@cache
def _asset(name: str) -> str:
    return files("cp_puzzles.export").joinpath("page_assets", name).read_text(encoding="utf-8")
