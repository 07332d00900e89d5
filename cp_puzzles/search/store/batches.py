"""Batches of solutions as rows of a run's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

import numpy as np

from cp_puzzles.engines.base import Batch
from cp_puzzles.search.store.waiting import Pair

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
    values = (part, attempt, number, *batch.shape, int(kind[-1]), batch.astype(kind).tobytes(), _small(sizes))
    connection.execute("INSERT OR REPLACE INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)


def select(connection: sqlite3.Connection, part: int, attempt: int) -> Iterator[Pair]:
    """The batches of an attempt in order, a few in memory at a time."""
    number = -1
    query = (
        "SELECT number, rows, width, bytes, options, orbit_sizes FROM batches "
        "WHERE part = ? AND attempt = ? AND number > ? ORDER BY number LIMIT ?"
    )
    while found := connection.execute(query, (part, attempt, number, _FETCH)).fetchall():
        for number, rows, width, size, options, orbit_sizes in found:  # noqa: B007
            batch: Batch = np.frombuffer(options, dtype=f"<i{size}").reshape(rows, width).astype(np.int32)
            yield batch, np.frombuffer(orbit_sizes, dtype="<u2").astype(np.int64)


def _small(sizes: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> bytes:
    return sizes.astype("<u2", casting="unsafe").tobytes()
