"""Make a puzzle of Python values; the checks and messages are those of a puzzle file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.build.build_puzzle import build_puzzle
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.board_spec import BoardSpec
from cp_puzzles.puzzle.spec.origin import Origin
from cp_puzzles.puzzle.spec.plain_data import plain_data
from cp_puzzles.puzzle.spec.schema import TileEntry, TileSetEntry
from cp_puzzles.puzzle.spec.validation import validated

CellForm = str | Iterable[str] | Iterable[Iterable[int]] | npt.NDArray[Any]
"""Cells as a drawing, as the rows of one, as coordinates, or as an array."""

BoardForm = CellForm | Iterable[int] | Mapping[str, Any] | BoardSpec
"""A board: its cells, its size, or the keys below `board:` of a puzzle file."""

TileEntries = Iterable[str | Mapping[str, Any] | TileEntry | TileSetEntry]
TileForms = str | TileEntries | Mapping[str, CellForm | Mapping[str, Any]]
"""Tiles: names of sets and entries as below `tiles:`, or the cells or keys of each new tile by its name."""


def make_puzzle(
    *, board: BoardForm, tiles: TileForms, name: str = "puzzle", leave: Iterable[str] = (), **keys: Any
) -> Puzzle:
    """Make a puzzle without a file.

    Parameters
    ----------
    board
        A size such as `(6, 10)`, or cells in any form: a drawing (one text, or a list of its rows), coordinates, or a
        numpy array. A Boolean array has the cells where it is true; the rows of an integer array are coordinates. A
        dict has the keys below `board:` of a puzzle file, and its cells may be in these forms, too.
    tiles
        A dict from the name of each tile to its cells in one of these forms, or to a dict of keys such as
        `{"cells": ..., "multiplicity": 2}`. Or a list: names of tile sets, and dicts as below `tiles:`.
    name
        The name of the puzzle.
    leave
        Labels of cells that stay empty.
    **keys
        The other keys of a puzzle file: `lattice`, `fill`, `given`, `rules`, `colors`, `maximize`, `minimize`, ...

    Returns
    -------
    Puzzle
        Its `spec` is the same puzzle as data: `puzzle.spec.to_yaml()` is a puzzle file.

    Raises
    ------
    SpecError
        For a mistake, with its place: `make_puzzle: tiles.0.multiplicity: ...`.

    Examples
    --------
    >>> import numpy as np
    >>> from cp_puzzles import count, make_puzzle
    >>> count(make_puzzle(board=(6, 10), tiles=["pentominoes"]), jobs=1).count
    2339
    >>> board = np.ones((8, 8), dtype=bool)
    >>> board[0, 0] = board[7, 7] = False
    >>> puzzle = make_puzzle(board=board, tiles={"I": {"cells": [(0, 0), (0, 1)], "multiplicity": 31}})
    >>> len(puzzle.board.cells), count(puzzle, jobs=1).count
    (62, 0)
    """
    data = {"name": name, "board": _board(board), "tiles": _tiles(tiles), **plain_data(keys)}
    return build_puzzle(validated(data, Origin("make_puzzle")), leave=leave)


def _board(form: BoardForm) -> Any:
    data = plain_data(form)
    if isinstance(data, dict):
        return data if isinstance(form, BoardSpec) else _with_rows(data)
    if isinstance(data, list) and data and all(isinstance(number, int) for number in data):
        return {"size": data}
    return _cells(data)


def _tiles(forms: TileForms) -> Any:
    if isinstance(forms, str):
        return [{"set": forms}]
    if isinstance(forms, Mapping):
        return [{"name": name, **_keys(form)} for name, form in forms.items()]
    entries = forms if isinstance(forms, np.ndarray) or not isinstance(forms, Iterable) else list(forms)
    data = plain_data(entries)
    if not isinstance(data, list):
        return data
    return [{"set": entry} if isinstance(entry, str) else _with_rows(entry) for entry in data]


def _keys(form: CellForm | Mapping[str, Any]) -> dict[str, Any]:
    data = plain_data(form)
    return _with_rows(data) if isinstance(data, dict) else _cells(data)


def _cells(data: Any) -> dict[str, Any]:
    """Return the key of a drawing or of cells, by the form of the data."""
    rows = _drawn(data)
    return {"drawing": rows} if isinstance(rows, str) else {"cells": data}


def _with_rows(data: Any) -> Any:
    """Return keys with the rows of a drawing as one text."""
    return data | {"drawing": _drawn(data["drawing"])} if isinstance(data, dict) and "drawing" in data else data


def _drawn(data: Any) -> Any:
    """Return the rows of a drawing as one text; anything else unchanged."""
    is_rows = isinstance(data, list) and data and all(isinstance(row, str) for row in data)
    return "\n".join(data) if is_rows else data
