"""Questions to engines within the time of a design."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from cp_puzzles import api
from cp_puzzles.deadline import Result, TimeIsOver, deadline_after, seconds_until, within
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.interrupt import unless_interrupted
from cp_puzzles.search.result import RunResult


class OutOfTimeError(Exception):
    """The time is over; whoever designs catches it and keeps what there is."""


class Asking:
    """Asks engines as long as there is time; an interrupt is raised."""

    def __init__(self, time_limit: float | None) -> None:
        self._deadline = deadline_after(time_limit)

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return self._deadline is not None and monotonic() >= self._deadline

    def within(self, phase: str, work: Callable[[], Result]) -> Result:
        """What `work()` gives, if it does so in time; raises `OutOfTimeError` otherwise."""
        try:
            return within(self._deadline, phase, work)
        except TimeIsOver:
            raise OutOfTimeError from None

    def solve(self, puzzle: Puzzle, **options: Any) -> RunResult:
        """What `solve` answers; raises `OutOfTimeError` if that is not all it was asked for."""
        left = seconds_until(self._deadline)
        result = unless_interrupted(lambda: api.solve(puzzle, time_limit=left, **options))
        if result.status == "time-limit":
            raise OutOfTimeError
        return result
