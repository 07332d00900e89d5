"""Placements: where on a board a tile fits."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.placement import placements
from cp_puzzles.geometry.polyform import orientations

SQUARE = LATTICES["square"]
cells = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=14)


@given(cells, st.sampled_from([[(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 2)]]))
def test_placements_are_the_fitting_images(board: set[tuple[int, ...]], tile: list[tuple[int, ...]]) -> None:
    """Every image of the tile that lies on the board is found, once, its cells sorted."""
    forms = orientations(SQUARE, tile, reflect=True)
    found = list(placements(SQUARE, forms, board))
    shifts = list(product(range(-4, 5), repeat=2))
    images = {tuple(sorted((y + dy, x + dx) for y, x in form)) for form in forms for dy, dx in shifts}
    assert sorted(found) == sorted(image for image in images if set(image) <= board)
    assert list(placements(SQUARE, forms, sorted(board))) == found


def test_order_is_deterministic() -> None:
    """Placements come form by form, and by their first cell."""
    board = SQUARE.box((2, 3))
    found = list(placements(SQUARE, orientations(SQUARE, [(0, 0), (0, 1)]), board))
    assert len(found) == 7
    assert found[:3] == [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((1, 0), (1, 1))]
