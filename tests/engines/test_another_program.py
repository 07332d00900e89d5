"""The exact-cover engine against another program from the package index, the extra `benchmark`."""

from __future__ import annotations

import random
import warnings

import pytest

from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.engines.engine import SearchRequest
from tests.cover.cover_problems import enumerated, without_symmetry

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    xcover = pytest.importorskip("xcover")

from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine

pytestmark = pytest.mark.slow


def random_problem(seed: int) -> CoverProblem:
    """Up to twelve items to be covered once, up to four at most once, and sixty options of one to four of them."""
    chance = random.Random(seed)
    required, optional = chance.randint(4, 12), chance.randint(0, 4)
    items = [Item("cell", str(i), int(i < required), 1) for i in range(required + optional)]
    drawn = {tuple(sorted(chance.sample(range(len(items)), chance.randint(1, 4)))) for _ in range(60)}
    # an option without a required item is left out: the other program never chooses it
    return CoverProblem(tuple(items), tuple(sorted(option for option in drawn if option[0] < required)))


@pytest.mark.filterwarnings("ignore")
def test_another_program_finds_the_same_covers() -> None:
    """Two hundred random problems with items covered once, and at most once."""
    found = 0
    for seed in range(200):
        problem = random_problem(seed)
        names = [[str(item) for item in option] for option in problem.options]
        primary = [item.name for item in problem.items if item.minimum]
        secondary = [item.name for item in problem.items if not item.minimum]
        theirs = xcover.covers(names, primary=primary, secondary=secondary)
        ours = enumerated(ExactCoverEngine(), SearchRequest(problem, without_symmetry(problem)))
        assert sorted(tuple(sorted(map(int, cover))) for cover in theirs) == ours
        found += len(ours)
    assert found > 200
