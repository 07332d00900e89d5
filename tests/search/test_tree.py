"""The search tree and the probes of it: complete where they should be, unbiased where not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part
from cp_puzzles.search.partition import active_bits as remaining
from cp_puzzles.search.partition.search_tree import NONE, SearchTree
from cp_puzzles.search.partition.tree_probe import ProbeResult, probe
from cp_puzzles.search.partition.work_estimate import counts
from tests.cover.cover_problems import all_solutions, cover_problems, without_symmetry
from tests.examples import examples
from tests.search.questions import question, searched


def found(sample: ProbeResult) -> list[tuple[int, ...]]:
    paths = [row for solved in sample.solved for row in solved.path.tolist()]
    return [tuple(sorted(option for option in path if option != NONE)) for path in paths]


@examples(300)
@given(cover_problems())
def test_tree_has_every_solution_once(problem: CoverProblem) -> None:
    """A search of the whole tree finds each exact cover of brute force once."""
    tree = SearchTree(problem, without_symmetry(problem))
    solutions = found(searched(tree, tree.root()))
    assert sorted(solutions) == all_solutions(problem)


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


@pytest.mark.parametrize(("name", "nodes", "solutions"), [("soma", 4858, 240), ("pentomino3x10", 3215, 145)])
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


@examples(100)
@given(cover_problems())
def test_dense_and_sparse_bits_agree(problem: CoverProblem) -> None:
    """A row of bits for each item and a list of the changed words, for large boards, give the same tree."""
    with pytest.MonkeyPatch.context() as patch:
        trees = [SearchTree(problem, without_symmetry(problem))]
        patch.setattr(remaining, "MAX_BYTES", 0)
        trees.append(SearchTree(problem, without_symmetry(problem)))
    first, second = (searched(tree, tree.root()) for tree in trees)
    assert found(first) == found(second)
    assert first.tried == second.tried
