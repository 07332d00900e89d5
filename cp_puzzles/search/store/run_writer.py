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
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from time import monotonic
from typing import Any

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.errors import EngineError, MistakeError
from cp_puzzles.search.job import Job
from cp_puzzles.search.parts import Pair, PartRun
from cp_puzzles.search.store.run_file import (
    OTHER_FAMILY,
    ReplacedFileGuard,
    WriterLock,
    connect_to_write,
    file_mistakes,
    is_empty,
    real_path,
    refuse_answers,
)
from cp_puzzles.search.store.run_identity import identity_of
from cp_puzzles.search.store.run_tables import SealedRows, StoredAnswers, create_tables
from cp_puzzles.search.store.stored_parts import (
    BatchReader,
    Record,
    StoredPart,
    gathered,
    insert,
    place_of,
    read_record,
)

CHECKPOINT_SECONDS = 60.0
"""The time between two checkpoints of the journal."""


class StoreFile:
    """A file of the store, open for writing: the `identity` of its content, and answers to questions.

    Raises `MistakeError` if the file cannot be written, if another process is writing it, or if it keeps something
    else.
    """

    def __init__(self, path: str | os.PathLike[str], identity: Mapping[str, str]) -> None:
        self._path, self._real = os.fspath(path), real_path(os.fspath(path))
        self._began = self._checkpointed = monotonic()
        self._begun = datetime.now(UTC).isoformat(timespec="seconds")
        self._failed = False
        self._access = threading.RLock()  # the worker thread keeps parts, the caller answers
        with ExitStack() as stack:
            self._lock = WriterLock(self._real, self._path)
            stack.callback(self._lock.release)
            self._connection = stack.enter_context(closing(connect_to_write(self._real, self._path)))
            self._rows = SealedRows(self._connection)
            self._answers = StoredAnswers(self._connection)
            with self._guarded():
                self._connection.execute("BEGIN IMMEDIATE")
                self._version = self._data_version()
                self.is_new = is_empty(self._connection)
                if self.is_new:
                    create_tables(self._connection)
                    for key, value in identity.items():
                        self._rows.put("identity", key, value)
                tables = {} if self.is_new else self._rows.read()
                self._session = len(tables.get("sessions", ())) + 1
                self._begin(tables, identity)
                self._file = ReplacedFileGuard(self._real, self._path)
                self._commit()
            stack.pop_all()

    def _begin(self, tables: Mapping[str, list[tuple[Any, ...]]], identity: Mapping[str, str]) -> None:
        """Take the tables of a file, or begin a new one; raise `MistakeError` if it keeps something else."""
        if not self.is_new and dict(tables["identity"]) != identity:
            raise MistakeError(self._path, *OTHER_FAMILY)

    def answers(self, question: str) -> dict[bytes, str]:
        """Return all stored answers to a question, by their subjects."""
        with self._guarded():
            return dict(self._answers.each(question))

    def answer(self, question: str, subject: bytes) -> str | None:
        """Return the stored answer to a question about a subject."""
        with self._guarded():
            return self._answers.get(question, subject)

    def keep_answer(self, question: str, subject: bytes, value: str) -> None:
        """Store the answer to a question about a subject."""
        with self._guarded():
            self._answers.put(question, subject, value)
            self._commit()

    def close(self) -> None:
        """Commit, and release the lock."""
        with self._access:
            try:
                if not self._failed:
                    with self._guarded():
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
        self._rows.put("sessions", self._session, self._begun, now - self._began)
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


class StoreWriter(StoreFile):
    """The file of a run, or of a share of it, open for writing; `roots` returns the parts of a new run.

    Raises `MistakeError` if it is no stored run of the same request.
    """

    record: Record

    def __init__(
        self,
        path: str | os.PathLike[str],
        job: Job,
        cover: Cover,
        request: SearchRequest,
        *,
        roots: Callable[[], Iterable[Part]],
        share: str = "",
    ) -> None:
        self._cover, self._roots, self._identity = cover, roots, identity_of(job, cover, request, share)
        super().__init__(path, vars(self._identity))
        self._batches = BatchReader(self._connection, cover)

    def _begin(self, tables: Mapping[str, list[tuple[Any, ...]]], identity: Mapping[str, str]) -> None:
        """Take the record of a run, or begin one."""
        if self.is_new:
            self.record = Record(self._identity, tuple(StoredPart(part, part.share) for part in self._roots()))
            for part in self.record.parts:
                part.put(self._rows)
        else:
            refuse_answers(tables, self._path)
            self.record = read_record(tables)
            self.record.identity.require_match(self._identity, self._cover, self._path)

    def keep(self, run: PartRun, rest: tuple[Part, ...], engine: str) -> None:
        """Keep the run of a part, and the parts that are left of it."""
        with self._guarded():
            share = max(0.0, run.part.share - sum(part.share for part in rest))
            batches = [*gathered(run.batches)]
            for number, pair in enumerate(batches):
                insert(self._connection, place_of(run.part), number, pair)
            result = replace(run.result, rest=())
            StoredPart(run.part, share, self._session, engine, result, len(batches)).put(self._rows)
            for part in rest:
                StoredPart(part, part.share).put(self._rows)
            self._commit()

    def solutions(self, part: StoredPart) -> Iterator[Pair]:
        """Yield the solutions of a part that an earlier session has searched; each is verified."""
        with self._guarded():
            yield from self._batches.of(part)
