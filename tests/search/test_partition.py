"""The search tree, its probes, and the parts of a search: disjoint, exhaustive, always the same, balanced."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.search_cost import PartitionPolicy
from cp_puzzles.search.forecast.work_estimate import counts
from cp_puzzles.search.partition import active_bits as remaining
from cp_puzzles.search.partition import partition as partition_module
from cp_puzzles.search.partition.partition import partition
from cp_puzzles.search.partition.search_tree import NONE, SearchTree
from cp_puzzles.search.partition.tree_probe import ProbeResult, probe
from tests.cover.cover_problems import all_solutions, cover_problems, in_part, without_symmetry
from tests.examples import examples, sampled
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


def test_choices_of_a_tile_used_twice_are_disjoint() -> None:
    """Two copies of a domino on seven cells: a pair is in the part of its first domino alone."""
    problem = cover_of("board: {size: [1, 7]}, fill: false, tiles: [{set: domino, multiplicity: 2}]").problem
    parts = partition(problem, without_symmetry(problem), PartitionPolicy(6, min_work_to_split=0)).parts
    solutions = all_solutions(problem)
    assert len(parts) == 10
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


@pytest.mark.parametrize("name", sampled(["tetrominoes_twice5x8", "solid_pentomino2x3x10"], every=3))
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


@pytest.mark.slow
def test_probe_of_a_large_tree_does_not_go_to_the_bottom() -> None:
    """One node a level, ten thousand levels: planning once took as long as the search, or twelve gigabytes."""
    problem = cover_of("board: {size: [100, 100]}, tiles: [{set: monomino, multiplicity: 10000}]").problem
    tree = SearchTree(problem, without_symmetry(problem))
    sample = probe(tree, tree.root(), 1, 64, np.random.default_rng(0), most=50)
    assert (sample.tried, sample.exact) == (50, False)
    assert partition(problem, without_symmetry(problem), PartitionPolicy(64)).parts == (Part(),)


def found(sample: ProbeResult) -> list[tuple[int, ...]]:
    paths = [row for solved in sample.solved for row in solved.path.tolist()]
    return [tuple(sorted(option for option in path if option != NONE)) for path in paths]


@examples(300)
@given(cover_problems())
def test_tree_has_every_solution_once(problem: CoverProblem) -> None:
    """A search of the whole tree finds each exact cover of brute force once.

    A row of bits for each item and a list of the changed words, for large boards, give the same tree, and so do masks
    that are built item by item with sorted entries.
    """
    with pytest.MonkeyPatch.context() as patch:
        trees = [SearchTree(problem, without_symmetry(problem))]
        patch.setattr(remaining, "MAX_BYTES", 0)
        patch.setattr(remaining, "_CHUNK_ENTRIES", 1)
        patch.setattr(remaining, "_DENSE_BITS", 0)
        trees.append(SearchTree(problem, without_symmetry(problem)))
    dense, sparse = (searched(tree, tree.root()) for tree in trees)
    assert sorted(found(dense)) == all_solutions(problem)
    assert (found(sparse), sparse.tried) == (found(dense), dense.tried)


@pytest.mark.parametrize("largest", [remaining.MAX_BYTES, 0])
def test_item_beyond_the_first_word_is_closed(monkeypatch: pytest.MonkeyPatch, largest: int) -> None:
    """An item whose options have no bit in the first word is closed, too, in both representations."""
    monkeypatch.setattr(remaining, "MAX_BYTES", largest)
    options = np.arange(70)
    item_of = np.where(options < 64, 1, 0).reshape(-1, 1)
    close = remaining.closing(options.reshape(-1, 1), item_of, 2, 2)
    active = np.full((1, 2), (1 << 64) - 1, dtype=np.uint64)
    close(active, None, np.array([0]))
    assert active.tolist() == [[(1 << 64) - 1, ((1 << 64) - 1) ^ 0b111111]]


def test_part_has_the_solutions_of_the_choices() -> None:
    """Choosing an option on the root of a part leaves the solutions that contain it; excluding it, the others."""
    problem, leader = question("pentomino5x5")
    tree = SearchTree(problem, leader)
    everything = set(found(searched(tree, tree.root())))
    option = min(next(iter(everything)))
    chosen = searched(tree, tree.root(Part(0, (option,))))
    excluded = searched(tree, tree.root(Part(0, (), (option,))))
    assert {tuple(sorted({*s, option})) for s in found(chosen)} == {s for s in everything if option in s}
    assert set(found(excluded)) == {s for s in everything if option not in s}


@pytest.mark.parametrize(
    ("name", "nodes", "solutions"), sampled([("soma", 4858, 240), ("pentomino3x10", 3215, 145)], every=2)
)
def test_probes_are_unbiased(name: str, nodes: int, solutions: int) -> None:
    """The mean over many small populations is the true number of nodes and of leaders."""
    problem, leader = question(name)
    tree = SearchTree(problem, leader)
    root = tree.root()
    random = np.random.default_rng(7)
    values = []
    for _ in range(300):
        sample = probe(tree, root, 1, 12, random)
        leaders = sum(float((s.weight * counts(leader, s.path, undivided=True)[0]).sum()) for s in sample.solved)
        values.append((sample.nodes[0], leaders))
    mean, error = np.mean(values, axis=0), np.std(values, axis=0) / np.sqrt(len(values))
    assert abs(mean[0] - nodes) < 4 * error[0] < 0.2 * nodes
    assert abs(mean[1] - solutions) < 4 * error[1] < solutions


@pytest.mark.parametrize(("name", "leaders", "raw"), [("soma", 240, 11520), ("matchings4x4", 1347, 10012)])
def test_shares_of_orbits_add_up_to_leaders(name: str, leaders: int, raw: int) -> None:
    """Counted by share or by leadership, the solutions in the tree are the leaders, and their orbits are everything."""
    problem, leader = question(name)
    tree = SearchTree(problem, leader)
    sample = searched(tree, tree.root())
    for undivided in (True, False):
        shares = [counts(leader, solved.path, undivided=undivided) for solved in sample.solved]
        assert sum(share.sum() for share, _ in shares) == pytest.approx(leaders)
        assert sum((share * orbit).sum() for share, orbit in shares) == pytest.approx(raw)
