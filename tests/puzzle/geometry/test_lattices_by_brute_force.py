"""On every lattice: placements, symmetries of boards and numbers of tilings, against plain geometry."""

from __future__ import annotations

import pytest

from cp_puzzles import count
from cp_puzzles.puzzle.board import Board
from cp_puzzles.puzzle.build.puzzle_data import PuzzleData
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import placements
from cp_puzzles.puzzle.geometry.polyform import orientations, polyforms
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.tile import Tile
from tests.puzzle.build.torus_oracle import tilings
from tests.puzzle.geometry import lattice_oracle as oracle
from tests.puzzle.geometry.drawn_lattices import drawn, some_board, turns_of

LARGE = ("truncated-octahedra",)
"""Lattices that belong to the slow run, because their cells have many neighbors or corners."""

ALL = pytest.mark.parametrize(
    "lattice",
    [pytest.param(each, marks=[pytest.mark.slow] if name in LARGE else [], id=name) for name, each in LATTICES.items()],
)


@ALL
def test_placements(lattice: Lattice) -> None:
    """The placements on a board are those of plain geometry, with and without mirror images."""
    board = some_board(lattice, 24)
    outlines = [drawn(lattice, cell) for cell in board]
    turns = turns_of(lattice)
    for form in polyforms(lattice, 3, reflect=True)[:4]:
        piece = [drawn(lattice, cell) for cell in form]
        for reflect in (True, False) if not lattice.radius else (True,):
            forms = orientations(lattice, form, reflect=reflect)
            found = {frozenset(map(board.index, image)) for image in placements(lattice, forms, board)}
            assert found == oracle.placements(outlines, piece, turns if reflect else turns[: len(turns) // 2])


@ALL
def test_symmetries_of_a_board(lattice: Lattice) -> None:
    """A board has as many isometries as map its drawing to itself."""
    around = {lattice.cell_classes[0].origin, *lattice.neighbors(lattice.cell_classes[0].origin)}
    for board in (tuple(sorted(around)), some_board(lattice, 7)):
        outlines = [drawn(lattice, cell) for cell in board]
        found = [turn for turn in turns_of(lattice) if oracle.placements(outlines, outlines, [turn])]
        assert len(lattice.board_isometries(board)) == len(found)


@ALL
def test_numbers_of_tilings(lattice: Lattice) -> None:
    """Any number of all pieces of two and of three cells tile a lump in as many ways as brute force says."""
    if lattice.spokes:
        pytest.skip("pieces of edges must not cross, which plain covering does not know")
    board = some_board(lattice, 10)
    tiles: list[Tile] = []
    for form in (*polyforms(lattice, 2, reflect=True), *polyforms(lattice, 3, reflect=True)):
        forms = orientations(lattice, form, reflect=True)
        tiles.append(Tile(f"T{len(tiles)}", form, forms, 0, len(board)))
    outlines = [drawn(lattice, cell) for cell in board]
    options = {
        cells
        for tile in tiles
        for cells in oracle.placements(outlines, [drawn(lattice, cell) for cell in tile.form], turns_of(lattice))
    }
    puzzle = Puzzle.of(PuzzleData("lump", lattice, Board(board), tuple(tiles)))
    expected = len(tilings(len(board), [("", cells) for cells in options], {"": len(board)}))
    assert count(puzzle, symmetry="off", engine="exact-cover", jobs=1).count == expected
