"""A pool of processes for tasks that share nothing but their results."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

from cp_puzzles.search.workers.worker import spawning


class ProcessPool:
    """Processes of this machine that ignore Ctrl-C. They end with this one, even if it is killed.

    If one of them is killed, all end, and every task that is not finished raises `BrokenExecutor`.
    """

    def __init__(self, jobs: int, set_up: Callable[..., None] | None = None, *arguments: Any) -> None:
        self._executor = ProcessPoolExecutor(
            jobs, multiprocessing.get_context("spawn"), initializer=_set_up, initargs=(set_up, arguments)
        )

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit a task; raise `BrokenExecutor` if a process was killed."""
        with spawning():
            return self._executor.submit(task, *arguments)

    def close(self) -> None:
        """End the processes, also those that a broken executor has lost track of."""
        processes = list((self._executor._processes or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        for process in processes:
            process.join(1)


def _set_up(set_up: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if set_up is not None:
        set_up(*arguments)


def _end_with_parent() -> None:
    """End this process when the one that started it has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
