"""Every engine against brute force, on any cover problem: all bounds, several counted items an option, or none."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import Breaking, Part, SearchRequest
from cp_puzzles.engines.frontier.frontier_engine import SweepCount
from cp_puzzles.engines.registry import ENGINES, load_engine
from tests.cover.cover_oracle import orbits
from tests.cover.cover_problems import (
    all_solutions,
    cover_problems,
    enumerated,
    in_another_order,
    in_part,
    symmetric_problems,
    without_symmetry,
)
from tests.examples import examples
from tests.output.dlx_texts import from_dlx

BREAKINGS: tuple[Breaking, ...] = ("lex", "filter")
EXAMPLES = {"cp-sat": 30}
"""CP-SAT takes a hundredth of a second for each."""


@st.composite
def parts(draw: st.DrawFn, problem: CoverProblem) -> Part:
    """Draw a part that chooses at most one option and excludes some others."""
    numbers = range(len(problem.options))
    drawn = draw(st.lists(st.sampled_from(numbers), max_size=3, unique=True)) if numbers else []
    cut = draw(st.integers(0, 1))
    return Part(tuple(drawn[:cut]), tuple(sorted(drawn[cut:])))


@pytest.mark.parametrize("name", ENGINES)
def test_engine_matches_brute_force(name: str) -> None:
    """The engine finds all solutions of a problem and of a part, kept or only counted."""
    engine = load_engine(name)

    @examples(EXAMPLES.get(name, 200))
    @given(problem=cover_problems(), data=st.data())
    def check(problem: CoverProblem, data: st.DataObject) -> None:
        request = SearchRequest(problem, without_symmetry(problem))
        solutions = all_solutions(problem)
        assert enumerated(engine, request) == solutions
        part = data.draw(parts(problem))
        assert enumerated(engine, request, part) == in_part(part, solutions)

    check()


@pytest.mark.parametrize("breaking", BREAKINGS)
@pytest.mark.parametrize("name", ENGINES)
def test_engine_keeps_one_leader_of_each_orbit(name: str, breaking: Breaking) -> None:
    """Under symmetries that move cells, tiles and rules; both methods keep the leaders."""
    engine = load_engine(name)

    @examples(EXAMPLES.get(name, 100))
    @given(symmetric_problems())
    def check(asked: tuple[CoverProblem, SymmetryGroup]) -> None:
        problem, group = asked
        leader = lex_leader(problem, group)
        leaders = {leader.leader_of(solution) for solution in all_solutions(problem) or ()}
        assert enumerated(engine, SearchRequest(problem, leader, breaking)) == sorted(leaders)

    check()


@examples(200)
@given(symmetric_problems())
def test_frontier_counts_orbits(asked: tuple[CoverProblem, SymmetryGroup]) -> None:
    """The frontier counts solutions, orbits and self-symmetric orbits as brute force does."""
    problem, group = asked
    solutions = all_solutions(problem) or []
    count = SweepCount(problem, group).finish()
    assert count.raw == len(solutions)
    assert (count.solutions, count.self_symmetric) == orbits(solutions, group.options.tolist())


@examples(25)
@given(problem=cover_problems(), data=st.data())
def test_item_and_option_order_do_not_matter(problem: CoverProblem, data: st.DataObject) -> None:
    """The same sets of options, in every engine."""
    other, _, dealt = data.draw(in_another_order(problem, SymmetryGroup.identity(problem)))
    solutions = all_solutions(problem) or []
    assert SweepCount(other).finish().solutions == len(solutions)
    for name in ENGINES:
        found = enumerated(load_engine(name), SearchRequest(other, without_symmetry(other)))
        assert sorted(tuple(sorted(dealt[o] for o in row)) for row in found) == solutions


@examples(25)
@given(asked=symmetric_problems(), data=st.data())
def test_order_does_not_change_number_of_orbits(asked: tuple[CoverProblem, SymmetryGroup], data: st.DataObject) -> None:
    """The leaders may differ, but their number does not, in every engine and with both methods."""
    expected = SweepCount(*asked).finish()
    problem, group, _ = data.draw(in_another_order(*asked))
    counted = SweepCount(problem, group).finish()
    numbers = (expected.solutions, expected.raw, expected.self_symmetric)
    assert (counted.solutions, counted.raw, counted.self_symmetric) == numbers
    for name, breaking in product(ENGINES, BREAKINGS):
        request = SearchRequest(problem, lex_leader(problem, group), breaking)
        assert len(enumerated(load_engine(name), request)) == expected.solutions


def test_option_with_several_counted_items() -> None:
    """The compiled search once counted only the last item, and reported infeasible."""
    problem = from_dlx("A B 2:2|C 2:2|D\nA C D\nB C D\nA C\nB D\n")
    assert SweepCount(problem).finish().solutions == 1
    for name in ENGINES:
        assert enumerated(load_engine(name), SearchRequest(problem, without_symmetry(problem))) == [(0, 1)]
