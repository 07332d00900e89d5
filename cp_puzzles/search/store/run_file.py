"""The file of a run: an SQLite database of rows with checksums, with one writer and any number of readers.

The writer always has a transaction open: each begins when the one before is committed. So SQLite itself keeps other
writers out, even if the lock file was deleted, and reports a commit of another process between two transactions. Six
guards find what SQLite does not report, as tests show:

- The lock file: a second writer would wait for the lock of SQLite, get it between two transactions of the first, and so
  end the first.
- The number of names of the file: SQLite names the journal after one of them, and its commits are lost by another.
- The comparison of the schema: a trigger may delete rows of a run, and reading a view may never end.
- The checksum of a row: a flipped bit in a value. SQLite keeps no checksums, and 9 of 700 flipped bits in the file of a
  count gave a wrong number.
- The seal, the sum of all checksums except those of batches and answers: a page of an earlier moment, which a disk that
  loses a write leaves. Each row in it is valid, and 5 of 96 such pages gave a wrong status. A batch needs no seal: its
  number is missing when its part is read.
- The look at the files after each commit: they were deleted, replaced or truncated meanwhile.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Self

from cp_puzzles.errors import EngineError, MistakeError, Parameter, Text
from cp_puzzles.search.store.connections import (
    BUSY,
    CHOOSE,
    NO_RUN,
    connect,
    connect_to_read,
    real_path,
    writer_lock,
)

APPLICATION_ID = 0x43505A52
FORMAT = 7
"""The format of the tables; the programs that wrote other formats are not supported."""

SCHEMA = """
CREATE TABLE identity(key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
-- the commands that wrote to the file
CREATE TABLE sessions(
    session INTEGER PRIMARY KEY, begun TEXT NOT NULL, seconds REAL NOT NULL, checksum INTEGER NOT NULL
);
-- `place` is the path, big-endian integers of 4 bytes; a part is open until it has the `session` that searched it
-- `data`, JSON: the fields of the part, the engine, the fields of its result, the number of its batches
CREATE TABLE parts(
    place BLOB PRIMARY KEY, session INTEGER, share REAL NOT NULL, data TEXT NOT NULL, checksum INTEGER NOT NULL
) WITHOUT ROWID;
-- little-endian integers: `options` of 2 or 4 bytes, `rows` times as many, -1 is padding; `orbit_sizes` of 4 bytes
CREATE TABLE batches(
    place BLOB NOT NULL, number INTEGER NOT NULL, rows INTEGER NOT NULL, width INTEGER NOT NULL,
    options BLOB NOT NULL, orbit_sizes BLOB NOT NULL, checksum INTEGER NOT NULL, UNIQUE (place, number)
);
-- the sum of the checksums of all rows but those of batches and answers: no row comes or goes without it
CREATE TABLE seal(one INTEGER PRIMARY KEY, value INTEGER NOT NULL);
-- the answers to a question about solutions or members of a family, each of which is given by a hash
CREATE TABLE answers(
    question TEXT NOT NULL, subject BLOB NOT NULL, answer TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (question, subject)
) WITHOUT ROWID
"""

SEALED = ("identity", "sessions", "parts")
"""The sealed tables; the first column of each is the key."""

CHECKPOINT_SECONDS = 60.0
"""The time between two checkpoints of the journal."""

BITS = 63
"""The bits of an integer of SQLite without the sign."""

Row = tuple[Any, ...]
Tables = Mapping[str, list[Row]]

_REPAIR = "committed solutions are kept: repair the disk and run the same command again"

_PROBLEMS: dict[int, tuple[str, Text]] = {
    sqlite3.SQLITE_FULL: ("the disk is full", _REPAIR),
    sqlite3.SQLITE_IOERR: ("the disk reports an error", _REPAIR),
    sqlite3.SQLITE_READONLY: ("the file cannot be written", _REPAIR),
    sqlite3.SQLITE_PERM: ("the file cannot be opened", _REPAIR),
    sqlite3.SQLITE_CANTOPEN: ("the file cannot be opened", CHOOSE),
    sqlite3.SQLITE_NOTADB: (NO_RUN, CHOOSE),
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
}
"""The problem and the remedy of each error of SQLite; any other one means that the file is damaged."""


class DamageError(Exception):
    """The file does not contain what was written."""


class RunFile:
    """The file of a run or of answers, for reading, or for writing by one process at a time.

    Raises `MistakeError` if it cannot be opened, is damaged, is written by another process, or if it has another
    `identity`; a new file gets this one.
    """

    def __init__(self, path: str | os.PathLike[str], identity: Mapping[str, str], *, writes: bool) -> None:
        self.path, self._writes = os.fspath(path), writes
        self.real = real_path(self.path)
        self._access = threading.RLock()  # the worker thread keeps parts, the caller answers
        self._failed = self.is_new = False
        self._sums: dict[tuple[str, Any], int] = {}
        self._files: dict[str, os.stat_result] = {}
        self._began = self._checkpointed = monotonic()
        self._begun = datetime.now(UTC).isoformat(timespec="seconds")
        with ExitStack() as stack:
            if writes:
                stack.enter_context(writer_lock(self.real, self.path))
            elif not Path(self.real).is_file():
                remedy = ("give the path of a file that ", Parameter("store"), " wrote")
                raise MistakeError(self.path, "there is no such file", remedy)
            with self.guarded():
                self._connection = (connect if writes else connect_to_read)(self.real, stack)
                self._check()
                if writes:
                    self._begin_session(identity)
                else:
                    self.begin(self.tables(), identity)
            self._stack = stack.pop_all()

    def _begin_session(self, identity: Mapping[str, str]) -> None:
        # readers do not block the writer, and a killed process leaves the last commit intact
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.execute("BEGIN IMMEDIATE")
        self._version = self._pragma("data_version")
        self.is_new = self._is_empty()
        if self.is_new:
            _create_tables(self._connection)
            for key, value in identity.items():
                self.put("identity", key, value)
        tables = {} if self.is_new else self._sealed_rows()
        self.session = len(tables.get("sessions", ())) + 1
        self.begin(tables, identity)
        self.commit()

    def begin(self, tables: Tables, identity: Mapping[str, str]) -> None:
        """Take the tables of a file, or begin a new one; raise `MistakeError` if it keeps something else."""
        if not self.is_new and dict(tables["identity"]) != identity:
            raise MistakeError(self.path, "the file is about another family", "name another file")

    # rows

    def tables(self) -> Tables:
        """Return the rows of each sealed table ordered by keys, as of now."""
        with self.guarded():
            self._connection.execute("BEGIN")
            try:
                return self._sealed_rows()
            finally:
                self._connection.execute("ROLLBACK")

    def _sealed_rows(self) -> Tables:
        """Read the sealed tables; raise `DamageError` if a row was changed or lost."""
        tables: dict[str, list[Row]] = {}
        self._sums = {}
        for table in SEALED:
            rows = sorted(self._rows(table, f"SELECT * FROM {table}"), key=lambda row: row[0])
            tables[table] = [row[:-1] for row in rows]
            self._sums |= {(table, row[0]): row[-1] for row in rows}
        if len(self._sums) < sum(map(len, tables.values())):
            raise DamageError("a row occurs twice")
        if self._connection.execute("SELECT one, value FROM seal").fetchall() != [(1, self._seal())]:
            raise DamageError("rows are missing or were added")
        return tables

    def _rows(self, table: str, query: str, *values: object) -> list[Row]:
        """Return rows with their checksums, which confirm the values and their types."""
        rows = self._connection.execute(query, values).fetchall()
        if any(row[-1] != checksum(table, *row[:-1]) for row in rows):
            raise DamageError(f"a row of the table {table} was changed")
        return rows

    def _seal(self) -> int:
        return sum(self._sums.values()) % (1 << BITS)

    def put(self, table: str, *values: Any) -> None:
        """Write a row, replacing the one with the same key."""
        number = checksum(table, *values)
        if table in SEALED:
            self._sums[table, values[0]] = number
        marks = ", ".join("?" * (len(values) + 1))
        self._connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*values, number))

    def batch(self, place: bytes, number: int) -> Row:
        """Return a batch of a part: rows, width, options, sizes of orbits; raise `DamageError` if it is missing."""
        rows = self._rows("batches", "SELECT * FROM batches WHERE place = ? AND number = ?", place, number)
        if len(rows) != 1:
            raise DamageError("solutions of a part are missing")
        return rows[0][2:-1]

    def answers(self, question: str) -> dict[bytes, str]:
        """Return all stored answers to a question, by their subjects."""
        with self.guarded():
            rows = self._rows("answers", "SELECT * FROM answers WHERE question = ?", question)
        return {subject: answer for _, subject, answer, _ in rows}

    def answer(self, question: str, subject: bytes) -> str | None:
        """Return the stored answer to a question about a subject."""
        query = "SELECT * FROM answers WHERE question = ? AND subject = ?"
        with self.guarded():
            return next((row[2] for row in self._rows("answers", query, question, subject)), None)

    def keep_answer(self, question: str, subject: bytes, value: str) -> None:
        """Store the answer to a question about a subject."""
        with self.guarded():
            self.put("answers", question, subject, value)
            self.commit()

    # transactions

    def commit(self, *, last: bool = False) -> None:
        """Commit the transaction, and begin the next one unless it was the `last`."""
        now = monotonic()
        self.put("sessions", self.session, self._begun, now - self._began)
        self._connection.execute("INSERT OR REPLACE INTO seal VALUES (1, ?)", (self._seal(),))
        self._connection.execute("COMMIT")
        self._look_at_files()
        if now - self._checkpointed > CHECKPOINT_SECONDS:
            self._checkpointed = now
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if not last:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._pragma("data_version") != self._version:
                raise MistakeError(
                    self.path, "another process has written to this run meanwhile", "stop one of the two"
                )

    def _look_at_files(self) -> None:
        """Raise `MistakeError` if the file or its journal was deleted, replaced or truncated since the last look."""
        for path in (self.real, f"{self.real}-wal"):
            event, before = "", self._files.get(path)
            try:
                now = self._files[path] = os.stat(path)
                if before is not None and not os.path.samestat(before, now):
                    event = "was replaced by another file"
                elif before is not None and before.st_size > now.st_size:
                    event = "was cut short"
            except OSError:
                event = "was deleted"
            if event:
                remedy = "run the same command with another file; no other program may change it during the run"
                raise MistakeError(self.path, f"the file of the run {event} while it was written", remedy)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Turn errors of the file into `MistakeError`; after an error, nothing more is written."""
        with self._access:
            try:
                yield
            except (MistakeError, EngineError):
                self._failed = True
                raise
            except DamageError as error:
                self._failed = True
                raise self.damaged(str(error)) from None
            except (sqlite3.Error, UnicodeDecodeError) as error:
                self._failed = True
                problem = _PROBLEMS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
                raise (MistakeError(self.path, *problem) if problem else self.damaged(str(error))) from None

    def damaged(self, problem: str) -> MistakeError:
        """Return the error of a damaged file."""
        # text from such a file can have any length and any characters
        shown = "".join(letter if letter.isprintable() else "?" for letter in problem[:120])
        remedy = "use a copy of it, or start again with another file"
        return MistakeError(self.path, f"the file is damaged: {shown}", remedy)

    def close(self) -> None:
        """Commit what was written, and close the file."""
        with self._access, self._stack:
            if self._writes and not self._failed:
                self._writes = False
                with self.guarded():
                    self.commit(last=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # checks

    def _check(self) -> None:
        """Raise `MistakeError` if the database is not one of ours; a new one becomes one of ours."""
        is_ours = self._pragma("application_id") == APPLICATION_ID
        if self._is_empty() and self._writes:
            self._connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            return
        if self._is_empty() and is_ours:
            raise MistakeError(self.path, "nothing is written yet", "ask again in a moment, or repeat its command")
        if not is_ours:
            raise MistakeError(self.path, NO_RUN, CHOOSE)
        if (version := self._pragma("user_version")) != FORMAT:
            problem = f"the run has format {version}; this version of the program has format {FORMAT}"
            remedy = "start again with another file, or continue the run with the version that began it"
            raise MistakeError(self.path, problem, remedy)
        query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
            _create_tables(model)
            if self._connection.execute(query).fetchall() != model.execute(query).fetchall():
                raise DamageError("its tables are not those of a stored run")
        if (found := self._pragma("quick_check(1)")) != "ok":
            raise DamageError(str(found).splitlines()[-1])

    def _is_empty(self) -> bool:
        """Return whether nothing has been written yet."""
        return not self._connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()

    def _pragma(self, name: str) -> object:
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]


def checksum(*values: Any) -> int:
    """Return a checksum of some values, which depends on their order and on their types.

    >>> checksum("parts", 1, None) == checksum("parts", 1, None)
    True
    >>> checksum("parts", 1, None) == checksum("parts", 1.0, None)
    False
    """
    digest = hashlib.blake2b(digest_size=8)
    for value in values:
        data = value if isinstance(value, bytes) else repr(value).encode()
        digest.update(f"{type(value).__name__} {len(data)} ".encode())
        digest.update(data)
    return int.from_bytes(digest.digest(), "little") >> (64 - BITS)


def _create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in the open transaction."""
    for statement in SCHEMA.strip().split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={FORMAT}")
