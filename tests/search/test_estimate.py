"""Estimates: exact on small trees, true intervals on large ones."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import cp_puzzles
from cp_puzzles.base.arrays import Ints
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.search.forecast.work_estimate import _interval, estimate_work
from cp_puzzles.search.partition.search_tree import SearchTree, TreeLevel
from cp_puzzles.search.parts import split
from cp_puzzles.search.progress import Interval
from tests.search.questions import question

NODES_AND_LEADERS = {
    "pentomino6x10": (892247, 2339),
    "pentomino5x12": (731393, 1010),
    "pentomino4x15": (236526, 368),
    "pentomino8x8_center": (56081, 65),
    "pentomino8x8_corners": (813183, 2170),
    "solid_pentomino2x5x6": (525606, 264),
    "ten_tiles8x8": (415416, 12724),
    "tetrominoes_twice5x8": (94649, 783),
    "dominoes6x6": (25694, 930),
    "x_pentominoes8x8": (22766, 946),
}


def holds(interval: Interval, value: int) -> bool:
    return interval.low <= value <= interval.high


def test_small_trees_are_counted() -> None:
    """A tree that can be searched within the time has exact numbers, exactly 0 without a solution."""
    expected = estimate_work(*question("soma"))
    assert expected.exact
    assert expected.nodes == Interval(4858.0, 4858.0, 4858.0)
    assert (expected.solutions.value, expected.raw.value) == (240.0, 11520.0)
    none = estimate_work(*question("tetrominoes4x5"))
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
    assert 1e100 < forecast.nodes.value < 1e200
    assert math.isfinite(forecast.seconds.high)
    assert str(forecast)


def test_tree_that_takes_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes of a thousand cells have a tree that takes minutes to build: one line names the time and what to do."""
    monkeypatch.setattr("cp_puzzles.search.forecast.engine_forecast.MAX_TREE_SECONDS", 1e-6)
    with pytest.raises(cp_puzzles.MistakeError, match=r"its tree takes about .* to build.*find one solution"):
        cp_puzzles.estimate("corners3x3")


def test_estimate_of_a_short_count_visits_few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimate of a count of a moment visits nodes for a moment, however long other engines would take."""
    children, seconds = SearchTree.children, [0.0]

    def counted(tree: SearchTree, level: TreeLevel, numbers: Ints, *choices: Ints) -> TreeLevel:
        seconds.append(tree.seconds_per_node * len(numbers))
        return children(tree, level, numbers, *choices)

    monkeypatch.setattr(SearchTree, "children", counted)
    tiles = [{"set": "domino", "multiplicity": "any"}]
    forecast = cp_puzzles.estimate({"name": "d", "board": {"size": [3, 3, 20]}, "tiles": tiles})
    assert forecast.engine == "frontier"
    assert forecast.engines["exact-cover"].value > 1e9
    assert sum(seconds) < 0.2


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_intervals_contain_the_exact_numbers(seed: int) -> None:
    """The intervals of at least eight of ten puzzles contain the exact numbers and are narrow enough to be useful."""
    nodes = solutions = 0
    for name, (true_nodes, true_solutions) in NODES_AND_LEADERS.items():
        expected = estimate_work(*question(name), width=250, rounds=12, seed=seed)
        nodes += holds(expected.nodes, true_nodes)
        solutions += holds(expected.solutions, true_solutions)
        assert expected.nodes.high < 1.6 * expected.nodes.low
    assert nodes >= 8
    assert solutions >= 8


def test_fixed_probes_are_deterministic() -> None:
    """An estimate with a fixed width depends on the seed alone."""
    first, second, third = (estimate_work(*question("pentomino6x10"), width=100, rounds=5, seed=s) for s in (3, 3, 4))
    assert first == second != third


def test_parts_add_up() -> None:
    """The estimates of the parts of a puzzle add up to the leaders of the whole."""
    problem, leader = question("pentomino5x5")
    parts = split(SearchRequest(problem, leader), Part(), 10)
    expected = [estimate_work(problem, leader, part) for part in parts]
    assert len(parts) > 5
    assert sum(each.solutions.value for each in expected) == 107
    assert sum(each.raw.value for each in expected) == 856
    assert estimate_work(problem, leader, Part(0, (), tuple(range(len(problem.options))))).solutions.value == 0


def test_intervals_of_huge_and_of_single_samples() -> None:
    """Squares beyond the range of floats do not matter (once a warning); a single sample bounds nothing."""
    small, huge = (_interval(np.array([1.0, 2.0, 4.0]) * scale, math.inf, 0) for scale in (1.0, 1e300))
    for field in ("value", "low", "high"):
        assert getattr(huge, field) == pytest.approx(1e300 * getattr(small, field))
    assert _interval(np.array([5.0]), math.inf, 0) == Interval(5.0, 0.0, math.inf)
