"""Batches of solutions, and answers about solutions, as rows of a run file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.engines.engine import Batch, Part
from cp_puzzles.errors import EngineError
from cp_puzzles.search.ordered_results import Pair
from cp_puzzles.search.solution_checker import SolutionChecker
from cp_puzzles.search.store.run_record import Attempt
from cp_puzzles.search.store.run_tables import DamageError, checksum, create_answers

BATCH_SOLUTIONS = 4096
"""The number of solutions from which on a batch is written."""

_FETCHED_ROWS = 16


def concatenated(pairs: Sequence[Pair]) -> Pair:
    """Concatenate batches, padded to one width."""
    if len(pairs) == 1:
        return pairs[0]
    width = max(batch.shape[1] for batch, _ in pairs)
    batches = [np.pad(b, ((0, 0), (0, width - b.shape[1])), constant_values=-1) for b, _ in pairs]
    return np.concatenate(batches), np.concatenate([sizes for _, sizes in pairs])


def insert(connection: sqlite3.Connection, part: int, attempt: int, number: int, pair: Pair) -> None:
    """Write batch `number` of an attempt; a batch with the same number is replaced."""
    batch, sizes = pair
    kind = "<i2" if batch.max(initial=0) < 1 << 15 else "<i4"
    size_type = "<u2" if sizes.max(initial=0) < 1 << 16 else "<u4"
    small = sizes.astype(size_type, casting="unsafe").tobytes()
    values = (part, attempt, number, *batch.shape, int(kind[-1]), batch.astype(kind).tobytes(), small)
    query = "INSERT OR REPLACE INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    connection.execute(query, (*values, checksum(*values)))


def select(connection: sqlite3.Connection, attempt: Attempt) -> Iterator[Pair]:
    """Yield the batches of an attempt in order; raise `DamageError` instead of yielding a damaged one."""
    expected_number = 0
    query = "SELECT * FROM batches WHERE part = ? AND attempt = ? AND number >= ? ORDER BY number LIMIT ?"
    while expected_number < attempt.batches:
        parameters = (attempt.part, attempt.number, expected_number, _FETCHED_ROWS)
        fetched = connection.execute(query, parameters).fetchall()
        if not fetched:
            raise DamageError(f"solutions of part {attempt.part} are missing")
        for *values, written in fetched:
            _, _, number, rows, width, size, options, orbit_sizes = values
            if number != expected_number or written != checksum(*values):
                raise DamageError(f"solutions of part {attempt.part}")
            expected_number += 1
            batch: Batch = np.frombuffer(options, dtype=f"<i{size}").reshape(rows, width).astype(np.int32)
            size_bytes = len(orbit_sizes) // max(1, rows)
            yield batch, np.frombuffer(orbit_sizes, dtype="<u4" if size_bytes == 4 else "<u2").astype(np.int64)


class BatchReader:
    """Reads solutions of attempts and verifies each: it solves the puzzle, lies in its part and is not repeated."""

    def __init__(self, connection: sqlite3.Connection, cover: Cover) -> None:
        self._connection, self._checker = connection, SolutionChecker(cover)

    def of(self, part: Part, attempt: Attempt) -> Iterator[Pair]:
        """Yield the batches of an attempt; raise `DamageError` if they or their totals are wrong."""
        self._checker.begin(part)
        solutions = raw = 0
        for batch, sizes in select(self._connection, attempt):
            try:
                self._checker.check(batch)
            except EngineError as error:
                raise DamageError(f"part {part.index}: {error}") from None
            solutions, raw = solutions + len(batch), raw + int(sizes.sum())
            yield batch, sizes
        if (solutions, raw) != (attempt.result.solutions, attempt.result.raw):
            raise DamageError(f"part {part.index} has {solutions} solutions instead of {attempt.result.solutions}")


class StoredAnswers:
    """The answers in the file of a connection; the writer of the file begins and commits transactions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def get(self, question: str, solution: bytes) -> str | None:
        """Return an answer, None if there is none; raise `DamageError` instead of returning a damaged one."""
        if not self._has_table:
            return None
        query = "SELECT answer, checksum FROM answers WHERE question = ? AND solution = ?"
        row = self._connection.execute(query, (question, solution)).fetchone()
        if row is None:
            return None
        answer, written = row
        if written != checksum(question, solution, answer):
            raise DamageError("a row of the table answers was changed")
        return str(answer)

    def has_any(self, question: str) -> bool:
        """Return True if there is an answer to a question."""
        query = "SELECT 1 FROM answers WHERE question = ? LIMIT 1"
        return self._has_table and self._connection.execute(query, (question,)).fetchone() is not None

    def put(self, question: str, solution: bytes, answer: str) -> None:
        """Write an answer, replacing an earlier one."""
        if not self._has_table:
            create_answers(self._connection)
            self._has_table = True
        values = question, solution, answer
        self._connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", (*values, checksum(*values)))

    @cached_property
    def _has_table(self) -> bool:
        query = "SELECT 1 FROM sqlite_schema WHERE name = 'answers'"
        return self._connection.execute(query).fetchone() is not None
