"""The search of one part by a worker, in any process."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Batch, OrbitSizes, Part, PartTask, SearchRequest
from cp_puzzles.engines.registry import load_engine
from cp_puzzles.search.workers.job import Job
from cp_puzzles.search.workers.messages import Counted, Finished, Found, Message, Notice
from cp_puzzles.search.workers.solution_checker import SolutionChecker

PROGRESS_SECONDS = 0.1
"""The shortest time between two reports of a count."""

COMPILING = "compiling the search engine; later runs read it from a cache where one can be written"


class PartSearch:
    """The engine and the checker of a job, set up once, that search one part after the other."""

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

        if self._engine.must_compile(self._request):
            send(Notice(part.index, COMPILING))
        task = PartTask(self._request, part, None if self._is_silent else emit, self._job.limit, stop, progress)
        send(Finished(part.index, self._engine.run(task)))
