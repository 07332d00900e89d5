"""The progress and the result of a search, and estimated numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cp_puzzles.base.named_values import Displayed
from cp_puzzles.base.text import counted, integer
from cp_puzzles.base.text import seconds as time_text
from cp_puzzles.cover.solution import Solution, Solutions

Status = Literal["complete", "limit", "time-limit", "interrupted"]
"""The status at the end of a search: complete, or the event that ended it early."""


SUMMARY_KEYS = (
    *("name", "engine", "symmetry", "breaking", "status", "solutions", "raw", "self_symmetric", "group_order"),
    *("cells", "tiles", "items", "options", "first_solution_seconds", "seconds", "jobs"),
)
"""The keys of a summary, in order, before the statistics."""


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


@dataclass(frozen=True)
class Note:
    """A sentence about the certificate or the cross-check of a search, and the status of the search with it."""

    text: str
    status: Status


@dataclass(frozen=True)
class RunResult(Displayed):
    """The result of a search, with the request that it answers.

    Attributes
    ----------
    name, engine, symmetry, breaking, jobs, limit
        The request: the puzzle, the engine that answered, the equivalence of solutions, the symmetry breaking, the
        number of processes and the limit on solutions (None: no limit).
    status
        `complete`, or what ended the search early.
    count, solutions
        The number of solutions up to the equivalence, and those that were kept, in order.
    raw, self_symmetric
        The number of solutions without symmetry (the sum of orbit sizes), and of those with a symmetry of their own;
        None if the search is not complete.
    group_order, cells, tiles, items, options
        Sizes of the problem; None if they were not known when the search ended.
    reason
        The reason why there is no solution, if it is obvious without a search.
    engine_reason
        The reason for the choice of the engine, None if it was named.
    objective
        The measure, the `value` of the solutions and the `bound` on all values, which are equal if optimality is
        proved; None for a puzzle without an objective.
    seconds, first_solution_seconds, statistics
        Times, and the statistics of the engine.
    stopped_while
        The phase in which the search ended, if it had not begun.
    """

    name: str
    engine: str
    symmetry: str
    breaking: str
    status: Status
    cells: int
    tiles: int
    seconds: float
    jobs: int
    solutions: Solutions = field(repr=False)
    count: int = 0
    raw: int | None = None
    self_symmetric: int | None = None
    group_order: int | None = None
    items: int | None = None
    options: int | None = None
    first_solution_seconds: float | None = None
    reason: str | None = None
    engine_reason: str | None = None
    statistics: Mapping[str, Any] = field(default_factory=dict)
    objective: Mapping[str, Any] | None = None
    stopped_while: str | None = None
    limit: int | None = None

    def __repr__(self) -> str:
        facts = [repr(self.name), self.status, counted(self.count, "solution")]
        facts += [] if self.raw is None else [f"raw {integer(self.raw)}"]
        facts += [f"symmetry {self.symmetry}", f"engine {self.engine}", time_text(self.seconds)]
        return f"RunResult({', '.join(facts)})"

    @property
    def is_proof_of_none(self) -> bool:
        """True if it is proved that there is no solution."""
        return self.status == "complete" and self.count == 0

    def summary(self) -> dict[str, Any]:
        """Return the summary that `--json` prints, in which `solutions` is the number of solutions."""
        result: dict[str, Any] = {key: getattr(self, key) for key in SUMMARY_KEYS}
        result["solutions"] = self.count
        for key in ("reason", "engine_reason", "objective", "stopped_while"):
            if (value := getattr(self, key)) is not None:
                result[key] = value
        return result | {"statistics": dict(self.statistics)}
