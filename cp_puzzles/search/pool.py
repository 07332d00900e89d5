"""Pools of workers, which are all `submit -> Future`: this thread, processes of this machine, and a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any, Protocol

from cp_puzzles.base.deadline import THREAD
from cp_puzzles.errors import EngineError, PuzzleError


class Work(Protocol):
    """Work in tasks: other processes get it once, pickled, before its tasks."""

    def run(self, task: Any, stop: Callable[[], bool], /) -> Any:
        """Carry out a task; end early after `stop()` is true."""
        ...


class Pool(Protocol):
    """Workers that carry out the tasks of some work."""

    @property
    def workers(self) -> int:
        """The number of tasks that are carried out at once."""
        ...

    @property
    def has_died(self) -> bool:
        """True if a worker died whose tasks do not end."""
        ...

    def submit(self, task: Any) -> Future[Any]:
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

    workers, has_died = 1, False

    def __init__(self, run: Callable[[Any], Any]) -> None:
        self._run = run

    def submit(self, task: Any) -> Future[Any]:
        """Carry out a task and return its result in a future."""
        future: Future[Any] = Future()
        try:
            future.set_result(self._run(task))
        except Exception as error:
            future.set_exception(error)
        return future

    def stop(self) -> None:
        """Do nothing: no task runs."""

    close = stop


class Threads:
    """Threads of this process, for engines whose compiled code runs at the same time; they start at once."""

    has_died = False

    def __init__(self, run: Callable[[Any], Any], jobs: int) -> None:
        self._run, self.workers = run, jobs
        self._executor = ThreadPoolExecutor(jobs, thread_name_prefix=THREAD)

    def submit(self, task: Any) -> Future[Any]:
        """Submit a task."""
        return self._executor.submit(self._run, task)

    def stop(self) -> None:
        """Do nothing: tasks of this process look at a flag of their own."""

    def close(self) -> None:
        """Take no further tasks."""
        self._executor.shutdown(wait=False)


class ProcessPool:
    """Processes of this machine that ignore Ctrl-C. They end with this one, even if it is killed.

    If one of them is killed, all end, every task that is not finished raises `BrokenExecutor`, and new processes take
    the next tasks.
    """

    def __init__(self, work: Work, jobs: int) -> None:
        self.workers = jobs
        self._context = multiprocessing.get_context("spawn")
        with spawning():
            self._stopped = self._context.Event()
        self._work = portable(work)
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, task: Any) -> Future[Any]:
        """Submit a task; its future raises `BrokenExecutor` if a process was killed."""
        if self._executor is not None and self._executor._broken:
            self.close()
        with spawning():
            if self._executor is None:
                arguments = self._work, self._stopped.is_set
                self._executor = ProcessPoolExecutor(self.workers, self._context, _set_up, arguments)
            return self._executor.submit(_run_here, task)

    @property
    def has_died(self) -> bool:
        """True if a process has ended: the executor does not notice the death of a process that it has just started."""
        processes = {} if self._executor is None else self._executor._processes
        return any(not process.is_alive() for process in [*(processes or {}).values()])

    def stop(self) -> None:
        """Ask the processes to end their tasks early."""
        self._stopped.set()

    def close(self) -> None:
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


def portable(value: object) -> bytes:
    """Return a pickled value; functions of the user are included, because other processes cannot import them."""
    import cloudpickle

    return bytes(cloudpickle.dumps(value))


_set: tuple[bytes, Callable[[], bool]] | None = None
_loaded: tuple[bytes, Work] | None = None


def _set_up(work: bytes, is_stopped: Callable[[], bool]) -> None:
    global _set
    _set = work, is_stopped
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _run_here(task: Any) -> Any:
    """Carry out a task in a process that was set up; without memory the process ends, as if it had been killed."""
    assert _set is not None
    try:
        return run_task(_set[0], task, _set[1])
    except MemoryError:
        os._exit(1)


def run_task(work: bytes, task: Any, stop: Callable[[], bool]) -> Any:
    """Carry out a task of pickled work, which is loaded once."""
    global _loaded
    try:
        if _loaded is None or _loaded[0] != work:
            _loaded = work, pickle.loads(work)
        return _loaded[1].run(task, stop)
    except MemoryError:
        raise
    except Exception as error:
        raise error if isinstance(error, PuzzleError) else EngineError(f"{type(error).__name__}: {error}") from None


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
