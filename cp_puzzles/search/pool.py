"""Pools of workers, which are all `submit -> Future`: this thread, processes of this machine, and a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any, Protocol

from cp_puzzles.base.deadline import THREAD
from cp_puzzles.errors import EngineError, PuzzleError

MAX_TRIES = 3
"""The number of workers that may die at a task before it is lost."""


class Pool(Protocol):
    """Workers that carry out tasks."""

    @property
    def workers(self) -> int:
        """The number of tasks that are carried out at once."""
        ...

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit a task; its future raises `BrokenExecutor` if the worker died."""
        ...

    def stop(self) -> None:
        """Ask the workers to end their tasks early."""
        ...

    def close(self) -> None:
        """End the workers."""
        ...


class ThisThread:
    """A pool of the thread that submits: a task is carried out at once."""

    workers = 1

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Carry out a task and return its result in a future."""
        future: Future[Any] = Future()
        try:
            future.set_result(task(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def stop(self) -> None:
        """Do nothing: no task runs."""

    close = stop


class Threads:
    """Threads of this process, for engines whose compiled code runs at the same time; they start at once."""

    def __init__(self, jobs: int) -> None:
        self.workers = jobs
        self._executor = ThreadPoolExecutor(jobs, thread_name_prefix=THREAD)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit a task."""
        return self._executor.submit(task, *arguments)

    def stop(self) -> None:
        """Do nothing: tasks of this process look at a flag of their own."""

    def close(self) -> None:
        """Take no further tasks."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class ProcessPool:
    """Processes of this machine that ignore Ctrl-C. They end with this one, even if it is killed.

    If one of them is killed, all end, every task that is not finished raises `BrokenExecutor`, and new processes take
    the next tasks. Each process first calls `set_up(is_stopped, *arguments)`.
    """

    def __init__(self, jobs: int, set_up: Callable[..., None] | None = None, *arguments: Any) -> None:
        self.workers = jobs
        self._context = multiprocessing.get_context("spawn")
        with spawning():
            self._stopped = self._context.Event()
        self._set_up = set_up, arguments
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit a task; its future raises `BrokenExecutor` if a process was killed."""
        if self._executor is not None and self._executor._broken:
            self._end()
        with spawning():
            if self._executor is None:
                initializer = (self._stopped.is_set, *self._set_up)
                self._executor = ProcessPoolExecutor(self.workers, self._context, _set_up, initializer)
            return self._executor.submit(task, *arguments)

    @property
    def has_died(self) -> bool:
        """True if a process has ended: the executor does not notice the death of a process that it has just started."""
        processes = {} if self._executor is None else self._executor._processes
        return any(not process.is_alive() for process in [*(processes or {}).values()])

    def stop(self) -> None:
        """Ask the processes to end their tasks early."""
        self._stopped.set()

    def close(self) -> None:
        """End the processes."""
        self._end()

    def _end(self) -> None:
        """End the processes, also those that a broken executor has lost track of."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        processes = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        for process in processes:
            process.join(1)


def _set_up(is_stopped: Callable[[], bool], set_up: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if set_up is not None:
        set_up(is_stopped, *arguments)


def _end_with_parent() -> None:
    """End this process when the one that started it has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_death(error: BaseException) -> bool:
    """Return whether an error means that a process died, here or (in the words of Dask) on a cluster."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


def as_puzzle_error(error: BaseException) -> PuzzleError:
    """Return an error whose class exists in every process."""
    return error if isinstance(error, PuzzleError) else EngineError(f"{type(error).__name__}: {error}")


@contextmanager
def spawning() -> Iterator[None]:
    """Let processes that start in the block ignore Ctrl-C and not run the main script of the user."""
    with _bare_main(), _without_interrupts():
        yield


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
