"""The dispatch to the workers of a Dask cluster; a part whose worker dies or hangs is searched again.

Dask restarts a task when its worker dies. Every execution of a task has a name and numbers its messages, so that the
messages of two executions are not confused.

A worker that hangs does not die. Workers send heartbeats to the scheduler. If a worker has been silent for
`SILENT_SECONDS`, other workers get its parts, and it gets no new ones until its next heartbeat.
"""

from __future__ import annotations

import logging
import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

from cp_puzzles.engines.engine import Part
from cp_puzzles.errors import EngineError, MissingExtraError, MistakeError, Parameter
from cp_puzzles.search.workers.dispatch import MAX_TRIES, SILENT_SECONDS, available_cores, lost_part
from cp_puzzles.search.workers.job import Job, portable
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
class _Flight:
    """A part that was submitted under a `key`; `execution` is None until one has begun."""

    part: Part
    key: str
    future: Any
    execution: str | None = None
    tries: int = 0
    number: int = 0


class ClusterDispatch:
    """Searches parts, in the given order, on the workers of a cluster, or on `jobs` of them."""

    def __init__(self, job: Job, parts: Iterable[Part], address: str, jobs: int | None) -> None:
        self._address, self._limit = address, jobs
        self._job, self.engine = portable(job), job.engine
        self._waiting = deque(parts)
        self._flights: dict[int, _Flight] = {}
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
            self._queue = distributed.Queue(name, client=self._client, maxsize=QUEUED_MESSAGES)
            self._name = name
            self._open = stack.pop_all()

    def messages(self, timeout: float) -> Iterator[Message]:
        """Yield the messages that come within `timeout` seconds; raise `MistakeError` if the cluster is gone."""
        end = monotonic() + timeout
        try:
            if notices := self._update_workers():
                yield from notices
                return
            self._hand_out()
            while True:
                # a task that has ended has put all its messages: first list ended tasks, then read messages
                ended = [(f, f.future.status) for f in self._flights.values() if f.future.status != "pending"]
                records = self._queue.get(batch=True)
                for record in records:
                    yield from self._received(*record)
                for flight, status in ended:
                    if self._flights.get(flight.part.index) is flight:
                        yield from self._without_result(flight, status)
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
        return not self._flights and not self._waiting

    def figures(self) -> dict[str, float]:
        """Return the number of workers at the end."""
        return {"cluster_workers": self._places}

    def stop(self) -> None:
        """Ask every worker to end its part; solutions found before still come."""
        if self._stopped is not None:
            return
        self._stopped = monotonic()
        self._waiting.clear()
        with suppress(OSError, TimeoutError):
            self._client.cancel([flight.future for flight in self._flights.values()])
        for index in [index for index, flight in self._flights.items() if flight.execution is None]:
            del self._flights[index]

    def kill(self) -> None:
        """Stop waiting for all parts."""
        self._flights.clear()

    def close(self) -> None:
        """Cancel all tasks and disconnect from the cluster."""
        self.stop()
        with suppress(OSError, TimeoutError):
            self._queue.close()
        self._open.close()

    def _update_workers(self) -> list[Notice]:
        """Update, every `LOOK_SECONDS`, the number of workers and which of them hang; return news of these."""
        now = monotonic()
        if self._places and now - self._looked < LOOK_SECONDS:
            return []
        self._looked = now
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        for address, worker in workers.items():
            # the clock of the scheduler differs from ours: measure how long its value stays the same
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
        taken = [flight for flight in self._flights.values() if flight.key in keys]
        for flight in taken:
            self._client.cancel([flight.future])
            flight.key, flight.future = self._submitted(flight.part)
        text = f"a worker sent nothing for {SILENT_SECONDS:.0f} seconds: another worker searches its part"
        return [Notice(flight.part.index, text) for flight in taken]

    def _hand_out(self) -> None:
        if self._stopped is not None:
            if monotonic() - self._stopped > STOP_SECONDS:
                self._flights.clear()
            return
        while self._waiting and len(self._flights) < self._places:
            part = self._waiting.popleft()
            self._flights[part.index] = _Flight(part, *self._submitted(part))

    def _submitted(self, part: Part) -> tuple[str, Any]:
        """Submit a part to live workers; return its key and its future."""
        from cp_puzzles.search.workers.cluster_task import search_part

        key = f"{self._name}-part-{part.index}-{uuid4().hex}"
        heard = [address for address in self._heard if address not in self._silent] if self._silent else None
        # workers that join later may take it as well
        where = {"workers": heard, "allow_other_workers": True} if heard else {}
        return key, self._client.submit(search_part, self._job, part, self._name, key, key=key, pure=False, **where)

    def _received(self, index: int, key: str, execution: str, number: int, data: bytes | None) -> Iterator[Message]:
        flight = self._flights.get(index)
        if flight is None or flight.key != key:
            return  # from a worker that was given up and has recovered
        if data is None and number == 0 and execution != flight.execution:
            yield from self._begun(flight, execution)
            return
        if execution != flight.execution or number <= flight.number:
            return
        if number > flight.number + 1:
            del self._flights[index]
            yield Failed(index, EngineError(f"part {index}: message {flight.number + 1} of its worker was lost"))
            return
        flight.number = number
        message: Message = pickle.loads(data or b"")
        if isinstance(message, (Finished, Failed)):
            del self._flights[index]
        yield message

    def _begun(self, flight: _Flight, execution: str) -> Iterator[Message]:
        again = flight.tries > 0
        flight.execution, flight.number, flight.tries = execution, 0, flight.tries + 1
        if flight.tries > MAX_TRIES:
            self._client.cancel([flight.future])
            yield from self._given_up(flight)
        elif again:
            yield Restarted(flight.part.index)

    def _without_result(self, flight: _Flight, status: str) -> Iterator[Message]:
        """Handle a task that ended without its last message."""
        if self._stopped is not None:
            if status != "canceled":
                del self._flights[flight.part.index]
            return
        error = flight.future.exception(timeout=CONNECT_SECONDS) if status == "error" else None
        if error is not None and type(error).__name__ != "KilledWorker":
            del self._flights[flight.part.index]
            yield Failed(flight.part.index, as_puzzle_error(error))
        elif error is not None or flight.tries >= MAX_TRIES:
            yield from self._given_up(flight)
        else:
            flight.key, flight.future = self._submitted(flight.part)

    def _given_up(self, flight: _Flight) -> Iterator[Message]:
        del self._flights[flight.part.index]
        yield Failed(flight.part.index, lost_part(flight.part, "its worker in the cluster died or hung"))


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the logs of the client in the block: errors are reported once, without tracebacks."""
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
    try:
        import distributed
    except ImportError:
        raise MissingExtraError(
            Parameter("cluster"), "the package 'distributed' is not installed", "pip install 'cp-puzzles[cluster]'"
        ) from None
    return distributed


def _connected(address: str, jobs: int | None, stack: ExitStack) -> Any:
    """Return a client of the scheduler at the address, or of a cluster of `jobs` processes started here."""
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
    try:
        client = stack.enter_context(distributed.Client(address, timeout=CONNECT_SECONDS))
    except ValueError as error:
        raise MistakeError(
            Parameter("cluster", address), f"not an address: {error}", "write it like tcp://host:8786"
        ) from None
    except (OSError, TimeoutError):
        raise MistakeError(
            Parameter("cluster", address), "no scheduler answers there", "start one with `dask scheduler`, or use local"
        ) from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise _no_worker(address, "the scheduler has no worker") from None
    return client


def _no_worker(address: str, problem: str) -> MistakeError:
    return MistakeError(Parameter("cluster", address), problem, f"start some with `dask worker {address}`")
