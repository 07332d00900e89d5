"""Proofs by areas and extents, which need no placements."""

from __future__ import annotations

import pytest

from cp_puzzles import count, solve
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.counting_arguments import counting_argument, reason_by_size
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search import search_work
from tests.written import puzzle_of


def puzzle(board: str, tiles: str, more: str = "") -> Puzzle:
    return puzzle_of(f"board: {board}, tiles: [{tiles}]{more}")


TUBE = puzzle("{size: [2, 1000, 8]}", "{set: tetracubes}")


@pytest.fixture
def _nothing_is_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    def placed(*_: object) -> Cover:
        raise AssertionError("something was placed")

    monkeypatch.setattr(search_work, "build_cover", placed)


@pytest.mark.usefixtures("_nothing_is_placed")
def test_area_of_a_large_board_needs_no_placements() -> None:
    """Every function returns the proof by area, with any memory limit, without the nine seconds for placements."""
    for result in (
        solve(TUBE, limit=2, memory=1_000_000),
        count(TUBE, engine="frontier", memory=1_000_000),
        count(TUBE, engine="exact-cover", time_limit=10),
    ):
        assert result.reason == "the tiles cover only 32 cells, but the board has 16,000 cells"
        assert result.is_proof_of_none
        assert (result.raw, result.self_symmetric, result.options, result.items) == (0, 0, None, None)
    long = puzzle("{size: [1, 50000]}", "{set: pentominoes, only: [I, X], multiplicity: {min: 1, max: 9999}}")
    assert solve(long).reason == "the tile 'X' fits nowhere on the board"


def test_board_with_sufficient_area_needs_placements() -> None:
    """With one more cube the area is sufficient, and placements are needed."""
    fitting = puzzle("{size: [2, 1000, 8]}", "{set: tetracubes, multiplicity: any}")
    with pytest.raises(MistakeError, match="the tiles have up to "):
        solve(fitting, limit=2, memory=1_000_000)


@pytest.mark.parametrize(
    "made",
    [
        puzzle("{size: [3, 3]}", "{set: domino, multiplicity: any}"),
        puzzle("{size: [2, 9]}", "{set: pentominoes, only: [X, L]}", ", fill: false"),
        puzzle("{size: [3, 5]}", "{set: pentominoes, only: [P, L, N, Y]}"),
        puzzle("{size: [4, 5]}", "{set: tetrominoes}"),
        puzzle(
            "{size: [3, 4]}",
            "{set: trominoes, multiplicity: 2}",
            ", given: [{tile: I, cells: [[0, 0], [0, 1], [0, 2]]}]",
        ),
    ],
    ids=["area", "extent", "too many", "colors", "given"],
)
def test_proof_by_size_agrees_with_placements(made: Puzzle) -> None:
    """A proof by size is the proof that the placements give, in the same words."""
    reason = reason_by_size(made)
    assert reason is None or reason == counting_argument(cover_and_request(made)[0])
