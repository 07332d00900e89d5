"""The dispatch to workers on this machine; a part whose worker dies or hangs is tried again.

A process that hangs, or was stopped by a signal, does not die. Processes send heartbeats; a process that has been
silent for `SILENT_SECONDS` is killed.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from time import monotonic
from typing import Any

from cp_puzzles.base.deadline import GRACE_SECONDS
from cp_puzzles.search.workers.dispatch import MAX_TRIES, SILENT_SECONDS, lost_part
from cp_puzzles.search.workers.job import Portion, WorkerJob
from cp_puzzles.search.workers.messages import (
    Ended,
    Failed,
    Message,
    Notice,
    Restarted,
    Signal,
    receive,
    send,
)
from cp_puzzles.search.workers.worker import ProcessWorker, ThreadWorker

HEAD_START_SECONDS = 10.0
"""Time for which threads search before processes are started (which takes seconds), if the engine can use threads."""

RETIRE_SECONDS = 5.0
"""Maximum time that a worker without further parts has to end."""

MAX_PAUSE_SECONDS = 1.0
"""A longer time between two reads means that this process was paused, not that its workers were silent."""


@dataclass(eq=False)
class _Seat:
    """A worker's seat: the worker, the part that it searches, the time it has been silent, and its total work time."""

    worker: ThreadWorker | ProcessWorker
    part: Portion | None = None
    began: float = 0.0
    silence: float = 0.0
    worked: float = 0.0


class LocalDispatch:
    """Searches parts, in the given order, with `jobs` workers on this machine.

    A single worker is a thread; several workers are processes. Processes take a second or two to start. So if the
    engine can use several threads, threads begin the search, and processes take over if it is long. With `is_fed`, more
    parts can be given by `add`, and workers wait for them until the dispatch is closed. With `is_isolated`, also a
    single worker is a process, whose death does not end this one.
    """

    def __init__(
        self,
        job: WorkerJob,
        parts: Iterable[Portion],
        jobs: int,
        built: Any,
        *,
        is_fed: bool = False,
        is_isolated: bool = False,
    ) -> None:
        self._job, self._built, self.engine = job, built, job.engine
        self._jobs, self._is_fed = jobs, is_fed
        self._waiting = deque(parts)
        self._seats: list[_Seat] = []
        self._starting: dict[ProcessWorker, bool] = {}
        self._tries: Counter[int] = Counter()
        self._looked = monotonic()
        self._stopping = False
        workers = jobs if is_fed else min(jobs, len(self._waiting))
        begin_with_threads = job.begins_with_threads and HEAD_START_SECONDS > 0 and not is_isolated
        self._processes_due = monotonic() + HEAD_START_SECONDS if workers > 1 and begin_with_threads else None
        self._threads = (workers == 1 and not is_isolated) or begin_with_threads
        try:
            while self._waiting and len(self._seats) < workers:
                self._seats.append(_Seat(self._new_worker()))
                self._start(self._seats[-1])
        except BaseException:
            self.close()
            raise

    def add(self, part: Portion) -> None:
        """Give a further part to a free worker, or keep it until a worker is free."""
        self._waiting.append(part)
        seat = next((seat for seat in self._seats if seat.part is None), None)
        if seat is None and len(self._seats) < self._jobs:
            seat = _Seat(self._new_worker())
            self._seats.append(seat)
        if seat is not None:
            if seat.worker.connection.closed:
                seat.worker = self._new_worker()
            self._start(seat)

    def messages(self, timeout: float) -> Iterator[Message]:
        """Yield the messages that come within `timeout` seconds."""
        self._start_processes()
        starting = {worker.connection: worker for worker in self._starting}
        seats = {seat.worker.connection: seat for seat in self._busy}
        ready = wait([*starting, *seats], timeout)
        for connection in starting.keys() & ready:
            self._check_starting(starting[connection])
        ready_seats = [seat for connection, seat in seats.items() if connection in ready]
        self._update_silence(ready_seats)
        for seat in ready_seats:
            try:
                message = receive(seat.worker.connection)
            except (EOFError, OSError):
                yield from self._died(seat)
                continue
            if isinstance(message, Signal):
                continue
            yield message
            if isinstance(message, Ended):
                seat.worked += monotonic() - seat.began
                self._next(seat)
            elif isinstance(message, Failed):
                self._retire(seat)
        yield from self._end_silent()

    @property
    def is_done(self) -> bool:
        """True if no part is being searched."""
        return not self._busy

    def statistics(self) -> Mapping[str, object]:
        """Return how evenly several workers were busy: the longest time over the mean."""
        seconds = [seat.worked for seat in self._seats if seat.worked]
        return {"balance": max(seconds) * len(seconds) / sum(seconds)} if len(seconds) > 1 else {}

    def stop(self) -> None:
        """Ask every worker to end its part; solutions found before still come."""
        if self._stopping:
            return
        self._stopping = True
        self._waiting.clear()
        for seat in self._busy:
            seat.silence = 0.0
            with suppress(OSError):
                send(seat.worker.connection, None)

    def kill(self) -> None:
        """End all workers without waiting for their last messages."""
        for seat in self._busy:
            self._end(seat)

    def close(self) -> None:
        """End all workers."""
        seats = [seat for seat in self._seats if not seat.worker.connection.closed]
        for worker in (*(seat.worker for seat in seats), *self._starting):
            worker.connection.close()
        for seat in seats:
            self._end(seat, GRACE_SECONDS)
        while self._starting:
            self._starting.popitem()[0].end(0.0)

    @property
    def _busy(self) -> list[_Seat]:
        return [seat for seat in self._seats if seat.part is not None]

    def _new_worker(self) -> ThreadWorker | ProcessWorker:
        return ThreadWorker(self._job, self._built) if self._threads else ProcessWorker(self._job)

    def _start_processes(self) -> None:
        """Start processes, once, when the threads have had their time and enough parts remain."""
        if self._processes_due is None or monotonic() < self._processes_due:
            return
        if not self._is_fed and len(self._waiting) <= len(self._seats):
            return
        self._processes_due, self._threads = None, False
        for _ in self._seats:
            self._starting[ProcessWorker(self._job)] = False

    def _check_starting(self, worker: ProcessWorker) -> None:
        """Note that a process is set up, or that it has died."""
        try:
            self._starting[worker] |= receive(worker.connection) is Signal.READY
        except (EOFError, OSError):
            del self._starting[worker]
            worker.connection.close()
            worker.end(0.0)

    def _start(self, seat: _Seat) -> None:
        """Give the next part to the worker."""
        seat.part = self._waiting.popleft()
        seat.began, seat.silence = monotonic(), 0.0
        self._tries[seat.part.index] += 1
        with suppress(OSError):
            send(seat.worker.connection, seat.part)

    def _next(self, seat: _Seat) -> None:
        """Give the next part to the worker, or to a process that takes its place."""
        ready = next((process for process, is_ready in self._starting.items() if is_ready), None)
        if not self._waiting and self._is_fed:
            seat.part = None
            return
        if ready is not None or not self._waiting:
            self._retire(seat)
        if self._waiting and ready is not None:
            del self._starting[ready]
            seat.worker = ready
        if self._waiting:
            self._start(seat)

    def _retire(self, seat: _Seat) -> None:
        with suppress(OSError):
            send(seat.worker.connection, None)
        self._end(seat, RETIRE_SECONDS)

    def _end(self, seat: _Seat, seconds: float = 0.0) -> None:
        """End a worker: wait some seconds for it to end by itself, then kill it. Its last messages are dropped."""
        seat.part = None
        seat.worker.connection.close()
        seat.worker.end(seconds)

    def _update_silence(self, ready_seats: Collection[_Seat]) -> None:
        """Update how long each worker has been silent while this process was reading."""
        now = monotonic()
        passed, self._looked = min(now - self._looked, MAX_PAUSE_SECONDS), now
        for seat in self._busy:
            seat.silence = 0.0 if seat in ready_seats else seat.silence + passed

    def _end_silent(self) -> Iterator[Message]:
        """End silent workers: those that were asked to stop, and processes that hang."""
        for seat in [seat for seat in self._busy if seat.silence > GRACE_SECONDS]:
            if self._stopping:
                self._end(seat)
            elif isinstance(seat.worker, ProcessWorker) and seat.silence > SILENT_SECONDS:
                yield from self._died(seat, f"sent nothing for {SILENT_SECONDS:.0f} seconds")

    def _died(self, seat: _Seat, cause: str | None = None) -> Iterator[Message]:
        part = seat.part
        code = seat.worker.exit_code if cause is None and isinstance(seat.worker, ProcessWorker) else None
        self._end(seat)
        if part is None or self._stopping:
            return
        if self._tries[part.index] >= MAX_TRIES:
            yield Failed(part.index, lost_part(part, f"its worker {cause or _ending(code)}"))
        else:
            yield Restarted(part.index)
            if cause is not None:
                yield Notice(part.index, f"a worker {cause}: it was stopped, and its part is searched again")
            self._waiting.appendleft(part)
        if self._waiting:
            seat.worker = self._new_worker()
            self._start(seat)


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was killed by signal {-code}"
    return "ended too early" if code is None else f"ended with status {code}"
