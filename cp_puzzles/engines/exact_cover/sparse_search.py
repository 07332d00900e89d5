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
from cp_puzzles.base.jit import compiled
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch, follows, visit
from cp_puzzles.engines.exact_cover.subproblems import (
    DEAD,
    IN,
    OUT,
    SATISFIED,
    Subproblem,
    apply,
    exclude,
    least,
    remaining_items,
)

OPTIONS_PER_NODE = 50
"""Options visited in about the time of a node of the general search."""


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

    The `budget` is in nodes, and in options visited, `OPTIONS_PER_NODE` of them for a node.
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
            visited *= is_new
            key, item = least(remaining)
            if key == DEAD:
                item = nothing
            elif key == SATISFIED:
                if is_new:
                    visit(state, stack.option, level, rows)
                item = nothing - 1
            stack.item[level], stack.next[level], stack.first[level] = item, links.option_start[item], top
            continue
        if nodes + visited // OPTIONS_PER_NODE >= budget and state[State.PATH] == 0:
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
    state[State.WORK] += visited // OPTIONS_PER_NODE
    state[State.LEVEL], state[State.EXCLUDED] = level, top
    return is_over


class LinkedSearch(SubproblemSearch):
    """The links and the state of the items, common to both searches."""

    def __init__(self, run: RunData, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem, subproblem.number)
        self._links = subproblem.links
        self._remaining = remaining_items(run.arrays, self._links, subproblem.chosen)
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
