"""The portfolio for one solution: its winner, seeds, proofs and stops."""

from __future__ import annotations

import multiprocessing
import threading
from itertools import islice
from typing import Any

import pytest

from cp_puzzles import count, solve
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.time_slices import GROWTH, LISTS, MEMBERS, RESTARTS, members_for, time_slices
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.run_result import Progress
from cp_puzzles.search.search import Search, collect
from cp_puzzles.search.search_options import SearchOptions
from cp_puzzles.search.search_work import COMPILING
from tests.processes import lasting_threads
from tests.written import puzzle_of


def puzzle(board: str, tiles: str, more: str = "") -> Any:
    return puzzle_of(f"board: {board}, tiles: [{tiles}]{more}")


HARD = puzzle("{size: [15, 15, 15]}", "{name: brick, size: [4, 5, 6], multiplicity: 27}", ", fill: false")
"""Hoffman's box of 27 bricks: no engine here finds a solution in seconds."""

LARGE = puzzle("{size: [12, 15]}", "{set: pentominoes, multiplicity: 3}")
"""No search in a fixed order finds a solution within a second."""

INFEASIBLE = puzzle("{size: [5, 5]}", "{set: pentominoes, only: [F, L, N, P, W]}")
"""What no coloring shows: a search has to."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_portfolio_reports_winner(jobs: int) -> None:
    """The summary names the engine and the method that found the one solution."""
    before = threading.enumerate()
    result = solve(LARGE, limit=1, jobs=jobs)
    assert (result.status, result.count, len(result.solutions)) == ("limit", 1, 1)
    assert result.statistics["winner"].startswith(result.engine)
    assert any(result.statistics["winner"].startswith(str(member)) for member in MEMBERS)
    assert not multiprocessing.active_children()
    assert not lasting_threads(before)


@pytest.mark.slow
def test_portfolio_repeats_with_the_same_seed() -> None:
    """Time slices are counted in steps, not in seconds; another seed finds another solution."""
    first, again, other = (solve(LARGE, limit=1, jobs=1, seed=seed) for seed in (5, 5, 6))
    assert [*first.solutions] == [*again.solutions] != [*other.solutions]
    assert first.statistics["winner"] == again.statistics["winner"]


def test_portfolio_ends_with_a_proof() -> None:
    """A complete search without presolve proves infeasibility."""
    for question in (solve, count):
        result = question(INFEASIBLE, limit=1, jobs=2)
        assert (result.status, result.count) == ("complete", 0)
        assert result.is_proof_of_none


def test_count_with_limit_one_uses_the_portfolio() -> None:
    """`count` with limit 1 finds one solution."""
    assert (count("soma", limit=1, jobs=1).count, count("soma", limit=1, jobs=1).status) == (1, "limit")


def test_portfolio_respects_rules_and_givens() -> None:
    """Each member gets the complete request, with its checks and givens."""
    ruled = puzzle("{size: [6, 10]}", "{set: pentominoes}", ", rules: {connected: empty, colorable: {with: 3}}")
    result = solve(ruled, limit=1, jobs=1)
    assert result.count == 1
    assert Verifier(ruled).violation(result.solutions[0].placements) is None


def test_portfolio_stops_at_deadline_and_interrupt() -> None:
    """A portfolio ends before it finds anything: its first slices take longer than the limit."""
    assert solve(LARGE, limit=1, jobs=1, time_limit=1e-6).status == "time-limit"

    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    result = solve(HARD, limit=1, jobs=2, on_progress=interrupt)
    assert (result.status, result.count) == ("interrupted", 0)
    assert not multiprocessing.active_children()


def test_named_engine_runs_without_portfolio() -> None:
    """A named engine runs alone; a seed has an effect only with limit 1."""
    for engine in ("cp-sat", "exact-cover"):
        result = solve("soma", limit=1, jobs=1, engine=engine, seed=3)
        assert (result.engine, "winner" in result.statistics) == (engine, False)
    assert solve("soma", jobs=1).engine == "cp-sat"
    with pytest.raises(MistakeError, match="seed=3: the seed has an effect only with limit=1; add limit=1"):
        solve("soma", seed=3)


@pytest.mark.parametrize("options", [1000, 10_000, 500_000])
def test_two_lanes_share_the_members(options: int) -> None:
    """Slices grow from round to round; every member for this number of options takes part."""
    members = members_for(options)
    first, second = (
        list(islice(time_slices(CoverProblem((), ()), members=members), lane, 2 * len(members), 2)) for lane in (0, 1)
    )
    assert {str(turn.member) for turn in first} == {str(RESTARTS)}
    part = {str(member) for member in MEMBERS if member.min_options <= options <= member.max_options}
    assert {str(turn.member) for turn in second} | {str(RESTARTS)} == part
    empty = [str(member) for member in members_for(options, fills=False)]
    assert set(empty) <= part
    assert set(empty[::2]) == {str(RESTARTS if options < LISTS.min_options else LISTS)}
    half = len(second) // 2
    assert [turn.effort / second[0].effort for turn in second] == [1.0] * half + [GROWTH] * half


@pytest.mark.slow
def test_default_engine_finishes_a_long_search_first() -> None:
    """CP-SAT, which is left the short searches, once ran for minutes on the Kanoodle pyramid; a line gives the reason.

    The engine of a part does not depend on the number of workers.
    """
    assert solve("dominoes4x4", jobs=1).engine == "cp-sat"
    seen: list[Progress] = []
    result = solve("kanoodle_pyramid", jobs=1, on_progress=seen.append)
    assert (result.engine, result.count) == ("cp-sat, then exact-cover after 10 s", 306)
    notices = {progress.notice for progress in seen} - {COMPILING, None}
    assert notices == {"cp-sat has not finished in 10 s: exact-cover searches the rest"}
    assert list(solve("kanoodle_pyramid", jobs=2).solutions) == list(result.solutions)


def test_count_waits_until_its_plan_fits_into_a_turn() -> None:
    """A count whose plan takes longer than the attempt gets its turn when it fits, and ends first."""
    options = SearchOptions(jobs=1, symmetry="off", time_limit=60)
    squares = puzzle("{size: [8, 8]}", "{set: domino, multiplicity: any}")
    result = collect(Search(squares, options, builds=False, attempt=1e-5))
    assert (result.count, result.engine, result.status) == (12_988_816, "frontier", "complete")
