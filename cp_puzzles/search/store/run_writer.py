"""Writing a stored run: its identity, its parts, and the solutions of those that were searched.

A part is open until it was run. One transaction marks it as searched, with its solutions and with the parts that are
left of it. So a process that is killed loses the runs of its workers and nothing else, and nothing is found twice.

The writer always has a transaction open: each begins when the one before is committed. So SQLite itself keeps other
writers out, even if the lock file was deleted. SQLite also reports a commit of another process between two
transactions; then the writer stops. `ReplacedFileGuard` finds that the file or its journal was deleted, replaced or
truncated, which SQLite does not report.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from time import monotonic

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.errors import EngineError, MistakeError
from cp_puzzles.search.job import Job
from cp_puzzles.search.parts import Pair, PartRun
from cp_puzzles.search.store.run_file import (
    ReplacedFileGuard,
    WriterLock,
    connect_to_write,
    file_mistakes,
    is_empty,
    real_path,
)
from cp_puzzles.search.store.run_identity import identity_of
from cp_puzzles.search.store.run_tables import SealedRows, create_tables
from cp_puzzles.search.store.stored_parts import (
    BatchReader,
    Record,
    Session,
    StoredAnswers,
    StoredPart,
    gathered,
    insert,
    place_of,
    put_identity,
    read_record,
    with_result,
)

CHECKPOINT_SECONDS = 60.0
"""The time between two checkpoints of the journal."""


class StoreWriter:
    """The file of a run, or of a share of it, open for writing.

    `roots` returns the parts of a new run. Raises `MistakeError` if the file cannot be written, if another process is
    writing it, or if it is no stored run of the same request.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        job: Job,
        cover: Cover,
        request: SearchRequest,
        *,
        roots: Callable[[], Iterable[Part]],
        jobs: int,
        share: str = "",
    ) -> None:
        self._path, self._real = os.fspath(path), real_path(os.fspath(path))
        self._job, self._cover = job, cover
        self._began = self._checkpointed = monotonic()
        self._failed = False
        self._access = threading.RLock()  # the worker thread keeps parts, the caller answers
        with ExitStack() as stack:
            self._lock = WriterLock(self._real, self._path)
            stack.callback(self._lock.release)
            self._connection = stack.enter_context(closing(connect_to_write(self._real, self._path)))
            self._rows = SealedRows(self._connection)
            self._batches = BatchReader(self._connection, cover)
            self._answers = StoredAnswers(self._connection)
            identity = identity_of(job, cover, request, share)
            with self._guarded():
                self._connection.execute("BEGIN IMMEDIATE")
                self._version = self._data_version()
                if is_empty(self._connection):
                    create_tables(self._connection)
                    put_identity(self._rows, identity)
                    parts = tuple(StoredPart(part, part.share) for part in roots())
                    for part in parts:
                        part.put(self._rows)
                    self.record, self.is_new = Record(identity, (), parts), True
                else:
                    self.record, self.is_new = read_record(self._rows), False
                    self.record.identity.require_match(identity, self._cover, self._path)
                self._session = Session.of(len(self.record.sessions) + 1, self._job, jobs)
                self._file = ReplacedFileGuard(self._real, self._path)
                self._commit()
            stack.pop_all()

    def keep(self, run: PartRun, rest: tuple[Part, ...], engine: str) -> None:
        """Keep the run of a part, and the parts that are left of it."""
        with self._guarded():
            share = max(0.0, run.part.share - sum(part.share for part in rest))
            batches = [*gathered(run.batches)]
            for number, pair in enumerate(batches):
                insert(self._connection, place_of(run.part), number, pair)
            stored = StoredPart(run.part, run.part.share)
            done = with_result(stored, run.result, share, self._session.number, engine)
            replace(done, batches=len(batches)).put(self._rows)
            for part in rest:
                StoredPart(part, part.share).put(self._rows)
            self._commit()

    def solutions(self, part: StoredPart) -> Iterator[Pair]:
        """Yield the solutions of a part that an earlier session has searched; each is verified."""
        with self._guarded():
            yield from self._batches.of(part)

    def answer(self, question: str, solution: bytes) -> str | None:
        """Return the stored answer to a question about a solution."""
        with self._guarded():
            return self._answers.get(question, solution)

    def keep_answer(self, question: str, solution: bytes, value: str) -> None:
        """Store the answer to a question about a solution."""
        with self._guarded():
            self._answers.put(question, solution, value)

    def commit(self) -> None:
        """Make sure that a killed process does not lose the answers."""
        with self._guarded():
            self._commit()

    def close(self, ended: str = "interrupted") -> None:
        """Commit with the status `ended` of the session and release the lock."""
        with self._access:
            try:
                if not self._failed:
                    with self._guarded():
                        self._session = replace(self._session, ended=ended)
                        self._commit(last=True)
            finally:
                try:
                    with suppress(sqlite3.Error):
                        self._connection.close()
                finally:
                    self._lock.release()

    def _commit(self, *, last: bool = False) -> None:
        """Commit the transaction, and begin the next one unless it was the `last`."""
        now = monotonic()
        self._session = replace(self._session, seconds=now - self._began)
        self._session.put(self._rows)
        self._rows.seal()
        self._connection.execute("COMMIT")
        self._file.check("", "-wal")
        if now - self._checkpointed > CHECKPOINT_SECONDS:
            self._checkpointed = now
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if not last:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._data_version() != self._version:
                raise MistakeError(
                    self._path, "another process has written to this run meanwhile", "stop one of the two"
                )

    def _data_version(self) -> int:
        """Return a number that changes when another connection writes."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn errors of the file into `MistakeError`; after an error, nothing more is written."""
        with self._access:
            try:
                with file_mistakes(self._path):
                    yield
            except (MistakeError, EngineError):
                self._failed = True
                raise
