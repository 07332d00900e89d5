"""Parts: disjoint, exhaustive, always the same, balanced, and none where nothing is gained."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.problem import CoverProblem, build_cover
from cp_puzzles.engines.base import Cut, Part
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.search.plan import partition as partition_module
from cp_puzzles.search.plan.estimate import counts
from cp_puzzles.search.plan.partition import partition
from cp_puzzles.search.plan.probe import Sample, probe
from cp_puzzles.search.plan.tree import SearchTree
from cp_puzzles.spec.load import parse_spec
from tests.cover_problems import all_solutions, cover_problems, in_part, without_symmetry
from tests.examples import examples
from tests.search.questions import question, searched


@examples(400)
@given(cover_problems(), st.integers(1, 40))
def test_every_solution_is_in_exactly_one_part(problem: CoverProblem, target: int) -> None:
    """Parts are disjoint and exhaustive, whatever the bounds of cells and tiles."""
    parts = partition(problem, without_symmetry(problem), Cut(target, whole=0)).parts
    assert [part.index for part in parts] == list(range(len(parts)))
    solutions = all_solutions(problem)
    assert sorted(row for part in parts for row in in_part(part, solutions)) == solutions


@pytest.mark.parametrize(
    ("name", "leaders"),
    [
        pytest.param("pentomino5x5", 107, marks=pytest.mark.slow),
        ("soma", 240),
        ("x_pentominoes8x8", 946),
        ("tetrominoes_twice4x10", 449),
    ],
)
def test_the_leaders_of_the_parts_are_all_leaders(name: str, leaders: int) -> None:
    """With symmetry too no solution is lost or doubled: parts leave out only what is in no leader."""
    problem, leader = question(name)
    tree = SearchTree(problem, leader)
    total = 0.0
    parts = partition(problem, leader, Cut(20, whole=0)).parts
    assert len(parts) >= 10
    for part in parts:
        for solved in searched(tree, tree.root(part)).solved:
            total += counts(leader, solved.path, whole=False)[0].sum()
    assert total == leaders


@pytest.mark.parametrize("name", ["polyominoes3x3", "soma", "dominoes4x4", "corners3x3", "pinwheel5x5"])
def test_little_work_stays_whole(name: str) -> None:
    """A puzzle that is solved at once starts at once."""
    assert partition(*question(name), Cut(64)).parts == (Part(),)


def test_the_partition_is_always_the_same() -> None:
    """The same question gives the same parts with the same weights."""
    first, second = partition(*question("pentomino5x12"), Cut(64)), partition(*question("pentomino5x12"), Cut(64))
    assert first == second
    assert len(first.largest_first) == len(first.parts) == len(first.weights)
    assert first.weights[first.largest_first[0].index] == max(first.weights)


@pytest.mark.parametrize("name", ["tetrominoes_twice5x8", "solid_pentomino2x3x10"])
def test_no_part_dominates(name: str) -> None:
    """The true work of the parts, handed out largest first, keeps two workers equally busy."""
    problem, leader = question(name)
    tree = SearchTree(problem, leader)
    parts = partition(problem, leader, Cut(64)).largest_first
    work = [float(searched(tree, tree.root(part)).nodes.sum()) for part in parts]
    assert max(work) < 0.15 * sum(work)
    workers = np.zeros(2)
    for each in work:
        workers[workers.argmin()] += each
    assert workers.max() < 1.1 * workers.mean()


def test_a_cut_into_more_parts_when_they_would_be_too_large() -> None:
    """What is little stays whole; what is much is cut further, within bounds."""
    cut = Cut(12, whole=100, most=10)
    assert [cut.target(work) for work in (99, 100, 240, 1e9)] == [1, 12, 24, 96]
    assert Cut(64).target(1e200) == 64


def test_a_search_that_nobody_ends_is_soon_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 32x32 dominoes no probe goes to the bottom, which once took eleven seconds, and the parts are even."""
    spec = "{name: dominoes, board: {size: [32, 32]}, tiles: [{set: domino, multiplicity: any}]}"
    problem = build_cover(build_puzzle(parse_spec(spec))).problem
    tried = []

    def counted(*arguments: Any, **options: Any) -> Sample:
        sample = probe(*arguments, **options)
        tried.append(sample.tried)
        return sample

    monkeypatch.setattr(partition_module, "probe", counted)
    made = partition(problem, without_symmetry(problem), Cut(64))
    assert sum(tried) < 100_000
    assert 32 < len(made.parts) < 128
    assert max(made.weights) < 0.15 * sum(made.weights) < 1e30


def test_a_probe_of_a_large_tree_does_not_go_to_the_bottom() -> None:
    """One node a level, ten thousand levels: planning once took as long as the search, or twelve gigabytes."""
    spec = "{name: cells, board: {size: [100, 100]}, tiles: [{set: monomino, multiplicity: 10000}]}"
    problem = build_cover(build_puzzle(parse_spec(spec))).problem
    tree = SearchTree(problem, without_symmetry(problem))
    sample = probe(tree, tree.root(), 1, 64, np.random.default_rng(0), most=50)
    assert (sample.tried, sample.exact) == (50, False)
    assert partition(problem, without_symmetry(problem), Cut(64)).parts == (Part(),)
