"""The general search: Algorithm X (TAOCP 7.2.2.1) on bit sets, with an explicit stack, so that it can pause.

The tests have the same algorithm in plain Python. The steps have Knuth's names; X4 and X6, to cover and to
uncover, only change the level of the stack:

- X1 *Initialize*: `general_search` builds the bit sets and the stack. Level 0 tries the root's only option.
- X2 *Enter level*: the domains of the uncovered items are those of the level above beside its option. If an item has
  fewer active options than it needs, the level ends at once; if every minimum is reached, a solution is visited.
- X3 *Choose i*: the item with the least cost, see `ItemOrder`.
- X5 *Try x_l*: the next option of that item is chosen.
- X7 *Backtrack*, X8 *Leave level*: all options were tried.

A required item is covered by one of its options. A counted item takes several: one is branched on and then excluded, so
each set of options is visited once. When every minimum is reached, *free* options can still be added to the solution:
the search branches on them in the same way.

If all items are required, the set of uncovered items determines the subtree. A set without a solution is stored among
the *failures* and is not searched again. Its place in this table is the hash of its bits; a later set with the same
hash replaces an earlier one. The sets themselves are compared, so two sets with the same hash are never confused.

`NOTES.md` records measurements and ideas that did not help.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Words
from cp_puzzles.base.jit import ONE, WORD, ZERO, bit_of, callee, first_of, gradual, lowest_bit, popcount, word_of
from cp_puzzles.engines.exact_cover.item_order import CELL_PRICE, COUNTED_RANK
from cp_puzzles.engines.exact_cover.subproblem_search import State, follows, visit

NO_COST = np.uint64(1 << 60)
"""More than the cost of any item: there is none to branch on."""


LOG_PLACES = 14
"""The binary logarithm of the number of places."""

TRIAL, WORTH_ONE_IN = 4096, 32
"""The table is dropped if, of the first `TRIAL` lookups, fewer than one in `WORTH_ONE_IN` is a hit."""

_TO_PLACE, _HALF = np.uint64(WORD - LOG_PLACES), np.uint64(29)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: multiplication by it spreads adjacent numbers (TAOCP 6.4)."""


@callee
def remember(failures, uncovered, first, words):  # type: ignore[no-untyped-def]
    """Store the set in `words` words from `first`."""
    place = _place(uncovered, first, words)
    for w in range(words):
        failures[place + w] = uncovered[first + w]


@callee
def is_failure(failures, uncovered, first, words):  # type: ignore[no-untyped-def]
    """Return True if that set is stored."""
    place = _place(uncovered, first, words)
    different = ZERO
    for w in range(words):
        different |= failures[place + w] ^ uncovered[first + w]
    return different == ZERO


@callee
def _place(uncovered, first, words):  # type: ignore[no-untyped-def]
    mixed = ZERO
    for w in range(words):
        mixed = (mixed ^ uncovered[first + w]) * _GOLDEN
        mixed ^= mixed >> _HALF
    return ((mixed * _GOLDEN) >> _TO_PLACE) * words


class CountedItems(NamedTuple):
    """The counted items, and the options by their items.

    `minimum`, `maximum`: of each. `times`: for each level how many options cover each. `others`: W words for each: the
    options that do not cover it. `places`, `place_start`: the bits of each option in the domains, and where they begin.
    `of_option`: for each option a row of its counted items, padded with the number of counted items.
    """

    minimum: Ints
    maximum: Ints
    times: Ints
    others: Words
    places: Words
    place_start: Words
    of_option: Words


class BranchLog(NamedTuple):
    """The item of each branching node in preorder, written or read, and the costs of options.

    `tree`: the numbers of the items in the problem; `reads`: True to branch on these items, False to write them.
    `number`: the number of each item of the search in the problem; `item`: the reverse, -1 for other items. `cost`: of
    each option, and of the root; `cheapest`: the options by cost. The options of a solution cost at most `budget`.
    `spent`: the cost of the options chosen for each level; `affordable`: how many of the cheapest ones may follow.
    """

    tree: Ints
    reads: bool
    number: Ints
    item: Ints
    cost: Ints
    cheapest: Ints
    budget: int
    spent: Ints
    affordable: Ints


class GeneralStack(NamedTuple):
    """The stack of a search: its numbers, see `State`, its `path`, and for each level the options to try there.

    `domains`, `uncovered`: W and A words a level, see `BitSets`; the domains of covered items are out of date.
    `item`: the item branched on. `word`: the word of its domain that is being tried, `untried` its bits that remain,
    `option` the one tried last. `found`: the number of solutions when the level was entered.
    """

    state: Ints
    path: Ints
    domains: Words
    uncovered: Words
    item: Words
    word: Words
    untried: Words
    option: Words
    found: Ints


@gradual(budget=7, patience=0.4)
def search(bits, price, stack, counted, failures, log, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end.

    `price`: for each required item the price of an option and its rank, see `ItemOrder.prices`. `counted`: the
    `CountedItems`, or None if no item is counted and no option is free. `failures`: a table of sets, see `remember`, or
    None. `log`: a `BranchLog`, or None; a search with a log has counted items, but no failures. What is None is not
    compiled: a search of required items takes half the time to compile.
    """
    state, domains, uncovered, untried = stack.state, stack.domains, stack.uncovered, stack.untried
    start, words, sets = bits.start, np.uint64(len(bits.domains)), np.uint64(len(bits.uncovered))
    required, free_item = np.uint64(len(price) // 2), np.uint64(len(start) - 3)
    level, nodes = np.uint64(state[State.LEVEL]), 0
    # the level of the root, 0, is above those of parts
    ahead, floor = state[State.PATH], np.uint64(state[State.FLOOR] + 1 if state[State.FLOOR] else 0)
    while nodes < budget and state[State.FILLED] < most:
        item, word, remaining = stack.item[level], stack.word[level], untried[level]
        here, below = level * words, (level + ONE) * words
        if remaining == ZERO:
            word += ONE
            if word < start[item + ONE]:
                stack.word[level] = word
                untried[level] = domains[here + word]
                continue
            # X7. Backtrack, X8. Leave level
            if level <= floor:
                state[State.NODES] += nodes
                return True
            if failures is not None and state[State.REMEMBERS] and state[State.FOUND] == stack.found[level]:
                remember(failures, uncovered, level * sets, sets)
            level -= ONE
            continue
        # X5. Try x_l
        option = np.uint64(bits.option[first_of(word) + lowest_bit(remaining)])
        untried[level] = remaining & (remaining - ONE)
        stack.option[level] = option
        if counted is not None and item >= required:
            _exclude(counted, domains, here, option)
        if ahead > 0 and level > ZERO:
            if not follows(stack, level, option):
                continue
            ahead -= 1
        is_new = ahead == 0
        nodes += is_new
        # X2. Enter level, X3. Choose i
        source, left_over = _cover(bits, stack, counted, log, level, option), (level + ONE) * sets
        cost, item = _narrow(bits, domains, uncovered, left_over, source, below, option, price)
        if cost == ZERO:
            continue
        free = ZERO
        if counted is not None:
            cost, item, free = _narrow_counted(bits, counted, domains, source, level + ONE, option, cost, item)
            if cost == ZERO:
                continue
        if cost == NO_COST:
            if is_new:
                visit(state, stack.option, level, rows)
            if free == ZERO:
                continue
            item = free_item
        elif failures is not None and is_new and _has_failed(state, failures, uncovered, left_over, sets):
            continue
        if counted is not None and log is not None and item != free_item and is_new:
            item = _logged(log, state, uncovered, left_over, counted, level + ONE, item)
            if state[State.IS_WRONG]:
                state[State.NODES] += nodes
                return True
        level += ONE
        stack.found[level] = state[State.FOUND] if is_new else -1
        stack.item[level], stack.word[level] = item, start[item]
        untried[level] = domains[below + start[item]]
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _cover(bits, stack, counted, log, level, option):  # type: ignore[no-untyped-def]
    """Cover the items of an option below a level; return where the domains beside it begin."""
    domains, uncovered, sets = stack.domains, stack.uncovered, np.uint64(len(bits.uncovered))
    source, below = level * np.uint64(len(bits.domains)), (level + ONE) * np.uint64(len(bits.domains))
    if counted is not None and _count(bits, counted, domains, level, option):
        source = below
    if counted is not None and log is not None and _spend(bits, counted, log, domains, source, level, option):
        source = below
    for a in range(sets):
        uncovered[(level + ONE) * sets + a] = uncovered[level * sets + a] & ~bits.covers[option * sets + a]
    return source


@callee
def _has_failed(state, failures, uncovered, first, sets):  # type: ignore[no-untyped-def]
    """Return True if a set is a failure; end the use of the table where it does not pay."""
    if state[State.REMEMBERS] == 0:
        return False
    state[State.LOOKED_UP] += 1
    if is_failure(failures, uncovered, first, sets):
        state[State.HITS] += 1
        return True
    if state[State.LOOKED_UP] == TRIAL and state[State.HITS] * WORTH_ONE_IN < TRIAL:
        state[State.REMEMBERS] = 0
    return False


@callee
def _exclude(counted, domains, source, option):  # type: ignore[no-untyped-def]
    """Remove an option from all domains."""
    for p in range(counted.place_start[option], counted.place_start[option + ONE]):
        place = counted.places[p]
        domains[source + word_of(place)] &= ~bit_of(place)


@callee
def _count(bits, counted, domains, level, option):  # type: ignore[no-untyped-def]
    """Count the items of an option; return True if one reached its maximum and the domains below lost its options."""
    items, words = len(counted.maximum), np.uint64(len(bits.domains))
    here, below = np.int64(level) * items, np.int64(level + ONE) * items
    for k in range(items):
        counted.times[below + k] = counted.times[here + k]
    dropped, source, target = False, level * words, (level + ONE) * words
    for k in range(counted.of_option.shape[1]):
        item = np.int64(counted.of_option[option, k])
        if item == items:
            break
        counted.times[below + item] += 1
        if counted.times[below + item] == counted.maximum[item]:
            others = np.uint64(item) * words
            for word in range(words):
                domains[target + word] = domains[source + word] & counted.others[others + word]
            dropped, source = True, target
    return dropped


@callee
def _spend(bits, counted, log, domains, source, level, option):  # type: ignore[no-untyped-def]
    """Pay for an option; return True if the domains below lost the options that are not affordable any more."""
    here, words = np.int64(level), np.uint64(len(bits.domains))
    spent, count = log.spent[here] + log.cost[option], log.affordable[here]
    below, loses = (level + ONE) * words, count > 0 and spent + log.cost[log.cheapest[count - 1]] > log.budget
    if loses:
        for word in range(words):
            domains[below + word] = domains[source + word]
    while count > 0 and spent + log.cost[log.cheapest[count - 1]] > log.budget:
        count -= 1
        _exclude(counted, domains, below, np.uint64(log.cheapest[count]))
    log.spent[here + 1], log.affordable[here + 1] = spent, count
    return loses


@callee
def _logged(log, state, uncovered, first, counted, level, item):  # type: ignore[no-untyped-def]
    """Write the item of a branching node, or return the one that is read; `State.IS_WRONG`: it needs no option."""
    place, items = state[State.LOGGED], np.uint64(len(counted.minimum))
    state[State.LOGGED] += 1
    if not log.reads:
        log.tree[place] = log.number[item]
        return item
    named = log.tree[place] if place < len(log.tree) else -1
    read = log.item[named] if 0 <= named < len(log.item) else -1
    required, k = len(log.number) - len(counted.minimum), read - (len(log.number) - len(counted.minimum))
    if read < 0:
        is_open = False
    elif read < required:
        is_open = uncovered[first + word_of(np.uint64(read))] & bit_of(np.uint64(read)) != ZERO
    else:
        is_open = counted.minimum[k] > counted.times[level * items + np.uint64(k)]
    state[State.IS_WRONG] = not is_open
    return np.uint64(max(read, 0))


@callee
def _narrow(bits, domains, uncovered, first, source, target, option, price):  # type: ignore[no-untyped-def]
    """Narrow the domains of uncovered items beside an option; return the least cost (0: a dead end) and its item."""
    start, compatible, row = bits.start, bits.compatible, option * np.uint64(len(bits.domains))
    least, best = NO_COST, ZERO
    for a in range(np.uint64(len(bits.uncovered))):
        items = uncovered[first + a]
        while items:
            item = first_of(a) + lowest_bit(items)
            items &= items - ONE
            remaining, word, end = ZERO, start[item], start[item + ONE]
            while word < end:
                active = domains[source + word] & compatible[row + word]
                domains[target + word] = active
                remaining += popcount(active)
                word += ONE
            if remaining == ZERO:
                return ZERO, item
            cost = remaining * price[item + item] + price[item + item + ONE]
            if cost < least:
                least, best = cost, item
    return least, best


@callee
def _narrow_counted(bits, counted, domains, source, below, option, least, best):  # type: ignore[no-untyped-def]
    """Narrow the counted items, given the least cost so far; return also the number of active free options.

    An item that needs n of its `remaining` options is covered by one of any `remaining - n + 1`: its cost counts these.
    """
    words, items = np.uint64(len(bits.domains)), len(counted.minimum)
    remaining = ZERO
    for k in range(items + 1):
        item = np.uint64(len(bits.start) - 3 - items + k)
        remaining, word = ZERO, bits.start[item]
        while word < bits.start[item + ONE]:
            active = domains[source + word] & bits.compatible[option * words + word]
            domains[below * words + word] = active
            remaining += popcount(active)
            word += ONE
        if k == items:
            break
        need = counted.minimum[k] - counted.times[np.int64(below) * items + k]
        if need > np.int64(remaining):
            return ZERO, item, remaining
        if need > 0:
            cost = (remaining - np.uint64(need) + ONE) * CELL_PRICE + COUNTED_RANK + np.uint64(k)
            if cost < least:
                least, best = cost, item
    return least, best, remaining
