"""The tables of a run's file, and rows that say themselves whether they are what was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from cp_puzzles.search.store.checksum import BITS, Value, checksum

APPLICATION_ID = 0x43505A52
FORMAT = 2

SCHEMA = """
CREATE TABLE identity(key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions(
    session INTEGER PRIMARY KEY, begun TEXT NOT NULL, seconds REAL NOT NULL, ended TEXT, engine TEXT NOT NULL,
    breaking TEXT NOT NULL, settings TEXT NOT NULL, jobs INTEGER NOT NULL, versions TEXT NOT NULL,
    checksum INTEGER NOT NULL
);
-- `finished` is the attempt that went through the whole part; until then what an attempt found counts for nothing
CREATE TABLE parts(
    part INTEGER PRIMARY KEY, chosen TEXT NOT NULL, excluded TEXT NOT NULL, weight REAL NOT NULL, finished INTEGER,
    checksum INTEGER NOT NULL
);
-- `batches` is how many rows of the table of that name belong to the attempt
CREATE TABLE attempts(
    part INTEGER NOT NULL, attempt INTEGER NOT NULL, session INTEGER NOT NULL, solutions INTEGER NOT NULL,
    raw INTEGER NOT NULL, self_symmetric INTEGER NOT NULL, statistics TEXT NOT NULL, sizes TEXT NOT NULL,
    batches INTEGER NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (part, attempt)
) WITHOUT ROWID;
-- `options`: little-endian integers of `bytes` bytes, `rows` times `width`, -1 is padding; `orbit_sizes`: 2 bytes each
CREATE TABLE batches(
    part INTEGER NOT NULL, attempt INTEGER NOT NULL, number INTEGER NOT NULL, rows INTEGER NOT NULL,
    width INTEGER NOT NULL, bytes INTEGER NOT NULL, options BLOB NOT NULL, orbit_sizes BLOB NOT NULL,
    checksum INTEGER NOT NULL, UNIQUE (part, attempt, number)
);
-- the sum of the checksums of all rows but those of batches: no row comes or goes without it
CREATE TABLE seal(one INTEGER PRIMARY KEY, value INTEGER NOT NULL)
"""

KEYS: Mapping[str, int] = {"identity": 1, "sessions": 1, "parts": 1, "attempts": 2}
"""The sealed tables, and how many of their first columns are the key."""

Row = tuple[Value, ...]


class DamageError(Exception):
    """What is read is not what was written."""


def create_tables(connection: sqlite3.Connection) -> None:
    """Make the tables in the transaction that is open."""
    for statement in SCHEMA.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={FORMAT}")


def has_the_tables(connection: sqlite3.Connection) -> bool:
    """Whether the file has these tables and nothing else: no view, no trigger, no table that is made otherwise."""
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    model = sqlite3.connect(":memory:", isolation_level=None)
    try:
        create_tables(model)
        return connection.execute(query).fetchall() == model.execute(query).fetchall()
    finally:
        model.close()


class SealedRows:
    """Writes rows with their checksums; `seal` is to be called before each commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._sums: dict[Row, int] = {}

    def put(self, table: str, *values: Value) -> None:
        """Write a row, in place of the one with the same key."""
        self._sums[(table, *values[: KEYS[table]])] = number = checksum(table, *values)
        marks = ", ".join("?" * (len(values) + 1))
        self._connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*values, number))

    def delete_attempt(self, part: int, attempt: int) -> None:
        """Forget an attempt and its batches."""
        del self._sums[("attempts", part, attempt)]
        for table in ("batches", "attempts"):
            self._connection.execute(f"DELETE FROM {table} WHERE part = ? AND attempt = ?", (part, attempt))

    def seal(self) -> None:
        """Write the sum of all checksums."""
        self._connection.execute("INSERT OR REPLACE INTO seal VALUES (1, ?)", (_sum(self._sums),))

    def read(self) -> dict[str, list[Row]]:
        """The rows of each table in the order of their keys; raises `DamageError` if they are not what was written."""
        tables: dict[str, list[Row]] = {}
        self._sums = {}
        for table, width in KEYS.items():
            tables[table] = []
            for *values, number in self._connection.execute(f"SELECT * FROM {table}"):
                if number != checksum(table, *values):
                    raise DamageError(f"a row of the table {table}")
                self._sums[(table, *values[:width])] = number
                tables[table].append(tuple(values))
            tables[table].sort(key=lambda row: row[: KEYS[table]])
        if self._connection.execute("SELECT one, value FROM seal").fetchall() != [(1, _sum(self._sums))]:
            raise DamageError("rows are missing, or are too many")
        return tables


def _sum(sums: Mapping[Row, int]) -> int:
    return sum(sums.values()) % (1 << BITS)
