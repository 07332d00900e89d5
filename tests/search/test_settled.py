"""What areas and extents alone tell is told before anything is placed."""

from __future__ import annotations

import pytest

from cp_puzzles import build_puzzle, count, parse_spec, solve
from cp_puzzles.api import ask
from cp_puzzles.cover.precheck import plain_reason, reason_by_size
from cp_puzzles.cover.problem import Cover
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.work.job import Job


def puzzle(board: str, tiles: str, more: str = "") -> Puzzle:
    return build_puzzle(parse_spec(f"{{name: test, board: {board}, tiles: [{tiles}]{more}}}"))


TUBE = puzzle("{size: [2, 1000, 8]}", "{set: tetracubes}")


@pytest.fixture
def _nothing_is_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    def placed(job: Job) -> Cover:
        raise AssertionError("something was placed")

    monkeypatch.setattr(Job, "cover", placed)


@pytest.mark.usefixtures("_nothing_is_placed")
def test_the_area_of_a_large_board_answers_before_anything_is_placed() -> None:
    """Once nine seconds were spent on placements; it is a proof, whatever asks, and however little memory there is."""
    for result in (
        solve(TUBE, limit=2, memory=1_000_000),
        count(TUBE, engine="frontier", memory=1_000_000),
        count(TUBE, engine="exact-cover", time_limit=10),
    ):
        assert result.reason == "the tiles cover only 32 cells, the board has 16000 cells"
        assert result.is_proof_of_none
        assert (result.raw, result.self_symmetric, result.options, result.items) == (0, 0, None, None)
    long = puzzle("{size: [1, 50000]}", "{set: pentominoes, only: [I, X], multiplicity: {min: 1, max: 9999}}")
    assert solve(long).reason == "the tile 'X' fits nowhere on the board"


def test_what_fits_by_area_is_placed_or_refused() -> None:
    """One cube more, and only a search can tell."""
    whole = puzzle("{size: [2, 1000, 8]}", "{set: tetracubes, multiplicity: any}")
    with pytest.raises(MistakeError, match="the tiles have up to "):
        solve(whole, limit=2, memory=1_000_000)


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
    ids=["area", "extent", "too many", "colours", "given"],
)
def test_sizes_tell_no_more_than_placements(made: Puzzle) -> None:
    """What they say is what is said of the placements, and in the same words."""
    reason = reason_by_size(made)
    assert reason is None or reason == plain_reason(ask(made)[0])
