"""The sparse search: Algorithm X (TAOCP 7.2.2.1) on lists, as the dancing links have it, for large problems.

The general search has a row of bits for each option: of options beyond some thousands it can look at a few at a time
only. Here a choice takes time in proportion to the options that it rules out, and all of them stay in view: the next
item is the one of the whole board with the fewest ways left, the first in order among equals. So a search goes down
along the order of the items, closely behind it the board is full, and what cannot be filled is seen where it came from.

The steps are those of `general.algorithm`; X4 and X6, to cover and to uncover, are `put`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.engines.exact_cover.common.jit import compiled, inlined, lowest_bit
from cp_puzzles.engines.exact_cover.common.orbits import visit
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.words import ONE, WORD, ZERO, Ints, Words
from cp_puzzles.engines.exact_cover.sparse.links import Numbers

KEYS = 64
"""So many numbers of ways are told apart: from the last on they are all the same."""

SATISFIED, DEAD = -1, 0
"""The key of an item that needs no more options, and of one that has too few."""

IN, OUT = np.int64(1), np.int64(-1)
"""An option is chosen, or excluded; and that is taken back."""

PER_NODE = 50
"""To look at so many options takes about as long as a node of the general search."""


class Field(NamedTuple):
    """What the choices so far leave.

    `blocked`: for each option how many reasons speak against it. For each item its `ways`, options that nothing speaks
    against; how many of them it must `need` and has `room` for; its `key`. The items of each key are a set of bits, so
    many words each, in `sets`; `size` is how many they are, and no word before `low` has any.
    """

    blocked: Numbers
    ways: Ints
    need: Ints
    room: Ints
    key: Ints
    sets: Words
    size: Ints
    low: Ints


class Stack(NamedTuple):
    """Where the search stands: its numbers, see `State`, and for each level what is left to try there.

    `option[l]`: the l-th that is chosen. `item`: what is branched on. `next`: where in the list of its options the next
    one is. `excluded`: options that were tried and are not to be met again; those of a level begin at `first`.
    """

    state: Ints
    option: Numbers
    item: Ints
    next: Ints
    first: Ints
    excluded: Numbers


@inlined
def _file(field, item):  # type: ignore[no-untyped-def]
    """Put an item into the set of its key, after its ways or its need have changed."""
    need = field.need[item]
    key = SATISFIED if need <= 0 else min(max(field.ways[item] - need + 1, 0), KEYS - 1)
    before = field.key[item]
    if key != before:
        words = len(field.sets) // KEYS
        word, bit = item >> 6, ONE << np.uint64(item & (WORD - 1))
        if before != SATISFIED:
            field.sets[before * words + word] &= ~bit
            field.size[before] -= 1
        if key != SATISFIED:
            field.sets[key * words + word] |= bit
            field.size[key] += 1
            field.low[key] = min(field.low[key], word)
        field.key[item] = key


@compiled
def file_all(field):  # type: ignore[no-untyped-def]
    """Put every item into its set, none of which is in any."""
    for item in range(len(field.need)):
        _file(field, item)


@compiled
def put(links, field, option, copies):  # type: ignore[no-untyped-def]
    """Choose an option (`IN`), or take it back (`OUT`); how many options were looked at."""
    items, item_start, options = links.items, links.item_start, links.options
    blocked, ways, need, room = field.blocked, field.ways, field.need, field.room
    full, changed, seen = (0, 1, 0) if copies > 0 else (1, 0, 0)
    for k in range(item_start[option], item_start[option + 1]):
        item = items[k]
        need[item] -= copies
        room[item] -= copies
        _file(field, item)
        if room[item] == full:
            seen += links.option_start[item + 1] - links.option_start[item]
            for m in range(links.option_start[item], links.option_start[item + 1]):
                other = options[m]
                blocked[other] += copies
                if blocked[other] == changed:
                    for n in range(item_start[other], item_start[other + 1]):
                        ways[items[n]] -= copies
                        if need[items[n]] > 0:
                            _file(field, items[n])
    return seen


@compiled
def exclude(links, field, option, copies):  # type: ignore[no-untyped-def]
    """Say that an option is not to be chosen (`IN`), or take that back (`OUT`)."""
    field.blocked[option] += copies
    if field.blocked[option] == (1 if copies > 0 else 0):
        for n in range(links.item_start[option], links.item_start[option + 1]):
            field.ways[links.items[n]] -= copies
            _file(field, links.items[n])


@compiled
def least(field):  # type: ignore[no-untyped-def]
    """The item with the fewest ways, the first of several, and its key; `SATISFIED` if none needs any."""
    words = len(field.sets) // KEYS
    for key in range(KEYS):
        if field.size[key]:
            word = field.low[key]
            while field.sets[key * words + word] == ZERO:
                word += 1
            field.low[key] = word
            return key, word * WORD + np.int64(lowest_bit(field.sets[key * words + word]))
    return SATISFIED, SATISFIED


@compiled
def search(links, field, stack, orbits, batch, budget, limit):  # type: ignore[no-untyped-def]
    """Go on for some work, or until the batch is full or `limit` solutions are found; True if all is searched.

    The `budget` is in nodes, and in options looked at, `PER_NODE` of them for a node.
    """
    state = stack.state
    most = len(batch.rows) if len(batch.rows) else budget
    nothing = len(links.option_start) - 2
    level, top, nodes, seen = state[State.LEVEL], state[State.EXCLUDED], 0, 0
    is_over = False
    while not is_over and nodes + seen // PER_NODE < budget and state[State.SOLUTIONS] < limit:
        if state[State.FILLED] >= most:
            break
        if state[State.ENTERS]:  # X2, X3
            state[State.ENTERS] = 0
            nodes += 1
            key, item = least(field)
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
        while at < end and field.blocked[links.options[at]]:
            at += 1
        seen += at - stack.next[level]
        if at < end:  # X5
            stack.next[level] = at + 1
            level += 1
            stack.option[level] = links.options[at]
            seen += put(links, field, links.options[at], IN)
            state[State.ENTERS] = 1
            continue
        while top > stack.first[level]:  # X7, X8
            top -= 1
            seen += 1
            exclude(links, field, stack.excluded[top], OUT)
        if level == 0:
            is_over = True
            continue
        option = stack.option[level]
        seen += put(links, field, option, OUT)
        level -= 1
        if stack.item[level] >= links.exclusive:
            exclude(links, field, option, IN)
            stack.excluded[top] = option
            top += 1
    state[State.NODES] += nodes
    state[State.WORK] += seen // PER_NODE
    state[State.LEVEL], state[State.EXCLUDED] = level, top
    return is_over
