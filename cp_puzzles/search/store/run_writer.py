"""Writing a stored run: the identity, the parts, the finished ones, and every solution.

Each search of a part is an *attempt* with rows of its own. Solutions are committed during an attempt, so that memory
stays small. They count as soon as a transaction, which also contains the last of them, marks the part as finished by
this attempt. An unfinished attempt is kept until another attempt finishes the part or has more solutions: nothing is
lost and nothing is counted twice.

The writer always has a transaction open: each begins when the one before is committed. So SQLite itself keeps other
writers out, even if the lock file was deleted. SQLite also reports a commit of another process between two
transactions; then the writer stops.

Two guards find what SQLite does not report, as tests show:

- `ReplacedFileGuard`: the file, or its journal, was deleted, replaced or truncated. SQLite goes on writing to a file
  without a name, and reports no error.
- `PRAGMA data_version`: another program wrote between two transactions, without the lock. This writer would commit a
  seal of other rows.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from time import monotonic

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Batch, OrbitSizes, PartResult, SearchRequest
from cp_puzzles.errors import EngineError, MistakeError
from cp_puzzles.search.job import Job
from cp_puzzles.search.ordered_results import Pair, ResumeState, SolutionBuffer
from cp_puzzles.search.partition.partition import Partition
from cp_puzzles.search.store.run_file import (
    ReplacedFileGuard,
    WriterLock,
    connect_to_write,
    file_mistakes,
    is_empty,
    real_path,
)
from cp_puzzles.search.store.run_identity import identity_of
from cp_puzzles.search.store.run_record import Attempt, Record, Session, put_part, put_run, read_record
from cp_puzzles.search.store.run_tables import SealedRows, create_tables
from cp_puzzles.search.store.stored_solutions import BATCH_SOLUTIONS, BatchReader, StoredAnswers, concatenated, insert
from cp_puzzles.search.workers.messages import Counted, Finished, Found, Message, Restarted

COMMIT_SECONDS = 0.25
"""Time between commits: a killed process loses at most this much work."""

CHECKPOINT_SECONDS = 30.0
"""Time between checkpoints: a power failure loses at most this much work."""


class StoreWriter(SolutionBuffer):
    """The file of a run, or of a share of its parts, open for writing.

    `make_partition` is called if the run is new. Raises `MistakeError` if the file cannot be written, if another
    process is writing it, or if it is no stored run of the same request.
    """

    keeps_answers = True

    def __init__(
        self,
        path: str | os.PathLike[str],
        job: Job,
        cover: Cover,
        request: SearchRequest,
        *,
        make_partition: Callable[[], Partition],
        jobs: int,
        share: str = "",
    ) -> None:
        self._path, self._real = os.fspath(path), real_path(os.fspath(path))
        self._job, self._cover, self._request = job, cover, request
        self._open: dict[int, Attempt] = {}  # the attempts in progress
        self._pending: defaultdict[int, list[Pair]] = defaultdict(list)  # their batches that are not written yet
        self._began = self._committed = self._checkpointed = monotonic()
        self._failed = False
        with ExitStack() as stack:
            self._lock = WriterLock(self._real, self._path)
            stack.callback(self._lock.release)
            self._connection = stack.enter_context(closing(connect_to_write(self._real, self._path)))
            self._rows = SealedRows(self._connection)
            self._batches = BatchReader(self._connection, cover)
            self._answers = StoredAnswers(self._connection)
            self._begin(make_partition, jobs, share)
            stack.pop_all()

    def _begin(self, make_partition: Callable[[], Partition], jobs: int, share: str) -> None:
        """Start or resume the run with a new session."""
        identity = identity_of(self._job, self._cover, self._request, share)
        with self._guarded():
            self._connection.execute("BEGIN IMMEDIATE")
            self._version = self._data_version()
            if is_empty(self._connection):
                create_tables(self._connection)
                record = Record(identity, make_partition())
                put_run(self._rows, record)
            else:
                record = read_record(self._rows)
                record.identity.require_match(identity, self._cover, self._path)
            self.resume_state = ResumeState(record.partition, record.results, record.seconds)
            self._record = record
            self._attempts = {part: {a.number: a for a in tried} for part, tried in record.attempts.items()}
            self._finished = dict(record.finished)
            self._session = Session.of(len(record.sessions) + 1, self._job, jobs)
            self._file = ReplacedFileGuard(self._real, self._path)
            self._commit()

    def statistics(self) -> dict[str, object]:
        """Return the parts and seconds of earlier sessions, and the parts of each engine if there are several."""
        statistics: dict[str, object] = {}
        if self.resume_state.seconds:
            statistics |= {"stored_parts": len(self.resume_state.finished), "stored_seconds": self.resume_state.seconds}
        engines = self._current_record().engines
        return statistics | {f"parts_by_{engine}": n for engine, n in engines.items() if len(engines) > 1}

    def keep(self, message: Message, *, due: bool) -> None:
        """Keep what a message reports, whether its solutions are `due` or not."""
        with self._guarded():
            match message:
                case Found(part, batch, sizes):
                    self._found(part, batch, sizes)
                case Counted(part, solutions):
                    known = self._open_attempt(part).result
                    self._update(part, replace(known, solutions=max(known.solutions, solutions)))
                case Finished(part, result):
                    self._finish(part, result)
                case Restarted(part):
                    self._abandon(part)
                case _:
                    pass

    def answer(self, question: str, solution: bytes) -> str | None:
        """Return the stored answer to a question about a solution."""
        with self._guarded():
            return self._answers.get(question, solution)

    def keep_answer(self, question: str, solution: bytes, value: str) -> None:
        """Store the answer to a question about a solution."""
        with self._guarded():
            self._answers.put(question, solution, value)

    def commit_if_due(self) -> None:
        """Commit if the last commit was `COMMIT_SECONDS` ago."""
        if monotonic() - self._committed >= COMMIT_SECONDS:
            with self._guarded():
                self._commit()

    def take(self, part: int) -> Iterator[Pair]:
        """Yield the solutions of a finished part, or those that this session has found in an unfinished part."""
        if part in self._open:
            yield from self._read(self._write_pending(part))
        elif part in self._finished:
            yield from self._read(self._attempts[part][self._finished[part]])

    def rest(self, part: int) -> Iterator[Pair]:
        """Yield the solutions of a finished part, or those of the best attempt at an unfinished part."""
        if part in self._open:
            self._write_pending(part)
        best = self._current_record().best(part)
        if best is not None:
            yield from self._read(best)

    def close(self, ended: str = "interrupted") -> None:
        """Commit with the status `ended` of the session and release the lock."""
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

    def _found(self, part: int, batch: Batch, sizes: OrbitSizes) -> None:
        known, pending = self._open_attempt(part).result, self._pending[part]
        pending.append((batch, sizes))
        symmetric = int((sizes < self._request.leader.group.order).sum())
        solutions, raw = known.solutions + len(batch), known.raw + int(sizes.sum())
        symmetric += known.self_symmetric
        self._update(part, replace(known, solutions=solutions, raw=raw, self_symmetric=symmetric))
        if sum(len(batch) for batch, _ in pending) >= BATCH_SOLUTIONS:
            self._write_pending(part)

    def _finish(self, part: int, result: PartResult) -> None:
        """Store the result of a part; if it is complete, mark the part as finished and delete other attempts."""
        self._open_attempt(part)
        stored = self._write_pending(part)
        if self._job.keep and (stored.result.solutions, stored.result.raw) != (result.solutions, result.raw):
            raise EngineError(
                f"part {part}: stored {stored.result.solutions} solutions ({stored.result.raw} in all), "
                f"but the engine reported {result.solutions} ({result.raw})"
            )
        self._update(part, result)
        if result.complete:
            self._put(self._open.pop(part))
            for number in [number for number in self._attempts[part] if number != stored.number]:
                self._delete(part, number)
            partition = self.resume_state.partition
            put_part(self._rows, partition.parts[part], partition.weights[part], finished=stored.number)
            self._finished[part] = stored.number
        self._commit()

    def _update(self, part: int, result: PartResult) -> None:
        """Set the result of an open attempt so far."""
        self._open[part] = replace(self._open[part], result=result)

    def _open_attempt(self, part: int) -> Attempt:
        """Return the attempt at a part in this session; a new one replaces all earlier ones but the best."""
        if part not in self._open:
            earlier = self._attempts.setdefault(part, {})
            best = self._current_record().best(part)
            for number in [number for number in earlier if best is None or number != best.number]:
                self._delete(part, number)
            attempt = Attempt(part, 1 + max(earlier, default=0), self._session.number)
            self._put(attempt)
            self._open[part] = attempt
        return self._open[part]

    def _abandon(self, part: int) -> None:
        """End an attempt early; its solutions are kept until another attempt has more."""
        if part in self._open:
            self._write_pending(part)
            del self._open[part]

    def _write_pending(self, part: int) -> Attempt:
        """Write the pending batches of an attempt and return it."""
        attempt = self._open[part]
        if pending := self._pending.pop(part, None):
            insert(self._connection, part, attempt.number, attempt.batches, concatenated(pending))
            attempt = self._open[part] = replace(attempt, batches=attempt.batches + 1)
        if attempt != self._attempts[part][attempt.number]:
            self._put(attempt)
        return attempt

    def _put(self, attempt: Attempt) -> None:
        """Write the row of an attempt."""
        attempt.put(self._rows)
        self._attempts[attempt.part][attempt.number] = attempt

    def _delete(self, part: int, number: int) -> None:
        self._rows.delete_attempt(part, number)
        del self._attempts[part][number]

    def _read(self, attempt: Attempt) -> Iterator[Pair]:
        """Yield the solutions of an attempt; a count keeps none."""
        with self._guarded():
            if not self._job.keep:
                return
            yield from self._batches.of(self.resume_state.partition.parts[attempt.part], attempt)

    def _current_record(self) -> Record:
        """Return the record with the changes of this session."""
        return replace(
            self._record,
            sessions=(*self._record.sessions, self._session),
            attempts={part: tuple(attempts.values()) for part, attempts in self._attempts.items() if attempts},
            finished=self._finished,
        )

    def _commit(self, *, last: bool = False) -> None:
        """Commit the transaction, and begin the next one unless it was the `last`."""
        for part in self._open:
            self._write_pending(part)
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
                    self._path, "another process has written to this run meanwhile", "stop one of the two"
                )

    def _data_version(self) -> int:
        """Return a number that changes when another connection writes."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn errors of the file into `MistakeError`; after an error, nothing more is written."""
        try:
            with file_mistakes(self._path):
                yield
        except (MistakeError, EngineError):
            self._failed = True
            raise
