"""A run that is kept: what was asked, the parts, which are finished, every solution found.

Each search of a part is an *attempt* with rows of its own. Solutions are committed while an attempt goes on, so that
memory stays small, but they count from the moment at which the part is marked as finished by it, in one transaction
with the last of them. An attempt that was cut short keeps what it found until another one of the same part is finished
or has found more: so nothing is lost, and nothing is counted twice, whoever searches the part again.

From its begin to its end the writer is in a transaction, one after the other: by that the database itself keeps others
from writing, also where the lock beside the file has been taken away. Should one come in between two transactions
all the same, the database tells it, and the writer ends.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from time import monotonic

from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Batch, OrbitSizes, PartResult, Question
from cp_puzzles.errors import EngineError, MistakeError
from cp_puzzles.search.plan.partition import Partition
from cp_puzzles.search.store.batches import ROWS, VerifiedBatches, insert, joined
from cp_puzzles.search.store.file import (
    connect_to_write,
    connected_to_read,
    damaged,
    file_mistakes,
    is_empty,
    real_path,
)
from cp_puzzles.search.store.identity import Identity, identity_of
from cp_puzzles.search.store.lock import SameFile, WriterLock
from cp_puzzles.search.store.record import Attempt, Record, Session, put_part, put_run, read_record
from cp_puzzles.search.store.tables import SealedRows, create_tables
from cp_puzzles.search.store.waiting import Known, Pair
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.message import Counted, Finished, Found, Message, Restarted

COMMIT_SECONDS = 0.25
CHECKPOINT_SECONDS = 30.0
"""How long the loss of power, not of a process, may set a run back."""


@dataclass
class _Open:
    """An attempt that goes on; `pending` has not been written yet."""

    attempt: Attempt
    solutions: int = 0
    raw: int = 0
    self_symmetric: int = 0
    pending: list[Pair] = field(default_factory=list)
    pending_rows: int = 0

    def so_far(self) -> Attempt:
        """The attempt as it is at this moment."""
        result = replace(
            self.attempt.result, solutions=self.solutions, raw=self.raw, self_symmetric=self.self_symmetric
        )
        return replace(self.attempt, result=result)


class StoreWriter:
    """The file of a run, open for writing; solutions whose turn has not come wait in it."""

    def __init__(self, path: str, job: Job, cover: Cover, question: Question) -> None:
        self._path, self._real = path, real_path(path)
        self._job, self._cover, self._question = job, cover, question
        self._open: dict[int, _Open] = {}
        self._began = self._committed = self._checkpointed = monotonic()
        self._failed = self._wrote = False
        self._session: Session | None = None
        self._lock = WriterLock(self._real, path)
        try:
            self._connection = connect_to_write(self._real, path)
        except BaseException:
            self._lock.release()
            raise
        self._rows = SealedRows(self._connection)
        self._batches = VerifiedBatches(self._connection, cover)

    def begin(self, make_partition: Callable[[], Partition], jobs: int) -> None:
        """Begin the run or take it up again, with a new session; raises `MistakeError` if it is another run."""
        identity = identity_of(self._job, self._cover, self._question)
        with self._told():
            self._connection.execute("BEGIN IMMEDIATE")
            self._version = self._data_version()
            if is_empty(self._connection):
                record = self._create(identity, make_partition())
            else:
                record = read_record(self._connection, self._rows)
                record.identity.must_be(identity, self._path)
            self.known = Known(record.partition, record.results, record.seconds)
            self._record = record
            self._attempts = {part: {a.number: a for a in tried} for part, tried in record.attempts.items()}
            self._finished = dict(record.finished)
            self._session = Session.of(len(record.sessions) + 1, self._job, jobs)
            self._file = SameFile(self._real, self._path)
            self._commit()

    def figures(self) -> dict[str, object]:
        """What earlier sessions did, and the engines if they are several."""
        figures: dict[str, object] = {}
        if self.known.seconds:
            figures |= {"stored_parts": len(self.known.finished), "stored_seconds": self.known.seconds}
        engines = self._now().engines
        return figures | {f"parts_by_{engine}": n for engine, n in engines.items() if len(engines) > 1}

    def keep(self, message: Message, *, due: bool) -> None:
        """Keep what a message says, whether its solutions are `due` or not."""
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
                    self._leave(part)
                case _:
                    pass

    def commit_if_due(self) -> None:
        """Commit now and then."""
        if monotonic() - self._committed >= COMMIT_SECONDS:
            with self._told():
                self._commit()

    def take(self, part: int) -> Iterator[Pair]:
        """The solutions of a finished part, or what this session has found of another one so far."""
        if part in self._open:
            yield from self._read(self._written(part))
        elif part in self._finished:
            yield from self._read(self._attempts[part][self._finished[part]])

    def rest(self, part: int) -> Iterator[Pair]:
        """The solutions of a finished part, or the most that any session has found of another one."""
        if part in self._open:
            self._written(part)
        best = self._now().best(part)
        if best is not None:
            yield from self._read(best)

    def close(self, ended: str = "interrupted") -> None:
        """Commit, say how the session `ended`, and let others write; what is complete is read once more."""
        try:
            if self._session is not None and not self._failed:
                with self._told():
                    self._session = replace(self._session, ended=ended)
                    self._commit(last=True)
        finally:
            try:
                with suppress(sqlite3.Error):
                    self._connection.close()
                if ended == "complete" and self._wrote and not self._failed:
                    self._read_once_more()
            finally:
                self._lock.release()

    def _create(self, identity: Identity, partition: Partition) -> Record:
        create_tables(self._connection)
        record = Record(identity, partition)
        put_run(self._rows, record)
        return record

    def _found(self, part: int, batch: Batch, sizes: OrbitSizes) -> None:
        attempt = self._attempt(part)
        attempt.pending.append((batch, sizes))
        attempt.pending_rows += len(batch)
        attempt.solutions += len(batch)
        attempt.raw += int(sizes.sum())
        attempt.self_symmetric += int((sizes < self._question.leader.group.order).sum())
        if attempt.pending_rows >= ROWS:
            self._written(part)

    def _finish(self, part: int, result: PartResult) -> None:
        self._attempt(part)
        found = self._written(part)
        if self._job.keep and (found.result.solutions, found.result.raw) != (result.solutions, result.raw):
            raise EngineError(
                f"part {part}: {found.result.solutions} solutions ({found.result.raw} in all) came, "
                f"the engine speaks of {result.solutions} ({result.raw})"
            )
        now = self._open[part]
        now.attempt = replace(found, result=result)
        now.solutions, now.raw, now.self_symmetric = result.solutions, result.raw, result.self_symmetric
        if result.complete:
            del self._open[part]
            self._put(now.attempt)
            for number in [number for number in self._attempts[part] if number != found.number]:
                self._delete(part, number)
            partition = self.known.partition
            put_part(self._rows, partition.parts[part], partition.weights[part], finished=found.number)
            self._finished[part] = found.number
        self._commit()

    def _attempt(self, part: int) -> _Open:
        if part not in self._open:
            tried = self._attempts.setdefault(part, {})
            best = self._now().best(part)
            for number in [number for number in tried if best is None or number != best.number]:
                self._delete(part, number)
            assert self._session is not None
            attempt = Attempt(part, 1 + max(tried, default=0), self._session.number)
            self._put(attempt)
            self._open[part] = _Open(attempt)
        return self._open[part]

    def _leave(self, part: int) -> None:
        """The attempt has ended before its time; what it found is kept until there is more."""
        if part in self._open:
            self._written(part)
            del self._open[part]

    def _written(self, part: int) -> Attempt:
        """The attempt that goes on, with everything that it has found written."""
        now = self._open[part]
        if now.pending:
            insert(self._connection, part, now.attempt.number, now.attempt.batches, joined(now.pending))
            now.attempt = replace(now.attempt, batches=now.attempt.batches + 1)
            now.pending, now.pending_rows = [], 0
        found = now.so_far()
        if found != self._attempts[part][found.number]:
            self._put(found)
        return found

    def _put(self, attempt: Attempt) -> None:
        attempt.put(self._rows)
        self._attempts[attempt.part][attempt.number] = attempt
        self._wrote = True

    def _delete(self, part: int, number: int) -> None:
        self._rows.delete_attempt(part, number)
        del self._attempts[part][number]

    def _read(self, attempt: Attempt) -> Iterator[Pair]:
        """The solutions of an attempt; a count keeps none."""
        with self._told():
            if not self._job.keep:
                return
            yield from self._batches.of(self.known.partition.parts[attempt.part], attempt)

    def _now(self) -> Record:
        """The record as it would be read at this moment."""
        assert self._session is not None
        return replace(
            self._record,
            sessions=(*self._record.sessions, self._session),
            attempts={part: tuple(tried.values()) for part, tried in self._attempts.items() if tried},
            finished=self._finished,
        )

    def _commit(self, *, last: bool = False) -> None:
        """End the transaction, and begin the next one unless it was the `last`."""
        assert self._session is not None
        for part in self._open:
            self._written(part)
        self._committed = monotonic()
        self._session = replace(self._session, seconds=self._committed - self._began)
        self._session.put(self._rows)
        self._rows.seal()
        self._connection.execute("COMMIT")
        self._file.check("", "-wal")
        if self._committed - self._checkpointed > CHECKPOINT_SECONDS:
            self._checkpointed = self._committed
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if not last:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._data_version() != self._version:
                raise MistakeError(
                    self._path, "another process has written this run meanwhile", "it goes on there; stop one of them"
                )

    def _data_version(self) -> int:
        """A number that changes when another connection has written."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _read_once_more(self) -> None:
        """Raise `MistakeError` if the file, as it lies on the disk, does not say what this session ends with."""
        self._file.check("")
        with connected_to_read(self._path) as connection, file_mistakes(self._path):
            record = read_record(connection, SealedRows(connection))
        if not record.is_whole or record.results != self._now().results:
            raise damaged(self._path, "it does not say what was written")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """After an error of the file nothing more is written: the last commit stays as it is."""
        try:
            with file_mistakes(self._path):
                yield
        except (MistakeError, EngineError):
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
    store = StoreWriter(os.fspath(path), job, cover, question)
    try:
        store.begin(make_partition, jobs)
    except BaseException:
        store.close()
        raise
    return store
