"""The race for one solution: who wins is named, chance is repeatable, a proof ends it, and it ends when told to."""

from __future__ import annotations

import multiprocessing
import threading
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, parse_spec, solve
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.engines.race.racer import GROWTH, RACERS, RESTARTS, Turn, racers_for
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.progress import Progress

pytest.importorskip("numba")


def puzzle(board: str, tiles: str, more: str = "") -> Any:
    return build_puzzle(parse_spec(f"{{name: test, board: {board}, tiles: [{tiles}]{more}}}"))


PILE = puzzle("{size: [12, 15]}", "{set: pentominoes, multiplicity: 3}")
"""No search in a fixed order finds a solution within a second."""

NONE = puzzle("{size: [5, 5]}", "{set: pentominoes, only: [F, L, N, P, W]}")
"""What no colouring shows: a search has to."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_winner_is_named(jobs: int) -> None:
    """In the summary: the engine that found the solution, and how; the solution is one."""
    result = solve(PILE, limit=1, jobs=jobs)
    assert (result.status, result.count, len(result.solutions)) == ("limit", 1, 1)
    assert result.statistics["winner"].startswith(result.engine)
    assert any(result.statistics["winner"].startswith(str(racer)) for racer in RACERS)
    assert not multiprocessing.active_children()
    assert not [thread for thread in threading.enumerate() if "work" in thread.name]


def test_one_worker_and_one_seed_give_the_same_answer_each_time() -> None:
    """Turns are counted in steps, not in seconds; another seed has other luck."""
    first, again, other = (solve(PILE, limit=1, jobs=1, seed=seed) for seed in (5, 5, 6))
    assert [*first.solutions] == [*again.solutions] != [*other.solutions]
    assert first.statistics["winner"] == again.statistics["winner"]


def test_a_proof_ends_the_race() -> None:
    """Who has searched everything has the last word, unless presolve had a hand in it."""
    for question in (solve, count):
        result = question(NONE, limit=1, jobs=2)
        assert (result.status, result.count) == ("complete", 0)
        assert result.is_proof_of_none


def test_a_count_of_one_is_a_race_too() -> None:
    """It says that there is one."""
    assert (count("soma", limit=1, jobs=1).count, count("soma", limit=1, jobs=1).status) == (1, "limit")


def test_rules_are_kept_and_what_is_given_stays() -> None:
    """A race asks each engine the whole question: what it accepts, and the pieces that lie there."""
    ruled = puzzle("{size: [6, 10]}", "{set: pentominoes}", ", rules: {connected: empty, colorable: {with: 3}}")
    result = solve(ruled, limit=1, jobs=1)
    assert result.count == 1
    assert Verifier(ruled).fault(result.solutions[0].placements) is None


def test_it_ends_when_it_is_out_of_time_or_interrupted() -> None:
    """Before anybody has found anything: the first turns alone take longer."""
    assert solve(PILE, limit=1, jobs=1, time_limit=0.01).status == "time-limit"

    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    result = solve(PILE, limit=1, jobs=2, on_progress=interrupt)
    assert (result.status, result.count) == ("interrupted", 0)
    assert not multiprocessing.active_children()


def test_who_is_named_searches_alone() -> None:
    """An engine that is asked for by name has no rivals; a seed is of use to one solution only."""
    for engine in ("cp-sat", "exact-cover"):
        result = solve("soma", limit=1, jobs=1, engine=engine, seed=3)
        assert (result.engine, "winner" in result.statistics) == (engine, False)
    assert solve("soma", jobs=1).engine == "cp-sat"
    with pytest.raises(MistakeError, match="seed=3: nothing is left to chance; ask for limit 1"):
        solve("soma", seed=3)


@pytest.mark.parametrize("options", [1000, 10_000, 500_000])
def test_on_two_lanes_one_begins_anew_for_ever_and_on_the_other_everybody_has_turns(options: int) -> None:
    """Turns grow when all have had theirs; nobody is left out who takes part where there are so many options."""
    racers = racers_for(options)
    first, second = ([Turn(number, racers) for number in range(lane, 2 * len(racers), 2)] for lane in (0, 1))
    assert {str(turn.racer) for turn in first} == {str(RESTARTS)}
    part = {str(racer) for racer in RACERS if racer.least <= options <= racer.most}
    assert {str(turn.racer) for turn in second} | {str(RESTARTS)} == part
    half = len(second) // 2
    assert [turn.effort / second[0].effort for turn in second] == [1.0] * half + [GROWTH] * half


def test_auto_chooses_for_an_enumeration() -> None:
    """By an estimate: what is short is CP-SAT's, what is long the compiled search's."""
    assert count("dominoes4x4", engine="auto", jobs=1).engine == "cp-sat"
    result = count("pentomino6x10", engine="auto", jobs=1)
    assert (result.engine, result.count) == ("exact-cover", 2339)
