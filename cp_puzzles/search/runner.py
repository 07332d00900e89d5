"""The run of tasks by workers, whose deaths lose nothing: parts of a search, disassemblies, members, drafts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from math import inf
from time import monotonic
from typing import Any, Generic, TypeVar

from cp_puzzles.search.pool import Pool, ProcessPool

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
        places = (
            self._ahead * self.pool.workers
        )  # asked first: a task that runs alone may wait for a cluster that is gone
        return self._alone is None and not self._suspects and len(self._running) < places

    def submit(self, task: Task) -> None:
        """Give a task to a worker."""
        self._begun = self._begun or monotonic()
        if self._later is not None and monotonic() >= self._begun + self._head_start:
            before, self.pool, self._later = self.pool, self._later(), None
            before.close()
        try:
            self._running[self.pool.submit(task)] = task, monotonic()
        except BrokenExecutor:
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
            if future.cancelled() or is_death(future.exception()):  # codespell:ignore cancelled
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


def is_death(error: BaseException | None) -> bool:
    """Return whether an error means that a worker died, here or (in the words of Dask) on a cluster.

    Dask also cancels a task whose work was lost with the last worker that had it.
    """
    return isinstance(error, (BrokenExecutor, MemoryError)) or type(error).__name__ == "KilledWorker"
