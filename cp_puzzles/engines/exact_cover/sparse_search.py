"""The sparse search: Algorithm X (TAOCP 7.2.2.1) on lists, like dancing links, for large problems.

The general search has a row of bits for each option; beyond some thousands of options it can hold only a part of them.
Here a choice takes time in proportion to the options that it rules out, and all options are in view: the next item is
the one of the whole board with the fewest ways, the first in order among equals. So the search follows the order of the
items, the board behind it is full, and a dead end appears near its cause.

The steps are those of `general_algorithm`; X4 and X6, to cover and to uncover, are `apply`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Numbers
from cp_puzzles.base.jit import callee, compiled
from cp_puzzles.base.memory import shared_value
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch, follows, visit
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

VISITS_PER_NODE = 100
"""Options and items visited in about the time of a node of the general search."""

COMPARED_PER_VISIT = 2
"""Items whose ways are compared in about the time of a visit."""


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


@shared_value
def links_of(subproblem: Subproblem) -> Links:
    """Return the links of the active options of a subproblem, which the search numbers from 0."""
    arrays, number = subproblem.arrays, subproblem.number
    rows = arrays.rows.take(number)
    by_item, free = rows.transposed(len(arrays.least)), np.flatnonzero(arrays.free[number]).astype(np.int32)
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
    that it still can take.
    """

    blocked: Numbers
    ways: Ints
    need: Ints
    capacity: Ints


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
    """Choose an option (`IN`) or undo that (`OUT`); return the number of options and items visited."""
    full, visited = 0 if copies > 0 else 1, 0
    for k in range(links.item_start[option], links.item_start[option + 1]):
        item = links.items[k]
        remaining.need[item] -= copies
        remaining.capacity[item] -= copies
        if remaining.capacity[item] == full:
            for m in range(links.option_start[item], links.option_start[item + 1]):
                visited += exclude(links, remaining, links.options[m], copies)
    return visited


@callee
def exclude(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Exclude an option (`IN`) or undo that (`OUT`); return the number of options and items visited."""
    remaining.blocked[option] += copies
    if remaining.blocked[option] != (1 if copies > 0 else 0):
        return 1
    first, end = links.needed_start[option], links.needed_start[option + 1]
    for n in range(first, end):
        remaining.ways[links.needed[n]] -= copies
    return 1 + end - first


class SparseStack(NamedTuple):
    """The stack of the search: its numbers, see `State`, its `path`, and for each level the options to try there.

    `option[l]`: the l-th chosen one. `item`: the item branched on. `next`: the index of the next one in the list of its
    options. `excluded`: options that were tried and are not visited again; those of a level begin at `first`.
    """

    state: Ints
    path: Ints
    option: Numbers
    item: Ints
    next: Ints
    first: Ints
    excluded: Numbers


@compiled
def linked_search(links, remaining, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search until the budget is spent or `most` solutions are visited; return True at the end.

    The `budget` is in nodes, and in options and items visited, `VISITS_PER_NODE` of them for a node.
    """
    state = stack.state
    nothing = len(links.option_start) - 2
    level, top, nodes, visited = state[State.LEVEL], state[State.EXCLUDED], 0, 0
    is_over = False
    while not is_over and state[State.FILLED] < most:
        if state[State.ENTERS]:  # X2, X3
            state[State.ENTERS] = 0
            is_new = state[State.PATH] == 0
            nodes += is_new
            visited = is_new * (visited + len(remaining.need) // COMPARED_PER_VISIT)
            key, item = least(remaining)
            if key == DEAD:
                item = nothing
            elif key == SATISFIED:
                if is_new:
                    visit(state, stack.option, level, rows)
                item = nothing - 1
            stack.item[level], stack.next[level], stack.first[level] = item, links.option_start[item], top
            continue
        if nodes + visited // VISITS_PER_NODE >= budget and state[State.PATH] == 0:
            break
        item, at = stack.item[level], stack.next[level]
        end = links.option_start[item + 1]
        while at < end and remaining.blocked[links.options[at]]:
            at += 1
        visited += at - stack.next[level]
        if at < end:  # X5
            stack.next[level] = at + 1
            option = links.options[at]
            if state[State.PATH] and not follows(stack, level, option):
                if item >= links.exclusive:
                    exclude(links, remaining, option, IN)
                    stack.excluded[top] = option
                    top += 1
                continue
            level += 1
            stack.option[level] = option
            visited += apply(links, remaining, option, IN)
            state[State.ENTERS] = 1
            continue
        while top > stack.first[level]:  # X7, X8
            top -= 1
            visited += 1
            exclude(links, remaining, stack.excluded[top], OUT)
        if level == state[State.FLOOR]:
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
    state[State.WORK] += visited // VISITS_PER_NODE
    state[State.LEVEL], state[State.EXCLUDED] = level, top
    return is_over


class LinkedSearch(SubproblemSearch):
    """The links and the state of the items, common to both searches."""

    def __init__(self, run: RunData, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem, subproblem.number)
        self._links = links_of(subproblem)
        used, blocked = run.arrays.times(subproblem.chosen), np.zeros(len(subproblem.number), dtype=np.int32)
        ways = np.diff(self._links.option_start)[: len(used)].copy()
        self._remaining = RemainingItems(blocked, ways, run.arrays.least - used, run.arrays.most - used)
        self._option = np.zeros(self.levels, dtype=np.int32)


class SparseSearch(LinkedSearch):
    """The search of one subproblem: its links, its items and its stack (step X1)."""

    def __init__(self, run: RunData, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem)
        item, following, first = np.zeros((3, self.levels), dtype=np.int64)
        excluded = np.zeros(len(self._remaining.blocked), dtype=np.int32)
        stack = SparseStack(self.state, self._path, self._option, item, following, first, excluded)
        self.state[State.ENTERS] = 1
        self._stack = stack
        self._search = partial(linked_search, self._links, self._remaining, stack, self._rows)
