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
from collections.abc import Mapping
from contextlib import closing
from importlib.resources import files
from typing import Any

APPLICATION_ID = 0x43505A52
FORMAT, FORMAT_WITH_ANSWERS = 2, 3
"""The format of a run, and that of one with answers about its solutions, which earlier versions cannot read."""

_FOLDER = files("cp_puzzles.search.store")
SCHEMA = _FOLDER.joinpath("tables.sql").read_text(encoding="utf-8")
ANSWERS = _FOLDER.joinpath("answers.sql").read_text(encoding="utf-8")

KEYS: Mapping[str, int] = {"identity": 1, "sessions": 1, "parts": 1, "attempts": 2}
"""The sealed tables, and the number of their first columns that form the key."""

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
    for statement in SCHEMA.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={FORMAT}")


def create_answers(connection: sqlite3.Connection) -> None:
    """Create the table of answers in the open transaction."""
    connection.execute(ANSWERS)
    connection.execute(f"PRAGMA user_version={FORMAT_WITH_ANSWERS}")


def has_run_tables(connection: sqlite3.Connection, *, answers: bool) -> bool:
    """Return whether the file defines exactly the tables of a run: no view, no trigger, nothing else."""
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        create_tables(model)
        if answers:
            create_answers(model)
        return connection.execute(query).fetchall() == model.execute(query).fetchall()


class SealedRows:
    """Rows with checksums; call `seal` before each commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._sums: dict[Row, int] = {}

    def put(self, table: str, *values: Value) -> None:
        """Write a row, replacing the one with the same key."""
        self._sums[(table, *values[: KEYS[table]])] = number = checksum(table, *values)
        marks = ", ".join("?" * (len(values) + 1))
        self._connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*values, number))

    def delete_attempt(self, part: int, attempt: int) -> None:
        """Delete an attempt and its batches."""
        del self._sums[("attempts", part, attempt)]
        for table in ("batches", "attempts"):
            self._connection.execute(f"DELETE FROM {table} WHERE part = ? AND attempt = ?", (part, attempt))

    def seal(self) -> None:
        """Write the sum of all checksums."""
        self._connection.execute("INSERT OR REPLACE INTO seal VALUES (1, ?)", (_sum(self._sums),))

    def read(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows of each table ordered by keys; raise `DamageError` if a row was changed or lost.

        The checksum of a row confirms the types of its values.
        """
        tables: dict[str, list[tuple[Any, ...]]] = {}
        self._sums = {}
        for table, width in KEYS.items():
            tables[table] = []
            for *values, number in self._connection.execute(f"SELECT * FROM {table}"):
                if number != checksum(table, *values):
                    raise DamageError(f"a row of the table {table} was changed")
                self._sums[(table, *values[:width])] = number
                tables[table].append(tuple(values))
            tables[table].sort(key=lambda row: row[: KEYS[table]])
        if self._connection.execute("SELECT one, value FROM seal").fetchall() != [(1, _sum(self._sums))]:
            raise DamageError("rows are missing or were added")
        return tables


def _sum(sums: Mapping[Row, int]) -> int:
    return sum(sums.values()) % (1 << BITS)
