"""Parts: disjoint, exhaustive, always the same, balanced, and none where nothing is gained."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part, PartitionPolicy
from cp_puzzles.search.partition import partition as partition_module
from cp_puzzles.search.partition.partition import partition
from cp_puzzles.search.partition.search_tree import SearchTree
from cp_puzzles.search.partition.tree_probe import ProbeResult, probe
from cp_puzzles.search.partition.work_estimate import counts
from tests.cover.cover_problems import all_solutions, cover_problems, in_part, without_symmetry
from tests.examples import examples
from tests.search.questions import question, searched
from tests.written import cover_of


@examples(400)
@given(cover_problems(), st.integers(1, 40))
def test_every_solution_is_in_exactly_one_part(problem: CoverProblem, target: int) -> None:
    """Parts are disjoint and exhaustive, whatever the bounds of cells and tiles."""
    parts = partition(problem, without_symmetry(problem), PartitionPolicy(target, min_work_to_split=0)).parts
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
def test_parts_contain_every_leader_once(name: str, leaders: int) -> None:
    """Every leader is in exactly one part, also with symmetry."""
    problem, leader = question(name)
    tree = SearchTree(problem, leader)
    total = 0.0
    parts = partition(problem, leader, PartitionPolicy(20, min_work_to_split=0)).parts
    assert len(parts) >= 10
    for part in parts:
        for solved in searched(tree, tree.root(part)).solved:
            total += counts(leader, solved.path, undivided=False)[0].sum()
    assert total == leaders


@pytest.mark.parametrize("name", ["polyominoes3x3", "soma", "dominoes4x4", "corners3x3", "pinwheel5x5"])
def test_little_work_is_one_part(name: str) -> None:
    """A puzzle that is solved in no time is not partitioned."""
    assert partition(*question(name), PartitionPolicy(64)).parts == (Part(),)


def test_partition_is_always_the_same() -> None:
    """The same question gives the same parts with the same weights."""
    first, second = (
        partition(*question("pentomino5x12"), PartitionPolicy(64)),
        partition(*question("pentomino5x12"), PartitionPolicy(64)),
    )
    assert first == second
    assert len(first.largest_first) == len(first.parts) == len(first.weights)
    assert first.weights[first.largest_first[0].index] == max(first.weights)


@pytest.mark.parametrize("name", ["tetrominoes_twice5x8", "solid_pentomino2x3x10"])
def test_no_part_dominates(name: str) -> None:
    """The true work of the parts, handed out largest first, keeps two workers equally busy."""
    problem, leader = question(name)
    tree = SearchTree(problem, leader)
    parts = partition(problem, leader, PartitionPolicy(64)).largest_first
    work = [float(searched(tree, tree.root(part)).nodes.sum()) for part in parts]
    assert max(work) < 0.15 * sum(work)
    workers = np.zeros(2)
    for each in work:
        workers[workers.argmin()] += each
    assert workers.max() < 1.1 * workers.mean()


def test_partition_has_more_parts_for_more_work() -> None:
    """Little work is one part; more work has more parts, up to a bound."""
    policy = PartitionPolicy(12, min_work_to_split=100, max_work_per_part=10)
    assert [policy.target(work) for work in (99, 100, 240, 1e9)] == [1, 12, 24, 96]
    assert PartitionPolicy(64).target(1e200) == 64


def test_endless_search_is_partitioned_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """32x32 dominoes are partitioned without probes of full depth (which once took eleven seconds), into even parts."""
    problem = cover_of("board: {size: [32, 32]}, tiles: [{set: domino, multiplicity: any}]").problem
    tried = []

    def counted(*arguments: Any, **options: Any) -> ProbeResult:
        sample = probe(*arguments, **options)
        tried.append(sample.tried)
        return sample

    monkeypatch.setattr(partition_module, "probe", counted)
    made = partition(problem, without_symmetry(problem), PartitionPolicy(64))
    assert sum(tried) < 100_000
    assert 32 < len(made.parts) < 128
    assert max(made.weights) < 0.15 * sum(made.weights) < 1e30


def test_probe_of_a_large_tree_does_not_go_to_the_bottom() -> None:
    """One node a level, ten thousand levels: planning once took as long as the search, or twelve gigabytes."""
    problem = cover_of("board: {size: [100, 100]}, tiles: [{set: monomino, multiplicity: 10000}]").problem
    tree = SearchTree(problem, without_symmetry(problem))
    sample = probe(tree, tree.root(), 1, 64, np.random.default_rng(0), most=50)
    assert (sample.tried, sample.exact) == (50, False)
    assert partition(problem, without_symmetry(problem), PartitionPolicy(64)).parts == (Part(),)
