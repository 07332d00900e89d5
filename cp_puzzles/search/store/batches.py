"""Batches of solutions as rows of a run's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

import numpy as np

from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Batch, Part
from cp_puzzles.errors import EngineError
from cp_puzzles.search.store.checksum import checksum
from cp_puzzles.search.store.record import Attempt
from cp_puzzles.search.store.tables import DamageError
from cp_puzzles.search.store.waiting import Pair
from cp_puzzles.search.work.checker import Checker

ROWS = 4096
"""Solutions in a row of the file, at most, as long as batches are not larger than that."""

_FETCH = 16


def joined(pairs: Sequence[Pair]) -> Pair:
    """Batches one after the other, padded to one width."""
    if len(pairs) == 1:
        return pairs[0]
    width = max(batch.shape[1] for batch, _ in pairs)
    batches = [np.pad(b, ((0, 0), (0, width - b.shape[1])), constant_values=-1) for b, _ in pairs]
    return np.concatenate(batches), np.concatenate([sizes for _, sizes in pairs])


def insert(connection: sqlite3.Connection, part: int, attempt: int, number: int, pair: Pair) -> None:
    """Write batch `number` of an attempt; the same number again is the same batch again."""
    batch, sizes = pair
    kind = "<i2" if batch.max(initial=0) < 1 << 15 else "<i4"
    small = sizes.astype("<u2", casting="unsafe").tobytes()
    values = (part, attempt, number, *batch.shape, int(kind[-1]), batch.astype(kind).tobytes(), small)
    query = "INSERT OR REPLACE INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    connection.execute(query, (*values, checksum(*values)))


def select(connection: sqlite3.Connection, attempt: Attempt) -> Iterator[Pair]:
    """The batches of an attempt in order, a few in memory at a time; raises `DamageError` before a wrong one comes."""
    wanted = 0
    query = "SELECT * FROM batches WHERE part = ? AND attempt = ? AND number >= ? ORDER BY number LIMIT ?"
    while wanted < attempt.batches:
        found = connection.execute(query, (attempt.part, attempt.number, wanted, _FETCH)).fetchall()
        if not found:
            raise DamageError(f"solutions of part {attempt.part} are missing")
        for *values, written in found:
            if values[2] != wanted or written != checksum(*values):
                raise DamageError(f"solutions of part {attempt.part}")
            wanted += 1
            _, _, _, rows, width, size, options, orbit_sizes = values
            batch: Batch = np.frombuffer(options, dtype=f"<i{size}").reshape(rows, width).astype(np.int32)
            yield batch, np.frombuffer(orbit_sizes, dtype="<u2").astype(np.int64)


class VerifiedBatches:
    """Reads the solutions of attempts back; whatever comes solves the puzzle, lies in its part, and comes once."""

    def __init__(self, connection: sqlite3.Connection, cover: Cover) -> None:
        self._connection, self._checker = connection, Checker(cover)

    def of(self, part: Part, attempt: Attempt) -> Iterator[Pair]:
        """The batches of an attempt; raises `DamageError` where they or their sum are not what was written."""
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
            raise DamageError(f"part {part.index} has {solutions} solutions and speaks of {attempt.result.solutions}")
