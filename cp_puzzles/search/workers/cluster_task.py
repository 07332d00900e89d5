"""The task of a Dask worker: search a part and put messages into a queue."""

from __future__ import annotations

import pickle
import threading
from contextlib import suppress
from typing import Any
from uuid import uuid4

from distributed import Queue, get_client, get_worker

from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.engines.engine import Part
from cp_puzzles.search.workers.job import PartSearch, SearchJob
from cp_puzzles.search.workers.messages import Failed, Message
from cp_puzzles.search.workers.worker import as_puzzle_error

PUT_SECONDS = 2.0
"""Maximum time that a full queue blocks before the task checks whether it was canceled."""

_prepared = threading.local()


def search_part(job: bytes, part: Part, queue: str, key: str) -> None:
    """Search a part of a pickled job; Dask calls this again if the worker dies."""
    sender = _Sender(part, queue, key)
    with suppress(CanceledError):
        try:
            sender.send(None)
            _searcher(job).search(part, sender.send, sender.is_canceled)
        except Exception as error:
            sender.send(Failed(part.index, as_puzzle_error(error)))


def _searcher(job: bytes) -> PartSearch:
    """Return the search of a job; each thread of a worker keeps one."""
    if getattr(_prepared, "job", None) != job:
        loaded = pickle.loads(job)
        assert isinstance(loaded, SearchJob)
        _prepared.searcher, _prepared.job = PartSearch(loaded), job
    searcher: PartSearch = _prepared.searcher
    return searcher


class _Sender:
    """Puts numbered messages of one execution of a task into the queue, None as the first."""

    def __init__(self, part: Part, queue: str, key: str) -> None:
        self._part, self._execution, self._number = part.index, uuid4().hex, 0
        self._worker = get_worker()
        self._key = key
        make: Any = Queue
        self._queue = make(queue, client=get_client())

    def send(self, message: Message | None) -> None:
        """Put a message; wait while the queue is full, unless the task is canceled."""
        record = [
            self._part,
            self._key,
            self._execution,
            self._number,
            None if message is None else pickle.dumps(message),
        ]
        self._number += 1
        while True:
            try:
                # a message may be put in spite of the timeout and then arrive twice; its number reveals that
                self._queue.put(record, timeout=PUT_SECONDS)
                return
            except TimeoutError:
                if self.is_canceled():
                    raise CanceledError from None

    def is_canceled(self) -> bool:
        """Return whether the task was canceled, by the client or because the client is gone; thread-safe."""
        task = self._worker.state.tasks.get(self._key)
        return task is None or task.state != "executing"
