"""How far a running search is."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.solution import Solution
from cp_puzzles.search.plan.interval import Interval


@dataclass(frozen=True)
class Progress:
    """A search at one moment: times in seconds, `None` where nothing is known.

    `raw` counts the solutions with their mirror images and turns, `remaining` is an estimate of the time left,
    `notice` what the person who waits should know, `expected` an estimate of all solutions. Of the `solutions` those
    that were found before this session began are `earlier`. `best` says how good the best solution so far is, which is
    the `picture`.
    """

    parts_done: int
    parts_total: int
    solutions: int
    raw: int | None = None
    elapsed: float = 0.0
    remaining: float | None = None
    notice: str | None = None
    expected: Interval | None = None
    earlier: int = 0
    best: str | None = None
    picture: Solution | None = None

    @property
    def rate(self) -> float:
        """Solutions a second since this session began.

        >>> Progress(1, 2, solutions=300, elapsed=2.0).rate
        150.0
        """
        return (self.solutions - self.earlier) / self.elapsed if self.elapsed > 0 else 0.0
