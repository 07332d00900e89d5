"""A worker: receives parts, searches them, sends messages. It runs in a process or in a thread of its own."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from time import monotonic
from types import ModuleType
from typing import Protocol

from cp_puzzles.engines.base import Part
from cp_puzzles.engines.registry import load_engine
from cp_puzzles.errors import EngineError, PuzzleError
from cp_puzzles.search.checker import Checker
from cp_puzzles.search.job import Job
from cp_puzzles.search.message import Counted, Failed, Finished, Found

PROGRESS_SECONDS = 0.1


def work(connection: Connection, job: Job) -> None:
    """Search the parts that come through the connection until None or the end of the stream comes.

    Anything that arrives while a part is being searched is a request to stop.
    """
    part = None
    try:
        cover, question = job.ask()
        engine = load_engine(job.engine)
        while (part := connection.recv()) is not None:
            checker = Checker(cover, part, keep=job.keep)
            progress = _Throttled(lambda n, p=part: connection.send(Counted(p.index, n)))  # type: ignore[misc]

            def emit(batch, sizes, part=part, checker=checker):  # type: ignore[no-untyped-def]
                checker.check(batch)
                if job.keep:
                    connection.send(Found(part.index, batch, sizes))

            silent = engine.counts_silently and not job.keep
            result = engine.run(
                question,
                part,
                emit=None if silent else emit,
                limit=job.limit,
                stop=connection.poll,
                progress=progress,
            )
            connection.send(Finished(part.index, result))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # nobody is listening any more
    except BaseException as error:
        known = error if isinstance(error, PuzzleError) else EngineError(f"{type(error).__name__}: {error}")
        with suppress(OSError):
            connection.send(Failed(part.index if isinstance(part, Part) else -1, known))
    finally:
        connection.close()


class _Throttled:
    """Passes a number on at most every `PROGRESS_SECONDS`."""

    def __init__(self, send: Callable[[int], None]) -> None:
        self._send, self._sent = send, monotonic()

    def __call__(self, number: int) -> None:
        if monotonic() - self._sent >= PROGRESS_SECONDS:
            self._send(number)
            self._sent = monotonic()


class Worker(Protocol):
    """Someone who searches parts at the other end of a connection."""

    connection: Connection

    def end(self) -> None:
        """Wait a moment for the worker to end by itself, then end it."""
        ...


class ThreadWorker:
    """A worker in this process."""

    def __init__(self, job: Job) -> None:
        self.connection, theirs = multiprocessing.Pipe()
        self._thread = threading.Thread(target=work, args=(theirs, job), daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Wait for the thread; it ends soon after the connection is closed."""
        self._thread.join(timeout=5)


class ProcessWorker:
    """A worker in a process of its own, spawned, deaf to Ctrl-C: its parent decides when it stops."""

    def __init__(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, job), daemon=True)
        with _bare_main(), _without_interrupts():
            self._process.start()
        theirs.close()

    @property
    def exit_code(self) -> int | None:
        """The exit status of the process; None while it lives."""
        self._process.join(timeout=1)
        return self._process.exitcode

    def end(self) -> None:
        """Wait a moment for the process to end by itself, then end it."""
        self._process.join(timeout=2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()


@contextmanager
def _bare_main() -> Iterator[None]:
    """Keeps a spawned process from running the user's main script again, which it does not need."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that start in here never see the Ctrl-C of their terminal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
