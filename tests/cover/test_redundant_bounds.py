"""Bounds that follow from others: leaving all of them out together wins no solution."""

from __future__ import annotations

import pytest

from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.engines.engine import implied_bounds, redundant_bounds
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
def test_only_bounds_that_cannot_bind_are_implied(bounds: tuple[int, int], optional: bool, expected: set[int]) -> None:
    """A bound that can be broken is never taken for implied."""
    assert implied_bounds(row(tile=bounds, optional=optional)) == expected


def test_optional_tile_with_exact_tiles() -> None:
    """The area determines the copies of a tile used up to twice, next to a tile used once."""
    cells = [Item("cell", str(i), 1, 1) for i in range(3)]
    tiles = [Item("tile", "O", 1, 1), Item("tile", "I", 0, 2)]
    options = ((0, 1, 4), (0, 3), (1, 2, 4), (1, 3), (2, 3))
    assert implied_bounds(CoverProblem((*cells, *tiles), options)) == {4}


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
    assert 5 not in implied_bounds(CoverProblem((*cells, *tiles), tuple(sorted(options))))


def test_area_implies_further_bounds() -> None:
    """Of two tiles with fixed numbers the area fixes one, and neither is unbound: its number prunes the search.

    Once each of the two was left out because of the other, and any mixture was a solution.
    """
    cells = [Item("cell", str(i), 1, 1) for i in range(6)]
    tiles = [Item("tile", "O", 2, 2), Item("tile", "I", 2, 2)]
    options = [(i, 6) for i in range(6)] + [(i, i + 1, 7) for i in range(5)]
    problem = CoverProblem((*cells, *tiles), tuple(sorted(options)))
    assert (implied_bounds(problem), redundant_bounds(problem)) == (frozenset({7}), frozenset())
