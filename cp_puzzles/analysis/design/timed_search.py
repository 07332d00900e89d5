"""Searches within the time limit of a design."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from cp_puzzles import api
from cp_puzzles.base.cancellation import (
    CanceledError,
    Result,
    deadline_after,
    propagate_interrupt,
    seconds_until,
    within,
)
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.run_result import RunResult


class TimedSearch:
    """Runs searches until a deadline; an interrupt is raised."""

    def __init__(self, time_limit: float | None) -> None:
        self._deadline = deadline_after(time_limit)

    @property
    def is_late(self) -> bool:
        """True if the deadline has passed."""
        return self._deadline is not None and monotonic() >= self._deadline

    def within(self, phase: str, work: Callable[[], Result]) -> Result:
        """Return the result of `work()`; raise `CanceledError` if the deadline comes first."""
        return within(self._deadline, phase, work)

    def solve(self, puzzle: Puzzle, **options: Any) -> RunResult:
        """Return the result of `solve`; raise `CanceledError` if the deadline ended it."""
        remaining = seconds_until(self._deadline)
        result = propagate_interrupt(lambda: api.solve(puzzle, time_limit=remaining, **options))
        if result.status == "time-limit":
            raise CanceledError
        return result
