"""The tables of a run's file, and rows that say themselves whether they are what was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from importlib.resources import files

from cp_puzzles.search.store.checksum import BITS, Value, checksum

APPLICATION_ID = 0x43505A52
FORMAT = 2

SCHEMA = files("cp_puzzles.search.store").joinpath("tables.sql").read_text(encoding="utf-8")

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
