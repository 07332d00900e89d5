"""Items and options linked by lists, and the items and options that remain after some choices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Numbers
from cp_puzzles.base.jit import callee
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


MOST_WAYS = 63
"""Items of this many ways or more are equal to the search."""

SATISFIED, DEAD = -1, 0
"""In place of the number of ways: no item needs an option, and an item has too few."""

IN, OUT = np.int64(1), np.int64(-1)
"""To choose or exclude an option, and to undo that: the arguments `copies` of `apply` and `exclude`."""


class RemainingItems(NamedTuple):
    """The items and options that remain after the choices so far.

    `blocked`: for each option the number of choices that exclude it. For each item: `ways`, its number of active
    options, if it needs options at first; `need`, the number of options that it still needs; and `capacity`, the number
    that it still can take. `active` is the number of active options.
    """

    blocked: Numbers
    ways: Ints
    need: Ints
    capacity: Ints
    active: Ints


def remaining_items(arrays: CoverArrays, links: Links, chosen: tuple[int, ...]) -> RemainingItems:
    """Return the items that some options chosen elsewhere leave."""
    used, options = arrays.times(chosen), len(links.item_start) - 1
    ways = np.diff(links.option_start)[: len(used)].copy()
    blocked, active = np.zeros(options, dtype=np.int32), np.array([options], dtype=np.int64)
    return RemainingItems(blocked, ways, arrays.least - used, arrays.most - used, active)


@callee
def least(remaining):  # type: ignore[no-untyped-def]
    """Return the fewest ways and their item, the first of several; `SATISFIED` if none needs any."""
    ways, need, fewest, item = remaining.ways, remaining.need, MOST_WAYS + 1, SATISFIED
    for i in range(len(need)):
        if need[i] > 0 and min(ways[i] - need[i] + 1, MOST_WAYS) < fewest:
            fewest, item = ways[i] - need[i] + 1, i
            if fewest <= DEAD:
                return DEAD, item
    return fewest if item != SATISFIED else SATISFIED, item


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
        if capacity[item] == full:
            visited += links.option_start[item + 1] - links.option_start[item]
            for m in range(links.option_start[item], links.option_start[item + 1]):
                other = options[m]
                blocked[other] += copies
                if blocked[other] == changed:
                    active[0] -= copies
                    for n in range(links.needed_start[other], links.needed_start[other + 1]):
                        ways[links.needed[n]] -= copies
    return visited


@callee
def exclude(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Exclude an option (`IN`) or undo that (`OUT`)."""
    remaining.blocked[option] += copies
    if remaining.blocked[option] == (1 if copies > 0 else 0):
        remaining.active[0] -= copies
        for n in range(links.needed_start[option], links.needed_start[option + 1]):
            remaining.ways[links.needed[n]] -= copies
