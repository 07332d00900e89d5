"""Tiles by size, upright tiles, written ranges, and boards that labels draw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, parse_spec
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.puzzle import Puzzle

BOX = "{{name: b, board: {{size: [2, 2, 4]}}, tiles: [{{size: [1, 2, 2], {}multiplicity: 4}}]}}"


def puzzle(text: str) -> Puzzle:
    """Return the puzzle of a text."""
    return build_puzzle(parse_spec(text))


def test_tile_by_size_is_named_by_it() -> None:
    """A rectangle has the name of its size, or the one that is written, and keeps them in a file."""
    spec = parse_spec("{name: r, board: {size: [3, 4]}, tiles: [{size: [2, 3]}, {size: [1, 6], name: A}]}")
    assert [(tile.name, tile.size) for tile in build_puzzle(spec).tiles] == [("2x3", 6), ("A", 6)]
    assert parse_spec(spec.to_yaml()) == spec


def test_upright_tiles_are_not_tipped() -> None:
    """Only rotations about the vertical axis are orientations: 2 of the 6 of a brick, 1 of the 3 of a slab."""
    brick = "{{name: b, board: {{size: [4, 4, 4]}}, tiles: [{{size: [1, 2, 3]{}}}]}}"
    assert len(puzzle(brick.format("")).tiles[0].orientations) == 6
    assert len(puzzle(brick.format(", rotate: upright")).tiles[0].orientations) == 2
    assert count(parse_spec(BOX.format("rotate: upright, ")), symmetry="off", jobs=1).count == 1
    assert count(parse_spec(BOX.format("")), symmetry="off", jobs=1).count > 1


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ("{size: [1, 2, 3]}", "is a box, the board is flat"),
        ("{size: [0, 2]}", "too small"),
        ("{size: [2, 2], cells: [[0, 0], [0, 1]]}", "has both cells and size"),
    ],
)
def test_tile_by_size_refuses_mistakes(tile: str, message: str) -> None:
    """A box on a flat board, a side of length 0 and a second form are mistakes."""
    with pytest.raises(SpecError, match=message):
        puzzle(f"{{name: r, board: {{size: [3, 4]}}, tiles: [{tile}]}}")


def test_multiplicity_may_be_written_as_printed() -> None:
    """0-1 is a range; its ends in the wrong order are a mistake."""
    text = "{name: r, board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 1-3}]}"
    assert (puzzle(text).tiles[0].minimum, puzzle(text).tiles[0].maximum) == (1, 3)
    with pytest.raises(SpecError, match="min 3 is more than max 1"):
        puzzle(text.replace("1-3", "3-1"))


LABELED = """
name: r
board:
  labels: |
    Jan Feb .
     1   2  3
            Mon
fill: false
tiles:
- {set: domino}
"""


def test_labels_draw_the_board() -> None:
    """Words below each other are in one column; a point is no cell, and - is a cell without a name.

    A calendar typed with points for its gaps was once a larger puzzle.
    """
    assert len(puzzle(LABELED).board.cells) == 6
    board = puzzle(LABELED.replace("Feb .", "Feb -")).board
    assert dict(board.labels) == {"Jan": (0, 0), "Feb": (0, 1), "1": (1, 0), "2": (1, 1), "3": (1, 2), "Mon": (2, 2)}
    assert (0, 2) in board.cells


def test_unaligned_labels_count_from_the_left() -> None:
    """Words of one line that would be in one column are counted instead."""
    board = puzzle('{name: r, fill: false, board: {labels: "long x y\\n a b c"}, tiles: [{set: domino}]}').board
    assert dict(board.labels) == {"long": (0, 0), "x": (0, 1), "y": (0, 2), "a": (1, 0), "b": (1, 1), "c": (1, 2)}


def test_tiles_and_board_of_another_puzzle_are_the_same() -> None:
    """Groups, fixed tiles, values and colors of some cells, forbidden isometries, and cells that are left empty."""
    tiles: list[dict[str, Any]] = [
        {"name": "grouped", "cells": [[0, 0], [0, 1]], "multiplicity": {"min": 1, "max": 3}, "group": {"a": 2, "b": 9}},
        {"name": "alike", "cells": [[0, 0], [1, 0], [1, 1]], "multiplicity": {"min": 1, "max": 2}, "group": "a"},
        {"name": "none", "cells": [[0, 0]], "multiplicity": 0, "group": "b"},
        {"name": "fixed", "cells": [[0, 0], [0, 1], [1, 1], [1, 2]], "fixed": True, "reflect": False},
        {"name": "turned", "cells": [[0, 0], [0, 1], [0, 2], [1, 2]], "rotate": False, "reflect": True},
        {"name": "valued", "cells": [[0, 0], [0, 1], [0, 2]], "values": [3, None, 1]},
        {"name": "colored", "cells": [[0, 0], [0, 1], [0, 2]], "colors": {"c": [[0, 0]]}, "rotate": False},
    ]
    board = {"size": [5, 5], "labels": {"corner": [0, 0], "next": [0, 1]}}
    first = Puzzle(board=board, tiles=tiles, leave=["corner"], colors="cd")
    assert {tile.name: dict(tile.groups) for tile in first.tiles if tile.groups} == {
        "grouped": {"a": 2, "b": 3},
        "alike": {"a": 2},
        "none": {"b": 0},
    }
    again = Puzzle(board=first.board, tiles=first.tiles, colors="cd")
    assert [replace(tile, groups=()) for tile in again.tiles] == [replace(tile, groups=()) for tile in first.tiles]
    assert [[each for each in tile.groups if each[1]] for tile in again.tiles] == [
        [each for each in tile.groups if each[1]] for tile in first.tiles
    ]
    assert [name for name, _ in again.board.labels] == ["next"]
