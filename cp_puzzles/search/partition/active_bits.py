"""Bit sets of active options: closing an item deactivates the options that cover it.

There are two representations of the options of an item. A full row of words for each item is faster, but all rows
together grow with the square of the board. Beyond `MAX_BYTES` only the words that contain options are stored.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cp_puzzles.base.arrays import Ints, Words

MAX_BYTES = 1 << 24
"""The largest size of full rows in bytes."""

_CHUNK_ENTRIES = 1 << 20
"""The number of entries that are handled at once, for temporary arrays of 8 MB."""


CloseItems = Callable[[Words, Ints | None, Ints], None]
"""A function `close(active, rows, items)`.

It clears, in each of some rows of bits (None: in all), the options that cover the item of that row. No option covers
the item after the last one.
"""


def closing(option: Ints, bit: Ints, items_of: Ints, items: int, words: int) -> CloseItems:
    """Return the function that closes items.

    Entry k is the bit `bit[k]`, which stands for option `option[k]`. `items_of` has a row with the items of each
    option, padded with `items`, the number of items. `words` is the number of words of a row of bits.
    """
    keys, masks = _masks(option, bit, items_of, items, words)
    if 8 * (items + 1) * words <= MAX_BYTES:
        return _closing_rows(keys, masks, items, words)
    return _closing_words(keys, masks, items, words)


def _masks(option: Ints, bit: Ints, items_of: Ints, items: int, words: int) -> tuple[Ints, Words]:
    """Return keys, `item * words + word`, ascending, and for each the bits in that word that cover the item."""
    value = np.uint64(1) << (bit & 63).astype(np.uint64)
    pairs = [(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64))]
    for item in items_of.T:
        for first in range(0, len(option), _CHUNK_ENTRIES):
            chunk = slice(first, first + _CHUNK_ENTRIES)
            covered = item[option[chunk]]
            real = np.flatnonzero(covered < items)
            pairs.append((covered[real] * words + (bit[chunk][real] >> 6), value[chunk][real]))
            if sum(len(keys) for keys, _ in pairs[1:]) > _CHUNK_ENTRIES:
                pairs = [_merged(pairs)]
    return _merged(pairs)


def _merged(pairs: list[tuple[Ints, Words]]) -> tuple[Ints, Words]:
    """Return the keys of all pairs, ascending and each once, and the union of the bits of each key."""
    keys, masks = (np.concatenate(each) for each in zip(*pairs, strict=True))
    order = np.argsort(keys, kind="stable")
    keys, masks = keys[order], masks[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[first], np.bitwise_or.reduceat(masks, first) if len(first) else masks


def _closing_rows(keys: Ints, masks: Words, items: int, words: int) -> CloseItems:
    """Close items by a row of all words for each."""
    covering = np.zeros((items + 1) * words, dtype=np.uint64)
    covering[keys] = masks
    without = ~covering.reshape(items + 1, words)

    def close(active: Words, rows: Ints | None, items: Ints) -> None:
        if rows is None:
            active &= without[items]
        else:
            active[rows] &= without[items]

    return close


def _closing_words(keys: Ints, masks: Words, items: int, words: int) -> CloseItems:
    """Close items by lists of those words that contain options of the item."""
    starts, word, without = np.searchsorted(keys, np.arange(items + 2) * words), keys % words, ~masks

    def close(active: Words, rows: Ints | None, items: Ints) -> None:
        start = starts[items]
        counts = starts[items + 1] - start
        ends = np.cumsum(counts)
        entry = np.arange(counts.sum()) + np.repeat(start - (ends - counts), counts)
        row = np.repeat(np.arange(len(active)) if rows is None else rows, counts)
        active[row, word[entry]] &= without[entry]

    return close
