"""Parts to workers, messages from workers; a part whose worker dies is tried again."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from time import monotonic
from typing import Protocol

from cp_puzzles.engines.base import Part
from cp_puzzles.errors import LostPartError
from cp_puzzles.search.job import Job
from cp_puzzles.search.message import Failed, Finished, Message, Restarted
from cp_puzzles.search.worker import ProcessWorker, ThreadWorker, Worker

MAX_TRIES = 3


def available_cores() -> int:
    """The number of cores that this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Dispatch(Protocol):
    """Searches parts somewhere."""

    def messages(self, timeout: float) -> Iterator[Message]:
        """The messages that come within `timeout` seconds; nothing when the time is over without one."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether no part is being searched any more."""
        ...

    def figures(self) -> dict[str, float]:
        """What is worth telling at the end."""
        ...

    def stop(self) -> None:
        """Ask for an early end of every part; what was found still comes."""
        ...

    def close(self) -> None:
        """End whatever still works."""
        ...


class LocalDispatch:
    """Searches parts, in the order given, on `jobs` workers; one worker is a thread, more are processes."""

    def __init__(self, job: Job, parts: Iterable[Part], jobs: int) -> None:
        self._job = job
        self._waiting = deque(parts)
        self._busy: dict[Worker, Part] = {}
        self._tries: Counter[int] = Counter()
        self._began: dict[Worker, float] = {}
        self._worked: Counter[Worker] = Counter()
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
                self._worked[worker] += monotonic() - self._began[worker]  # type: ignore[assignment]
                self._next(worker)
            elif isinstance(message, Failed):
                self._retire(worker)

    @property
    def is_done(self) -> bool:
        """Whether no part is being searched any more."""
        return not self._busy

    def figures(self) -> dict[str, float]:
        """How evenly several workers were busy: the seconds of the longest over the mean."""
        seconds = list(self._worked.values())
        return {"balance": max(seconds) * len(seconds) / sum(seconds)} if len(seconds) > 1 else {}

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
        self._began[worker] = monotonic()
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
            yield Failed(part.index, lost_part(part, f"its worker {_ending(code)}"))
            if self._waiting:
                self._start(self._make(self._job))
            return
        yield Restarted(part.index)
        self._waiting.appendleft(part)
        self._start(self._make(self._job))


def lost_part(part: Part, how: str) -> LostPartError:
    """The error of a part that was tried as often as it is worth."""
    return LostPartError(
        f"part {part.index} (options {list(part.chosen)} chosen) was tried {MAX_TRIES} times, each time {how}"
    )


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was killed by signal {-code}"
    return "ended before its time" if code is None else f"ended with status {code}"
