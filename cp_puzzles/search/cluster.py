"""A pool of the workers of a Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from functools import partial
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.named_values import require_package
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.search.pool import Pool, Work, available_cores, portable, run_task, spawning

CONNECT_SECONDS = 10.0

LOOK_SECONDS = 1.0
"""Time between two looks at the workers."""

WORKER_SECONDS = 30.0
"""Maximum time that a cluster may have no worker."""


class ClusterPool(Pool):
    """The workers of a cluster, or `jobs` of them, for some work.

    Dask gives the task of a worker that died to another one; after three deaths the task raises `KilledWorker`. Workers
    that join later get tasks, too. Tasks end by themselves, such as with their budget.
    """

    def __init__(self, work: Work, address: str, jobs: int | None) -> None:
        self._address, self._limit = address, jobs
        with ExitStack() as stack:
            require_package("distributed", Parameter("cluster"))
            stack.enter_context(_quiet())
            self._client = _connected(address, jobs, stack)
            self._executor = self._client.get_executor(pure=False)
            stack.callback(self._cancel)
            # it goes with each task: data of Dask are lost with the last worker that had them, and their tasks canceled
            self._work = portable(work)
            self._open = stack.pop_all()
        self._seen, self._looked, self._places = monotonic(), 0.0, 1

    @property
    def workers(self) -> int:
        """The number of workers now; raises `MistakeError` if the cluster is gone."""
        now = monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            try:
                places = sum(self._client.nthreads().values())
            except (OSError, TimeoutError) as error:
                raise MistakeError(
                    Parameter("cluster", self._address),
                    f"the scheduler no longer answers ({type(error).__name__})",
                    "start it again; a run with a store can be resumed",
                ) from None
            if places:
                self._seen = now
            elif now - self._seen > WORKER_SECONDS:
                raise _no_worker(self._address, f"no worker has been available for {WORKER_SECONDS:.0f} seconds")
            self._places = places if self._limit is None else min(places, self._limit)
        return self._places

    def submit(self, task: Any) -> Future[Any]:
        """Submit a task, with the work."""
        future: Future[Any] = self._executor.submit(run_task, self._work, task, lambda: False)
        return future

    def close(self) -> None:
        """Cancel all tasks and disconnect from the cluster."""
        self._open.close()

    def _cancel(self) -> None:
        """Cancel all tasks, unless the client has closed itself because the scheduler is gone."""
        if self._client.status == "running":
            self._executor.shutdown(wait=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the logs of the client in the block; errors are reported as exceptions anyway."""
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _connected(address: str, jobs: int | None, stack: ExitStack) -> Any:
    """Return a client of the scheduler at the address; "local" starts a cluster of `jobs` processes here."""
    import distributed

    dask: Any = distributed  # its classes have no types
    if address == "local":
        # Dask would create a folder for temporary files, which stays, in the current one
        folder = stack.enter_context(TemporaryDirectory(prefix="cp-puzzles-", ignore_cleanup_errors=True))
        settings = {"threads_per_worker": 1, "dashboard_address": None, "local_directory": folder}
        with spawning():
            cluster = stack.enter_context(dask.LocalCluster(n_workers=jobs or available_cores(), **settings))
        return stack.enter_context(dask.Client(cluster))
    deadline = Deadline.after(CONNECT_SECONDS)
    # Dask waits without end for the answer of a scheduler that accepts a connection and then hangs
    connect = partial(dask.Client, address, timeout=CONNECT_SECONDS)
    try:
        client = stack.enter_context(deadline.run("connecting", connect))
    except ValueError as error:
        raise MistakeError(
            Parameter("cluster", address), f"not an address: {error}", "write it like tcp://host:8786"
        ) from None
    except (OSError, TimeoutError, CanceledError):
        raise _no_scheduler(address) from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise _no_worker(address, "the scheduler has no worker") from None
    except OSError:
        raise _no_scheduler(address) from None
    return client


def _no_scheduler(address: str) -> MistakeError:
    problem = "no scheduler answers there"
    return MistakeError(Parameter("cluster", address), problem, "start one with `dask scheduler`, or use local")


def _no_worker(address: str, problem: str) -> MistakeError:
    return MistakeError(Parameter("cluster", address), problem, f"start some with `dask worker {address}`")
