"""What remains of the living options, as bits, where an item is closed: those that cover it are gone.

There are two ways to write that down. A row of bits for each item is the fastest to take off, as long as the rows of
all items together are few: they grow with the square of the board. Where they are too many each item has the words
that it changes and no others.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

MOST_BYTES = 1 << 24
"""So large are the rows of all items at most."""

_CHUNK = 1 << 20


class Remaining(Protocol):
    """Knows the options that cover each item."""

    def close(self, alive: Words, rows: Ints | None, items: Ints) -> None:
        """Take from each of some rows of bits (None: from all) what covers the item of that row.

        The item after the last one is covered by nothing.
        """
        ...


def remaining(option: Ints, bit: Ints, of: Ints, items: int, words: int) -> Remaining:
    """The entries of options, each with its `bit`; `of` are the items of all options, filled up with `items`."""
    keys, masks = _masks(option, bit, of, items, words)
    if 8 * (items + 1) * words <= MOST_BYTES:
        return _Rows(keys, masks, items, words)
    return _Lists(keys, masks, items, words)


def _masks(option: Ints, bit: Ints, of: Ints, items: int, words: int) -> tuple[Ints, Words]:
    """For each pair of an item and a word, ascending, the bits of the options that cover the item."""
    value = np.uint64(1) << (bit & 63).astype(np.uint64)
    keys, masks = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64)
    for item in of.T:
        for first in range(0, len(option), _CHUNK):
            here = slice(first, first + _CHUNK)
            covered = item[option[here]]
            real = covered < items
            keys, masks = _merged(
                np.concatenate([keys, (covered * words + (bit[here] >> 6))[real]]),
                np.concatenate([masks, value[here][real]]),
            )
    return keys, masks


def _merged(keys: Ints, masks: Words) -> tuple[Ints, Words]:
    order = np.argsort(keys, kind="stable")
    keys, masks = keys[order], masks[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[first], np.bitwise_or.reduceat(masks, first) if len(first) else masks


class _Rows:
    """A row of all words for each item."""

    def __init__(self, keys: Ints, masks: Words, items: int, words: int) -> None:
        covering = np.zeros((items + 1) * words, dtype=np.uint64)
        covering[keys] = masks
        self._without = ~covering.reshape(items + 1, words)

    def close(self, alive: Words, rows: Ints | None, items: Ints) -> None:
        if rows is None:
            alive &= self._without[items]
        else:
            alive[rows] &= self._without[items]


class _Lists:
    """For each item the words that it changes."""

    def __init__(self, keys: Ints, masks: Words, items: int, words: int) -> None:
        self._start = np.searchsorted(keys, np.arange(items + 2) * words)
        self._word = keys % words
        self._without = ~masks

    def close(self, alive: Words, rows: Ints | None, items: Ints) -> None:
        start = self._start[items]
        many = self._start[items + 1] - start
        ends = np.cumsum(many)
        at = np.arange(many.sum()) + np.repeat(start - (ends - many), many)
        row = np.repeat(np.arange(len(alive)) if rows is None else rows, many)
        alive[row, self._word[at]] &= self._without[at]
