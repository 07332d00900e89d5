"""Progress of a search, and estimated numbers."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.solution import Solution


@dataclass(frozen=True)
class Interval:
    """An estimated number and the bounds between which it lies in 95 of 100 cases."""

    value: float
    low: float
    high: float

    @classmethod
    def exactly(cls, value: float) -> Interval:
        """Return the interval of a number that is known."""
        return cls(value, value, value)

    def __repr__(self) -> str:
        return f"Interval({self.value:.4g}, low={self.low:.4g}, high={self.high:.4g})"


@dataclass(frozen=True)
class Progress:
    """The state of a running search; times are in seconds, unknown values None.

    `share` is the finished share of the search, from 0 to 1; None if it is not known. `solutions` is the number of
    solutions so far, of which `earlier` were found in earlier sessions. `remaining` is the remaining time at the rate
    so far. `notice` is a message for the user. `best` describes the best value of an objective so far, and `picture` is
    a solution that has it. `answered` of the solutions have been taken apart, if a command does that.
    """

    solutions: int = 0
    share: float | None = None
    elapsed: float = 0.0
    remaining: float | None = None
    notice: str | None = None
    earlier: int = 0
    best: str | None = None
    picture: Solution | None = None
    answered: int | None = None

    @property
    def rate(self) -> float:
        """Solutions per second in this session.

        >>> Progress(300, elapsed=2.0).rate
        150.0
        """
        return (self.solutions - self.earlier) / self.elapsed if self.elapsed > 0 else 0.0
