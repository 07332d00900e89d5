"""Objectives: the best value is the best of all tilings, and the solutions are all that have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count, iter_solutions, load_spec, parse_spec, solve
from cp_puzzles.base.deadline import NO_DEADLINE
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.engines.registry import ENGINES
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.rule_registry import MEASURES
from cp_puzzles.puzzle.rules.tiling import Tiling
from cp_puzzles.search import best_solutions as best
from cp_puzzles.search.best_solutions import best_by_solver, without_objective
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import find_solutions
from cp_puzzles.search.search_options import SearchOptions
from tests.examples import examples, sampled

SOME = "{name: x, board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: any}], rules: {%s}, %s}"
TWO = "{name: x, board: {size: [2, 4]}, fill: false, tiles: [{set: domino, multiplicity: any}, {set: monomino}], %s}"


@pytest.mark.parametrize("engine", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize("name", sampled(MEASURES, every=2))
@pytest.mark.parametrize("key", ["maximize", "minimize"])
def test_best_of_all_tilings(engine: str, name: str, key: str) -> None:
    """The best by search is the best by looking at all; every optimum is found, once up to symmetry."""
    plain = parse_spec(SOME % ("maximal: true", "description: all"))
    values = [
        MEASURES[name].of(Tiling(solution.puzzle.board_geometry, solution.placements))
        for solution in iter_solutions(plain, symmetry="off", engine="exact-cover", jobs=1)
    ]
    wanted = max(values) if key == "maximize" else min(values)
    result = solve(parse_spec(SOME % ("maximal: true", f"{key}: {name}")), engine=engine, jobs=1)
    assert result.objective == {key: name, "value": wanted, "bound": wanted}
    assert (result.status, result.raw) == ("complete", values.count(wanted))
    assert sum(solution.orbit_size for solution in result.solutions) == values.count(wanted)


@examples(40)
@given(st.integers(-3, 3), st.integers(-3, 3), st.booleans())
def test_values_of_tiles(domino: int, monomino: int, is_largest: bool) -> None:
    """The values of tiles together, also negative ones."""
    key = "maximize" if is_largest else "minimize"
    puzzle = build_puzzle(parse_spec(TWO % f"{key}: {{I: {domino}, O: {monomino}}}"))
    worth = {"I": domino, "O": monomino}
    values = [
        sum(worth[placement.tile] for placement in solution.placements)
        for solution in iter_solutions(without_objective(puzzle), symmetry="off", engine="exact-cover", jobs=1)
    ]
    wanted = max(values) if is_largest else min(values)
    found = best_by_solver(build_cover(puzzle), SearchOptions(), NO_DEADLINE)
    assert found is not None
    assert (found[0].value, found[0].bound, found[1]) == (wanted, wanted, "complete")
    result = count(puzzle, engine="exact-cover", jobs=1)
    assert (result.objective or {})["value"] == wanted
    assert result.raw == values.count(wanted)


def test_nothing_is_the_best_of_nothing() -> None:
    """A puzzle without a solution has no best one, and that is proved."""
    text = "{name: x, board: {size: [3, 3]}, tiles: [{set: domino, multiplicity: 5}], maximize: touching}"
    result = solve(parse_spec(text), jobs=1)
    assert result.is_proof_of_none
    assert (result.objective or {})["value"] is None


def test_time_limit_returns_best_value_with_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result has the best value so far with its bound, and is marked as unproved."""
    monkeypatch.setattr(best, "SOON_SECONDS", 0.0)
    text = "{name: x, board: {size: [14, 14]}, fill: false, tiles: [{set: tetrominoes, only: [T], multiplicity: any}],"
    result = solve(parse_spec(text + " maximize: crossroads}"), time_limit=0.5, jobs=1)
    assert result.status == "time-limit"
    assert result.raw is None
    if result.objective is not None and result.objective["value"] is not None:
        assert result.objective["value"] <= result.objective["bound"]
        assert len(result.solutions) == 1


def test_incumbent_is_kept_if_listing_the_best_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proved value is reported with its solution, although the time limit ends before another one is found."""
    late = "cp_puzzles.search.search.find_solutions"
    monkeypatch.setattr(late, lambda puzzle, *_, **__: count(puzzle, time_limit=1e-9))
    result = solve(parse_spec(TWO % "maximize: {I: 1}"), jobs=1)
    assert result.status == "time-limit"
    assert result.objective == {"maximize": "values", "value": 3, "bound": 3}
    assert len(result.solutions) == result.count == 1


def test_tight_packings_are_attempted_for_a_counted_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine finds the same: the attempt has counted seconds, and one search has the time that is left.

    An attempt of five seconds by the clock once left 7x7 to a search that took a minute.
    """
    asked: list[tuple[float | None, dict[str, object]]] = []
    puzzle = build_puzzle(load_spec("most_t_tetrominoes5x5"))

    def find(puzzle: Puzzle, options: SearchOptions, **how: Any) -> RunResult:
        asked.append((options.time_limit, how))
        return find_solutions(puzzle, options, **how)

    options = SearchOptions(engine="cp-sat", jobs=1, time_limit=60.0)
    wanted = best.best_of(puzzle, options, find, None, keep=True)
    monkeypatch.setattr(best, "TIGHT_SECONDS", 1e-6)
    left = best.best_of(puzzle, options, find, None, keep=True)
    assert [how for _, how in asked] == [
        {"attempt": seconds, "attempt_settings": {"linearization": True}} for seconds in (2.0, 1e-6)
    ]
    assert all(0 < (limit or 0) <= 60 for limit, _ in asked)
    assert wanted.status == left.status == "complete"
    assert {solution.placements for solution in left.solutions} == {each.placements for each in wanted.solutions}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("maximize: coverd", "did you mean 'covered'?"),
        ("maximize: {Q: 2}", "there is no tile 'Q'"),
        ("maximize: 3", "maximize"),
        ("maximize: covered, minimize: pieces", "keep one of them"),
    ],
)
def test_mistake_in_an_objective_is_named(text: str, says: str) -> None:
    """Place, value, remedy."""
    with pytest.raises(MistakeError) as caught:
        build_puzzle(parse_spec(TWO % text))
    assert says in str(caught.value)


@pytest.mark.slow
def test_one_best_depends_on_the_seed_alone() -> None:
    """With one worker the seed determines the best tiling; a seed for all best tilings is refused."""
    found = {
        seed: [solve("most_t_tetrominoes6x6", limit=1, seed=seed, jobs=1).solutions[0].placements for _ in range(2)]
        for seed in range(2)
    }
    assert all(first == second for first, second in found.values())
    assert len({first for first, _ in found.values()}) > 1
    with pytest.raises(MistakeError, match="only with limit=1"):
        solve("most_t_tetrominoes5x5", seed=1)


def test_engine_of_the_best_is_chosen() -> None:
    """`auto` is resolved as for any other enumeration, and finds the same."""
    chosen = solve("most_t_tetrominoes5x5", engine="auto", jobs=1)
    assert chosen.engine in ENGINES
    assert chosen.objective == solve("most_t_tetrominoes5x5", jobs=1).objective


def test_store_is_refused(tmp_path: object) -> None:
    """A store is refused before the search for a best value."""
    with pytest.raises(MistakeError, match="has no effect on a search for the best value"):
        solve(parse_spec(TWO % "maximize: covered"), store=f"{tmp_path}/run")


@pytest.mark.parametrize("ask", [count, solve, lambda *asked, **options: next(iter_solutions(*asked, **options))])
def test_engine_that_sees_no_solution_is_refused(ask: Callable[..., object]) -> None:
    """Before anything is searched, and in words that fit each of the three."""
    with pytest.raises(
        MistakeError, match=r"engine='frontier': .* a search for the best value needs them; engines: cp-sat"
    ):
        ask(parse_spec(TWO % "maximize: covered"), engine="frontier")
