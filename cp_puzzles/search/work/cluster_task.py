"""What a worker of a Dask cluster does with a part: it searches it and puts messages into a queue."""

from __future__ import annotations

import pickle
import threading
from contextlib import suppress
from typing import Any
from uuid import uuid4

from distributed import Queue, get_client, get_worker

from cp_puzzles.engines.base import Part
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.message import Failed, Message
from cp_puzzles.search.work.part_search import PartSearch, as_known

PUT_SECONDS = 2.0

_prepared = threading.local()


class _AbandonedError(Exception):
    """Nobody waits for the part any more."""


def search_part(job: bytes, part: Part, queue: str, key: str) -> None:
    """Search a part of a pickled job; Dask calls this, once more if the worker that did so died."""
    sender = _Sender(part, queue, key)
    with suppress(_AbandonedError):
        try:
            sender.send(None)
            _searcher(job).search(part, sender.send, sender.is_cancelled)
        except _AbandonedError:
            raise
        except Exception as error:
            sender.send(Failed(part.index, as_known(error)))


def _searcher(job: bytes) -> PartSearch:
    """The search of a job; each thread of a worker keeps one."""
    if getattr(_prepared, "job", None) != job:
        loaded = pickle.loads(job)
        assert isinstance(loaded, Job)
        _prepared.searcher, _prepared.job = PartSearch(loaded), job
    searcher: PartSearch = _prepared.searcher
    return searcher


class _Sender:
    """Puts numbered messages of one execution of a task into the queue; None says that it has begun."""

    def __init__(self, part: Part, queue: str, key: str) -> None:
        self._part, self._execution, self._number = part.index, uuid4().hex, 0
        self._worker = get_worker()
        self._key = key
        make: Any = Queue
        self._queue = make(queue, client=get_client())

    def send(self, message: Message | None) -> None:
        """Put a message; wait while the queue is full and somebody still reads it."""
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
                # a message that was put although the time was over comes twice: its number tells
                self._queue.put(record, timeout=PUT_SECONDS)
                return
            except TimeoutError:
                if self.is_cancelled():
                    raise _AbandonedError from None

    def is_cancelled(self) -> bool:
        """Whether the client has cancelled the task, or is gone: the worker knows both. Any thread may ask."""
        task = self._worker.state.tasks.get(self._key)
        return task is None or task.state != "executing"
