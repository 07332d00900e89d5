"""Pools of workers: this thread, threads, processes of this machine. A runner of tasks, to which deaths lose nothing.

It runs parts of a search, solutions to take apart, members of a family, drafts of a design.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from math import inf
from multiprocessing import resource_tracker
from time import monotonic
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from cp_puzzles.base.compilation import compilation_watch
from cp_puzzles.base.deadline import THREAD
from cp_puzzles.errors import EngineError, PuzzleError


class Work(Protocol):
    """Work in tasks: other processes get it once, pickled, before its tasks."""

    def run(self, task: Any, stop: Callable[[], bool], /) -> Any:
        """Carry out a task; end early after `stop()` is true."""
        ...


class Pool:
    """Workers that carry out the tasks of some work, `jobs` at once."""

    jobs: int = 1

    @property
    def workers(self) -> int:
        """The number of tasks that are carried out at once."""
        return self.jobs

    @property
    def has_died(self) -> bool:
        """True if a worker died whose tasks do not end."""
        return False

    def submit(self, task: Any) -> Future[Any]:
        """Submit a task; its future raises `BrokenExecutor` if the worker died."""
        raise NotImplementedError

    def stop(self) -> None:
        """Ask the workers to end their tasks early, unless those look at a flag of their own."""

    def close(self) -> None:
        """End the workers."""


class ThisThread(Pool):
    """A pool of the thread that submits: a task is carried out at once."""

    def __init__(self, run: Callable[[Any], Any]) -> None:
        self._run = run

    def submit(self, task: Any) -> Future[Any]:
        """Carry out a task and return its result in a future."""
        future: Future[Any] = Future()
        try:
            future.set_result(self._run(task))
        except MemoryError:
            raise
        except Exception as error:
            future.set_exception(error)
        return future


class Threads(Pool):
    """Threads of this process, for engines whose compiled code runs at the same time; they start at once."""

    def __init__(self, run: Callable[[Any], Any], jobs: int) -> None:
        self._run, self.jobs = run, jobs
        self._executor = ThreadPoolExecutor(jobs, thread_name_prefix=THREAD)

    def submit(self, task: Any) -> Future[Any]:
        """Submit a task."""
        return self._executor.submit(self._run, task)

    def close(self) -> None:
        """Take no further tasks."""
        self._executor.shutdown(wait=False)


class ProcessPool(Pool):
    """Processes of this machine that ignore Ctrl-C. They end with this one, even if it is killed.

    If one of them is killed, all end, every task that is not finished raises `BrokenExecutor`, and new processes take
    the next tasks.
    """

    def __init__(self, work: Work, jobs: int) -> None:
        self.jobs = jobs
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
                self._executor = ProcessPoolExecutor(self.jobs, self._context, _set_up, arguments)
            return self._executor.submit(_run_here, portable(task))

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


def _run_here(task: bytes) -> Any:
    """Carry out a task in a process that was set up; without memory the process ends, as if it had been killed."""
    assert _set is not None
    try:
        return run_task(_set[0], pickle.loads(task), _set[1])
    except MemoryError:
        os._exit(1)


def run_task(work: bytes, task: Any, stop: Callable[[], bool]) -> Any:
    """Carry out a task of pickled work, which is loaded once."""
    global _loaded
    try:
        if _loaded is None or _loaded[0] != work:
            _loaded = work, pickle.loads(work)
            compilation_watch.set(None)  # of earlier work
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
    main, has_masks = sys.modules["__main__"], hasattr(signal, "pthread_sigmask")
    sys.modules["__main__"] = ModuleType("__main__")
    if has_masks:
        # the resource tracker, which the first process starts, would unblock interrupts
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if has_masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        sys.modules["__main__"] = main


MAX_TRIES = 3
"""The number of workers that may die at a task that runs alone, before it is lost."""

HEAD_START_SECONDS = 10.0
"""Time for which threads work before processes are started, which takes seconds."""

Task = TypeVar("Task")
Ended = Iterator[tuple[Task, "Future[Any] | None"]]


class Runner(Generic[Task]):
    """Runs tasks with a pool, and with a `later` one if the work lasts longer than `head_start` seconds.

    If a process dies, all processes of this machine end with it. The tasks that they had are suspects: each runs alone,
    after it was `split` into smaller ones, so that the next death has one cause. At the third death it is lost.

    Parameters
    ----------
    ahead
        The number of tasks for each worker, those that wait for it included.
    patience
        The seconds after which a worker that has not ended its task is taken for dead.
    """

    def __init__(
        self,
        pool: Pool,
        later: Callable[[], Pool] | None = None,
        *,
        head_start: float | None = None,
        ahead: int = 1,
        patience: float = inf,
        split: Callable[[Task], list[Task]] = lambda task: [task],
    ) -> None:
        self.pool, self._later, self._ahead, self._patience, self._split = pool, later, ahead, patience, split
        self._head_start = HEAD_START_SECONDS if head_start is None else head_start
        self._begun: float | None = None
        self._running: dict[Future[Any], tuple[Task, float]] = {}
        self._suspects = deque[Task]()
        self._alone: Task | None = None
        self._deaths = 0
        self._is_stopped = False
        self.has_silent_worker = False

    @property
    def tasks(self) -> list[Task]:
        """The tasks that have not ended."""
        return [*(task for task, _ in self._running.values()), *self._suspects]

    @property
    def is_idle(self) -> bool:
        """True if every task has ended."""
        return not self._running and (self._is_stopped or not self._suspects)

    @property
    def has_room(self) -> bool:
        """True if a worker can take a further task; raises `MistakeError` if a cluster is gone."""
        # asked first: a task that runs alone may wait for a cluster that is gone
        places = self._ahead * self.pool.workers
        return self._alone is None and not self._suspects and len(self._running) < places

    def submit(self, task: Task) -> None:
        """Give a task to a worker."""
        self._begun = self._begun or monotonic()
        if self._later is not None and monotonic() >= self._begun + self._head_start:
            before, self.pool, self._later = self.pool, self._later(), None
            before.close()
        try:
            self._running[self.pool.submit(task)] = task, monotonic()
        except RuntimeError:  # `BrokenExecutor`, or another thread has closed the pool
            self._suspects.extend(self._split(task))

    def ended(self, seconds: float) -> Ended[Task]:
        """Yield the tasks that end within some seconds, each with its future, or with None if it is lost."""
        if not self._running and self._suspects and not self._is_stopped:
            task = self._suspects.popleft()
            if task is not self._alone:
                self._alone, self._deaths = task, 0
            self.submit(task)
        for future in wait(self._running, seconds, FIRST_COMPLETED).done:
            task, _ = self._running.pop(future)
            # Dask also cancels a task whose work was lost with the last worker that had it
            error = BrokenExecutor() if future.cancelled() else future.exception()  # codespell:ignore cancelled
            if isinstance(error, (BrokenExecutor, MemoryError)) or type(error).__name__ == "KilledWorker":
                yield from self._dead(task)
            else:
                self._alone = None if task is self._alone else self._alone
                yield task, future
        begun = min((begun for _, begun in self._running.values()), default=inf)
        is_silent = isinstance(self.pool, ProcessPool) and monotonic() > begun + self._patience
        self.has_silent_worker |= is_silent
        if self._running and (is_silent or self.pool.has_died):
            self.pool.close()
            tasks = [task for task, _ in self._running.values()]
            self._running.clear()
            for task in tasks:
                yield from self._dead(task)

    def _dead(self, task: Task) -> Ended[Task]:
        """Let a task whose worker died run alone; yield it if it is lost."""
        if task is not self._alone:
            self._suspects.extend(self._split(task))
            return
        self._deaths += 1
        if self._deaths < MAX_TRIES:
            self._suspects.appendleft(task)
        else:
            self._alone = None
            yield task, None

    def stop(self) -> None:
        """Ask the workers to end their tasks early; tasks that have not begun go back to the suspects."""
        self._is_stopped = True
        self.pool.stop()
        self._suspects.extend(self._running.pop(future)[0] for future in [*self._running] if future.cancel())

    def forget(self) -> None:
        """Forget all tasks; those that run go on, and no caller waits for them."""
        for future in self._running:
            future.cancel()
        self._running.clear()
        self._suspects.clear()
        self._alone = None

    def close(self) -> None:
        """End the workers."""
        self._is_stopped = True
        self._running.clear()
        self.pool.close()
