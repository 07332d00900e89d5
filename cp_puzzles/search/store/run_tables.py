"""The tables of a run file, and rows with checksums.

`quick_check` of SQLite finds pages that are no B-tree, and the schema is compared with the expected one. Two guards
find what SQLite does not, as tests show:

- The checksum of a row: a flipped bit in a value. SQLite keeps no checksums, and 9 of 700 flipped bits in the file of a
  count gave a wrong number.
- The seal, the sum of all checksums except those of batches: a page of an earlier moment, which a disk that loses a
  write leaves. Each row in it is valid, and 5 of 96 such pages gave a wrong status. A batch needs no seal: its number
  is missing when an attempt is read.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

APPLICATION_ID = 0x43505A52
FORMAT = 5
"""The format of the tables; the programs that wrote other formats are not supported."""

SCHEMA = """
CREATE TABLE identity(key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
-- the commands that wrote to the file
CREATE TABLE sessions(
    session INTEGER PRIMARY KEY, begun TEXT NOT NULL, seconds REAL NOT NULL, checksum INTEGER NOT NULL
);
-- `place` is the path, big-endian integers of 4 bytes; a part is open until it has the `session` that searched it
CREATE TABLE parts(
    place BLOB PRIMARY KEY, part TEXT NOT NULL, share REAL NOT NULL, session INTEGER, engine TEXT, effort REAL NOT NULL,
    solutions INTEGER NOT NULL, raw INTEGER NOT NULL, self_symmetric INTEGER NOT NULL, statistics TEXT NOT NULL,
    sizes TEXT NOT NULL, batches INTEGER NOT NULL, checksum INTEGER NOT NULL
) WITHOUT ROWID;
-- `options`: little-endian integers of `bytes` bytes, `rows` times `width`, -1 is padding
-- `orbit_sizes`: little-endian integers of 2 bytes, of 4 if some size needs more
CREATE TABLE batches(
    place BLOB NOT NULL, number INTEGER NOT NULL, rows INTEGER NOT NULL, width INTEGER NOT NULL, bytes INTEGER NOT NULL,
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

Value = str | int | float | bytes | None
"""A value of a column."""

BITS = 63
"""The bits of an integer of SQLite without the sign."""

Row = tuple[Value, ...]


class DamageError(Exception):
    """The file does not contain what was written."""


def checksum(*values: Value) -> int:
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


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in the open transaction."""
    for statement in SCHEMA.strip().split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={FORMAT}")


def has_run_tables(connection: sqlite3.Connection) -> bool:
    """Return whether the file defines exactly the tables of a run: no view, no trigger, nothing else."""
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        create_tables(model)
        return connection.execute(query).fetchall() == model.execute(query).fetchall()


class SealedRows:
    """Rows with checksums; call `seal` before each commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._sums: dict[Row, int] = {}

    def put(self, table: str, *values: Value) -> None:
        """Write a row, replacing the one with the same key."""
        self._sums[table, values[0]] = number = checksum(table, *values)
        marks = ", ".join("?" * (len(values) + 1))
        self._connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*values, number))

    def seal(self) -> None:
        """Write the sum of all checksums."""
        self._connection.execute("INSERT OR REPLACE INTO seal VALUES (1, ?)", (_sum(self._sums),))

    def read(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows of each table ordered by keys; raise `DamageError` if a row was changed or lost.

        The checksum of a row confirms the types of its values.
        """
        tables: dict[str, list[tuple[Any, ...]]] = {}
        self._sums = {}
        for table in SEALED:
            tables[table] = []
            for *values, number in self._connection.execute(f"SELECT * FROM {table}"):
                if number != checksum(table, *values):
                    raise DamageError(f"a row of the table {table} was changed")
                if (table, values[0]) in self._sums:
                    raise DamageError(f"a row of the table {table} occurs twice")
                self._sums[table, values[0]] = number
                tables[table].append(tuple(values))
            tables[table].sort(key=lambda row: row[0])
        if self._connection.execute("SELECT one, value FROM seal").fetchall() != [(1, _sum(self._sums))]:
            raise DamageError("rows are missing or were added")
        return tables


class StoredAnswers:
    """The answers in the file of a connection; the writer of the file begins and commits transactions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def get(self, question: str, subject: bytes) -> str | None:
        """Return an answer, None if there is none; raise `DamageError` instead of returning a damaged one."""
        return next((answer for _, answer in self.each(question, subject)), None)

    def each(self, question: str, subject: bytes | None = None) -> Iterator[tuple[bytes, str]]:
        """Yield the subjects and the answers of a question, of one subject or of all."""
        query, values = "SELECT subject, answer, checksum FROM answers WHERE question = ?", (question,)
        asked = (f"{query} AND subject = ?", (*values, subject)) if subject is not None else (query, values)
        for known, answer, written in self._connection.execute(*asked):
            if written != checksum(question, known, answer):
                raise DamageError("a row of the table answers was changed")
            yield known, answer

    def put(self, question: str, subject: bytes, answer: str) -> None:
        """Write an answer, replacing an earlier one."""
        values = question, subject, answer
        self._connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", (*values, checksum(*values)))


def _sum(sums: Mapping[Row, int]) -> int:
    return sum(sums.values()) % (1 << BITS)
