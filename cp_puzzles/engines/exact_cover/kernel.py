"""The search: most constrained item first, on the bit sets of a frame, with an explicit stack that can be resumed.

At a node the uncovered item with the fewest living options is branched on; a child is given up as soon as one of its
items has none left. A required item is covered by one of its options. Of an item that takes several, one is branched on
and then excluded, so that each set of options is met once. When every minimum is reached, the options so far are a
solution, and free options can be added to it.

Failures are remembered: if all items are required, the set of uncovered items determines what is left to search, and a
set that had no solution is not searched again. That saves 46 % of the nodes of 25 Y pentominoes in 5x5x5, where pieces
are alike; with different pieces 20 % on 6x10, 16 % for Soma and 5 % in boxes, which costs more time than it saves.

What did not pay, as ratios of the time with and without: looking first at the item that failed last, 0.94 to 1.1;
looking first at the items of which the option takes most, 0.7 to 1.3; choosing a forced option together with the one
that forces it, 1.05 to 1.45; bringing the next option's row into the cache early, 1.04 to 1.18; domains padded, so that
the loop over them is unrolled, to two words 0.9 to 1.7, to four 1.5 to 3; cutting frames down again below some depth,
to 1000 living options 0.94 to 1.8, to 500 options 2 to 7.

What leaves out too few nodes for its price: breaking ties by the size of the whole domain or by the distance from the
middle, 0.97 to 1.02 of the nodes in boxes and on 6x10, 0.87 to 1.08 for 25 Y and 2x5x6; giving up when the pieces left
cannot even out the colours of a checkerboard, 0.995 to 1, but 0.8 for Soma; giving up when a region is cut off that no
pieces fill, 0.993 to 0.999 in boxes, 0.94 on 6x10, 0.85 on 8x8 without its middle, and all take 1.1 to 2 times as
long. The last two have to know which cells are neighbours, and a cover problem does not say.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.engines.exact_cover.frame import LAST, ONE, SIX, ZERO, Words
from cp_puzzles.engines.exact_cover.jit import compiled, lowest_bit, popcount
from cp_puzzles.engines.exact_cover.leaf import (
    DEPTH,
    FILLED,
    FOUND,
    HITS,
    NODES,
    PROBES,
    REMEMBERS,
    SOLUTIONS,
    Ints,
    report,
)

NO_ITEM = np.uint64(1 << 40)
"""What an item costs that need not be branched on."""

COUNTED_COST = np.uint64(64)
"""What each option left of a counted item costs: as much as one of a cell."""

MEMORY = 14
"""The binary logarithm of the number of failures that are remembered; 18 saves hardly more nodes and costs cache."""

MEMORY_TRIAL, MEMORY_RATE = 4096, 32
"""Remembering ends if of the first so many probes fewer than one in so many hits."""

_SHIFT, _MIX, _FACTOR = np.uint64(64 - MEMORY), np.uint64(29), np.uint64(0x9E3779B97F4A7C15)


class Stack(NamedTuple):
    """The state of a search: for each depth what is left to try there. Depth 0 is the root.

    `state`: see `leaf.STATE`. `used`: how often each counted item is covered. `found`: FOUND when the depth was
    reached. `memory`: failures.
    """

    state: Ints
    domains: Words
    active: Words
    item: Words
    word: Words
    pending: Words
    chosen: Words
    used: Ints
    found: Ints
    memory: Words


@compiled
def search(frame, stack, orbits, weight, minimum, maximum, batch, sizes, budget, limit):  # type: ignore[no-untyped-def]
    """Go on for `budget` nodes, or until the batch is full or `limit` solutions are found; True if all is searched.

    Solutions are written to `batch` and their orbits' sizes to `sizes`, unless the batch has no rows.
    """
    state, domains, active, pending = stack.state, stack.domains, stack.active, stack.pending
    start, words, a_words = frame.start, np.uint64(len(frame.domains)), np.uint64(len(frame.active))
    required, kinds = np.uint64(len(weight)), len(minimum)
    free_item = required + np.uint64(kinds)
    has_free = start[free_item] < start[free_item + ONE]
    remembers = state[REMEMBERS] > 0
    most = len(batch) if len(batch) else budget
    depth, nodes = np.uint64(state[DEPTH]), 0
    while nodes < budget and state[SOLUTIONS] < limit and state[FILLED] < most:
        item, word, left = stack.item[depth], stack.word[depth], pending[depth]
        if left == ZERO:
            if word + ONE < start[item + ONE]:
                stack.word[depth] = word + ONE
                pending[depth] = domains[depth * words + word + ONE]
                continue
            if depth == ZERO:
                state[NODES] += nodes
                return True
            if remembers and state[FOUND] == stack.found[depth]:
                _remember(stack.memory, active, depth * a_words, a_words)
            depth -= ONE
            continue
        option = np.uint64(frame.option[(word << SIX) + lowest_bit(left)])
        pending[depth] = left & (left - ONE)
        stack.chosen[depth] = option
        nodes += 1
        if item >= required:
            _exclude(frame, domains, depth * words, option)
        below = depth + ONE
        source = depth * words
        if kinds and _use(frame, stack, maximum, depth, option):
            source = below * words
        uncovered = below * a_words
        for a in range(a_words):
            active[uncovered + a] = active[depth * a_words + a] & ~frame.covers[option * a_words + a]
        cost, best = _narrow(frame, domains, active, uncovered, source, below * words, option, weight)
        if cost == ZERO:
            continue
        free = ZERO
        if kinds or has_free:
            cost, best, free = _narrow_counted(
                frame, domains, stack.used, source, below, option, required, minimum, cost, best
            )
            if cost == ZERO:
                continue
        if cost == NO_ITEM:
            state[FOUND] += 1
            report(state, stack.chosen, depth, orbits, batch, sizes)
            if free == ZERO:
                continue
            best = free_item
        elif remembers:
            state[PROBES] += 1
            if _is_remembered(stack.memory, active, uncovered, a_words):
                state[HITS] += 1
                continue
            if state[PROBES] == MEMORY_TRIAL and state[HITS] * MEMORY_RATE < MEMORY_TRIAL:
                remembers = False
                state[REMEMBERS] = 0
        depth = below
        stack.found[depth] = state[FOUND]
        stack.item[depth] = best
        stack.word[depth] = start[best]
        pending[depth] = domains[depth * words + start[best]]
    state[DEPTH] = depth
    state[NODES] += nodes
    return False


@compiled
def _narrow(frame, domains, active, uncovered, source, target, option, weight):  # type: ignore[no-untyped-def]
    """The domains of the required items beside an option; the least cost (0: a domain is empty) and its item."""
    start, rows, row = frame.start, frame.rows, option * np.uint64(len(frame.domains))
    least, best = NO_ITEM, ZERO
    for a in range(np.uint64(len(frame.active))):
        items = active[uncovered + a]
        first = a << SIX
        while items:
            i = first + lowest_bit(items)
            items &= items - ONE
            count, word, end = ZERO, start[i], start[i + ONE]
            while word < end:
                alive = domains[source + word] & rows[row + word]
                domains[target + word] = alive
                count += popcount(alive)
                word += ONE
            if count == ZERO:
                return ZERO, i
            count *= weight[i]
            if count < least:
                least, best = count, i
    return least, best


@compiled
def _narrow_counted(frame, domains, used, source, below, option, required, minimum, least, best):  # type: ignore[no-untyped-def]
    """The same for the counted items and the free options; also how many of these are alive."""
    words, kinds = np.uint64(len(frame.domains)), len(minimum)
    count = ZERO
    for k in range(kinds + 1):
        i = required + np.uint64(k)
        count, word = ZERO, frame.start[i]
        while word < frame.start[i + ONE]:
            alive = domains[source + word] & frame.rows[option * words + word]
            domains[below * words + word] = alive
            count += popcount(alive)
            word += ONE
        if k == kinds:
            break
        need = minimum[k] - used[np.int64(below) * kinds + k]
        if need > np.int64(count):
            return ZERO, i, count
        if need > 0:
            cost = (count - np.uint64(need) + ONE) * COUNTED_COST
            if cost < least:
                least, best = cost, i
    return least, best, count


@compiled
def _use(frame, stack, maximum, depth, option):  # type: ignore[no-untyped-def]
    """Count what an option covers; where that reaches its maximum, drop the options into the domains below: True."""
    kinds, words = len(maximum), np.uint64(len(frame.domains))
    here, below = np.int64(depth) * kinds, np.int64(depth + ONE) * kinds
    for k in range(kinds):
        stack.used[below + k] = stack.used[here + k]
    dropped, source, target = False, depth * words, (depth + ONE) * words
    for k in range(frame.counted.shape[1]):
        item = np.int64(frame.counted[option, k])
        if item == kinds:
            break
        stack.used[below + item] += 1
        if stack.used[below + item] == maximum[item]:
            others = np.uint64(item) * words
            for word in range(words):
                stack.domains[target + word] = stack.domains[source + word] & frame.others[others + word]
            dropped, source = True, target
    return dropped


@compiled
def _exclude(frame, domains, source, option):  # type: ignore[no-untyped-def]
    """Take an option out of all domains."""
    for p in range(frame.place_start[option], frame.place_start[option + ONE]):
        place = frame.places[p]
        domains[source + (place >> SIX)] &= ~(ONE << (place & LAST))


@compiled
def _slot(active, base, a_words):  # type: ignore[no-untyped-def]
    """Where a set of uncovered items is remembered: by itself, so that no two are ever mistaken."""
    mixed = ZERO
    for a in range(a_words):
        mixed = (mixed ^ active[base + a]) * _FACTOR
        mixed ^= mixed >> _MIX
    return ((mixed * _FACTOR) >> _SHIFT) * a_words


@compiled
def _remember(memory, active, base, a_words):  # type: ignore[no-untyped-def]
    slot = _slot(active, base, a_words)
    for a in range(a_words):
        memory[slot + a] = active[base + a]


@compiled
def _is_remembered(memory, active, base, a_words):  # type: ignore[no-untyped-def]
    slot = _slot(active, base, a_words)
    different = ZERO
    for a in range(a_words):
        different |= memory[slot + a] ^ active[base + a]
    return different == ZERO
