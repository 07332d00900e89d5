"""Answers about solutions as rows of a run file; the table is created with the first of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property

from cp_puzzles.search.store.run_file import WriterLock, connect_to_write, file_mistakes, real_path
from cp_puzzles.search.store.run_tables import DamageError, checksum, create_answers


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


@contextmanager
def answers_in(path: str) -> Iterator[StoredAnswers]:
    """Open the answers in the file of a run that no other process writes; `put` commits each answer."""
    real = real_path(path)
    lock = WriterLock(real, path)
    try:
        with file_mistakes(path), closing(connect_to_write(real, path)) as connection:
            yield _CommittedAnswers(connection)
    finally:
        lock.release()


class _CommittedAnswers(StoredAnswers):
    def put(self, question: str, solution: bytes, answer: str) -> None:
        """Write an answer and commit it."""
        with self._connection:  # commits, or rolls back after an error
            self._connection.execute("BEGIN IMMEDIATE")
            super().put(question, solution, answer)
