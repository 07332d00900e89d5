"""The search of one subproblem with single cells whose sides match: one cell after the other in a fixed order.

The options that fit beside the cells before are looked up by their patterns.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.engines.exact_cover.matched_board import MatchedTables
from cp_puzzles.engines.exact_cover.subproblem_search import (
    RunData,
    State,
    SubproblemSearch,
    follows,
    visit,
)
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

MATCHED_NODE_COST = 0.03
"""The time of a node, in nodes of the general search."""


class MatchedStack(NamedTuple):
    """The stack: its numbers, see `State`, and its `path`.

    `option`, `place`: for each level its option (from 1 on), and the entry of this option. `following`, `end`: the next
    entry and the end of those that fit. `used`: the number of options of each tile. `spare`: one number, of the cells
    that remain when each tile has as many as it needs.
    """

    state: Ints
    path: Ints
    option: Ints
    place: Ints
    following: Ints
    end: Ints
    used: Ints
    spare: Ints


@gradual(budget=3)
def search_matched(tables, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, entries, used, spare = stack.state, tables.entries, stack.used, stack.spare
    minimum, maximum, following = tables.minimum, tables.maximum, stack.following
    cells, level, nodes, goes_on = len(tables.first), state[State.LEVEL], 0, most > 0
    while nodes < budget and goes_on:
        place, end = following[level], stack.end[level]
        while place < end:  # X5
            tile = entries[place, 1]
            if used[tile] < minimum[tile] or (spare[0] > 0 and used[tile] < maximum[tile]):
                break
            place += 1
        following[level] = place + 1
        if place >= end:  # X7, X8
            if level == state[State.FLOOR]:
                state[State.NODES] += nodes
                return True
            level -= 1
            tile = entries[stack.place[level], 1]
            used[tile] -= 1
            if used[tile] >= minimum[tile]:
                spare[0] += 1
            continue
        stack.option[level + 1] = entries[place, 0]
        if state[State.PATH] and not follows(stack, level, entries[place, 0]):
            continue
        nodes += state[State.PATH] == 0
        stack.place[level] = place
        if level + 1 == cells:  # X2
            visit(state, stack.option, np.uint64(cells), rows)
            goes_on = state[State.FILLED] < most
        elif _enter(tables, stack, level + 1):  # X3
            if used[tile] >= minimum[tile]:
                spare[0] -= 1
            used[tile] += 1
            level += 1
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _enter(tables, stack, level):  # type: ignore[no-untyped-def]
    """Look up the options that fit at a level; return False if there is none."""
    key = tables.first[level]
    for column in range(tables.source.shape[1]):
        source = tables.source[level, column]
        if source < 0:
            break
        key += tables.entries[stack.place[source], tables.slot[level, column]]
    stack.following[level] = tables.start[key]
    stack.end[level] = tables.start[key + 1]
    return tables.start[key] < tables.start[key + 1]


class MatchedSearch(SubproblemSearch):
    """The search of one subproblem; options that are chosen from the start are the only ones of their cells."""

    node_cost = MATCHED_NODE_COST

    def __init__(self, run: RunData, tables: MatchedTables, subproblem: Subproblem) -> None:
        cells = len(tables.first)
        super().__init__(run, replace(subproblem, chosen=()), np.arange(run.arrays.option_count), cells + 2)
        option, place, following, end = np.zeros((4, self.levels), dtype=np.int64)
        spare = np.array([cells - tables.minimum.sum()])
        if spare[0] >= 0:
            end[0] = tables.start[1]
        used = np.zeros(len(tables.minimum), dtype=np.int64)
        self._stack = MatchedStack(self.state, self._path, option, place, following, end, used, spare)
        self._search = partial(search_matched, tables, self._stack, self._rows)
