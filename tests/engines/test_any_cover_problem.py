"""Every engine against brute force, on any cover problem: all bounds, several counted items an option, or none."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.dlx_reader import from_dlx
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Breaking, Part, Question
from cp_puzzles.engines.frontier.count import count_tilings
from cp_puzzles.engines.registry import ENGINES, load_engine
from cp_puzzles.symmetry.group import SymmetryGroup
from cp_puzzles.symmetry.leader import lex_leader
from tests.cover_oracle import orbits
from tests.cover_problems import (
    all_solutions,
    cover_problems,
    enumerated,
    in_another_order,
    in_part,
    symmetric_problems,
    without_symmetry,
)
from tests.examples import examples

BREAKINGS: tuple[Breaking, ...] = ("lex", "filter")
EXAMPLES = {"cp-sat": 30}
"""CP-SAT takes a hundredth of a second for each."""


def engines() -> list[str]:
    """The engines whose packages are there."""
    pytest.importorskip("numba")
    return list(ENGINES)


@st.composite
def parts(draw: st.DrawFn, problem: CoverProblem) -> Part:
    """A part that chooses an option at most, and leaves out some others."""
    numbers = range(len(problem.options))
    drawn = draw(st.lists(st.sampled_from(numbers), max_size=3, unique=True)) if numbers else []
    cut = draw(st.integers(0, 1))
    return Part(0, tuple(drawn[:cut]), tuple(sorted(drawn[cut:])))


@pytest.mark.parametrize("name", engines())
def test_every_problem_has_the_solutions_that_brute_force_finds(name: str) -> None:
    """The whole and a part, kept or only counted."""
    engine = load_engine(name)

    @examples(EXAMPLES.get(name, 200))
    @given(problem=cover_problems(), data=st.data())
    def check(problem: CoverProblem, data: st.DataObject) -> None:
        question = Question(problem, without_symmetry(problem))
        solutions = all_solutions(problem)
        assert enumerated(engine, question) == solutions
        part = data.draw(parts(problem))
        assert enumerated(engine, question, part) == in_part(part, solutions)

    check()


@pytest.mark.parametrize("breaking", BREAKINGS)
@pytest.mark.parametrize("name", engines())
def test_one_solution_of_each_orbit_is_kept(name: str, breaking: Breaking) -> None:
    """Under symmetries that move cells, tiles and rules; both methods keep the leaders."""
    engine = load_engine(name)

    @examples(EXAMPLES.get(name, 100))
    @given(symmetric_problems())
    def check(asked: tuple[CoverProblem, SymmetryGroup]) -> None:
        problem, group = asked
        leader = lex_leader(problem, group)
        leaders = {leader.leader_of(solution) for solution in all_solutions(problem) or ()}
        assert enumerated(engine, Question(problem, leader, breaking)) == sorted(leaders)

    check()


@examples(300)
@given(cover_problems())
def test_the_frontier_counts_what_brute_force_finds(problem: CoverProblem) -> None:
    """No option is looked at as a solution, and the number is right."""
    assert count_tilings(problem).solutions == len(all_solutions(problem) or ())


@examples(200)
@given(symmetric_problems())
def test_the_frontier_counts_orbits(asked: tuple[CoverProblem, SymmetryGroup]) -> None:
    """All solutions, the orbits and the self-symmetric ones."""
    problem, group = asked
    solutions = all_solutions(problem) or []
    count = count_tilings(problem, group)
    assert count.raw == len(solutions)
    assert (count.solutions, count.self_symmetric) == orbits(solutions, group.options.tolist())


@examples(25)
@given(problem=cover_problems(), data=st.data())
def test_a_problem_in_another_order_has_the_same_solutions(problem: CoverProblem, data: st.DataObject) -> None:
    """The same sets of options, in every engine."""
    other, _, dealt = data.draw(in_another_order(problem, SymmetryGroup.identity(problem)))
    solutions = all_solutions(problem) or []
    assert count_tilings(other).solutions == len(solutions)
    for name in engines():
        found = enumerated(load_engine(name), Question(other, without_symmetry(other)))
        assert sorted(tuple(sorted(dealt[o] for o in row)) for row in found) == solutions


@examples(25)
@given(asked=symmetric_problems(), data=st.data())
def test_a_symmetric_problem_in_another_order_has_as_many_orbits(
    asked: tuple[CoverProblem, SymmetryGroup], data: st.DataObject
) -> None:
    """Other solutions may lead their orbits; there are as many, in every engine and by both methods."""
    expected = count_tilings(*asked)
    problem, group, _ = data.draw(in_another_order(*asked))
    counted = count_tilings(problem, group)
    numbers = (expected.solutions, expected.raw, expected.self_symmetric)
    assert (counted.solutions, counted.raw, counted.self_symmetric) == numbers
    for name, breaking in product(engines(), BREAKINGS):
        question = Question(problem, lex_leader(problem, group), breaking)
        assert len(enumerated(load_engine(name), question)) == expected.solutions


def test_several_counted_items_an_option() -> None:
    """Once the compiled search counted the last item alone, and proved that there was no solution."""
    problem = from_dlx("A B 2:2|C 2:2|D\nA C D\nB C D\nA C\nB D\n")
    assert count_tilings(problem).solutions == 1
    for name in engines():
        assert enumerated(load_engine(name), Question(problem, without_symmetry(problem))) == [(0, 1)]
