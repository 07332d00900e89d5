"""Estimates: exact for small searches, true intervals for large ones, the same at every call."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import cp_puzzles
from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.engine import Part, PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.search import estimate
from cp_puzzles.search.estimate import _interval, estimate_of
from cp_puzzles.search.parts import child_parts, split
from cp_puzzles.search.run_result import Interval
from tests.written import puzzle_of

PUZZLES = (
    "pentomino6x10",
    "pentomino5x12",
    "pentomino8x8_corners",
    "solid_pentomino2x5x6",
    "ten_tiles8x8",
    "tetrominoes_twice5x8",
    "dominoes6x6",
    "x_pentominoes8x8",
)

PACKINGS = "board: {size: [4, 5]}, fill: false, tiles: [{set: tetrominoes, multiplicity: {max: 2}}]"


@cache
def request_of(name: str) -> SearchRequest:
    """Return the request for all solutions of a puzzle."""
    return cover_and_request(puzzle_of(name) if "{" in name else name)[1]


def holds(interval: Interval, value: float) -> bool:
    """Return True if an interval contains a number."""
    return interval.low <= value <= interval.high


def test_small_searches_are_counted() -> None:
    """A search that ends within the time has exact numbers, exactly 0 without a solution."""
    expected = estimate_of(request_of("soma"))
    whole = ExactCoverEngine().run(PartTask(request_of("soma")))
    assert expected.exact
    assert expected.nodes == Interval.exactly(whole.statistics["nodes"])
    assert (expected.solutions.value, expected.raw.value) == (240.0, 11520.0)
    none = estimate_of(request_of("tetrominoes4x5"))
    assert (none.exact, none.solutions) == (True, Interval(0.0, 0.0, 0.0))


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [500, 1200])
def test_estimate_of_a_huge_tree_is_finite(size: int, tmp_path: Path) -> None:
    """Trees with more nodes than a float can count end in lower bounds; they once overflowed in two warnings."""
    rows = [f"i{n} i{(n + step) % size}" for n in range(size) for step in (1, 3, 5)] + [f"i{n}" for n in range(size)]
    file = tmp_path / "ring.dlx"
    file.write_text("\n".join([" ".join(f"i{n}" for n in range(size)), *rows]) + "\n", encoding="utf-8")
    forecast = cp_puzzles.estimate(file, jobs=1, seconds=0.2)
    assert 1e60 < forecast.nodes.value < 1e200
    assert str(forecast)


def test_estimate_of_a_short_count_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimate of a count of a moment takes a moment, however long other engines would take."""
    spent: list[float] = []
    run = estimate._Paths._run

    def counted(paths: estimate._Paths, *asked: object) -> object:
        before = paths._spent
        result = run(paths, *asked)  # type: ignore[arg-type]
        spent.append(paths._spent - before)
        return result

    monkeypatch.setattr(estimate._Paths, "_run", counted)
    tiles = [{"set": "domino", "multiplicity": "any"}]
    forecast = cp_puzzles.estimate({"name": "d", "board": {"size": [3, 3, 20]}, "tiles": tiles})
    assert forecast.engine == "frontier"
    assert forecast.engines["exact-cover"].value > 1e6
    assert sum(spent) < 1


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_intervals_contain_the_exact_numbers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The intervals of most puzzles contain the exact numbers and are narrow enough to be useful."""
    monkeypatch.setattr(estimate, "WHOLE_SHARE", 0.01)
    nodes = solutions = 0
    puzzles = PUZZLES if seed == 2 else PUZZLES[1:4]
    for name in puzzles:
        whole = ExactCoverEngine().run(PartTask(replace(request_of(name), settings={"scan": False})))
        expected = estimate_of(request_of(name), seconds=2.0, seed=seed)
        assert not expected.exact
        nodes += holds(expected.nodes, whole.statistics["nodes"])
        solutions += holds(expected.solutions, whole.solutions)
        assert expected.nodes.high < 20 * expected.nodes.low
    assert nodes >= len(puzzles) - 1
    assert solutions >= len(puzzles) - 1


def test_estimate_depends_on_the_seed_alone() -> None:
    """Budgets are counted, so an estimate is the same at every call."""
    first, second, third = (estimate_of(request_of("bedlam"), seconds=0.3, seed=seed) for seed in (3, 3, 4))
    assert first == second != third


def test_cp_sat_is_estimated_by_its_own_parts() -> None:
    """An engine that cannot be continued is estimated in the same way."""
    expected = estimate_of(request_of("tetrominoes_twice5x8"), engine="cp-sat")
    assert 783 / 3 < expected.solutions.value < 783 * 3
    assert expected.seconds.high > 0.1


def test_parts_add_up() -> None:
    """The estimates of the parts of a puzzle add up to the leaders of the whole."""
    request = request_of("pentomino5x5")
    parts = split(request, Part(), 10)
    expected = [estimate_of(request, part) for part in parts]
    assert len(parts) > 5
    assert sum(each.solutions.value for each in expected) == 107
    assert sum(each.raw.value for each in expected) == 856
    assert estimate_of(request, Part((), tuple(range(len(request.problem.options))))).solutions.value == 0


@pytest.mark.parametrize("name", ["pentomino5x5", PACKINGS])
def test_branches_divide_a_part(name: str) -> None:
    """The branches of a part have its solutions, also where every cell may stay empty."""
    request, level = request_of(name), [Part()]
    whole = ExactCoverEngine().run(PartTask(request))
    for _ in range(2):
        level = [child for part in level for child in child_parts(request, part) or [part]]
    assert len(level) > 10
    found = [ExactCoverEngine().run(PartTask(request, part)) for part in level]
    assert sum(each.solutions for each in found) == whole.solutions
    assert sum(each.raw for each in found) == whole.raw


def test_intervals_of_huge_and_of_single_samples() -> None:
    """Squares beyond the range of floats do not matter (once a warning); a single sample bounds nothing."""
    small, huge = (_interval(np.array([1.0, 2.0, 4.0]) * scale, math.inf, 0) for scale in (1.0, 1e300))
    for field in ("value", "low", "high"):
        assert getattr(huge, field) == pytest.approx(1e300 * getattr(small, field))
    assert _interval(np.array([5.0]), math.inf, 0) == Interval(5.0, 0.0, math.inf)
