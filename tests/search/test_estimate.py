"""Estimates: exact on small trees, true intervals on large ones."""

from __future__ import annotations

import pytest

from cp_puzzles.engines.base import Cut, Part
from cp_puzzles.search.plan.estimate import estimate
from cp_puzzles.search.plan.interval import Interval
from cp_puzzles.search.plan.partition import partition
from tests.search.questions import question

KNOWN = {
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
    """A tree that can be searched in the time is: the numbers are exact."""
    expected = estimate(*question("soma"))
    assert expected.exact
    assert expected.nodes == Interval(4858.0, 4858.0, 4858.0)
    assert (expected.solutions.value, expected.raw.value) == (240.0, 11520.0)


def test_no_solution() -> None:
    """Where the search finds that there is none, the estimate is none."""
    expected = estimate(*question("tetrominoes4x5"))
    assert expected.exact
    assert expected.solutions == Interval(0.0, 0.0, 0.0)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_intervals_contain_the_truth(seed: int) -> None:
    """Of ten puzzles of the catalogue, at least eight lie within the interval, which is of some use."""
    nodes = solutions = 0
    for name, (true_nodes, true_solutions) in KNOWN.items():
        expected = estimate(*question(name), width=250, rounds=12, seed=seed)
        nodes += holds(expected.nodes, true_nodes)
        solutions += holds(expected.solutions, true_solutions)
        assert expected.nodes.high < 1.6 * expected.nodes.low
    assert nodes >= 8
    assert solutions >= 8


def test_a_fixed_number_of_probes_always_gives_the_same() -> None:
    """With a width the answer depends on the seed alone."""
    first, second, third = (estimate(*question("pentomino6x10"), width=100, rounds=5, seed=s) for s in (3, 3, 4))
    assert first == second != third


def test_parts_add_up() -> None:
    """The estimates of the parts of a puzzle add up to the leaders of the whole."""
    problem, leader = question("pentomino5x5")
    parts = partition(problem, leader, Cut(10, whole=0)).parts
    expected = [estimate(problem, leader, part) for part in parts]
    assert len(parts) > 5
    assert sum(each.solutions.value for each in expected) == 107
    assert sum(each.raw.value for each in expected) == 856
    assert estimate(problem, leader, Part(0, (), tuple(range(len(problem.options))))).solutions.value == 0
