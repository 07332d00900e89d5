"""Boards and tiles on lattices other than squares and cubes, as people write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.board_and_tiles import Board
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.written import puzzle_of


def board_of(text: str, lattice: str) -> Board:
    """The board that a text describes."""
    cell = list(LATTICES[lattice].coordinates(LATTICES[lattice].cell_classes[0].origin))
    tile = f"{{name: A, cells: [{cell}], multiplicity: any}}"
    return puzzle_of(f"lattice: {lattice}, board: {{{text}}}, tiles: [{tile}]").board


@pytest.mark.parametrize(
    ("lattice", "shape", "cells"),
    [
        ("hexagonal-prisms", "hexagon: 2, layers: 3", 21),
        ("triangular-prisms", "hexagon: 1, layers: 2", 12),
        ("triangular-prisms", "size: [2, 3, 4]", 24),
        ("sticks", "vertices: [6, 6]", 60),
        ("sticks", "squares: [5, 5]", 60),
        ("sticks", 'drawing: "+-+\\n| |\\n+-+"', 4),
        ("trigs", "triangle: 4", 30),
        ("trigs", "hexagon: 1", 12),
        ("twigs", "hexagon: 2", 30),
        ("tetrakis", "size: [2, 3]", 24),
        ("tetra-octa", "window: {x: [0, 3], y: [0, 3], z: [0, 3]}", 5),
        ("rhombic", "window: {x: [-2, 3], y: [-2, 3], z: [-2, 3]}", 24),
    ],
)
def test_shapes_of_the_other_lattices(lattice: str, shape: str, cells: int) -> None:
    """Prisms are in layers, edges are sides of cells, and a window contains its cells of the lattice."""
    board = board_of(shape, lattice)
    assert len(board.cells) == cells
    assert all(map(LATTICES[lattice].is_cell, board.cells))


@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize(
    ("lattice", "shape", "cells"),
    [
        ("triangular", "triangle: {n}", lambda n: n * n),
        ("hexagonal", "triangle: {n}", lambda n: n * (n + 1) // 2),
        ("triangular", "hexagon: {n}", lambda n: 6 * n * n),
        ("hexagonal", "hexagon: {n}", lambda n: 3 * n * (n - 1) + 1),
        ("triangular", "hexagram: {n}", lambda n: 12 * n * n),
        ("hexagonal", "hexagram: {n}", lambda n: 6 * n * n - 6 * n + 1),
        ("triangular", "parallelogram: [{n}, 4]", lambda n: 8 * n),
        ("hexagonal", "parallelogram: [{n}, 4]", lambda n: 4 * n),
        ("triangular", "trapezoid: [6, {n}]", lambda n: 12 * n - n * n),
        ("hexagonal", "trapezoid: [6, {n}]", lambda n: n * (13 - n) // 2),
        ("hexagonal", "size: [{n}, 4]", lambda n: 4 * n),
        ("triangular", "size: [{n}, 4]", lambda n: 4 * n),
        ("balls", "pyramid: {n}", lambda n: n * (n + 1) * (2 * n + 1) // 6),
        ("balls", "tetrahedron: {n}", lambda n: n * (n + 1) * (n + 2) // 6),
        ("balls", "octahedron: {n}", lambda n: n * (2 * n * n + 1) // 3),
        ("balls", "tray: [3, {n}]", lambda n: 3 * n),
    ],
)
def test_shapes_have_their_cells(lattice: str, shape: str, cells: Callable[..., Any], n: int) -> None:
    """A shape by name and number has as many cells as its formula says."""
    board = board_of(shape.format(n=n), lattice)
    assert len(board.cells) == len(set(board.cells)) == cells(n)
    assert list(board.cells) == sorted(board.cells)


SYMMETRIC = {
    ("triangular", 12): "hexagon: 2|hexagram: 1",
    ("hexagonal", 12): "hexagon: 3|hexagram: 2",
    ("triangular", 6): "triangle: 4|hexagon: [3, 2]",
    ("hexagonal", 6): "hexagon: [3, 2]",
    ("triangular", 4): "long-hexagon: [3, 2]",
    ("hexagonal", 4): "long-hexagon: [4, 2]|parallelogram: [4, 4]",
    ("triangular", 2): "parallelogram: [4, 3]|trapezoid: [4, 2]",
    ("balls", 8): "pyramid: 3|tray: [2, 3]",
    ("balls", 24): "tetrahedron: 3",
    ("balls", 48): "octahedron: 3",
}


@pytest.mark.parametrize(("lattice", "order"), SYMMETRIC)
def test_shapes_have_their_symmetry(lattice: str, order: int) -> None:
    """A named shape has the symmetry of its name, which a wrong number of cells would break."""
    for shape in SYMMETRIC[lattice, order].split("|"):
        assert len(LATTICES[lattice].board_isometries(board_of(shape, lattice).cells)) == order


@pytest.mark.parametrize(
    ("lattice", "drawing", "shape"),
    [
        ("hexagonal", " X X\nX X X\n X X", "hexagon: 2"),
        ("hexagonal", "X X\n X\n", "cells: [[0, 1], [1, 1], [1, 0]]"),
        ("triangular", "^v^\nv^v", "hexagon: 1"),
        ("triangular", ".^\n^v^", "triangle: 2"),
        ("triangular", "..X.\n.XXX\nXX^XX", "triangle: 3"),
        ("balls", "XXX\nXXX\nXXX\n\nXX\nXX\n\nX", "pyramid: 3"),
    ],
)
def test_drawing_equals_shape(lattice: str, drawing: str, shape: str) -> None:
    """A drawing shows the cells of a shape, wherever its first character stands."""
    rows = drawing.replace("\n", "\\n")
    drawn, named = board_of(f'drawing: "{rows}"', lattice), board_of(shape, lattice)
    normalize = LATTICES[lattice].normalize
    assert normalize(drawn.cells) == normalize(named.cells)


def test_window_bounds() -> None:
    """A window is half open along its axes and closed in its sums."""
    assert len(board_of("window: {x: [0, 10], y: [0, 4], sum: [2, 11]}", "triangular").cells) == len(
        board_of("long-hexagon: [8, 2]", "triangular").cells
    )
    assert board_of("window: {x: [0, 2], y: [0, 1]}", "triangular").cells == ((1, 1), (2, 2), (4, 1), (5, 2))
    assert board_of("window: {x: [0, 2], y: [0, 1], z: [1, 2]}", "triangular").cells == ((2, 2), (5, 2))


def test_cells_by_coordinates() -> None:
    """Holes, optional cells and labels are written in the notation of the lattice."""
    text = "parallelogram: [2, 1], holes: [[0, 0, 0]], optional: [[1, 0, 1]], labels: {top: [1, 0, 0]}"
    board = board_of(text, "triangular")
    assert board.cells == ((2, 2), (4, 1), (5, 2))
    assert board.optional == {(5, 2)}
    assert board.labels == (("top", (4, 1)),)


def test_flat_pieces_among_balls() -> None:
    """A flat piece of balls has every orientation of a solid, including upright and reversed ones."""
    puzzle = puzzle_of("board: {pyramid: 5}, tiles: [{set: kanoodle}]")
    ways = {tile.name: len(tile.orientations) for tile in puzzle.tiles}
    assert ways["J"] == 6
    assert ways["L"] == 3
    assert ways["F"] == 12


def test_names_may_carry_the_size() -> None:
    """A hexiamond is C or C6, in a selection and where it is given."""
    text = "{name: x, board: {parallelogram: [3, 1]}, tiles: [{set: hexiamonds, only: [I6]}], given: [%s]}"
    given = "{tile: I6, cells: [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1], [2, 0, 0], [2, 0, 1]]}"
    puzzle = build_puzzle(parse_spec(text % given))
    assert [put.tile for put in puzzle.given] == ["I"]


def test_large_hexagons_of_triangles() -> None:
    """Six triangles about the middle of every hexagon, two hexagons with a side of two triangles' edges in common."""
    ring = board_of("hexgrid: {hexagon: 2}", "triangular")
    assert len(ring.cells) == 42
    prisms = board_of("hexgrid: {parallelogram: [2, 1]}, layers: 3", "triangular-prisms")
    assert len(prisms.cells) == 36
    lattice = LATTICES["triangular"]
    assert lattice.is_connected(ring.cells)
    assert len(lattice.board_isometries(ring.cells)) == 12
    with pytest.raises(SpecError, match="there is no tray of hexagons"):
        board_of("hexgrid: {tray: [2, 2]}", "triangular")


def test_one_listed_cell_is_a_board() -> None:
    """A single cell with two coordinates, or with three, tells the lattice."""
    for cell, lattice in (([0, 0], "square"), ([0, 0, 0], "cubic")):
        puzzle = puzzle_of(f"board: {{cells: [{cell}]}}, tiles: [{{name: A, cells: [{cell}]}}]")
        assert (puzzle.lattice.name, len(puzzle.board.cells)) == (lattice, 1)
