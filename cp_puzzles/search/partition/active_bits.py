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

_DENSE_BITS = 64
"""The number of bits that are scanned in less time than it takes to sort an entry."""

CloseItems = Callable[[Words, Ints | None, Ints], None]
"""A function `close(active, rows, items)`.

It clears, in each of some rows of bits (None: in all), the options that cover the item of that row. No option covers
the item after the last one.
"""


def closing(bits_of: Ints, items_of: Ints, items: int, words: int) -> CloseItems:
    """Return the function that closes items.

    Each option has a row of bits in `bits_of` and of their items in `items_of`; a bit of -1 stands for none. `words` is
    the number of words of a row of bits.
    """
    keys, masks = _masks(bits_of, items_of, words)
    if 8 * (items + 1) * words <= MAX_BYTES:
        return _closing_rows(keys, masks, items, words)
    return _closing_words(keys, masks, items, words)


def _masks(bits_of: Ints, items_of: Ints, words: int) -> tuple[Ints, Words]:
    """Return keys, `item * words + word`, ascending, and for each the bits in that word that cover the item.

    The items are handled in turn, as many at once as have about `_CHUNK_ENTRIES` bits together.
    """
    option, column = np.nonzero(bits_of >= 0)
    item = items_of[option, column]
    by_item = np.argsort(item, kind="stable")
    option, item = option[by_item], item[by_item]
    first = np.flatnonzero(np.diff(item, prepend=-1))
    chunk_of = np.cumsum(np.bincount(option)[option])[first] // _CHUNK_ENTRIES
    cuts = first[np.flatnonzero(np.diff(chunk_of)) + 1]
    keys, masks = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.uint64)]
    for options, covered in zip(np.split(option, cuts), np.split(item, cuts), strict=True) if len(item) else ():
        bits, base = bits_of[options], words * covered[0]
        entries = (64 * (words * covered[:, None] - base) + bits)[bits >= 0]
        size = 64 * (words * (covered[-1] + 1) - base)
        if size <= _DENSE_BITS * len(entries):
            is_set = np.zeros(size, dtype=np.bool_)
            is_set[entries] = True
            row = np.packbits(is_set, bitorder="little").view(np.uint64)
            key = np.flatnonzero(row)
            masks.append(row[key])
        else:
            entries.sort()
            starts = np.flatnonzero(np.diff(entries >> 6, prepend=-1))
            key = entries[starts] >> 6
            masks.append(np.bitwise_or.reduceat(np.uint64(1) << (entries & 63).astype(np.uint64), starts))
        keys.append(base + key)
    return np.concatenate(keys), np.concatenate(masks)


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
