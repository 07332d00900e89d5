"""Bounds that follow from others: leaving all of them out together wins no solution."""

from __future__ import annotations

import pytest

from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.engines.engine import redundant_bounds
from tests.cover.cover_problems import row


@pytest.mark.parametrize(
    ("bounds", "optional", "expected"),
    [
        ((0, 2), True, {3}),  # one domino at most fits on three cells
        ((0, 9), True, {3}),
        ((1, 2), True, set()),
        ((0, 2), False, {3}),
        ((1, 1), False, set()),  # covered at most once: never left out
    ],
)
def test_bounds_that_cannot_bind_are_redundant(bounds: tuple[int, int], optional: bool, expected: set[int]) -> None:
    """A bound that can be broken is never taken for redundant."""
    assert redundant_bounds(row(tile=bounds, optional=optional)) == expected


def test_one_tile_that_fills_the_board_is_unbound() -> None:
    """The bounds of a tile are redundant if the cells alone imply an admissible number of copies."""
    cells = [Item("cell", str(i), 1, 1) for i in range(3)]
    for low, high, expected in ((3, 3, {3}), (0, 3, {3}), (2, 5, {3}), (0, 2, set()), (4, 4, set())):
        problem = CoverProblem((*cells, Item("tile", "O", low, high)), tuple((i, 3) for i in range(3)))
        assert redundant_bounds(problem) == expected


def test_tile_that_others_replace_keeps_its_bounds() -> None:
    """A tile is needed at least once only if the other tiles cannot cover all cells."""
    cells = [Item("cell", str(i), 1, 1) for i in range(4)]
    tiles = [Item("tile", "O", 0, 4), Item("tile", "I", 1, 2)]
    options = [(i, 4) for i in range(4)] + [(i, i + 1, 5) for i in range(3)]
    assert 5 not in redundant_bounds(CoverProblem((*cells, *tiles), tuple(sorted(options))))
