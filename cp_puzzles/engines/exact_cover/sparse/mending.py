"""Dead ends are mended, where one solution will do: pieces are taken out again, wherever they lie.

A search that goes back the way it came takes back what was chosen last, which on a large board may have nothing to do
with what went wrong. Here an item that cannot be covered any more is covered all the same, and what is in the way is
taken out: by the option that uncovers least. Items that could not be covered weigh more from then on, so that no round
is run for ever (Morris, The breakout method for escaping from local minima, 1993). It finds a solution or goes on, and
proves nothing, but for an item that has too few options to begin with.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.engines.exact_cover.common.jit import compiled
from cp_puzzles.engines.exact_cover.common.orbits import visit
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.words import Ints, Words
from cp_puzzles.engines.exact_cover.sparse.algorithm import DEAD, IN, OUT, PER_NODE, SATISFIED, least, put
from cp_puzzles.engines.exact_cover.sparse.links import Numbers


class Plan(NamedTuple):
    """What is chosen, in no order.

    `state`: the numbers of the search, see `State`. `option[l]`: the l-th chosen one, from 1 to the level; `place`: for
    each option where it is among them, or 0. `holder`: for each exclusive item the option that covers it, or -1.
    `weight`: of each item. `random`: a word that is not 0. One choice `in_many` is left to chance; 0: none.
    """

    state: Ints
    option: Numbers
    place: Numbers
    holder: Numbers
    weight: Ints
    random: Words
    in_many: int


@compiled
def mend(links, field, plan, orbits, batch, budget, limit):  # type: ignore[no-untyped-def]
    """Go on for some work, or until the batch is full or `limit` solutions are found; True if it is all in vain.

    The `budget` is in choices, and in options looked at, `PER_NODE` of them for a choice.
    """
    state = plan.state
    most = len(batch.rows) if len(batch.rows) else budget
    nodes, seen, in_vain = 0, 0, False
    while not in_vain and nodes + seen // PER_NODE < budget and state[State.SOLUTIONS] < limit:
        if state[State.FILLED] >= most:
            break
        nodes += 1
        key, item = least(field)
        if key == SATISFIED:
            state[State.FOUND] += 1
            visit(state, plan.option, state[State.LEVEL], orbits, batch)
            for _ in range((state[State.LEVEL] + 1) // 2):
                chosen = plan.option[1 + _drawn(plan.random, state[State.LEVEL])]
                seen += _take_out(links, field, plan, chosen)
        elif key == DEAD:
            plan.weight[item] += 1
            option, looked_at = _uncovering_least(links, field, plan, item)
            seen += looked_at
            in_vain = option < 0
            if not in_vain:
                seen += _make_room(links, field, plan, option)
                seen += _put_in(links, field, plan, option)
        else:
            seen += _put_in(links, field, plan, _living(links, field, plan, item))
    state[State.NODES] += nodes
    state[State.WORK] += seen // PER_NODE
    return in_vain


@compiled
def _living(links, field, plan, item):  # type: ignore[no-untyped-def]
    """The first option of an item that nothing speaks against, or now and then any of them."""
    number = 0
    if plan.in_many and _drawn(plan.random, plan.in_many) == 0:
        number = _drawn(plan.random, field.ways[item])
    at = links.option_start[item]
    while field.blocked[links.options[at]] or number:
        if not field.blocked[links.options[at]]:
            number -= 1
        at += 1
    return links.options[at]


@compiled
def _uncovering_least(links, field, plan, item):  # type: ignore[no-untyped-def]
    """Of an item's options that one for which least has to be taken out, any of several; how many were looked at."""
    best, lowest, alike = np.int32(-1), 0, 0
    first, end = links.option_start[item], links.option_start[item + 1]
    for at in range(first, end):
        option = links.options[at]
        if not plan.place[option]:
            weight = _weight_in_the_way(links, field, plan, option)
            if best < 0 or weight < lowest:
                best, lowest, alike = option, weight, 1
            elif weight == lowest:
                alike += 1
                if _drawn(plan.random, alike) == 0:
                    best = option
    return best, end - first


@compiled
def _weight_in_the_way(links, field, plan, option):  # type: ignore[no-untyped-def]
    """The weight of all that is covered by what has to be taken out for an option."""
    items, start, holder = links.items, links.item_start, plan.holder
    weight = 0
    for k in range(start[option], start[option + 1]):
        if items[k] >= links.exclusive:
            if field.room[items[k]] <= 0:
                weight += plan.weight[items[k]]
            continue
        other = holder[items[k]]
        is_new = other >= 0
        for before in range(start[option], k):
            if items[before] < links.exclusive and holder[items[before]] == other:
                is_new = False
        if is_new:
            for n in range(start[other], start[other + 1]):
                weight += plan.weight[items[n]]
    return weight


@compiled
def _make_room(links, field, plan, option):  # type: ignore[no-untyped-def]
    """Take out what is in the way of an option; how many options were looked at."""
    seen = 0
    for k in range(links.item_start[option], links.item_start[option + 1]):
        item = links.items[k]
        if item < links.exclusive:
            if plan.holder[item] >= 0:
                seen += _take_out(links, field, plan, plan.holder[item])
            continue
        while field.room[item] <= 0:
            seen += 1
            chosen = plan.option[1 + _drawn(plan.random, plan.state[State.LEVEL])]
            for n in range(links.item_start[chosen], links.item_start[chosen + 1]):
                if links.items[n] == item:
                    seen += _take_out(links, field, plan, chosen)
                    break
    return seen


@compiled
def _put_in(links, field, plan, option):  # type: ignore[no-untyped-def]
    """Choose an option for which there is room; how many options were looked at."""
    plan.state[State.LEVEL] += 1
    plan.option[plan.state[State.LEVEL]] = option
    plan.place[option] = plan.state[State.LEVEL]
    _hold(links, plan, option, option)
    return put(links, field, option, IN)


@compiled
def _take_out(links, field, plan, option):  # type: ignore[no-untyped-def]
    """Choose an option no longer; how many options were looked at."""
    last, place = plan.option[plan.state[State.LEVEL]], plan.place[option]
    plan.option[place], plan.place[last] = last, place
    plan.place[option] = 0
    plan.state[State.LEVEL] -= 1
    _hold(links, plan, option, -1)
    return put(links, field, option, OUT)


@compiled
def _hold(links, plan, option, holder):  # type: ignore[no-untyped-def]
    for k in range(links.item_start[option], links.item_start[option + 1]):
        if links.items[k] < links.exclusive:
            plan.holder[links.items[k]] = holder


@compiled
def _drawn(random, below):  # type: ignore[no-untyped-def]
    """A random number below a bound (Marsaglia, Xorshift RNGs, 2003)."""
    word = random[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    random[0] = word
    return np.int64((word >> np.uint64(11)) % np.uint64(below))
