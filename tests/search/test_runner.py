"""The one runner of tasks: what dying workers had runs alone, and nothing is lost before the third death."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any

import pytest

from cp_puzzles.search.pool import MAX_TRIES, Pool, Runner, ThisThread


class FragilePool(Pool):
    """A pool of two workers that both die with a task on a list; `end` ends its tasks."""

    jobs = 2

    def __init__(self, deadly: list[Any], fail: Callable[[Future[Any]], object] | None = None) -> None:
        self.deadly, self.running, self.begun = deadly, list[tuple[Any, Future[Any]]](), list[list[Any]]()
        self._fail = fail or (lambda future: future.set_exception(BrokenExecutor()))

    def submit(self, task: Any) -> Future[Any]:
        """Begin a task."""
        future: Future[Any] = Future()
        self.running.append((task, future))
        return future

    def end(self) -> None:
        """End all tasks, or let the workers die if one of them is deadly."""
        tasks = [task for task, _ in self.running]
        self.begun.append(tasks)
        is_death = bool({*self.deadly} & {*tasks})
        for task, future in self.running:
            if is_death:
                self._fail(future)
            else:
                future.set_result(task)
        self.running.clear()


def all_ended(runner: Runner[int], pool: FragilePool, tasks: list[int]) -> dict[int, Any]:
    """Run tasks, and return the result of each, None if it is lost."""
    results: dict[int, Any] = {}
    waiting = list(tasks)
    while waiting or not runner.is_idle:
        while waiting and runner.has_room:
            runner.submit(waiting.pop(0))
        pool.end()
        for task, future in runner.ended(0.0):
            results[task] = None if future is None else future.result()
    return results


def cancel(future: Future[Any]) -> None:
    """Cancel a future as the executor of Dask does when the data of its task are lost."""
    future.cancel()
    future.set_running_or_notify_cancel()


@pytest.mark.parametrize("fail", [None, cancel])
def test_runner_loses_the_deadly_task_alone(fail: Callable[[Future[Any]], object] | None) -> None:
    """A task that ends its worker is lost at its third death alone; the task of the other worker is not."""
    pool = FragilePool([2], fail)
    results = all_ended(Runner[int](pool), pool, [1, 2, 3, 4])
    assert results == {1: 1, 2: None, 3: 3, 4: 4}
    assert [tasks for tasks in pool.begun if 2 in tasks] == [[1, 2]] + MAX_TRIES * [[2]]


def test_runner_splits_a_task_whose_worker_died() -> None:
    """After a death the pieces of a task run one after the other, and one of them is lost."""
    pool = FragilePool([3])
    runner = Runner[Any](pool, split=lambda task: [task] if isinstance(task, int) else list(task))
    pool.deadly.append((1, 3))
    runner.submit((1, 3))
    pool.end()
    results = dict[int, Any]()
    while not runner.is_idle:
        for task, future in runner.ended(0.0):
            results[task] = None if future is None else future.result()
        pool.end()
    assert results == {1: 1, 3: None}


def test_runner_begins_with_the_first_pool() -> None:
    """The later pool is made when the work lasts, and takes the tasks from then on."""
    later = FragilePool([])
    runner = Runner[int](ThisThread(lambda task: -task), lambda: later, head_start=1e6)
    runner.submit(1)
    assert [future.result() for _, future in runner.ended(0.0) if future is not None] == [-1]
    runner._head_start = 0.0
    runner.submit(2)
    assert [task for task, _ in later.running] == [2]
    runner.stop()
    assert (runner.is_idle, runner.tasks) == (True, [2])
