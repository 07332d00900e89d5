"""Items and options linked by lists, and the items and options that remain after some choices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Numbers, Words
from cp_puzzles.base.jit import ONE, WORD, callee
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays


class Links(NamedTuple):
    """Items by option and options by item, each in one array with the starts of its rows.

    `items[item_start[o]:item_start[o + 1]]` are the items of option o, and `options[option_start[i]:...]` the options
    of item i. The items are the exclusive ones, then the counted ones, then an item without bounds for all free
    options, then an item without options. `exclusive` is the number of exclusive items.

    `needed` has the items of each option that need options, and only the ways of those are kept up to date: a box on a
    pallet covers a thousand cells that may stay empty.
    """

    items: Numbers
    item_start: Ints
    options: Numbers
    option_start: Ints
    exclusive: int
    needed: Numbers
    needed_start: Ints


def links_of(arrays: CoverArrays, number: Ints) -> Links:
    """Return the links of some options, which the search numbers from 0."""
    is_whole = len(number) == arrays.option_count
    rows = arrays.rows if is_whole else arrays.rows.take(number)
    by_item = arrays.covering if is_whole else rows.transposed(len(arrays.least))
    free = np.flatnonzero(arrays.free[number]).astype(np.int32)
    needed = rows.kept(arrays.least[rows.values] > 0)
    return Links(
        items=rows.values,
        item_start=rows.starts,
        options=np.concatenate([by_item.values, free]),
        option_start=np.concatenate([by_item.starts, by_item.starts[-1] + [len(free), len(free)]]),
        exclusive=arrays.exclusive_count,
        needed=needed.values,
        needed_start=needed.starts,
    )


KEYS = 64
"""Number of keys: items of `KEYS - 1` or more ways have the same key."""

SATISFIED, DEAD = -1, 0
"""The key of an item that needs no more options, and of one with too few."""

IN, OUT = np.int64(1), np.int64(-1)
"""To choose or exclude an option, and to undo that: the arguments `copies` of `apply` and `exclude`."""


class RemainingItems(NamedTuple):
    """The items and options that remain after the choices so far.

    `blocked`: for each option the number of choices that exclude it. For each item: `ways`, its number of active
    options, if it needs options at first; `need`, the number of options that it still needs; `capacity`, the number
    that it still can take; and its `key`, by which the next item is found. The items of each key are a bit set in
    `sets`; `size` is their number, and no word of the set before the word `low` contains an item. `active` is the
    number of active options.
    """

    blocked: Numbers
    ways: Ints
    need: Ints
    capacity: Ints
    key: Ints
    sets: Words
    size: Ints
    low: Ints
    active: Ints


def remaining_items(arrays: CoverArrays, links: Links, chosen: tuple[int, ...]) -> RemainingItems:
    """Return the items that some options chosen elsewhere leave."""
    items, used = len(arrays.least), arrays.times(chosen)
    need, capacity = arrays.least - used, arrays.most - used
    words = -(-items // WORD)
    remaining = RemainingItems(
        blocked=np.zeros(len(links.item_start) - 1, dtype=np.int32),
        ways=np.diff(links.option_start)[:items].copy(),
        need=need,
        capacity=capacity,
        key=np.full(items, SATISFIED, dtype=np.int64),
        sets=np.zeros(KEYS * words, dtype=np.uint64),
        size=np.zeros(KEYS, dtype=np.int64),
        low=np.full(KEYS, words, dtype=np.int64),
        active=np.array([len(links.item_start) - 1], dtype=np.int64),
    )
    needy = np.flatnonzero(need > 0)
    key, word = np.clip(remaining.ways[needy] - need[needy] + 1, 0, KEYS - 1), needy // WORD
    remaining.key[needy] = key
    np.bitwise_or.at(remaining.sets, key * words + word, ONE << (needy % WORD).astype(np.uint64))
    np.add.at(remaining.size, key, 1)
    np.minimum.at(remaining.low, key, word)
    return remaining


@callee
def _file(remaining, item):  # type: ignore[no-untyped-def]
    """Move an item to the set of its key, after its ways or its need have changed."""
    need = remaining.need[item]
    key = SATISFIED if need <= 0 else min(max(remaining.ways[item] - need + 1, 0), KEYS - 1)
    before = remaining.key[item]
    if key != before:
        words = len(remaining.sets) // KEYS
        word, bit = item >> 6, ONE << np.uint64(item & (WORD - 1))
        if before != SATISFIED:
            remaining.sets[before * words + word] &= ~bit
            remaining.size[before] -= 1
        if key != SATISFIED:
            remaining.sets[key * words + word] |= bit
            remaining.size[key] += 1
            remaining.low[key] = min(remaining.low[key], word)
        remaining.key[item] = key


@callee
def apply(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Choose an option (`IN`) or undo that (`OUT`); return the number of options visited."""
    items, item_start, options = links.items, links.item_start, links.options
    blocked, ways, need, capacity = remaining.blocked, remaining.ways, remaining.need, remaining.capacity
    active = remaining.active
    full, changed, visited = (0, 1, 0) if copies > 0 else (1, 0, 0)
    for k in range(item_start[option], item_start[option + 1]):
        item = items[k]
        need[item] -= copies
        capacity[item] -= copies
        _file(remaining, item)
        if capacity[item] == full:
            visited += links.option_start[item + 1] - links.option_start[item]
            for m in range(links.option_start[item], links.option_start[item + 1]):
                other = options[m]
                blocked[other] += copies
                if blocked[other] == changed:
                    active[0] -= copies
                    for n in range(links.needed_start[other], links.needed_start[other + 1]):
                        ways[links.needed[n]] -= copies
                        if need[links.needed[n]] > 0:
                            _file(remaining, links.needed[n])
    return visited


@callee
def exclude(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Exclude an option (`IN`) or undo that (`OUT`)."""
    remaining.blocked[option] += copies
    if remaining.blocked[option] == (1 if copies > 0 else 0):
        remaining.active[0] -= copies
        for n in range(links.needed_start[option], links.needed_start[option + 1]):
            remaining.ways[links.needed[n]] -= copies
            _file(remaining, links.needed[n])
