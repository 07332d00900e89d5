"""The scan of a board on which options need others: branch on the first empty cell.

A piece of Blokus shares a corner with another one of its color, see `conditional_board`. A node is a dead end if all
supporters of a chosen option are excluded. The auxiliary options are added to solutions.

It is Algorithm X with the steps of `general_algorithm`, except X3: the item is the first empty cell, so all cells
before it are covered. The general search, which goes to the cell with the fewest options, leaves pieces that lack
supporters, and visits forty times as many nodes on 8x10. For each option there is a row of bits, of the options beside
which it can be chosen. The options that fit at a cell are the conjunction of the rows of all chosen options there.

Symmetries that keep all cells in place, such as exchanges of colors, are broken at each node: solutions are compared
cell by cell, so an option is in no leader if a symmetry that fixes all options before it has an image of it before it.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Words, numbers_of, words_of
from cp_puzzles.base.jit import ALL, ONE, ZERO, bit_of, callee, first_of, gradual, lowest_bit, word_of
from cp_puzzles.engines.exact_cover.conditional_board import ConditionalBoard
from cp_puzzles.engines.exact_cover.subproblem_search import (
    RunData,
    State,
    SubproblemSearch,
    follows,
    visit,
)
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

NODE_COST = 0.22
"""The time of a node, in nodes of the general search."""

NONE_NEEDED, NONE_LEFT = np.int64(-1), np.int64(-2)
"""In place of a supporter: none is needed any more, or all are excluded."""


class ConditionalStack(NamedTuple):
    """The stack of a search: its numbers, its path, and its levels.

    `needy`: the options chosen from the start that need a supporter. For each level, from 1 on, `option`: the option
    chosen there; `covered`: the set of cells; `used`: the number of pieces; `symmetries`: the set of those that fix all
    options; `watched`: for each needy and each chosen option a supporter that is not excluded. `word`, `end`: the word
    that is being tried and the end of the words of the cell; `untried`: the bits of the word that remain.
    Of the subproblem: `active`: the options; `is_needy`: whether an option needs a supporter beside those chosen from
    the start. `lowers`, `fixes`: for each option the set of the symmetries that keep the cells and have an image of it
    before it, or fix it.
    """

    state: Ints
    path: Ints
    needy: Words
    option: Words
    covered: Words
    used: Ints
    symmetries: Words
    watched: Ints
    word: Words
    end: Words
    untried: Words
    active: Words
    is_needy: Mask
    lowers: Words
    fixes: Words


@gradual(budget=3)
def scan_conditionally(tables, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, untried, sets = stack.state, stack.untried, len(tables.all_cells)
    level, nodes, is_open = state[State.LEVEL], 0, most > 0
    while nodes < budget and is_open:
        word, remaining = stack.word[level], untried[level]
        if remaining == ZERO:
            word += ONE
            if word < stack.end[level]:
                stack.word[level] = word
                untried[level] = _fitting(tables, stack, level, word)
            elif level == state[State.FLOOR]:  # X7, X8
                state[State.NODES] += nodes
                return True
            else:
                level -= 1
            continue
        untried[level] = remaining & (remaining - ONE)  # X5
        option = first_of(word) + lowest_bit(remaining)
        if stack.symmetries[level] & stack.lowers[option] != ZERO:
            continue
        if state[State.PATH] and not follows(stack, level, option):
            continue
        nodes += state[State.PATH] == 0
        stack.option[level + 1] = option
        stack.used[level + 1] = stack.used[level] + tables.pieces[option]
        stack.symmetries[level + 1] = stack.symmetries[level] & stack.fixes[option]
        empty = sets
        for k in range(sets - 1, -1, -1):
            stack.covered[level + 1, k] = stack.covered[level, k] | tables.covers[option, k]
            if stack.covered[level + 1, k] != tables.all_cells[k]:
                empty = k
        if empty == sets:  # X2
            if stack.used[level + 1] == tables.all_pieces and _is_supported(tables, stack, level, option, stack.end[0]):
                visit(state, stack.option, np.uint64(level + 1), rows)
                is_open = state[State.FILLED] < most
            continue
        cell = first_of(np.uint64(empty)) + lowest_bit(~stack.covered[level + 1, empty])  # X3
        if _is_supported(tables, stack, level, option, tables.start[cell]):
            level += 1
            stack.word[level], stack.end[level] = tables.start[cell], tables.start[cell + ONE]
            untried[level] = _fitting(tables, stack, level, stack.word[level])
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _fitting(tables, stack, level, word):  # type: ignore[no-untyped-def]
    """Return the options of a word that fit beside those chosen for a level."""
    fitting = stack.active[word]
    while level > 0 and fitting != ZERO:
        fitting &= tables.compatible[stack.option[level], word]
        level -= 1
    return fitting


@callee
def _is_supported(tables, stack, level, option, start):  # type: ignore[no-untyped-def]
    """Watch a supporter of each chosen option beside a new one; return False if one of them has none.

    `start` is the first word of the options that can still be chosen.
    """
    given, watched = len(stack.needy), stack.watched
    is_needy = stack.is_needy[option]
    for k in range(given + level):
        chosen, supporter = stack.needy[k] if k < given else stack.option[k - given + 1], watched[level, k]
        is_needy = is_needy and not _has(tables.supporters, option, chosen)
        if supporter != NONE_NEEDED:
            if _has(tables.supporters, chosen, option):
                supporter = NONE_NEEDED
            elif not _has(tables.compatible, option, np.uint64(supporter)):
                supporter = _supporter(tables, stack, level + 1, chosen, start)
                if supporter == NONE_LEFT:
                    return False
        watched[level + 1, k] = supporter
    supporter = _supporter(tables, stack, level + 1, option, start) if is_needy else NONE_NEEDED
    watched[level + 1, given + level] = supporter
    return supporter != NONE_LEFT


@callee
def _has(rows, option, other):  # type: ignore[no-untyped-def]
    """Return True if the row of an option has the bit of another one."""
    return rows[option, word_of(other)] & bit_of(other) != ZERO


@callee
def _supporter(tables, stack, level, option, start):  # type: ignore[no-untyped-def]
    """Return a supporter of an option, from a word on, that is not excluded at a level."""
    for word in range(np.int64(start), tables.last[option] + 1):
        fitting = tables.supporters[option, word]
        if fitting != ZERO:
            fitting &= _fitting(tables, stack, level, word)
            if fitting != ZERO:
                return np.int64(first_of(np.uint64(word)) + lowest_bit(fitting))
    return NONE_LEFT


class ConditionalScan(SubproblemSearch):
    """The scan of one subproblem: its tables and its stack (step X1)."""

    node_cost = NODE_COST

    def __init__(self, run: RunData, board: ConditionalBoard, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem, board.number, int(board.cell[-1]) + 3)
        tables, bits = board.tables, len(board.number)
        is_chosen = np.isin(board.number, subproblem.chosen)
        chosen, active = np.flatnonzero(is_chosen), np.append(subproblem.active, False)[board.number]
        fitting = np.bitwise_and.reduce([words_of(active), *tables.compatible[chosen]], axis=0)
        needy = board.is_needy & ~(tables.supporters & words_of(is_chosen)).any(axis=1)
        subproblem_tables = fitting, needy, *board.images(subproblem, run.leader)
        waiting = np.array([*chosen[needy[chosen]], *(bits + np.flatnonzero(needy[bits:]))], dtype=np.uint64)
        levels, sets = self.levels, len(tables.all_cells)
        option, symmetries, word, end, untried = np.zeros((5, levels), dtype=np.uint64)
        covered, used = np.zeros((levels, sets), dtype=np.uint64), np.zeros(levels, dtype=np.int64)
        watched = np.full((levels, len(waiting) + levels), NONE_NEEDED)
        covered[0], used[0] = np.bitwise_or.reduce(tables.covers[chosen], axis=0), tables.pieces[chosen].sum()
        symmetries[0] = ALL
        levels_of = waiting, option, covered, used, symmetries, watched, word, end, untried
        self._stack = ConditionalStack(self.state, self._path, *levels_of, *subproblem_tables)
        supporters = np.unpackbits((tables.supporters[waiting] & fitting).view(np.uint8), axis=-1, bitorder="little")
        watched[0, : len(waiting)] = supporters.argmax(axis=1)
        if supporters.any(axis=1).all():
            empty = numbers_of(tables.all_cells & ~covered[0])[0]
            word[0], end[0] = tables.start[empty], tables.start[empty + 1]
            untried[0] = fitting[word[0]]
        self._definitions = board.conditions.definitions
        self._search = partial(scan_conditionally, tables, self._stack, self._rows)
