"""Placements: where on a board a tile fits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Orientation, PlacementFinder, orientations, placements
from cp_puzzles.puzzle.geometry.polyform_sets import polyforms
from tests.puzzle.geometry import lattice_oracle as oracle
from tests.puzzle.geometry.drawn_lattices import EVERY_LATTICE, drawn, some_board, turns_of

SQUARE = LATTICES["square"]
cells = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=14)


@given(cells, st.sampled_from([[(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 2)]]))
def test_placements_are_the_fitting_images(board: set[tuple[int, ...]], tile: list[tuple[int, ...]]) -> None:
    """The placements are the images of the tile on the board, each once, with sorted cells."""
    forms = orientations(SQUARE, tile, reflect=True)
    found = [placed.cells for placed in placements(SQUARE, "A", map(Orientation, forms), board)]
    shifts = list(product(range(-4, 5), repeat=2))
    images = {tuple(sorted((y + dy, x + dx) for y, x in form)) for form in forms for dy, dx in shifts}
    assert sorted(found) == sorted(image for image in images if set(image) <= board)
    assert [placed.cells for placed in placements(SQUARE, "A", map(Orientation, forms), sorted(board))] == found


def test_placement_order_is_deterministic() -> None:
    """Placements come form by form, and by their first cell."""
    board = SQUARE.box((2, 3))
    forms = map(Orientation, orientations(SQUARE, [(0, 0), (0, 1)]))
    found = [placed.cells for placed in placements(SQUARE, "I", forms, board)]
    assert len(found) == 7
    assert found[:3] == [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((1, 0), (1, 1))]


@pytest.mark.parametrize("distance", [5, 10**9, 10**18])
def test_positions_on_cells_that_lie_far_apart(distance: int) -> None:
    """Placements are found on boards whose bounding box exceeds any array."""
    board = [(0, 0), (0, 1), (distance, distance), (distance, distance + 1)]
    finder = PlacementFinder(LATTICES["square"], board)
    assert finder.images(Orientation(((0, 0), (0, 1))))[0].tolist() == [[0, 1], [2, 3]]


@EVERY_LATTICE
def test_placements_match_plain_geometry(lattice: Lattice) -> None:
    """The placements on a board are those of plain geometry, with and without mirror images."""
    board = some_board(lattice, 24)
    outlines = [drawn(lattice, cell) for cell in board]
    turns = turns_of(lattice)
    rotations = [turn for turn in turns if np.linalg.det(turn) > 0]
    for form in polyforms(lattice, 3, reflect=True)[:4]:
        piece = [drawn(lattice, cell) for cell in form]
        for reflect in (True, False) if not lattice.radius else (True,):
            forms = map(Orientation, orientations(lattice, form, reflect=reflect))
            found = {frozenset(map(board.index, each.cells)) for each in placements(lattice, "A", forms, board)}
            assert found == oracle.placements(outlines, piece, turns if reflect else rotations)
