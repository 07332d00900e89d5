"""The dispatch to the workers of a Dask cluster; a part whose worker dies or hangs is searched again.

Dask restarts a task when its worker dies. Every execution of a task has a name and numbers its messages, so that the
messages of two executions are not confused.

A part at which `MAX_TRIES` workers died or hung is searched last, in a process of this machine: it may need more memory
than the workers have, while all other parts are theirs.

A worker that hangs does not die. Workers send heartbeats to the scheduler. If a worker has been silent for
`SILENT_SECONDS`, other workers get its parts, and it gets no new ones until its next heartbeat.
"""

from __future__ import annotations

import logging
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.packages import require_package
from cp_puzzles.engines.engine import Part
from cp_puzzles.errors import EngineError, LostPartError, MistakeError, Parameter
from cp_puzzles.search.job import portable
from cp_puzzles.search.workers.dispatch import MAX_TRIES, SILENT_SECONDS, available_cores
from cp_puzzles.search.workers.job import SearchJob
from cp_puzzles.search.workers.local_dispatch import LocalDispatch
from cp_puzzles.search.workers.messages import Failed, Finished, Message, Notice, Restarted
from cp_puzzles.search.workers.worker import as_puzzle_error, spawning

QUEUED_MESSAGES = 64
POLL_SECONDS = 0.02
LOOK_SECONDS = 1.0
CONNECT_SECONDS = 10.0
WORKER_SECONDS = 30.0
"""Maximum time that a cluster may have no live worker."""

STOP_SECONDS = 10.0
"""Maximum time that a worker that was asked to stop has to send its solutions."""


@dataclass
class _SubmittedPart:
    """A part that was submitted under a `key`.

    `execution` is the name of the current execution of its task, None before the first one; `tries` is the number of
    executions so far, and `number` that of the last message of the current one.
    """

    part: Part
    key: str
    future: Any
    execution: str | None = None
    tries: int = 0
    number: int = 0


class ClusterDispatch:
    """Searches parts, in the given order, on the workers of a cluster, or on `jobs` of them."""

    def __init__(self, job: SearchJob, parts: Iterable[Part], address: str, jobs: int | None) -> None:
        self._address, self._limit = address, jobs
        self._job, self.engine = portable(job), job.engine
        self._make_local = partial(LocalDispatch, job, jobs=1, built=None, is_isolated=True)
        self._local: LocalDispatch | None = None
        self._postponed: list[Part] = []
        self._waiting = deque(parts)
        self._submitted_parts: dict[int, _SubmittedPart] = {}
        self._stopped: float | None = None
        self._looked = self._seen = monotonic()
        self._places = 0
        self._heard: dict[str, tuple[float, float]] = {}
        self._silent: set[str] = set()
        with ExitStack() as stack:
            distributed = _distributed()
            stack.enter_context(_quiet())
            self._client = _connected(address, jobs, stack)
            name = f"cp-puzzles-{uuid4().hex}"
            try:
                self._queue = distributed.Queue(name, client=self._client, maxsize=QUEUED_MESSAGES)
            except (OSError, TimeoutError):
                raise _no_scheduler(address) from None
            self._name = name
            self._open = stack.pop_all()

    def messages(self, timeout: float) -> Iterator[Message]:
        """Yield the messages that come within `timeout` seconds; raise `MistakeError` if the cluster is gone."""
        end = monotonic() + timeout
        if self._local is not None:
            yield from self._local_messages(self._local, timeout)
            return
        try:
            if notices := self._update_workers():
                yield from notices
                return
            self._hand_out()
            while True:
                # a task that has ended has put all its messages: first list ended tasks, then read messages
                ended = [
                    (each, each.future.status)
                    for each in self._submitted_parts.values()
                    if each.future.status != "pending"
                ]
                records = self._queue.get(batch=True)
                for record in records:
                    yield from self._received(*record)
                for submitted, status in ended:
                    if self._submitted_parts.get(submitted.part.index) is submitted:
                        yield from self._without_result(submitted, status)
                self._hand_out()
                if records or ended or monotonic() >= end or self.is_done:
                    return
                sleep(POLL_SECONDS)
        except (OSError, TimeoutError) as error:
            raise MistakeError(
                Parameter("cluster", self._address),
                f"the scheduler no longer answers ({type(error).__name__})",
                "start it again; a run with a store can be resumed",
            ) from None

    @property
    def is_done(self) -> bool:
        """True if no part is being searched."""
        is_local_done = self._local is None or self._local.is_done
        return not self._submitted_parts and not self._waiting and not self._postponed and is_local_done

    def statistics(self) -> dict[str, float]:
        """Return the number of workers at the end."""
        return {"cluster_workers": self._places}

    def stop(self) -> None:
        """Ask every worker to end its part; solutions found before still come."""
        if self._stopped is not None:
            return
        self._stopped = monotonic()
        self._waiting.clear()
        self._postponed.clear()
        if self._local is not None:
            self._local.stop()
        with suppress(OSError, TimeoutError):
            self._client.cancel([submitted.future for submitted in self._submitted_parts.values()])
        for index in [index for index, submitted in self._submitted_parts.items() if submitted.execution is None]:
            del self._submitted_parts[index]

    def kill(self) -> None:
        """Stop waiting for all parts."""
        self._submitted_parts.clear()
        self._postponed.clear()
        if self._local is not None:
            self._local.kill()

    def close(self) -> None:
        """Cancel all tasks and disconnect from the cluster."""
        self.stop()
        if self._local is not None:
            self._local.close()
        with suppress(OSError, TimeoutError):
            self._queue.close()
        self._open.close()

    def _update_workers(self) -> list[Notice]:
        """Update, every `LOOK_SECONDS`, the number of workers and which of them hang; return notices of these."""
        now = monotonic()
        if self._places and now - self._looked < LOOK_SECONDS:
            return []
        self._looked = now
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        for address, worker in workers.items():
            # the clock of the scheduler differs from ours: measure for how long its value has not changed
            if self._heard.get(address, (None, now))[0] != worker["last_seen"]:
                self._heard[address] = worker["last_seen"], now
        self._silent = {address for address in workers if now - self._heard[address][1] > SILENT_SECONDS}
        places = sum(worker["nthreads"] for address, worker in workers.items() if address not in self._silent)
        if places:
            self._seen = now
        elif now - self._seen > WORKER_SECONDS:
            raise _no_worker(self._address, f"no worker has been available for {WORKER_SECONDS:.0f} seconds")
        self._places = places if self._limit is None else min(places, self._limit)
        return self._resubmit_from_silent() if self._silent and places and self._stopped is None else []

    def _resubmit_from_silent(self) -> list[Notice]:
        """Submit the parts of workers that hang to others."""
        keys = {key for address, keys in self._client.processing().items() if address in self._silent for key in keys}
        taken = [submitted for submitted in self._submitted_parts.values() if submitted.key in keys]
        for submitted in taken:
            self._client.cancel([submitted.future])
            submitted.key, submitted.future = self._submit(submitted.part)
        text = f"a worker sent nothing for {SILENT_SECONDS:.0f} seconds: another worker searches its part"
        return [Notice(submitted.part.index, text) for submitted in taken]

    def _hand_out(self) -> None:
        if self._stopped is not None:
            if monotonic() - self._stopped > STOP_SECONDS:
                self._submitted_parts.clear()
            return
        while self._waiting and len(self._submitted_parts) < self._places:
            part = self._waiting.popleft()
            self._submitted_parts[part.index] = _SubmittedPart(part, *self._submit(part))
        if self._postponed and not self._waiting and not self._submitted_parts:
            self._local = self._make_local(self._postponed)
            self._postponed = []

    def _local_messages(self, local: LocalDispatch, timeout: float) -> Iterator[Message]:
        """Yield the messages about parts that are searched on this machine; say of a lost one where it was tried."""
        for message in local.messages(timeout):
            match message:
                case Failed(index, LostPartError() as error):
                    cluster = f"{MAX_TRIES} workers of the cluster died or hung at it"
                    yield Failed(index, LostPartError(f"{error}; before, {cluster}"))
                case _:
                    yield message

    def _submit(self, part: Part) -> tuple[str, Any]:
        """Submit a part to live workers; return its key and its future."""
        from cp_puzzles.search.workers.cluster_task import search_part

        key = f"{self._name}-part-{part.index}-{uuid4().hex}"
        heard = [address for address in self._heard if address not in self._silent] if self._silent else None
        # workers that join later may take it as well
        where = {"workers": heard, "allow_other_workers": True} if heard else {}
        return key, self._client.submit(search_part, self._job, part, self._name, key, key=key, pure=False, **where)

    def _received(self, index: int, key: str, execution: str, number: int, data: bytes | None) -> Iterator[Message]:
        submitted = self._submitted_parts.get(index)
        if submitted is None or submitted.key != key:
            return  # from a silent worker whose part was submitted again, and which has recovered
        if data is None and number == 0 and execution != submitted.execution:
            yield from self._begun(submitted, execution)
            return
        if execution != submitted.execution or number <= submitted.number:
            return
        if number > submitted.number + 1:
            del self._submitted_parts[index]
            yield Failed(index, EngineError(f"part {index}: message {submitted.number + 1} of its worker was lost"))
            return
        submitted.number = number
        message: Message = pickle.loads(data or b"")
        if isinstance(message, (Finished, Failed)):
            del self._submitted_parts[index]
        yield message

    def _begun(self, submitted: _SubmittedPart, execution: str) -> Iterator[Message]:
        again = submitted.tries > 0
        submitted.execution, submitted.number, submitted.tries = execution, 0, submitted.tries + 1
        if submitted.tries > MAX_TRIES:
            self._client.cancel([submitted.future])
            yield from self._postpone(submitted)
        elif again:
            yield Restarted(submitted.part.index)

    def _without_result(self, submitted: _SubmittedPart, status: str) -> Iterator[Message]:
        """Handle a task that ended without its last message."""
        if self._stopped is not None:
            if status != "canceled":
                del self._submitted_parts[submitted.part.index]
            return
        error = submitted.future.exception(timeout=CONNECT_SECONDS) if status == "error" else None
        if error is not None and type(error).__name__ != "KilledWorker":
            del self._submitted_parts[submitted.part.index]
            yield Failed(submitted.part.index, as_puzzle_error(error))
        elif error is not None or submitted.tries >= MAX_TRIES:
            yield from self._postpone(submitted)
        else:
            submitted.key, submitted.future = self._submit(submitted.part)

    def _postpone(self, submitted: _SubmittedPart) -> Iterator[Message]:
        """Leave a part to this machine, after all others."""
        index = submitted.part.index
        del self._submitted_parts[index]
        self._postponed.append(submitted.part)
        yield Restarted(index)
        yield Notice(index, f"{MAX_TRIES} workers died or hung at part {index}: it is searched last, on this machine")


@contextmanager
def cluster_executor(address: str, jobs: int | None) -> Iterator[tuple[Executor, int, Callable[[bytes], Any]]]:
    """Yield an executor on the workers of a cluster, their number, and a function that sends them data ahead of tasks.

    A task gets the data where its arguments have the value of that function. Raises `MistakeError` if there is no
    cluster at the address.
    """
    with ExitStack() as stack:
        _distributed()
        stack.enter_context(_quiet())
        client = _connected(address, jobs, stack)
        workers = sum(client.nthreads().values())
        executor = client.get_executor(pure=False)
        stack.callback(executor.shutdown, wait=False)
        yield executor, min(workers, jobs or workers), partial(client.scatter, broadcast=True)


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


def _distributed() -> Any:
    require_package("distributed", Parameter("cluster"))
    import distributed

    return distributed


def _connected(address: str, jobs: int | None, stack: ExitStack) -> Any:
    """Return a client of the scheduler at the address; "local" starts a cluster of `jobs` processes here."""
    distributed = _distributed()
    if address == "local":
        # Dask would create a folder for temporary files, which stays, in the current one
        folder = stack.enter_context(TemporaryDirectory(prefix="cp-puzzles-", ignore_cleanup_errors=True))
        with spawning():
            cluster = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=jobs or available_cores(),
                    threads_per_worker=1,
                    dashboard_address=None,
                    local_directory=folder,
                )
            )
        return stack.enter_context(distributed.Client(cluster))
    deadline = Deadline.after(CONNECT_SECONDS)
    # Dask waits without end for the answer of a scheduler that accepts a connection and then hangs
    connect = partial(distributed.Client, address, timeout=CONNECT_SECONDS)
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
