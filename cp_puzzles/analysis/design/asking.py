"""Questions to engines within the time of a design."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Any

from cp_puzzles import api
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.interrupt import interrupts_noticed
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult

MOMENT = 0.01
"""Seconds of a time limit that is all but used up."""


class OutOfTimeError(Exception):
    """The time is over; whoever designs catches it and keeps what there is."""


class Asking:
    """Asks engines as long as there is time; an interrupt is raised."""

    def __init__(self, time_limit: float | None) -> None:
        self._deadline = inf if time_limit is None else monotonic() + time_limit

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return monotonic() >= self._deadline

    def on_progress(self, progress: Progress) -> None:
        """Look at the clock."""
        if self.is_late:
            raise OutOfTimeError

    def solve(self, puzzle: Puzzle, **options: Any) -> RunResult:
        """What `solve` answers; raises `OutOfTimeError` if that is not all it was asked for."""
        left = None if self._deadline == inf else max(self._deadline - monotonic(), MOMENT)
        with interrupts_noticed() as came:
            result = api.solve(puzzle, time_limit=left, **options)
        if came or result.status == "interrupted":
            raise KeyboardInterrupt
        if result.status == "time-limit":
            raise OutOfTimeError
        return result
