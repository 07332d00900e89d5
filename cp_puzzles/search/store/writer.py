"""A run that is kept: what was asked, the parts, which are finished, every solution found.

Each search of a part is an *attempt* with rows of its own. Solutions are committed while an attempt goes on, so that
memory stays small, but they count from the moment at which the part is marked as finished by it, in one transaction
with the last of them. An attempt that was cut short keeps what it found until another one of the same part is finished
or has found more: so nothing is lost, and nothing is counted twice, whoever searches the part again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic

from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Batch, OrbitSizes, PartResult, Question
from cp_puzzles.errors import EngineError, MistakeError
from cp_puzzles.search.plan.partition import Partition
from cp_puzzles.search.store.batches import ROWS, insert, joined, select
from cp_puzzles.search.store.file import Lock, connect_to_write, is_empty, sqlite_mistakes
from cp_puzzles.search.store.identity import Identity, identity_of
from cp_puzzles.search.store.tables import (
    create_run,
    new_session,
    read_attempts,
    read_best_attempt,
    read_engines,
    read_finished,
    read_identity,
    read_partition,
    read_seconds,
)
from cp_puzzles.search.store.waiting import Pair
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.message import Counted, Finished, Found, Message, Restarted

COMMIT_SECONDS = 0.25
CHECKPOINT_SECONDS = 30.0
"""How long the loss of power, not of a process, may set a run back."""


@dataclass
class _Attempt:
    """A part that is being searched; `pending` has not been written yet."""

    number: int
    written: int = 0
    solutions: int = 0
    raw: int = 0
    self_symmetric: int = 0
    pending: list[Pair] = field(default_factory=list)
    pending_rows: int = 0


class StoreWriter:
    """The file of a run, open for writing; it is also the shelf on which solutions wait for their turn."""

    finished: Mapping[int, PartResult]

    def __init__(self, path: str, identity: Identity, job: Job, group_order: int) -> None:
        self.path = path
        self._identity, self._job, self._group_order = identity, job, group_order
        self._attempts: dict[int, _Attempt] = {}
        self._began = self._committed = self._checkpointed = monotonic()
        self._failed = False
        self._session = 0
        self._lock = Lock(path)
        try:
            self._connection = connect_to_write(path)
        except BaseException:
            self._lock.release()
            raise

    def open(self, make_partition: Callable[[], Partition], jobs: int) -> None:
        """Begin the run or take it up again, with a new session; raises `MistakeError` if it is another run."""
        with self._told():
            if is_empty(self._connection):
                partition = make_partition()
                self._begin()
                create_run(self._connection, self._identity, partition)
            read_identity(self._connection).must_be(self._identity, self.path)
            self.partition = read_partition(self._connection)
            self.finished = read_finished(self._connection)
            self.earlier_seconds = read_seconds(self._connection)
            self._finished_by = read_attempts(self._connection)
            self._begin()
            self._session = new_session(self._connection, self._job, jobs)
            self._commit()

    def figures(self) -> dict[str, object]:
        """What earlier sessions did, and the engines if they are several."""
        figures: dict[str, object] = {}
        if self.earlier_seconds:
            figures |= {"stored_parts": len(self.finished), "stored_seconds": self.earlier_seconds}
        with self._told():
            engines = read_engines(self._connection)
        return figures | {f"parts_by_{engine}": n for engine, n in engines.items() if len(engines) > 1}

    def note(self, message: Message) -> None:
        """Keep what a message says."""
        with self._told():
            match message:
                case Found(part, batch, sizes):
                    self._found(part, batch, sizes)
                case Counted(part, solutions):
                    attempt = self._attempt(part)
                    attempt.solutions = max(attempt.solutions, solutions)
                case Finished(part, result):
                    self._finish(part, result)
                case Restarted(part):
                    self._attempts.pop(part, None)
                case _:
                    pass

    def look_around(self) -> None:
        """Commit now and then."""
        if monotonic() - self._committed >= COMMIT_SECONDS:
            with self._told():
                self._commit()

    def put(self, part: int, batch: Batch, sizes: OrbitSizes) -> None:
        """Nothing to do: `note` has written the batch."""

    def drop(self, part: int) -> None:
        """Nothing to do: `note` has begun another attempt."""

    def take(self, part: int) -> Iterator[Pair]:
        """The solutions of a finished part, or what this session has found of another one so far."""
        with self._told():
            attempt = self._attempts.get(part)
            number = self._finished_by.get(part) if attempt is None else attempt.number
            if attempt is not None:
                self._write(part, attempt)
            if number is not None:
                yield from select(self._connection, part, number)

    def rest(self, part: int) -> Iterator[Pair]:
        """The solutions of a finished part, or the most that any session has found of another one."""
        with self._told():
            if part in self._attempts:
                self._commit()
            best = read_best_attempt(self._connection, part)
            if best is not None:
                yield from select(self._connection, part, best)

    def close(self, ended: str = "interrupted") -> None:
        """Commit, say how the session `ended`, and let others write."""
        try:
            if self._session and not self._failed:
                with self._told():
                    self._begin()
                    self._connection.execute("UPDATE sessions SET ended = ? WHERE session = ?", (ended, self._session))
                    self._commit()
        finally:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._lock.release()

    def _found(self, part: int, batch: Batch, sizes: OrbitSizes) -> None:
        attempt = self._attempt(part)
        attempt.pending.append((batch, sizes))
        attempt.pending_rows += len(batch)
        attempt.solutions += len(batch)
        attempt.raw += int(sizes.sum())
        attempt.self_symmetric += int((sizes < self._group_order).sum())
        if attempt.pending_rows >= ROWS:
            self._write(part, attempt)

    def _finish(self, part: int, result: PartResult) -> None:
        attempt = self._attempt(part)
        self._write(part, attempt)
        if self._job.keep and (attempt.solutions, attempt.raw) != (result.solutions, result.raw):
            raise EngineError(
                f"part {part}: {attempt.solutions} solutions ({attempt.raw} in all) came, "
                f"the engine speaks of {result.solutions} ({result.raw})"
            )
        self._begin()
        self._connection.execute(
            "UPDATE attempts SET solutions = ?, raw = ?, self_symmetric = ?, statistics = ?, sizes = ? "
            "WHERE part = ? AND attempt = ?",
            (
                *(result.solutions, result.raw, result.self_symmetric),
                *(json.dumps(dict(result.statistics)), json.dumps(dict(result.sizes)), part, attempt.number),
            ),
        )
        if result.complete:
            for table in ("batches", "attempts"):
                self._connection.execute(f"DELETE FROM {table} WHERE part = ? AND attempt != ?", (part, attempt.number))
            self._connection.execute("UPDATE parts SET finished = ? WHERE part = ?", (attempt.number, part))
            self._finished_by[part] = attempt.number
            del self._attempts[part]
        self._commit()

    def _attempt(self, part: int) -> _Attempt:
        if part not in self._attempts:
            self._begin()
            tried = self._connection.execute(
                "SELECT attempt FROM attempts WHERE part = ? ORDER BY solutions DESC, attempt", (part,)
            ).fetchall()
            for (worse,) in tried[1:]:
                for table in ("batches", "attempts"):
                    self._connection.execute(f"DELETE FROM {table} WHERE part = ? AND attempt = ?", (part, worse))
            number = 1 + max((attempt for (attempt,) in tried), default=0)
            self._connection.execute(
                "INSERT INTO attempts(part, attempt, session) VALUES (?, ?, ?)", (part, number, self._session)
            )
            self._attempts[part] = _Attempt(number)
        return self._attempts[part]

    def _write(self, part: int, attempt: _Attempt) -> None:
        if attempt.pending:
            self._begin()
            insert(self._connection, part, attempt.number, attempt.written, joined(attempt.pending))
            attempt.written += 1
            attempt.pending, attempt.pending_rows = [], 0

    def _begin(self) -> None:
        if not self._connection.in_transaction:
            self._connection.execute("BEGIN IMMEDIATE")

    def _commit(self) -> None:
        self._begin()
        for part, attempt in self._attempts.items():
            self._write(part, attempt)
            self._connection.execute(
                "UPDATE attempts SET solutions = ?, raw = ?, self_symmetric = ? WHERE part = ? AND attempt = ?",
                (attempt.solutions, attempt.raw, attempt.self_symmetric, part, attempt.number),
            )
        self._committed = monotonic()
        self._connection.execute(
            "UPDATE sessions SET seconds = ? WHERE session = ?", (self._committed - self._began, self._session)
        )
        self._connection.execute("COMMIT")
        if self._committed - self._checkpointed > CHECKPOINT_SECONDS:
            self._checkpointed = self._committed
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """After an error of SQLite nothing more is written: the last commit stays as it is."""
        try:
            with sqlite_mistakes(self.path):
                yield
        except MistakeError:
            self._failed = True
            raise


def open_store(
    path: str | os.PathLike[str],
    job: Job,
    cover: Cover,
    question: Question,
    *,
    make_partition: Callable[[], Partition],
    jobs: int,
) -> StoreWriter:
    """The store of a job, new or taken up again; `make_partition` is called if it is new.

    Raises `MistakeError` if the file cannot be written, is being written, is no stored run, or has another question.
    """
    store = StoreWriter(os.fspath(path), identity_of(job, cover, question), job, question.leader.group.order)
    try:
        store.open(make_partition, jobs)
    except BaseException:
        store.close()
        raise
    return store
