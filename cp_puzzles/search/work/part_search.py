"""The search of one part by a worker, wherever the worker is."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Batch, OrbitSizes, Part, Question
from cp_puzzles.engines.registry import load_engine
from cp_puzzles.errors import EngineError, PuzzleError
from cp_puzzles.search.work.checker import Checker
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.message import Counted, Finished, Found, Message, Notice

PROGRESS_SECONDS = 0.1

COMPILING = "compiling the search, which takes a while; where a cache can be written, only once"


class PartSearch:
    """Searches parts of a job, one after the other; what takes long to set up is set up once."""

    def __init__(self, job: Job, asked: tuple[Cover, Question] | None = None) -> None:
        self._job = job
        self._cover, self._question = asked or job.ask()
        self._engine = load_engine(job.engine, self._question.problem)
        self._silent = self._engine.counts_silently and not job.keep
        self._checker = None if self._silent else Checker(self._cover)

    def search(self, part: Part, send: Callable[[Message], None], stop: Callable[[], bool]) -> None:
        """Search a part and send what comes of it; `Finished` is the last message."""
        if self._checker is not None:
            self._checker.begin(part)
        told = monotonic() - PROGRESS_SECONDS

        def emit(batch: Batch, sizes: OrbitSizes) -> None:
            if self._checker is not None:
                self._checker.check(batch)
            if self._job.keep:
                send(Found(part.index, batch, sizes))

        def progress(solutions: int) -> None:
            nonlocal told
            if solutions and monotonic() - told >= PROGRESS_SECONDS:
                send(Counted(part.index, solutions))
                told = monotonic()

        if self._engine.must_compile(self._question):
            send(Notice(part.index, COMPILING))
        result = self._engine.run(
            self._question,
            part,
            emit=None if self._silent else emit,
            limit=self._job.limit,
            stop=stop,
            progress=progress,
        )
        send(Finished(part.index, result))


def as_known(error: BaseException) -> PuzzleError:
    """An error that every process can be told."""
    return error if isinstance(error, PuzzleError) else EngineError(f"{type(error).__name__}: {error}")
