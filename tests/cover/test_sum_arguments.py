"""Sums of regions that do not come out: the first argument of `explain` and of every search."""

from __future__ import annotations

import pytest

from cp_puzzles import count, explain
from cp_puzzles.cover.counting_arguments import counting_argument
from cp_puzzles.cover.cover_problem import build_cover
from tests.written import puzzle_of

BOARD = r"""board: {size: [2, 3], regions: "AAB\nAAB"},
tiles: [{set: dominoes-0-6, only: [0-1, 2-3, 1-5]}], rules: {regions: {%s}}"""


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (
            "A: {sum: 12}",
            "the sum of the values in A is 12, but the 4 largest values of the tiles are 5 + 3 + 2 + 1 = 11",
        ),
        ("A: {sum: {max: 3}}", "at most 3, but the 4 smallest values of the tiles are 0 + 1 + 1 + 2 = 4"),
        ("A: {sum: 9}, B: {sum: 4}", "in A, B are together 13, but the 6 largest values"),
        ("rows: {sum: 7}", "in row 0, row 1 are together 14, but the 6 largest values"),
        ("columns: {sum: {min: 5}}", "in column 0, column 1, column 2 are at least 15"),
    ],
)
def test_sum_out_of_reach_is_named(rules: str, sentence: str) -> None:
    """The sentence has the sum and the largest or smallest values of the tiles; searches and `explain` give it."""
    puzzle = puzzle_of(BOARD % rules)
    assert sentence in (counting_argument(build_cover(puzzle)) or "")
    result = count(puzzle, jobs=1)
    assert (result.count, result.status) == (0, "complete")
    assert explain(puzzle).answer == "none"


def test_sum_that_pieces_on_the_cells_miss_is_named() -> None:
    """The known value of a cell bounds what pieces show there."""
    puzzle = puzzle_of(
        'board: {drawing: "0XX", regions: "A.."}, tiles: [{name: a, drawing: "012"}], rules: {regions: {A: {sum: 2}}}'
    )
    argument = counting_argument(build_cover(puzzle.replaced(rules=puzzle.rules[1:])))
    assert argument is None
    assert "the pieces that fit on its cells show at most 0" in (counting_argument(build_cover(puzzle)) or "")


def test_sum_within_reach_gives_no_argument() -> None:
    """Sums that equal what the tiles have are no contradiction."""
    assert counting_argument(build_cover(puzzle_of(BOARD % "A: {sum: 10}, B: {sum: 2}"))) is None
