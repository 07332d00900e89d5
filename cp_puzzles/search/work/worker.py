"""A worker: receives parts, searches them, sends messages. It runs in a process or in a thread of its own."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from types import ModuleType
from typing import NoReturn, Protocol

from cp_puzzles.cover.problem import Cover
from cp_puzzles.deadline import THREAD
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.search.interrupt import interrupts_deferred
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.message import Alive, Failed, Ready, receive, send
from cp_puzzles.search.work.part_search import PartSearch, as_known

ALIVE_SECONDS = 1.0
"""How often a process says that it lives."""


def work(connection: _Speaker, job: Job, asked: tuple[Cover, Question] | None = None) -> None:
    """Say that all is ready, and search the parts that come until None or the end of the stream comes.

    Anything that arrives while a part is being searched is a request to stop.
    """
    part = None
    try:
        searcher = PartSearch(job, asked)
        connection.send(Ready())
        while isinstance(part := connection.receive(), Part):
            searcher.search(part, connection.send, connection.poll)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # nobody is listening any more
    except MemoryError:
        return  # as if the system had ended it: the part is tried again
    except BaseException as error:
        with suppress(OSError):
            connection.send(Failed(part.index if isinstance(part, Part) else -1, as_known(error)))
    finally:
        connection.close()


def work_in_process(connection: Connection, job: Job) -> None:
    """Work, and say now and then that the process does not hang."""
    speaker, ended = _Speaker(connection), threading.Event()

    def beat() -> None:
        with suppress(OSError):
            while not ended.wait(ALIVE_SECONDS):
                speaker.send(Alive())

    threading.Thread(target=beat, daemon=True).start()
    work(speaker, job)
    ended.set()


class _Speaker:
    """A worker's end of a connection, through which several threads may send."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._speaking = connection, threading.Lock()
        self.poll, self.close = connection.poll, connection.close

    def send(self, message: object) -> None:
        with self._speaking:
            send(self._connection, message)

    def receive(self) -> object:
        return receive(self._connection)


class Worker(Protocol):
    """Someone who searches parts at the other end of a connection."""

    connection: Connection

    def end(self, patience: float = 2.0) -> None:
        """Wait some seconds for the worker to end by itself, then end it."""
        ...


class ThreadWorker:
    """A worker in this process; it needs not be told what is `asked` already."""

    def __init__(self, job: Job, asked: tuple[Cover, Question]) -> None:
        self.connection, theirs = multiprocessing.Pipe()
        self._thread = threading.Thread(target=work, args=(_Speaker(theirs), job, asked), daemon=True, name=THREAD)
        self._thread.start()

    def end(self, patience: float = 5.0) -> None:
        """Wait for the thread; it ends soon after the connection is closed."""
        self._thread.join(timeout=patience)


class ProcessWorker:
    """A worker in a process of its own, spawned, deaf to Ctrl-C: its parent decides when it stops."""

    def __init__(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=work_in_process, args=(theirs, job), daemon=True)
        with spawning():
            self._process.start()
        theirs.close()

    @property
    def exit_code(self) -> int | None:
        """The exit status of the process; None while it lives."""
        self._process.join(timeout=1)
        return self._process.exitcode

    def end(self, patience: float = 2.0) -> None:
        """Wait some seconds for the process to end by itself, then end it."""
        self._process.join(timeout=patience)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()


@contextmanager
def spawning() -> Iterator[None]:
    """Processes that start in here know nothing of the user's main script and are deaf to Ctrl-C.

    One that comes meanwhile is raised when they have started: half started they would complain with a traceback.
    """
    with _bare_main(), interrupts_deferred(_interrupt), _without_interrupts():
        yield


def _interrupt() -> NoReturn:
    raise KeyboardInterrupt


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
    # what starts with the first process would let interrupts through again when it has started
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
