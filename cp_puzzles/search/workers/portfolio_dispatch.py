"""Run a portfolio on several workers; the first that finds a solution, or proves that there is none, ends all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Part, PartResult, SearchRequest
from cp_puzzles.engines.portfolio.portfolio_engine import WINNER, TimeSlice, members_of
from cp_puzzles.search.workers.job import SearchJob
from cp_puzzles.search.workers.local_dispatch import LocalDispatch
from cp_puzzles.search.workers.messages import Failed, Finished, Found, Message, Notice

SINGLE_WORKER_OPTIONS = 1000
"""The number of options up to which the search is over before a second worker is ready."""


class PortfolioDispatch(LocalDispatch):
    """Yields the messages of the winner as those of a single part; messages of the other workers are dropped."""

    def __init__(self, job: SearchJob, jobs: int, built: tuple[Cover, SearchRequest]) -> None:
        cover, request = built
        options = len(cover.problem.options)
        self._members = members_of(cover.problem)
        workers = jobs if options > SINGLE_WORKER_OPTIONS else 1
        settings = {**job.settings, "lanes": workers}
        job, built = replace(job, settings=settings), (cover, replace(request, settings=settings))
        super().__init__(job, [Part(index) for index in range(workers)], workers, built)
        self._first: int | None = None
        self._result: PartResult | None = None
        self._is_over = False
        self._winner: TimeSlice | None = None

    def messages(self, timeout: float) -> Iterator[Message]:
        """Yield the messages of the winner, and `Finished` when all workers have stopped."""
        for message in super().messages(timeout):
            yield from self._received(message)
        if super().is_done and not self._is_over:
            self._is_over = True
            yield Finished(0, self._result or PartResult(0, 0, 0, rest=(Part(),)))

    @property
    def is_done(self) -> bool:
        """True if the result was yielded, or is no longer waited for."""
        return self._is_over

    def statistics(self) -> Mapping[str, object]:
        """Return the winner."""
        return {} if self._winner is None else {"winner": str(self._winner)}

    def kill(self) -> None:
        """End all workers without waiting for their last messages."""
        super().kill()
        self._is_over = True

    def _received(self, message: Message) -> Iterator[Message]:
        match message:
            case Notice(_, text):
                yield Notice(0, text)
            case Found(worker, batch, sizes) if self._first in (None, worker):
                self._first = worker
                self.stop()
                yield Found(0, batch, sizes)
            case Finished(worker, result):
                is_decided = result.complete or result.solutions > 0
                if is_decided and self._first in (None, worker) and self._result is None:
                    self._first, self._result = worker, self._without_winner(result)
                    self.stop()
            case Failed():
                yield replace(message, part=0)
            case _:
                pass

    def _without_winner(self, result: PartResult) -> PartResult:
        """Record the winner and return the result without it: a statistic that must not be added up over parts."""
        statistics = dict(result.statistics)
        if WINNER in statistics:
            self._winner = TimeSlice(int(statistics.pop(WINNER)), self._members)
            self.engine = self._winner.member.engine
        return replace(result, statistics=statistics)
