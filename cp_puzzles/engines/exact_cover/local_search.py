"""Local search for one solution: at a dead end, conflicting pieces are removed, wherever they are on the board.

Backtracking undoes the last choice, which on a large board may have nothing to do with the cause of a dead end. Here an
item without an active option is covered nevertheless, by the option whose conflicting options cover the least weight;
these are removed. The weights of items that could not be covered grow, so that no cycle lasts (Morris, The breakout
method for escaping from local minima, 1993). The search finds a solution or continues; it proves infeasibility only for
an item that has too few options at the start.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers, Words
from cp_puzzles.base.jit import callee, compiled
from cp_puzzles.engines.exact_cover.sparse_search import (
    COMPARED_PER_VISIT,
    DEAD,
    IN,
    OUT,
    SATISFIED,
    VISITS_PER_NODE,
    LinkedSearch,
    apply,
    least,
)
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, visit
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

RANDOM_CHOICES_ONE_IN = (0, 1, 8)
"""Rates of random choices of the local search, one in this many, 0: none. Each is best for some puzzles."""


class Assignment(NamedTuple):
    """The chosen options, in any order.

    `state`: the numbers of the search, see `State`. `option[l]`: the l-th chosen one, from 1 to the level; `place`: for
    each option its index among them, or 0. `holder`: for each exclusive item the option that covers it, or -1.
    `weight`: of each item. `is_counted`: memory for a mask of options, all False. `random`: the state of the generator,
    not 0. One choice in `random_choice_one_in` is random; 0: none.
    """

    state: Ints
    option: Numbers
    place: Numbers
    holder: Numbers
    weight: Ints
    is_counted: Mask
    random: Words
    random_choice_one_in: int


@compiled
def local_search(links, remaining, assignment, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search until the budget is spent or `most` solutions are visited.

    Returns True if the problem is proved infeasible. The `budget` is in choices, and in options and items visited,
    `VISITS_PER_NODE` of them for a choice.
    """
    state = assignment.state
    nodes, visited_total, is_infeasible = 0, 0, False
    while not is_infeasible and nodes + visited_total // VISITS_PER_NODE < budget and state[State.FILLED] < most:
        nodes += 1
        visited_total += len(remaining.need) // COMPARED_PER_VISIT
        key, item = least(remaining)
        if key == SATISFIED:
            visit(state, assignment.option, state[State.LEVEL], rows)
            for _ in range((state[State.LEVEL] + 1) // 2):
                chosen = assignment.option[1 + _random_below(assignment.random, state[State.LEVEL])]
                visited_total += _remove(links, remaining, assignment, chosen)
        elif key == DEAD:
            assignment.weight[item] += 1
            option, visited = _least_conflicting(links, remaining, assignment, item)
            visited_total += visited
            is_infeasible = option < 0
            if not is_infeasible:
                visited_total += _remove_conflicts(links, remaining, assignment, option)
                visited_total += _insert(links, remaining, assignment, option)
        else:
            visited_total += _insert(links, remaining, assignment, _active_option(links, remaining, assignment, item))
    state[State.NODES] += nodes
    state[State.WORK] += visited_total // VISITS_PER_NODE
    return is_infeasible


@callee
def _active_option(links, remaining, assignment, item):  # type: ignore[no-untyped-def]
    """Return the first active option of an item, or now and then a random one."""
    number = 0
    if assignment.random_choice_one_in and _random_below(assignment.random, assignment.random_choice_one_in) == 0:
        number = _random_below(assignment.random, remaining.ways[item])
    at = links.option_start[item]
    while remaining.blocked[links.options[at]] or number:
        if not remaining.blocked[links.options[at]]:
            number -= 1
        at += 1
    return links.options[at]


@callee
def _least_conflicting(links, remaining, assignment, item):  # type: ignore[no-untyped-def]
    """Return the option of an item with the least conflict weight, a random one of several, and the items visited."""
    best, lowest, alike, visited = np.int32(-1), 0, 0, 0
    for at in range(links.option_start[item], links.option_start[item + 1]):
        option = links.options[at]
        visited += links.item_start[option + 1] - links.item_start[option]
        if not assignment.place[option]:
            weight = _conflict_weight(links, remaining, assignment, option)
            if best < 0 or weight < lowest:
                best, lowest, alike = option, weight, 1
            elif weight == lowest:
                alike += 1
                if _random_below(assignment.random, alike) == 0:
                    best = option
    return best, visited


@callee
def _conflict_weight(links, remaining, assignment, option):  # type: ignore[no-untyped-def]
    """Return the weight of the items that the options in conflict with an option cover, each of these options once."""
    items, start, holder, is_counted = links.items, links.item_start, assignment.holder, assignment.is_counted
    weight = 0
    for k in range(start[option], start[option + 1]):
        if items[k] >= links.exclusive:
            if remaining.capacity[items[k]] <= 0:
                weight += assignment.weight[items[k]]
            continue
        other = holder[items[k]]
        if other >= 0 and not is_counted[other]:
            is_counted[other] = True
            for n in range(start[other], start[other + 1]):
                weight += assignment.weight[items[n]]
    for k in range(start[option], start[option + 1]):
        if items[k] < links.exclusive and holder[items[k]] >= 0:
            is_counted[holder[items[k]]] = False
    return weight


@callee
def _remove_conflicts(links, remaining, assignment, option):  # type: ignore[no-untyped-def]
    """Remove the options in conflict with an option; return the number of options visited."""
    visited_total = 0
    for k in range(links.item_start[option], links.item_start[option + 1]):
        item = links.items[k]
        if item < links.exclusive:
            if assignment.holder[item] >= 0:
                visited_total += _remove(links, remaining, assignment, assignment.holder[item])
            continue
        while remaining.capacity[item] <= 0:
            visited_total += 1
            chosen = assignment.option[1 + _random_below(assignment.random, assignment.state[State.LEVEL])]
            for n in range(links.item_start[chosen], links.item_start[chosen + 1]):
                if links.items[n] == item:
                    visited_total += _remove(links, remaining, assignment, chosen)
                    break
    return visited_total


@callee
def _insert(links, remaining, assignment, option):  # type: ignore[no-untyped-def]
    """Choose an option without conflicts; return the number of options visited."""
    assignment.state[State.LEVEL] += 1
    assignment.option[assignment.state[State.LEVEL]] = option
    assignment.place[option] = assignment.state[State.LEVEL]
    _set_holder(links, assignment, option, option)
    return apply(links, remaining, option, IN)


@callee
def _remove(links, remaining, assignment, option):  # type: ignore[no-untyped-def]
    """Remove an option; return the number of options visited."""
    last, place = assignment.option[assignment.state[State.LEVEL]], assignment.place[option]
    assignment.option[place], assignment.place[last] = last, place
    assignment.place[option] = 0
    assignment.state[State.LEVEL] -= 1
    _set_holder(links, assignment, option, -1)
    return apply(links, remaining, option, OUT)


@callee
def _set_holder(links, assignment, option, holder):  # type: ignore[no-untyped-def]
    for k in range(links.item_start[option], links.item_start[option + 1]):
        if links.items[k] < links.exclusive:
            assignment.holder[links.items[k]] = holder


@callee
def _random_below(random, below):  # type: ignore[no-untyped-def]
    """Return a random number below a bound (Marsaglia, Xorshift RNGs, 2003)."""
    word = random[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    random[0] = word
    return np.int64((word >> np.uint64(11)) % np.uint64(below))


class LocalSearch(LinkedSearch):
    """The local search of one subproblem, which ends only if it is infeasible.

    `random` draws the seed and the rate of its random choices.
    """

    def __init__(self, run: RunData, subproblem: Subproblem, random: np.random.Generator) -> None:
        super().__init__(run, subproblem)
        assignment = Assignment(
            state=self.state,
            option=self._option,
            place=np.zeros(len(self._remaining.blocked), dtype=np.int32),
            holder=np.full(run.arrays.exclusive_count, -1, dtype=np.int32),
            weight=np.ones(len(self._remaining.need), dtype=np.int64),
            is_counted=np.zeros(len(self._remaining.blocked), dtype=np.bool_),
            random=random.integers(1, 1 << 63, size=1, dtype=np.uint64),
            random_choice_one_in=int(random.choice(RANDOM_CHOICES_ONE_IN)),
        )
        self._search = partial(local_search, self._links, self._remaining, assignment, self._rows)
