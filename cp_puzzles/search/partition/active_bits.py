"""Bit sets of active options: closing an item deactivates the options that cover it.

There are two representations of the options of an item. A full row of words for each item is faster, but all rows
together grow with the square of the board. Beyond `MAX_BYTES` only the words that contain options are stored.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from cp_puzzles.base.arrays import Ints, Words

MAX_BYTES = 1 << 24
"""The largest size of full rows in bytes."""

_CHUNK_ENTRIES = 1 << 20
"""Entries that are handled at once, for temporary arrays of 8 MB."""


class ItemMasks(Protocol):
    """The bits of the options that cover each item."""

    def close(self, active: Words, rows: Ints | None, items: Ints) -> None:
        """Clear, in each of some rows of bits (None: in all), the options that cover the item of that row.

        No option covers the item after the last one.
        """
        ...


def item_masks(option: Ints, bit: Ints, of: Ints, items: int, words: int) -> ItemMasks:
    """Return the masks for entries of options with their `bit`; `of` are the items of each option, padded."""
    keys, masks = _masks(option, bit, of, items, words)
    if 8 * (items + 1) * words <= MAX_BYTES:
        return _RowMasks(keys, masks, items, words)
    return _ListMasks(keys, masks, items, words)


def _masks(option: Ints, bit: Ints, of: Ints, items: int, words: int) -> tuple[Ints, Words]:
    """Return for each pair of an item and a word, ascending, the bits of the options that cover the item."""
    value = np.uint64(1) << (bit & 63).astype(np.uint64)
    pairs = [(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64))]
    for item in of.T:
        for first in range(0, len(option), _CHUNK_ENTRIES):
            here = slice(first, first + _CHUNK_ENTRIES)
            covered = item[option[here]]
            real = np.flatnonzero(covered < items)
            pairs.append((covered[real] * words + (bit[here][real] >> 6), value[here][real]))
            if sum(len(keys) for keys, _ in pairs[1:]) > _CHUNK_ENTRIES:
                pairs = [_merged(pairs)]
    return _merged(pairs)


def _merged(pairs: list[tuple[Ints, Words]]) -> tuple[Ints, Words]:
    keys, masks = (np.concatenate(each) for each in zip(*pairs, strict=True))
    order = np.argsort(keys, kind="stable")
    keys, masks = keys[order], masks[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[first], np.bitwise_or.reduceat(masks, first) if len(first) else masks


class _RowMasks:
    """Masks as a row of all words for each item."""

    def __init__(self, keys: Ints, masks: Words, items: int, words: int) -> None:
        covering = np.zeros((items + 1) * words, dtype=np.uint64)
        covering[keys] = masks
        self._without = ~covering.reshape(items + 1, words)

    def close(self, active: Words, rows: Ints | None, items: Ints) -> None:
        if rows is None:
            active &= self._without[items]
        else:
            active[rows] &= self._without[items]


class _ListMasks:
    """Masks as lists of those words that contain options of the item."""

    def __init__(self, keys: Ints, masks: Words, items: int, words: int) -> None:
        self._start = np.searchsorted(keys, np.arange(items + 2) * words)
        self._word = keys % words
        self._without = ~masks

    def close(self, active: Words, rows: Ints | None, items: Ints) -> None:
        start = self._start[items]
        many = self._start[items + 1] - start
        ends = np.cumsum(many)
        at = np.arange(many.sum()) + np.repeat(start - (ends - many), many)
        row = np.repeat(np.arange(len(active)) if rows is None else rows, many)
        active[row, self._word[at]] &= self._without[at]
