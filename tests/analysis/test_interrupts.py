"""Analyses after Ctrl-C: they report the interrupt and never treat a partial search as complete."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any

import pytest

import cp_puzzles.analysis.design.difficulty as difficulty_module
import cp_puzzles.analysis.experiment as experiment_module
import cp_puzzles.analysis.puzzle_check as check_module
import cp_puzzles.output.web.site as site_module
from cp_puzzles import Puzzle, RunResult, solve
from cp_puzzles.analysis import smallest_rectangle
from cp_puzzles.analysis.design import target_solutions
from cp_puzzles.analysis.design.difficulty import difficulty
from cp_puzzles.analysis.design.target_solutions import solutions_until
from cp_puzzles.analysis.experiment import experiment
from cp_puzzles.analysis.puzzle_check import check_spec, cross_check
from cp_puzzles.analysis.smallest_rectangle import smallest
from cp_puzzles.api import iter_solutions
from cp_puzzles.base.deadline import Deadline
from cp_puzzles.output.web.site import site_counts
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.puzzle.spec.schema import Expected
from cp_puzzles.search.search_options import SearchOptions


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Sends this process a Ctrl-C while the block runs."""
    before = signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_iterator_raises_interrupt() -> None:
    """An interrupted loop over solutions raises `KeyboardInterrupt` instead of ending."""
    with interrupted_after(0.3), pytest.raises(KeyboardInterrupt):
        for _ in iter_solutions(puzzle_from("dominoes8x8"), symmetry="off", jobs=1):
            pass


def test_check_stops_altogether() -> None:
    """Ctrl-C during `check --solve` is not taken for a time limit, after which the next number is counted."""
    with interrupted_after(0.3), pytest.raises(KeyboardInterrupt):
        check_spec("specs/bedlam.yaml", solve=True, jobs=1)


def test_interrupted_cross_check_blames_no_engine() -> None:
    """The solutions that the other engine had no time for are not missed by it."""
    puzzle = puzzle_from("pentomino5x12")
    found: set[int] = set()
    result = solve(
        puzzle,
        symmetry="off",
        engine="exact-cover",
        jobs=1,
        on_solution=lambda solution: found.add(hash(solution.placements)),
        keep=False,
    )
    with interrupted_after(0.3):
        check = cross_check(puzzle, result, found, jobs=1)
    assert check.status == "interrupted"


def ended(ask: Callable[[], Any]) -> bool:
    """Return whether a result or an error reports an interrupt."""
    try:
        found = ask()
    except KeyboardInterrupt:
        return True
    return bool(getattr(found, "is_interrupted", False) or found.status == "interrupted")


@pytest.mark.parametrize(
    ("module", "name", "ask"),
    [
        (
            target_solutions,
            "find_solutions",
            lambda: solutions_until(Deadline(), puzzle_from("five_tiles4x4"), jobs=1),
        ),
        (smallest_rectangle, "find_solutions", lambda: smallest("dominoes4x4", square=True, jobs=1)),
        (experiment_module, "count_solutions", lambda: experiment("dominoes4x4")),
        (site_module, "find_solutions", lambda: site_counts(puzzle_from("dominoes4x4"), Expected(), time_limit=1.0)),
        (difficulty_module, "find_solutions", lambda: difficulty("dominoes4x4")),
        (check_module, "count_solutions", lambda: check_spec("dominoes4x4", solve=True, jobs=1)),
    ],
)
def test_late_interrupt_ends_a_series_of_searches(
    module: ModuleType, name: str, ask: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a search says that it is complete, and Ctrl-C was lost with it: the next search began."""
    searched: list[object] = []
    search = getattr(module, name)

    def interrupted(puzzle: Puzzle, options: SearchOptions) -> RunResult:
        found: RunResult = search(puzzle, options)
        searched.append(puzzle)
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return found

    monkeypatch.setattr(module, name, interrupted)
    assert ended(ask)
    assert len(searched) == 1
