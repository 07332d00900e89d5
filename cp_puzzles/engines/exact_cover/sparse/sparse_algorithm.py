"""The sparse search: Algorithm X (TAOCP 7.2.2.1) on lists, like dancing links, for large problems.

The general search has a row of bits for each option; beyond some thousands of options it can hold only a part of them.
Here a choice takes time in proportion to the options that it rules out, and all options are in view: the next item is
the one of the whole board with the fewest ways, the first in order among equals. So the search follows the order of the
items, the board behind it is full, and a dead end appears near its cause.

The steps are those of `general_algorithm`; X4 and X6, to cover and to uncover, are `apply`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Numbers, Words
from cp_puzzles.base.jit import compiled, inlined, lowest_bit
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.exact_cover.kernel.bit_words import ONE, WORD, ZERO
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import State, visit
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays


class Links(NamedTuple):
    """Items by option and options by item, each in one array with the starts of its rows.

    Items: the exclusive ones, then the counted ones, then one of all free options, without bounds, then one without
    options. `exclusive` is the number of exclusive items.
    """

    items: Numbers
    item_start: Ints
    options: Numbers
    option_start: Ints
    exclusive: int


def links_of(arrays: CoverArrays, number: Ints) -> Links:
    """Return the links of some options, which the search numbers from 0."""
    first_counted, nothing = arrays.exclusive_count, arrays.exclusive_count + len(arrays.minimum)
    exclusive = arrays.exclusive[number]
    repeated = np.zeros(exclusive.shape, dtype=np.bool_)
    repeated[:, 1:] = exclusive[:, 1:] == exclusive[:, :-1]
    counted = arrays.counted[number]
    covered = np.hstack([exclusive, first_counted + counted]).astype(np.int32)
    kept = np.hstack([~repeated, counted >= 0])
    starts = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    items = Ragged(covered[kept], starts)
    by_item = items.transposed(nothing)
    free = np.flatnonzero(arrays.free[number]).astype(np.int32)
    return Links(
        items=items.values,
        item_start=items.starts,
        options=np.concatenate([by_item.values, free]),
        option_start=np.concatenate([by_item.starts, by_item.starts[-1] + [len(free), len(free)]]),
        exclusive=arrays.exclusive_count,
    )


KEYS = 64
"""Number of keys: items of `KEYS - 1` or more ways have the same key."""

SATISFIED, DEAD = -1, 0
"""The key of an item that needs no more options, and of one with too few."""

IN, OUT = np.int64(1), np.int64(-1)
"""Choose or exclude an option; undo that."""

OPTIONS_PER_NODE = 50
"""Options visited in about the time of a node of the general search."""


class RemainingItems(NamedTuple):
    """The items and options that the choices so far leave.

    `blocked`: for each option the number of choices that exclude it. For each item its `ways`, the number of active
    options; the number that it still must `need` and has `capacity` for; its `key`. The items of each key are a bit set
    in `sets`; `size` is their number, and no word before `low` has any.
    """

    blocked: Numbers
    ways: Ints
    need: Ints
    capacity: Ints
    key: Ints
    sets: Words
    size: Ints
    low: Ints


class SparseStack(NamedTuple):
    """The stack of the search: its numbers, see `State`, and for each level the options to try there.

    `option[l]`: the l-th chosen one. `item`: the item branched on. `next`: the index of the next one in the list of its
    options. `excluded`: options that were tried and are not visited again; those of a level begin at `first`.
    """

    state: Ints
    option: Numbers
    item: Ints
    next: Ints
    first: Ints
    excluded: Numbers


@inlined
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


@compiled
def file_all(remaining):  # type: ignore[no-untyped-def]
    """Insert every item into the set of its key; the sets are empty before."""
    for item in range(len(remaining.need)):
        _file(remaining, item)


@compiled
def apply(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Choose an option (`IN`) or undo that (`OUT`); return the number of options visited."""
    items, item_start, options = links.items, links.item_start, links.options
    blocked, ways, need, capacity = remaining.blocked, remaining.ways, remaining.need, remaining.capacity
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
                    for n in range(item_start[other], item_start[other + 1]):
                        ways[items[n]] -= copies
                        if need[items[n]] > 0:
                            _file(remaining, items[n])
    return visited


@compiled
def exclude(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Exclude an option (`IN`) or undo that (`OUT`)."""
    remaining.blocked[option] += copies
    if remaining.blocked[option] == (1 if copies > 0 else 0):
        for n in range(links.item_start[option], links.item_start[option + 1]):
            remaining.ways[links.items[n]] -= copies
            _file(remaining, links.items[n])


@compiled
def least(remaining):  # type: ignore[no-untyped-def]
    """Return the key and the item of the fewest ways, the first of several; `SATISFIED` if none needs any."""
    words = len(remaining.sets) // KEYS
    for key in range(KEYS):
        if remaining.size[key]:
            word = remaining.low[key]
            while remaining.sets[key * words + word] == ZERO:
                word += 1
            remaining.low[key] = word
            return key, word * WORD + np.int64(lowest_bit(remaining.sets[key * words + word]))
    return SATISFIED, SATISFIED


@compiled
def search(links, remaining, stack, orbits, batch, budget, limit):  # type: ignore[no-untyped-def]
    """Search until the budget is spent, the buffer is full or `limit` solutions are found; return True at the end.

    The `budget` is in nodes, and in options visited, `OPTIONS_PER_NODE` of them for a node.
    """
    state = stack.state
    most = len(batch.rows) if len(batch.rows) else budget
    nothing = len(links.option_start) - 2
    level, top, nodes, visited = state[State.LEVEL], state[State.EXCLUDED], 0, 0
    is_over = False
    while not is_over and nodes + visited // OPTIONS_PER_NODE < budget and state[State.SOLUTIONS] < limit:
        if state[State.FILLED] >= most:
            break
        if state[State.ENTERS]:  # X2, X3
            state[State.ENTERS] = 0
            nodes += 1
            key, item = least(remaining)
            if key == DEAD:
                item = nothing
            elif key == SATISFIED:
                state[State.FOUND] += 1
                visit(state, stack.option, level, orbits, batch)
                item = nothing - 1
            stack.item[level], stack.next[level], stack.first[level] = item, links.option_start[item], top
            continue
        item, at = stack.item[level], stack.next[level]
        end = links.option_start[item + 1]
        while at < end and remaining.blocked[links.options[at]]:
            at += 1
        visited += at - stack.next[level]
        if at < end:  # X5
            stack.next[level] = at + 1
            level += 1
            stack.option[level] = links.options[at]
            visited += apply(links, remaining, links.options[at], IN)
            state[State.ENTERS] = 1
            continue
        while top > stack.first[level]:  # X7, X8
            top -= 1
            visited += 1
            exclude(links, remaining, stack.excluded[top], OUT)
        if level == 0:
            is_over = True
            continue
        option = stack.option[level]
        visited += apply(links, remaining, option, OUT)
        level -= 1
        if stack.item[level] >= links.exclusive:
            exclude(links, remaining, option, IN)
            stack.excluded[top] = option
            top += 1
    state[State.NODES] += nodes
    state[State.WORK] += visited // OPTIONS_PER_NODE
    state[State.LEVEL], state[State.EXCLUDED] = level, top
    return is_over
