"""Pieces and boards as lists of cells, as most programs write them, and the data of a puzzle file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isqrt, prod
from typing import Any

from cp_puzzles.errors import SpecError
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
    is_flat = len(size) < 3 and not any(
        layer for layer, _, _ in [*board, *(c for _, cells, _ in pieces for c in cells)]
    )
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
        room = len(board) - len(optional)
    else:
        size = [*size] or _near_box(cells_of_all, 2 if is_flat else 3)
        data["board"], room = {"size": [*size]}, prod(size)
    if room > cells_of_all > 0 and not any(type(copies) is not int for _, _, copies in pieces):
        data["fill"] = False
    return {**data, "tiles": list(tiles.values())}


def _drawn(lattice: Lattice, marks: Any) -> dict[str, Any]:
    drawn = draw_cells(lattice, marks if isinstance(marks, dict) else dict.fromkeys(marks, "X"))
    assert drawn is not None
    return {"drawing": drawn[0]}


def _near_box(cells: int, dimension: int) -> list[int]:
    """Return the size of a rectangle or a box with room for some cells, as near to a square or a cube as it is full."""
    first = isqrt(cells) if dimension == 2 else round(cells ** (1 / 3) + 1e-9) or 1
    first = next((side for side in range(first, first // 2, -1) if cells % side == 0), max(1, first))
    rest = -(-cells // first)
    return [first, rest] if dimension == 2 else [first, *_near_box(rest, 2)]


def within(number: int, place: str) -> int:
    """Return a coordinate; raise `SpecError` unless it is from 0 to `MAX_EXTENT`."""
    if not 0 <= number <= MAX_EXTENT:
        raise SpecError(place, f"the coordinate {number} is not from 0 to {MAX_EXTENT}", "move or split the shape")
    return number
