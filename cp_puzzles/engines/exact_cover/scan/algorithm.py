"""The scan of narrow boards: always the first empty cell, the pieces that fit there by table.

It is Algorithm X with the steps of `general.algorithm`, but for X3: the item is the first empty cell. Cells are bits in
fill order, so that all cells before the first empty one are covered. The options whose first cell it is are looked up,
as one word of bits, by a key: the pieces used and what is covered of the next cells. Five loads and ANDs tell all that
fit. That takes a tenth of the time of a node of the general search; on boards up to six cells wide there are only two
or three times as many. One piece, the *seed*, is put first wherever it can be.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.engines.exact_cover.common.jit import compiled, lowest_bit
from cp_puzzles.engines.exact_cover.common.orbits import visit
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.words import ONE, ZERO, Ints, Words
from cp_puzzles.engines.exact_cover.scan.tables import BYTE, BYTES, ENTRIES

UNTRIED, COVERED, USED, BASE, ORIGIN, NEAR = map(np.uint64, range(6))
"""The words of a level: the options still to be tried, as bits from option `BASE` on; the cells covered, as bits from
the origin on, and the pieces used; the origin, and the bits of its segment."""

LEVEL_WORDS = 8
"""The words from one level to the next: a line of the cache."""

_LEVEL = np.uint64(LEVEL_WORDS)
_TABLE, _TABLES, _BYTE = np.uint64(ENTRIES), np.uint64((BYTES - 1) * ENTRIES), np.uint64(ENTRIES - 1)
_SECOND, _THIRD, _FOURTH, _FIFTH = (np.uint64(k * BYTE) for k in range(1, BYTES))


class ScanStack(NamedTuple):
    """The state of a search: its numbers, see `State`; the words of each of its `levels`, from 0 on; `option[l]`: the
    l-th that is chosen.
    """

    state: Ints
    levels: Words
    option: Words


@compiled
def scan(tables, stack, orbits, batch, budget, limit):  # type: ignore[no-untyped-def]
    """Go on for `budget` nodes, or until the batch is full or `limit` solutions are found; True if all is searched."""
    state, levels, options = stack.state, stack.levels, tables.options
    most = len(batch.rows) if len(batch.rows) else budget
    last, after = np.uint64(len(tables.near) - 1), tables.pieces - ONE
    level, nodes, is_open = np.uint64(state[State.LEVEL]), 0, state[State.SOLUTIONS] < limit
    while nodes < budget and is_open:
        here = level * _LEVEL
        left = levels[here + UNTRIED]
        if level == ZERO:
            if state[State.SEED] == len(tables.seeds):
                state[State.NODES] += nodes
                return True
            option = np.uint64(tables.seeds[state[State.SEED]])
            cells, origin, near = tables.ahead[state[State.SEED], 0], ZERO, tables.near[0]
            state[State.SEED] += 1
        elif left == ZERO:  # X7, X8
            level -= ONE
            continue
        else:  # X5
            levels[here + UNTRIED] = left & (left - ONE)
            option = levels[here + BASE] + lowest_bit(left)
            cells = levels[here + COVERED] | options[option + option]
            origin, near = levels[here + ORIGIN], levels[here + NEAR]
        nodes += 1
        pieces = levels[here + USED] | options[option + option + ONE]
        stack.option[level + ONE] = option
        if ~cells & near == ZERO:  # X2
            segment = origin // tables.segment
            while segment < last and ~cells & near == ZERO:
                segment += ONE
                cells = (cells >> tables.segment) | tables.ahead[state[State.SEED] - 1, segment]
                near = tables.near[segment]
            origin = segment * tables.segment
            if ~cells == ZERO:
                if pieces == tables.all_pieces:
                    state[State.FOUND] += 1
                    visit(state, stack.option, level + ONE, orbits, batch)
                    is_open = state[State.SOLUTIONS] < limit and state[State.FILLED] < most
                continue
        gap = lowest_bit(~cells)  # X3
        first = origin + gap
        fitting = _fitting(tables.living, tables.fitting, first, ((cells >> gap) << after) | pieces)
        if fitting != ZERO:
            level += ONE
            here += _LEVEL
            levels[here + UNTRIED], levels[here + BASE] = fitting, tables.start[first]
            levels[here + COVERED], levels[here + USED] = cells, pieces
            levels[here + ORIGIN], levels[here + NEAR] = origin, near
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@compiled
def _fitting(living, fitting, first, key):  # type: ignore[no-untyped-def]
    """The options that fit at a first cell, given the key: a table for each of its bytes."""
    tables = first * _TABLES
    return (
        living[first * _TABLE + (key & _BYTE)]
        & fitting[tables + ((key >> _SECOND) & _BYTE)]
        & fitting[tables + _TABLE + ((key >> _THIRD) & _BYTE)]
        & fitting[tables + _TABLE + _TABLE + ((key >> _FOURTH) & _BYTE)]
        & fitting[tables + _TABLE + _TABLE + _TABLE + ((key >> _FIFTH) & _BYTE)]
    )
