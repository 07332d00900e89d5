"""From a spec or another source to a puzzle: boards, tiles and their rules."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.written import DOMINOES, puzzle_of


@pytest.mark.parametrize(
    ("board", "tiles", "lattice", "cells"),
    [
        ("board: {size: [2, 3]}", "domino", "square", 6),
        ("board: {size: [2, 3, 4]}", "domino", "cubic", 24),
        ("board: {size: [1, 2, 3]}", "domino", "cubic", 6),
        ('lattice: cubic, board: {drawing: "XX\\nXX"}', "domino", "cubic", 4),
        ('board: {drawing: "XX\\nXX"}', "domino", "square", 4),
        ('board: {drawing: "XX\\n\\nXX"}', "domino", "cubic", 4),
        ('board: {drawing: "XX\\n\\n.."}', "domino", "square", 2),
        ('board: {drawing: "XX.X\\n.?.."}', "domino", "square", 4),
        ("board: {cells: [[0, 0], [0, 1]]}", "domino", "square", 2),
        ("board: {parallelogram: [6, 6]}", "hexiamonds", "triangular", 72),
        ("board: {parallelogram: [7, 4]}", "tetrahexes", "hexagonal", 28),
        ("board: {pyramid: 5}", "kanoodle", "balls", 55),
        ("board: {tray: [5, 11]}", "kanoodle", "balls", 55),
        ("board: {size: [5, 11]}", "kanoodle", "square", 55),
    ],
)
def test_lattice_and_cells(board: str, tiles: str, lattice: str, cells: int) -> None:
    """The lattice follows from the shape, dimensions or layers of the board, or from the tiles, unless it is named."""
    puzzle = puzzle_of(f"{board}, tiles: [{{set: {tiles}}}]")
    assert (puzzle.lattice.name, len(puzzle.board.cells)) == (lattice, cells)
    assert all(len(cell) == puzzle.lattice.dimension for cell in puzzle.board.cells)


def test_coordinates_of_a_drawing() -> None:
    """Holes and labels count rows and columns from the upper left corner of the drawing, gaps included."""
    board = puzzle_of('board: {drawing: "..XX\\n.XXX", holes: [[0, 3]], labels: {a: [1, 1]}}, ' + DOMINOES).board
    assert board.cells == ((0, 2), (1, 1), (1, 2), (1, 3))
    assert board.labels == (("a", (1, 1)),)
    assert board.extents == (2, 3)


def test_required_cells() -> None:
    """Optional cells need not be covered; without fill no cell need be."""
    drawing = 'board: {drawing: "X?X"}'
    assert puzzle_of(f"{drawing}, {DOMINOES}").required == {(0, 0), (0, 2)}
    assert puzzle_of(f"{drawing}, fill: false, {DOMINOES}").required == set()


def test_left_cells_are_removed() -> None:
    """Cells left empty do not belong to the board and keep their labels."""
    board = 'board: {drawing: "X?X", labels: {a: [0, 0], b: [0, 1]}}'
    puzzle = puzzle_of(f"{board}, {DOMINOES}", leave=["a", "b", "a"])
    assert puzzle.board.cells == ((0, 2),)
    assert puzzle.board.left_empty == {(0, 0), (0, 1)}
    assert puzzle.board.optional == set()
    assert dict(puzzle.board.labels) == {"a": (0, 0), "b": (0, 1)}


FLAT, CHIRAL = 'drawing: "X.\\nX.\\nXX"', "cells: [[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]]"


@pytest.mark.parametrize(
    ("size", "cells", "rules", "orientations"),
    [
        ([4, 4], FLAT, "", 8),
        ([4, 4], FLAT, ", reflect: false", 4),
        ([4, 4], FLAT, ", rotate: false", 2),
        ([4, 4], FLAT, ", rotate: false, reflect: false", 1),
        ([4, 4, 4], FLAT, "", 24),
        ([4, 4, 4], FLAT, ", reflect: true", 24),
        ([4, 4, 4], FLAT, ", rotate: false", 1),
        ([4, 4, 4], FLAT, ", rotate: false, reflect: true", 2),
        ([3, 3, 3], CHIRAL, "", 12),
        ([3, 3, 3], CHIRAL, ", reflect: true", 24),
    ],
)
def test_rules_of_a_tile(size: list[int], cells: str, rules: str, orientations: int) -> None:
    """Tiles may be rotated and, in the plane, reflected by default; in space the spec must allow reflections."""
    [tile] = puzzle_of(f"board: {{size: {size}}}, tiles: [{{name: A, {cells}{rules}}}]").tiles
    assert len(tile.orientations) == orientations
    assert tile.shape in tile.orientations


@pytest.mark.parametrize(
    ("entry", "orientations"),
    [
        ("set: one-sided-tetrominoes", 2 + 4 + 4 + 1 + 2 + 2 + 4),
        ("set: tetrominoes", 2 + 8 + 1 + 4 + 4),
        ("set: tetrominoes, reflect: false", 2 + 4 + 1 + 2 + 4),
        ("set: tetrominoes, only: [T, L]", 8 + 4),
        ("set: tetrominoes, except: [T, L]", 2 + 1 + 4),
    ],
)
def test_orientations_of_a_set(entry: str, orientations: int) -> None:
    """One-sided tiles are not turned over by default; the rules of an entry hold for each of its tiles."""
    tiles = puzzle_of(f"board: {{size: [4, 4]}}, tiles: [{{{entry}}}]").tiles
    assert sum(len(tile.orientations) for tile in tiles) == orientations


def test_order_of_tiles() -> None:
    """Tiles come in the order of the spec, those of a set in the order of the set, however they are selected."""
    tiles = puzzle_of("board: {size: [4, 4]}, tiles: [{set: tetrominoes, only: [T, I]}, {name: A, drawing: X}]").tiles
    assert [tile.name for tile in tiles] == ["I", "T", "A"]


@pytest.mark.parametrize(
    "pair",
    [
        '{name: L, drawing: "X.\\nX.\\nXX", reflect: false}, {name: J, drawing: ".X\\n.X\\nXX", reflect: false}',
        '{name: lying, drawing: XX, rotate: false}, {name: standing, drawing: "X\\nX", rotate: false}',
    ],
)
def test_images_under_refused_isometries_are_two_tiles(pair: str) -> None:
    """Mirror images are different tiles if neither may be reflected, orientations if neither may be rotated."""
    assert len(puzzle_of(f"board: {{size: [4, 4]}}, tiles: [{pair}]").tiles) == 2


def test_flat_cells_in_space() -> None:
    """Cells with two coordinates are a piece one cell thick; a disconnected tile says that it is one."""
    text = "board: {size: [2, 2, 3]}, tiles: [{name: A, cells: [[0, 0], [0, 2]], disconnected: true}]"
    [tile] = puzzle_of(text).tiles
    assert tile.form == ((0, 0, 0), (0, 0, 2))
    assert len(tile.orientations) == 3


def test_given_is_sorted() -> None:
    """Given placements come sorted, with sorted cells."""
    text = (
        "board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 2}], given: [{tile: I, cells: [[1, 1], [1, 0]]}, "
        "{tile: I, cells: [[0, 0], [0, 1]]}]"
    )
    assert [put.cells for put in puzzle_of(text).given] == [((0, 0), (0, 1)), ((1, 0), (1, 1))]


def test_puzzle_pickles() -> None:
    """A pickled puzzle is equal to the original."""
    puzzle = puzzle_of("board: {size: [3, 3, 3]}, tiles: [{set: soma}]")
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert again.lattice is LATTICES["cubic"]
    spec = parse_spec("{name: x, board: {size: [1, 2]}, tiles: [{set: domino}]}", "here.yaml")
    copy = pickle.loads(pickle.dumps(spec))
    assert copy == spec
    assert str(copy.error(("board", "size"), "a", "b")) == "here.yaml:1:19: board.size: a; b"


def test_letters_that_sets_share_get_the_size() -> None:
    """Sets of different sizes can be combined; a letter of both is distinguished by the number of cells."""
    puzzle = puzzle_of("board: {size: [5, 9]}, tiles: [{set: trominoes}, {set: tetrominoes, except: [O]}]")
    assert [tile.name for tile in puzzle.tiles] == ["I3", "L3", "I4", "L4", "S", "T"]
    lone = puzzle_of("board: {size: [5, 9]}, tiles: [{set: trominoes, only: [L]}, {set: tetrominoes, only: [T]}]")
    assert [tile.name for tile in lone.tiles] == ["L", "T"]


@pytest.mark.parametrize("source", [5, None, ["soma"]])
def test_puzzle_from_refuses_other_types(source: Any) -> None:
    """A value that cannot be a puzzle is an error that lists the accepted sources."""
    with pytest.raises(MistakeError, match="this is not a puzzle; give a name, a file"):
        puzzle_from(source)
