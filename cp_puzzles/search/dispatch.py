"""Parts to workers, messages from workers; a part whose worker dies is tried again."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import wait

from cp_puzzles.engines.base import Part
from cp_puzzles.errors import EngineError
from cp_puzzles.search.job import Job
from cp_puzzles.search.message import Failed, Finished, Message, Restarted
from cp_puzzles.search.worker import ProcessWorker, ThreadWorker, Worker

MAX_TRIES = 3


class Dispatch:
    """Searches parts, in the order given, on `jobs` workers; one worker is a thread, more are processes."""

    def __init__(self, job: Job, parts: Iterable[Part], jobs: int) -> None:
        self._job = job
        self._waiting = deque(parts)
        self._busy: dict[Worker, Part] = {}
        self._tries: Counter[int] = Counter()
        self._stopping = False
        workers = min(jobs, len(self._waiting))
        self._make = ThreadWorker if workers == 1 else ProcessWorker
        for _ in range(workers):
            self._start(self._make(job))

    def messages(self, timeout: float) -> Iterator[Message]:
        """The messages that come within `timeout` seconds; nothing when the time is over without one."""
        by_connection = {worker.connection: worker for worker in self._busy}
        for connection in wait(list(by_connection), timeout):
            worker = by_connection[connection]  # type: ignore[index]
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                yield from self._mourn(worker)
                continue
            yield message
            if isinstance(message, Finished):
                self._next(worker)
            elif isinstance(message, Failed):
                self._retire(worker)

    @property
    def is_done(self) -> bool:
        """Whether no part is being searched any more."""
        return not self._busy

    def stop(self) -> None:
        """Ask every worker to end its part early; what it found still comes."""
        if self._stopping:
            return
        self._stopping = True
        self._waiting.clear()
        for worker in self._busy:
            with suppress(OSError):
                worker.connection.send(None)

    def close(self) -> None:
        """End all workers."""
        workers = list(self._busy)
        for worker in workers:
            worker.connection.close()
        for worker in workers:
            worker.end()
        self._busy.clear()

    def _start(self, worker: Worker) -> None:
        part = self._waiting.popleft()
        self._tries[part.index] += 1
        self._busy[worker] = part
        with suppress(OSError):
            worker.connection.send(part)

    def _next(self, worker: Worker) -> None:
        if self._waiting:
            self._start(worker)
        else:
            self._retire(worker)

    def _retire(self, worker: Worker) -> None:
        del self._busy[worker]
        with suppress(OSError):
            worker.connection.send(None)
        worker.connection.close()
        worker.end()

    def _mourn(self, worker: Worker) -> Iterator[Message]:
        part = self._busy.pop(worker)
        code = worker.exit_code if isinstance(worker, ProcessWorker) else None
        worker.connection.close()
        worker.end()
        if self._stopping:
            return
        if self._tries[part.index] >= MAX_TRIES:
            yield Failed(
                part.index,
                EngineError(
                    f"part {part.index} (options {list(part.chosen)} chosen): its worker ended {MAX_TRIES} times "
                    f"before its time (exit status {code}); everything else is kept"
                ),
            )
            if self._waiting:
                self._start(self._make(self._job))
            return
        yield Restarted(part.index)
        self._waiting.appendleft(part)
        self._start(self._make(self._job))
