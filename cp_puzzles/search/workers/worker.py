"""Workers, in a process or a thread: they receive parts, search them and send messages."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any, NoReturn

from cp_puzzles.base.deadline import THREAD
from cp_puzzles.base.interrupts import defer_interrupts
from cp_puzzles.errors import EngineError, PuzzleError
from cp_puzzles.search.job import portable
from cp_puzzles.search.workers.job import WorkerJob
from cp_puzzles.search.workers.messages import Failed, Signal, receive, send

HEARTBEAT_SECONDS = 1.0
"""Time between two heartbeats of a process."""


def work(connection: _WorkerEnd, job: WorkerJob, built: Any = None) -> None:
    """Send `READY`, then search each received part, until None or the end of the stream is received.

    Anything received during a search stops it.
    """
    part = None
    try:
        searcher = job.searcher(built)
        connection.send(Signal.READY)
        while (part := connection.receive()) is not None:
            searcher.search(part, connection.send, connection.poll)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the other end is closed
    except MemoryError:
        return  # treated like a worker that the system killed: the part is tried again
    except BaseException as error:
        with suppress(OSError):
            connection.send(Failed(-1 if part is None else part.index, as_puzzle_error(error)))
    finally:
        connection.close()


def work_in_process(connection: Connection, pickled: bytes) -> None:
    """Work on a pickled job, and send a heartbeat every `HEARTBEAT_SECONDS`."""
    end, ended = _WorkerEnd(connection), threading.Event()

    def beat() -> None:
        with suppress(OSError):
            while not ended.wait(HEARTBEAT_SECONDS):
                end.send(Signal.HEARTBEAT)

    threading.Thread(target=beat, daemon=True).start()
    work(end, pickle.loads(pickled))
    ended.set()


class _WorkerEnd:
    """The worker's end of a connection, used by several threads."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._sending = connection, threading.Lock()
        self.poll, self.close = connection.poll, connection.close

    def send(self, message: object) -> None:
        with self._sending:
            send(self._connection, message)

    def receive(self) -> Any:
        return receive(self._connection)


def as_puzzle_error(error: BaseException) -> PuzzleError:
    """Return an error whose class exists in every process."""
    return error if isinstance(error, PuzzleError) else EngineError(f"{type(error).__name__}: {error}")


class ThreadWorker:
    """A worker in this process, which uses the data that are already built."""

    def __init__(self, job: WorkerJob, built: Any) -> None:
        self.connection, connection = multiprocessing.Pipe()
        end = _WorkerEnd(connection)
        self._thread = threading.Thread(target=work, args=(end, job, built), daemon=True, name=THREAD)
        self._thread.start()

    def end(self, seconds: float) -> None:
        """Wait for the thread, which ends soon after the connection is closed."""
        self._thread.join(timeout=seconds)


class ProcessWorker:
    """A worker in a spawned process that ignores Ctrl-C; the parent stops it."""

    def __init__(self, job: WorkerJob) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, worker_end = context.Pipe()
        self._process = context.Process(target=work_in_process, args=(worker_end, portable(job)), daemon=True)
        with spawning():
            self._process.start()
        worker_end.close()

    @property
    def exit_code(self) -> int | None:
        """The exit status of the process; None while it runs."""
        self._process.join(timeout=1)
        return self._process.exitcode

    def end(self, seconds: float) -> None:
        """Wait some seconds for the process to end, then kill it."""
        self._process.join(timeout=seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()


@contextmanager
def spawning() -> Iterator[None]:
    """Let processes that start in the block ignore Ctrl-C and not run the main script of the user.

    An interrupt is raised only after the block, because a process that is starting would print a traceback.
    """
    with _bare_main(), defer_interrupts(_interrupt), _without_interrupts():
        yield


def _interrupt() -> NoReturn:
    raise KeyboardInterrupt


@contextmanager
def _bare_main() -> Iterator[None]:
    """Keep spawned processes from running the main script of the user."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Keep the Ctrl-C of the terminal from processes that start in the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # the resource tracker, which the first process starts, would unblock interrupts
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
