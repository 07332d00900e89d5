"""A job: the data that a worker needs, in a form that can be sent to another process, and the search of its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Protocol

from cp_puzzles.base.compilation import watched
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Batch, OrbitSizes, Part, PartTask, SearchRequest
from cp_puzzles.engines.registry import entry_of, load_engine
from cp_puzzles.search.job import Job
from cp_puzzles.search.solution_checker import SolutionChecker
from cp_puzzles.search.workers.messages import Counted, Finished, Found, Message, Notice

PROGRESS_SECONDS = 0.1
"""The shortest time between two reports of a count."""

COMPILING = "compiling the search engine; later runs read it from a cache, if one can be written"


class Portion(Protocol):
    """A portion of a job: a part of a search, or a solution to take apart."""

    @property
    def index(self) -> int:
        """The number that messages about the portion have."""
        ...


class Searcher(Protocol):
    """The search of portions of a job, which a worker sets up once."""

    def search(self, part: Any, send: Callable[[Message], None], stop: Callable[[], bool]) -> None:
        """Carry out a portion and send messages, `Ended` or `Failed` as the last one; end early if `stop()` is true."""
        ...


class WorkerJob(Protocol):
    """A job for workers."""

    @property
    def engine(self) -> str:
        """The name of the engine."""
        ...

    @property
    def begins_with_threads(self) -> bool:
        """True if threads may begin the job before processes are started."""
        ...

    def searcher(self, built: Any) -> Searcher:
        """Set up a worker; `built` is data that this process has built already, or None."""
        ...


@dataclass(frozen=True)
class SearchJob(Job):
    """A job whose parts are searched by workers."""

    @property
    def begins_with_threads(self) -> bool:
        """True if the engine can use several threads."""
        return entry_of(self.engine).tuning.threads

    def searcher(self, built: tuple[Cover, SearchRequest] | None) -> PartSearch:
        """Set up a worker for parts of the search."""
        return PartSearch(self, built)


class PartSearch:
    """The search of parts of a job, one after the other, with an engine and a checker that are set up once."""

    def __init__(self, job: Job, built: tuple[Cover, SearchRequest] | None = None) -> None:
        self._job = job
        self._cover, self._request = built or job.cover_and_request()
        self._engine = load_engine(job.engine)
        is_trusted = not any(rule.is_registered for rule in job.puzzle.rules)
        self._is_silent = self._engine.counts_without_solutions and not job.keep and is_trusted
        self._checker = None if self._is_silent else SolutionChecker(self._cover)

    def search(self, part: Part, send: Callable[[Message], None], stop: Callable[[], bool]) -> None:
        """Search a part and send messages, `Finished` as the last one."""
        if self._checker is not None:
            self._checker.begin(part)
        reported = monotonic() - PROGRESS_SECONDS

        def emit(batch: Batch, sizes: OrbitSizes) -> None:
            if self._checker is not None:
                self._checker.check(batch)
            if self._job.keep:
                send(Found(part.index, batch, sizes))

        def progress(solutions: int) -> None:
            nonlocal reported
            if solutions and monotonic() - reported >= PROGRESS_SECONDS:
                send(Counted(part.index, solutions))
                reported = monotonic()

        task = PartTask(self._request, part, None if self._is_silent else emit, self._job.limit, stop, progress)
        with watched(lambda: send(Notice(part.index, COMPILING))) as watch:
            result = self._engine.run(task)
        result = replace(result, sizes={**result.sizes, **watch.statistics()})
        send(Finished(part.index, result))
