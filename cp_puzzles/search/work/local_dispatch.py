"""Parts to workers of this machine, messages from them; a part whose worker dies or hangs is tried again.

A process that hangs, or that somebody has stopped, does not die. Processes say every second that they live; one that
has been silent for `SILENT_SECONDS` is ended.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from time import monotonic

from cp_puzzles.cover.problem import Cover
from cp_puzzles.deadline import PATIENCE_SECONDS
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.search.work.dispatch import MAX_TRIES, lost_part
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.message import Alive, Failed, Finished, Message, Notice, Ready, Restarted, receive, send
from cp_puzzles.search.work.worker import ProcessWorker, ThreadWorker, Worker

HEAD_START_SECONDS = 10.0
"""How long threads search, where they can do so side by side, before processes are started."""

SILENT_SECONDS = 30.0
"""How long a process may be silent before its part goes elsewhere."""

LONGEST_LOOK = 1.0
"""More seconds than that between two looks were this process's own pause, in which nobody was listened to."""


class LocalDispatch:
    """Searches parts, in the order given, on `jobs` workers of this machine.

    One worker is a thread, more are processes. It takes a second or two until a process is ready: where threads can
    search side by side they begin, and processes take over when the search turns out to be long.
    """

    def __init__(self, job: Job, parts: Iterable[Part], jobs: int, asked: tuple[Cover, Question]) -> None:
        self._job, self._asked = job, asked
        self._waiting = deque(parts)
        self._busy: dict[Worker, Part] = {}
        self._starting: dict[Worker, bool] = {}
        self._tries: Counter[int] = Counter()
        self._began: dict[Worker, float] = {}
        self._worked: defaultdict[Worker, float] = defaultdict(float)
        self._silence: defaultdict[Worker, float] = defaultdict(float)
        self._looked = monotonic()
        self._stopping = False
        self._workers = min(jobs, len(self._waiting))
        begin_with_threads = entry_of(job.engine).threads and HEAD_START_SECONDS > 0
        self._processes_due = monotonic() + HEAD_START_SECONDS if self._workers > 1 and begin_with_threads else None
        self._threads = self._workers == 1 or begin_with_threads
        for _ in range(self._workers):
            self._start(self._made())

    def messages(self, timeout: float) -> Iterator[Message]:
        """The messages that come within `timeout` seconds; nothing when the time is over without one."""
        self._start_processes()
        by_connection = {worker.connection: worker for worker in (*self._busy, *self._starting)}
        heard = {by_connection[connection] for connection in wait(list(by_connection), timeout)}  # type: ignore[index]
        self._listen(heard)
        for worker in sorted(heard, key=[*by_connection.values()].index):
            try:
                message = receive(worker.connection)
            except (EOFError, OSError):
                yield from self._died(worker)
                continue
            if worker in self._starting:
                self._starting[worker] |= isinstance(message, Ready)
            if worker in self._starting or isinstance(message, (Ready, Alive)):
                continue
            yield message
            if isinstance(message, Finished):
                self._worked[worker] += monotonic() - self._began[worker]
                self._next(worker)
            elif isinstance(message, Failed):
                self._retire(worker)
        yield from self._without_the_silent()

    @property
    def is_done(self) -> bool:
        """Whether no part is being searched any more."""
        return not self._busy

    def figures(self) -> dict[str, float]:
        """How evenly several workers were busy: the seconds of the longest over the mean."""
        seconds = list(self._worked.values())
        total = sum(seconds)
        return {"balance": max(seconds) * len(seconds) / total} if len(seconds) > 1 and total > 0 else {}

    def stop(self) -> None:
        """Ask every worker to end its part early; what it found still comes."""
        if self._stopping:
            return
        self._stopping = True
        self._waiting.clear()
        for worker in self._busy:
            self._silence[worker] = 0.0
            with suppress(OSError):
                send(worker.connection, None)

    def kill(self) -> None:
        """End all workers without waiting for what they found last."""
        for worker in list(self._busy):
            self._abandon(worker)

    def close(self) -> None:
        """End all workers."""
        workers = {**dict.fromkeys(self._busy, PATIENCE_SECONDS), **dict.fromkeys(self._starting, 0.0)}
        for worker in workers:
            worker.connection.close()
        for worker, patience in workers.items():
            worker.end(patience)
        self._busy.clear()
        self._starting.clear()

    def _made(self) -> Worker:
        return ThreadWorker(self._job, self._asked) if self._threads else ProcessWorker(self._job)

    def _start_processes(self) -> None:
        """Once, when the threads have had their time and there is more to do than what they are at: start processes."""
        if self._processes_due is not None and monotonic() > self._processes_due and len(self._waiting) > self._workers:
            self._processes_due, self._threads = None, False
            self._starting = {self._made(): False for _ in range(self._workers)}

    def _start(self, worker: Worker) -> None:
        part = self._waiting.popleft()
        self._tries[part.index] += 1
        self._silence[worker] = 0.0
        self._busy[worker] = part
        self._began[worker] = monotonic()
        with suppress(OSError):
            send(worker.connection, part)

    def _next(self, worker: Worker) -> None:
        if not self._waiting:
            self._retire(worker)
            return
        ready = next((process for process, is_ready in self._starting.items() if is_ready), None)
        if ready is None:
            self._start(worker)
            return
        del self._starting[ready]
        self._retire(worker)
        self._replace(worker, ready)

    def _replace(self, worker: Worker, other: Worker) -> None:
        """Another worker goes on where one ended."""
        self._worked[other] = self._worked.pop(worker, 0.0)
        self._start(other)

    def _retire(self, worker: Worker) -> None:
        del self._busy[worker]
        with suppress(OSError):
            send(worker.connection, None)
        worker.connection.close()
        worker.end()

    def _listen(self, heard: Collection[Worker]) -> None:
        """How long each worker has been silent: only while it was listened to."""
        now = monotonic()
        passed, self._looked = min(now - self._looked, LONGEST_LOOK), now
        for worker in (*self._busy, *self._starting):
            self._silence[worker] = 0.0 if worker in heard else self._silence[worker] + passed

    def _without_the_silent(self) -> Iterator[Message]:
        """Wait no more for workers that say nothing: those that were asked to stop, and processes that hang."""
        for worker in [worker for worker in self._busy if self._silence[worker] > PATIENCE_SECONDS]:
            if self._stopping:
                self._abandon(worker)
            elif isinstance(worker, ProcessWorker) and self._silence[worker] > SILENT_SECONDS:
                yield from self._died(worker, f"was silent for {SILENT_SECONDS:.0f} seconds")

    def _abandon(self, worker: Worker) -> None:
        """What the worker has not said by now is lost."""
        del self._busy[worker]
        worker.connection.close()
        worker.end(0.0)

    def _died(self, worker: Worker, how: str | None = None) -> Iterator[Message]:
        part = self._busy.pop(worker, None)
        code = worker.exit_code if how is None and isinstance(worker, ProcessWorker) else None
        worker.connection.close()
        worker.end(0.0)
        if part is None:
            del self._starting[worker]
        if part is None or self._stopping:
            return
        if self._tries[part.index] >= MAX_TRIES:
            yield Failed(part.index, lost_part(part, f"its worker {how or _ending(code)}"))
            if self._waiting:
                self._replace(worker, self._made())
            return
        yield Restarted(part.index)
        if how is not None:
            yield Notice(part.index, f"a worker {how}: it was ended, and its part begins anew")
        self._waiting.appendleft(part)
        self._replace(worker, self._made())


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was killed by signal {-code}"
    return "ended before its time" if code is None else f"ended with status {code}"
