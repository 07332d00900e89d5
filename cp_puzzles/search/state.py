"""The state of a search: sums over the parts that were run, how it ended, its progress and its result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from time import monotonic

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.engines.engine import PartResult, SearchRequest
from cp_puzzles.errors import LostPartError
from cp_puzzles.search.job import Job
from cp_puzzles.search.run_result import Progress, RunResult, Status


@dataclass
class SearchState:
    """The state of a search, which its worker thread writes and its caller reads.

    Attributes
    ----------
    built
        The cover problem and the request, as soon as they are known.
    phase
        The step before the search, as long as it lasts; None while engines search.
    solutions, raw, self_symmetric
        The numbers so far; `earlier` of the solutions come from earlier sessions. `delivered` of them have been passed
        on, perhaps by parts that have not ended.
    share
        The finished share of the search.
    is_complete
        True if no part is open.
    engines
        The names of the engines that searched, in order, as the summary tells them.
    """

    job: Job
    limit: int | None
    jobs: int
    started: float = field(default_factory=monotonic)
    built: tuple[Cover, SearchRequest] | None = None
    phase: str | None = None
    reason: str | None = None
    engine: str = ""
    engine_reason: str | None = None
    notice: str | None = None
    solutions: int = 0
    delivered: int = 0
    raw: int = 0
    self_symmetric: int = 0
    earlier: int = 0
    earlier_seconds: float = 0.0
    parts: int = 0
    share: float = 0.0
    left: float | None = None
    is_complete: bool = False
    first_solution_seconds: float | None = None
    statistics: dict[str, object] = field(default_factory=dict)
    lost: list[LostPartError] = field(default_factory=list)
    sums: Counter[str] = field(default_factory=Counter)
    sizes: Counter[str] = field(default_factory=Counter)

    @property
    def elapsed(self) -> float:
        """The seconds since the search began."""
        return monotonic() - self.started

    def add(self, result: PartResult) -> None:
        """Add the result of a run of a part."""
        self.solutions += result.solutions
        self.raw += result.raw
        self.self_symmetric += result.self_symmetric
        self.sums.update(result.statistics)
        self.sizes |= Counter(result.sizes)
        if result.solutions:
            self.note_solution()

    def note_solution(self) -> None:
        """Record the time of the first solution."""
        if self.first_solution_seconds is None:
            self.first_solution_seconds = self.elapsed

    @property
    def remaining(self) -> float | None:
        """About the remaining seconds, at the rate so far; None while it is not known."""
        if self.left is not None:
            return self.left
        elapsed = self.elapsed + self.earlier_seconds
        return elapsed * (1 - self.share) / self.share if 0 < self.share <= 1 else None

    def progress(self, answered: int | None = None) -> Progress:
        """Return the progress of the search, of whose solutions some are `answered`."""
        return Progress(
            share=self.share,
            solutions=max(self.solutions, self.delivered),
            elapsed=self.elapsed,
            remaining=self.remaining,
            notice=self.notice,
            earlier=self.earlier,
            answered=answered,
        )

    def result(self, solutions: tuple[Solution, ...], *, count: int, status: Status) -> RunResult:
        """Return the result of a search with a status, of which the caller kept some solutions."""
        is_complete, parts = status == "complete", {"parts": self.parts} if self.parts else {}
        return RunResult.of(
            replace(self.job, engine=self.engine or self.job.engine, limit=self.limit),
            *(self.built or (None, None)),
            status=status,
            count=count,
            raw=self.raw if is_complete else None,
            self_symmetric=self.self_symmetric if is_complete else None,
            first_solution_seconds=self.first_solution_seconds,
            seconds=self.elapsed,
            jobs=self.jobs,
            solutions=Solutions(self.built[0].puzzle if self.built else self.job.puzzle, solutions),
            reason=self.reason,
            engine_reason=self.engine_reason,
            stopped_while=None if is_complete else self.phase,
            statistics={**parts, **self.sizes, **self.sums, **self.statistics} if self.built else {},
        )
