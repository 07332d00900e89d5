"""Boards that are unions and differences of other boards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import jsonschema
import pytest

from cp_puzzles import count
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.board_shapes import shape_cells
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.tile_sets import BOARD_SHAPES
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.json_schema import json_schema
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

NUMBERS = {1: (6,), 2: (6, 4), 3: (3, 6, 4)}
"""Numbers of a large shape by how many it takes; the small one has 2 less of each, a size at least 1."""


NESTED = {
    "lattice": "square",
    "board": {
        "cells": {"union": [{"drawing": "..?\n...\nX.X"}, {"size": [3, 3], "without": {"size": [1, 1]}, "at": [0, 4]}]}
    },
    "tiles": [{"set": "domino", "multiplicity": "any"}],
}
"""Keys of a puzzle with a part that is moved as a whole, and with a drawn part."""


def spec_of(lattice: str, board: dict[str, Any], **keys: Any) -> PuzzleSpec:
    """Return the spec of a board, with a tile of one cell that every lattice has."""
    origin = [*LATTICES[lattice].coordinates(LATTICES[lattice].cell_classes[0].origin)]
    tiles = [{"name": "T", "cells": [origin], "multiplicity": "any"}]
    return PuzzleSpec.from_dict(
        {"name": "x", "lattice": lattice, "board": board, "tiles": tiles, "fill": False, **keys}
    )


def built(lattice: str, board: dict[str, Any], **keys: Any) -> Puzzle:
    """Return the puzzle of a board; see `spec_of`."""
    return build_puzzle(spec_of(lattice, board, **keys))


def parts_spec(name: str, lattice: str, large: tuple[int, ...], small: tuple[int, ...]) -> PuzzleSpec:
    """Return a spec whose board is a large shape, and a small one beside it."""
    dimension = LATTICES[lattice].dimension
    step = [1] * dimension if LATTICES[lattice].is_numbered else [*LATTICES[lattice].translations.basis[0]]
    return spec_of(lattice, {"cells": {"union": [{name: [*large]}, {name: [*small], "at": step}]}})


def shapes() -> list[tuple[str, str, tuple[int, ...], tuple[int, ...]]]:
    """Return each shape on each of its lattices, with the numbers of a large and of a small one."""
    found = []
    for name, shape in BOARD_SHAPES.items():
        for lattice in shape.lattices:
            size = len(shape.numbers[-1]) if name != "size" else 2 + (not LATTICES[lattice].is_flat)
            large = (10,) if name == "burr" else NUMBERS[size]
            small = (6,) if name == "burr" else tuple(max(1, number - 2) for number in large)
            found.append((name, lattice, large, small))
    return found


def center(cells: frozenset[Cell]) -> tuple[Fraction, ...]:
    """Return the mean of some cells."""
    return tuple(Fraction(sum(axis), len(cells)) for axis in zip(*cells, strict=True))


@pytest.mark.parametrize(("name", "lattice", "large", "small"), shapes(), ids=str)
def test_shape_is_joined_and_removed_on_each_lattice(
    name: str, lattice: str, large: tuple[int, ...], small: tuple[int, ...]
) -> None:
    """Shapes with `at` are joined and removed as sets; without it they share the center, where that is possible."""
    first, second = (frozenset(shape_cells(BOARD_SHAPES[name], LATTICES[lattice], n)) for n in (large, small))
    basis = LATTICES[lattice].translations.basis[0]
    zero = [0] * LATTICES[lattice].dimension
    step = [1, *zero[1:]] if LATTICES[lattice].is_numbered else [*basis]
    moved = frozenset(add(cell, basis) for cell in second)
    forms: list[dict[str, Any]] = [{name: [*large]}, {name: [*small], "at": step}]
    assert {*built(lattice, {"cells": {"union": forms}}).board.cells} == first | moved
    if first & moved and first - moved:
        board = {"cells": {name: [*large], "without": forms[1]}}
        assert {*built(lattice, board).board.cells} == first - moved
        assert built(lattice, {"cells": {"union": forms[:1], "without": [forms[1]]}}) == built(lattice, board)
    shift = tuple(a - b for a, b in zip(center(first), center(second), strict=True))
    board = {"cells": {"union": [{name: [*large]}, {name: [*small]}]}}
    whole = tuple(map(int, shift))
    if whole == shift and whole in LATTICES[lattice].translations:
        centered = frozenset(add(cell, whole) for cell in second)
        assert center(centered) == center(first)
        assert {*built(lattice, board).board.cells} == first | centered
    else:
        with pytest.raises(SpecError, match=r"no translation moves the center .* write at:"):
            built(lattice, board)


def test_star_has_the_cells_of_the_catalog() -> None:
    """Two hexagons about one center without a third one: 114 triangles with the symmetry of a hexagon."""
    puzzle = puzzle_from("one_sided_hexiamonds_ring")
    assert len(puzzle.board.cells) == 114
    assert len(puzzle.lattice.board_isometries(puzzle.board.cells)) == 12


def test_parts_are_nested_and_moved_as_a_whole() -> None:
    """A union below a union or a difference; `at` moves all of it, and its shapes have a center of their own."""
    ring = {"size": [3, 3], "without": {"size": [1, 1]}}
    cells = {*built("square", {"cells": {"union": [ring, {**ring, "at": [0, 4]}]}}).board.cells}
    assert cells == {(r, c) for r in range(3) for c in (0, 1, 2, 4, 5, 6)} - {(1, 1), (1, 5)}
    hole = {"union": [{"size": [1, 3]}, {"size": [3, 1]}]}
    frame = {*built("square", {"cells": {"size": [5, 5], "without": hole}}).board.cells}
    assert frame == {(r, c) for r in range(5) for c in range(5)} - {(2, 1), (2, 2), (2, 3), (1, 2), (3, 2)}
    window = {
        "union": [{"window": {"row": [0, 2], "column": [0, 2]}}, {"cells": [[5, 5]]}, {"drawing": "..?\n...\nX.X"}]
    }
    board = built("square", {"cells": window}).board
    assert {*board.cells} == {(0, 0), (0, 1), (1, 0), (1, 1), (5, 5), (0, 2), (2, 0), (2, 2)}
    assert board.optional == {(0, 2)}


def test_parts_take_all_keys_of_a_board() -> None:
    """Holes, wraps, labels, regions, colors and values refer to the cells of the union, as to listed cells."""
    parts = {"union": [{"size": [4, 4]}, {"size": [2, 2], "at": [0, 4]}], "without": {"size": [1, 1], "at": [3, 3]}}
    plain = [[*cell] for cell in built("square", {"cells": parts}).board.cells]
    keys = {
        "holes": [[0, 0]],
        "optional": [[1, 1]],
        "labels": "a . c d e f\n. . . . . .\n. . . .\nx y z",
        "regions": {"A": [[0, 5], [1, 5]]},
        "values": {3: [[0, 4]]},
        "colors": {"b": [[2, 2]]},
        "wrap": [[0, 6], [4, 0]],
    }
    for board in (keys, {**keys, "wrap": "tube"}):
        first, second = (built("square", {"cells": cells, **board}, colors="b") for cells in (parts, plain))
        assert (first.board, first.lattice) == (second.board, second.lattice)


def test_parts_count_as_listed_cells() -> None:
    """The dominoes of an L and of a ring, as of the same cells written one by one."""
    for parts in (
        {"union": [{"size": [2, 6]}, {"size": [6, 2], "at": [0, 0]}]},
        {"size": [6, 6], "without": {"size": [2, 2]}},
    ):
        spec = {"name": "x", "board": {"cells": parts}, "tiles": [{"set": "domino", "multiplicity": "any"}]}
        cells = [list(cell) for cell in build_puzzle(PuzzleSpec.from_dict(spec)).board.cells]
        assert count(spec, jobs=1).count == count({**spec, "board": {"cells": cells}}, jobs=1).count > 0


def test_schema_accepts_parts() -> None:
    """Parts, nested and with parameters, fit the JSON Schema; a spec is written as it was read."""
    part = {"union": [{"hexagon": [8, 2]}, {"long-hexagon": [4, 2]}], "without": {"hexagon": "{n}", "at": [0, 1]}}
    spec = {
        "name": "x",
        "parameters": {"n": 2},
        "board": {
            "cells": {"union": [part, {"triangle": 3, "at": [1, 1], "without": [{"triangle": 1, "at": [1, 1]}]}]}
        },
        "tiles": [{"set": "moniamond", "multiplicity": "any"}],
    }
    jsonschema.validate(spec, json_schema())
    wrong: dict[str, Any]
    for wrong in ({"union": []}, {"without": {"hexagon": 2}}, {"hexagon": 3, "size": [2, 2]}, {"hexagon": 3, "at": 2}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**spec, "board": {"cells": wrong}}, json_schema())
    read = PuzzleSpec.from_dict({**spec, "parameters": {"n": 2}})
    assert build_puzzle(PuzzleSpec.from_dict(read.to_dict())).board == build_puzzle(read).board
