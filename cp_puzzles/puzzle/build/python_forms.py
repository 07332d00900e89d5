"""Boards and tiles in Python: drawings, cells, arrays, dicts and values as the data of a puzzle file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.board_and_tiles import Board, Tile
from cp_puzzles.puzzle.geometry.cell_solid import side_colors, value_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Orientation, shown_orientations
from cp_puzzles.puzzle.spec.board_spec import BoardSpec
from cp_puzzles.puzzle.spec.tile_spec import TileEntry, TileSetEntry
from cp_puzzles.puzzle.spec.validation import plain_data

CellForm = str | Iterable[str] | Iterable[Iterable[int]] | npt.NDArray[Any]
"""Cells as a drawing, as the rows of one, as coordinates, or as an array."""

BoardForm = CellForm | Iterable[int] | Mapping[str, Any] | BoardSpec | Board
"""A board: its cells, its size, the keys below `board:` of a puzzle file, or the board of another puzzle."""

TileEntries = Iterable[str | Mapping[str, Any] | TileEntry | TileSetEntry | Tile]
TileForms = str | TileEntries | Mapping[str, CellForm | Mapping[str, Any]]
"""Tiles: names of sets, entries as below `tiles:`, tiles, or the cells or keys of each new tile by its name."""


def python_data(board: BoardForm, tiles: TileForms, keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return a board, tiles and the other keys in Python as the data of a puzzle file."""
    # the validation reports a name that does not exist
    lattice = LATTICES.get(str(keys.get("lattice")), LATTICES["square"])
    return {"board": _board(board, lattice), "tiles": _tiles(tiles, lattice), **plain_data(keys)}


def _board(form: BoardForm, lattice: Lattice) -> Any:
    if isinstance(form, Board):
        return _board_keys(form, lattice)
    data = plain_data(form)
    if isinstance(data, list) and data and all(isinstance(number, int) for number in data):
        return {"size": data}
    return _keys(data)


def _board_keys(board: Board, lattice: Lattice) -> dict[str, Any]:
    """Return the keys of the board of another puzzle; cells that it leaves empty are none of them."""
    listed = lattice.coordinates
    names, calendar = {name for name, cell in board.labels if cell not in board.left_empty}, board.calendar
    is_named = calendar.months and names.issuperset((*calendar.months, *calendar.weekdays))
    return {
        **({"calendar": {"months": calendar.months, "weekdays": calendar.weekdays or None}} if is_named else {}),
        "cells": [*map(listed, board.cells)],
        "optional": [*map(listed, sorted(board.optional))],
        "labels": {name: listed(cell) for name, cell in board.labels if cell not in board.left_empty},
        **_colors_and_values(dict(board.cell_colors), lattice),
        "regions": {name: [*map(listed, cells)] for name, cells in board.regions},
    }


def _colors_and_values(texts: Mapping[Cell, str], lattice: Lattice) -> dict[str, dict[Any, list[Cell]]]:
    """Return the coordinates of the cells of each color and of each value, as the keys `colors` and `values`."""
    cells: dict[str, dict[Any, list[Cell]]] = {"colors": {}, "values": {}}
    for cell, text in sorted(texts.items(), key=lambda pair: (len(pair[1]), pair[1], pair[0])):
        if not text:
            continue
        key, mark = ("values", int(text)) if text.isdecimal() else ("colors", text)
        cells[key].setdefault(mark, []).append(lattice.coordinates(cell))
    return cells


def _tiles(forms: TileForms, lattice: Lattice) -> Any:
    if isinstance(forms, str):
        return [{"set": forms}]
    if isinstance(forms, Mapping):
        return [{"name": name, **_keys(plain_data(form))} for name, form in forms.items()]
    if isinstance(forms, np.ndarray) or not isinstance(forms, Iterable):
        return plain_data(forms)
    return [_entry(form, lattice) for form in forms]


def _entry(form: Any, lattice: Lattice) -> Any:
    if isinstance(form, Tile):
        return _tile_keys(form, lattice)
    data = {"set": form} if isinstance(form, str) else plain_data(form)
    return _keys(data) if isinstance(data, dict) else data


def _tile_keys(tile: Tile, lattice: Lattice) -> dict[str, Any]:
    """Return the keys of the tile of another puzzle, with what gives its orientations."""
    colors = tile.shape.letters_at()
    values = [value_of(letter) for letter in colors.values()]
    keys = {
        "name": tile.name,
        "cells": [*map(lattice.coordinates, tile.form)],
        "multiplicity": {"min": tile.minimum, "max": tile.maximum},
        "color": tile.display_color,
        "fixed": tile.fixed,
        "group": {name: size for name, size in tile.groups if size} or None,
        "colors": _colors_and_values(colors, lattice)["colors"],
        "values": values if any(value is not None for value in values) else None,
        "sides": {number: sides for number, text in enumerate(tile.shown) if (sides := side_colors(text))} or None,
        "disconnected": True,
    }
    every: tuple[Orientation, ...] = ()
    for rotate, reflect in product((True, False), repeat=2):
        allowed = {"rotate": rotate, "reflect": reflect}
        images = shown_orientations(lattice, tile.shape, **allowed)
        if images == tile.orientations:
            return keys | allowed
        every = every or images
    numbers = [number for number, image in enumerate(every, 1) if image in tile.orientations]
    if len(numbers) != len(tile.orientations):
        problem = "its orientations are those of a wrapped board, or of another lattice"
        raise MistakeError(Parameter("tiles", tile), problem, "give its cells: {'name': ..., 'cells': ...}")
    return keys | ({"orientations": numbers} if numbers else {})


def _keys(data: Any) -> dict[str, Any]:
    """Return keys with the rows of a drawing as one text; a drawing, or cells, become the key that they are."""
    if isinstance(data, dict):
        return data | {"drawing": _drawn(data["drawing"])} if "drawing" in data else data
    rows = _drawn(data)
    return {"drawing": rows} if isinstance(rows, str) else {"cells": data}


def _drawn(data: Any) -> Any:
    """Return the rows of a drawing as one text; anything else unchanged."""
    is_rows = isinstance(data, list) and data and all(isinstance(row, str) for row in data)
    return "\n".join(data) if is_rows else data
