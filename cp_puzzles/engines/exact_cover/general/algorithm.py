"""The general search: Algorithm X (TAOCP 7.2.2.1) on bit sets, with an explicit stack, so that it can pause.

`reference` has the same algorithm in plain Python. The steps are named as Knuth names his; X4 and X6, to cover and to
uncover, are nothing here but to look at another level of the stack:

- X1 *Initialize*: `general_search` builds the bit sets and the stack. Level 0 has the root's one option to try.
- X2 *Enter level*: the domains of the uncovered items are those of the level above beside its option. If an item has
  fewer options left than it needs, the level is left at once; if every minimum is reached, a solution is visited.
- X3 *Choose i*: the item with the cheapest options left, see `costs`.
- X5 *Try x_l*: the next option of that item is chosen.
- X7 *Backtrack*, X8 *Leave level*: all of them were tried.

A required item is covered by one of its options. A counted item takes several: one is branched on and then excluded, so
that each set of options is met once. When every minimum is reached, *free* options can still be added to the solution:
they are branched on in the same way.

If all items are required, the set of uncovered items determines what is left to search, and a set that had no solution
is not searched again, see `failures`. `NOTES.md` has what was measured, and what did not pay.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.engines.exact_cover.common.jit import compiled, lowest_bit, popcount
from cp_puzzles.engines.exact_cover.common.orbits import visit
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.words import ONE, ZERO, Ints, Words, bit_of, first_of, word_of
from cp_puzzles.engines.exact_cover.general.costs import CELL_COST, NO_COST
from cp_puzzles.engines.exact_cover.general.failures import is_failure, is_worthwhile, remember


class Bounds(NamedTuple):
    """`price` of an option of each required item; `minimum` and `maximum` of each counted one."""

    price: Words
    minimum: Ints
    maximum: Ints


class Stack(NamedTuple):
    """The state of a search: its numbers, see `State`, and for each level what is left to try there.

    `domains`, `uncovered`: W and A words a level, see `BitSets`; the domains of covered items are out of date.
    `item`: what is branched on. `word`: the word of its domain whose options are being tried, `untried` those of them
    that are still to be tried, `option` the one tried last. `times`: how often each counted item is covered. `found`:
    how many solutions had been found when the level was entered. `failures`: a table, see `failures`.
    """

    state: Ints
    domains: Words
    uncovered: Words
    item: Words
    word: Words
    untried: Words
    option: Words
    times: Ints
    found: Ints
    failures: Words


@compiled
def search(bits, bounds, stack, orbits, batch, budget, limit):  # type: ignore[no-untyped-def]
    """Go on for `budget` nodes, or until the batch is full or `limit` solutions are found; True if all is searched.

    The steps stand here one after the other, and what they call is handed arrays where it is called at every node: a
    call that is handed all of `bits` and `stack` counts the references to every array.
    """
    state, domains, uncovered, untried = stack.state, stack.domains, stack.uncovered, stack.untried
    start, words, sets = bits.start, np.uint64(len(bits.domains)), np.uint64(len(bits.uncovered))
    required, counts = np.uint64(len(bounds.price)), len(bounds.minimum)
    free_item = required + np.uint64(counts)
    has_free = start[free_item] < start[free_item + ONE]
    remembers = state[State.REMEMBERS] > 0
    most = len(batch.rows) if len(batch.rows) else budget
    level, nodes = np.uint64(state[State.LEVEL]), 0
    while nodes < budget and state[State.SOLUTIONS] < limit and state[State.FILLED] < most:
        item, word, left = stack.item[level], stack.word[level], untried[level]
        here, below = level * words, (level + ONE) * words
        if left == ZERO:
            word += ONE
            if word < start[item + ONE]:
                stack.word[level] = word
                untried[level] = domains[here + word]
                continue
            # X7. Backtrack, X8. Leave level
            if level == ZERO:
                state[State.NODES] += nodes
                return True
            if remembers and state[State.FOUND] == stack.found[level]:
                remember(stack.failures, uncovered, level * sets, sets)
            level -= ONE
            continue
        # X5. Try x_l
        option = np.uint64(bits.option[first_of(word) + lowest_bit(left)])
        untried[level] = left & (left - ONE)
        stack.option[level] = option
        nodes += 1
        if item >= required:
            _exclude(bits, domains, here, option)
        # X2. Enter level, X3. Choose i
        source = here
        if counts and _count(bits, stack, bounds.maximum, level, option):
            source = below
        left_over = (level + ONE) * sets
        for a in range(sets):
            uncovered[left_over + a] = uncovered[level * sets + a] & ~bits.covers[option * sets + a]
        cost, item = _narrow(bits, domains, uncovered, left_over, source, below, option, bounds.price)
        if cost == ZERO:
            continue
        free = ZERO
        if counts or has_free:
            cost, item, free = _narrow_counted(bits, bounds, stack, source, level + ONE, option, cost, item)
            if cost == ZERO:
                continue
        if cost == NO_COST:
            state[State.FOUND] += 1
            visit(state, stack.option, level, orbits, batch)
            if free == ZERO:
                continue
            item = free_item
        elif remembers:
            state[State.LOOKED_UP] += 1
            if is_failure(stack.failures, uncovered, left_over, sets):
                state[State.MET_AGAIN] += 1
                continue
            if not is_worthwhile(state[State.LOOKED_UP], state[State.MET_AGAIN]):
                remembers = False
                state[State.REMEMBERS] = 0
        level += ONE
        stack.found[level] = state[State.FOUND]
        stack.item[level] = item
        stack.word[level] = start[item]
        untried[level] = domains[below + start[item]]
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@compiled
def _exclude(bits, domains, source, option):  # type: ignore[no-untyped-def]
    """Take an option out of all domains."""
    for p in range(bits.place_start[option], bits.place_start[option + ONE]):
        place = bits.places[p]
        domains[source + word_of(place)] &= ~bit_of(place)


@compiled
def _count(bits, stack, maximum, level, option):  # type: ignore[no-untyped-def]
    """Count what an option covers; where that reaches its maximum, drop the options into the domains below: True."""
    items, words = len(maximum), np.uint64(len(bits.domains))
    here, below = np.int64(level) * items, np.int64(level + ONE) * items
    for k in range(items):
        stack.times[below + k] = stack.times[here + k]
    dropped, source, target = False, level * words, (level + ONE) * words
    for k in range(bits.counted.shape[1]):
        item = np.int64(bits.counted[option, k])
        if item == items:
            break
        stack.times[below + item] += 1
        if stack.times[below + item] == maximum[item]:
            others = np.uint64(item) * words
            for word in range(words):
                stack.domains[target + word] = stack.domains[source + word] & bits.others[others + word]
            dropped, source = True, target
    return dropped


@compiled
def _narrow(bits, domains, uncovered, first, source, target, option, price):  # type: ignore[no-untyped-def]
    """The domains of the uncovered items beside an option; the least cost (0: a domain is empty) and its item."""
    start, compatible, row = bits.start, bits.compatible, option * np.uint64(len(bits.domains))
    least, best = NO_COST, ZERO
    for a in range(np.uint64(len(bits.uncovered))):
        items = uncovered[first + a]
        while items:
            item = first_of(a) + lowest_bit(items)
            items &= items - ONE
            left, word, end = ZERO, start[item], start[item + ONE]
            while word < end:
                alive = domains[source + word] & compatible[row + word]
                domains[target + word] = alive
                left += popcount(alive)
                word += ONE
            if left == ZERO:
                return ZERO, item
            cost = left * price[item]
            if cost < least:
                least, best = cost, item
    return least, best


@compiled
def _narrow_counted(bits, bounds, stack, source, below, option, least, best):  # type: ignore[no-untyped-def]
    """The same for the counted items, given the least cost so far; also how many free options are alive.

    An item that needs n of its options is covered by one of any `left - n + 1` of them: so many it counts as.
    """
    words, items = np.uint64(len(bits.domains)), len(bounds.minimum)
    left = ZERO
    for k in range(items + 1):
        item = np.uint64(len(bounds.price) + k)
        left, word = ZERO, bits.start[item]
        while word < bits.start[item + ONE]:
            alive = stack.domains[source + word] & bits.compatible[option * words + word]
            stack.domains[below * words + word] = alive
            left += popcount(alive)
            word += ONE
        if k == items:
            break
        need = bounds.minimum[k] - stack.times[np.int64(below) * items + k]
        if need > np.int64(left):
            return ZERO, item, left
        if need > 0:
            cost = (left - np.uint64(need) + ONE) * CELL_COST
            if cost < least:
                least, best = cost, item
    return least, best, left
