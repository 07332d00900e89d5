"""The scan of narrow boards: branch on the first empty cell, look up the pieces that fit there in tables.

It is Algorithm X with the steps of `general_algorithm`, except X3: the item is the first empty cell. Cells are bits in
fill order, so all cells before the first empty one are covered. The options with that first cell are looked up, as one
word of bits, by a key: the pieces used and the covered ones of the next cells. Five loads and ANDs give all that fit.
A node takes a tenth of the time of the general search; on boards up to six cells wide there are only two or three times
as many nodes. One piece, the *seed*, is placed first in all its positions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Words
from cp_puzzles.base.jit import callee, compiled, lowest_bit
from cp_puzzles.engines.exact_cover.bit_words import ONE, WORD, ZERO
from cp_puzzles.engines.exact_cover.subproblem_search import State, visit

BYTE = 8
"""The bits of the index of a table."""

BYTES = 5
"""The bytes of a key."""

ENTRIES = 1 << BYTE
"""The entries of a table."""

MAX_KEY = BYTES * BYTE
"""Maximum number of pieces and cells of a key: wider boards have too many nodes for the scan."""

MAX_OPTIONS = WORD
"""Maximum number of options with the same first cell: they are the bits of a word."""


class Tables(NamedTuple):
    """Options sorted by first cell, and those that fit at each cell; all arrays of words but `ahead` are flat.

    The covered cells are a word: the 64 cells from the *origin* on, which is a multiple of `segment`. Options whose
    first cell is in the segment that begins there reach no further. The last segment is a complete word.

    `start`: the first option of each first cell. `options`: the cells of each, from the origin of its first cell's
    segment on, and the pieces that it uses. The options that fit at a first cell, as bits from `start` on, depend on a
    *key*: the pieces used, and after these `pieces` bits the covered ones of the cells after the first. `active` has
    a table for each cell, of the options of this subproblem given the key's first byte; `fitting` has four, of all
    options, for the others.
    `seeds`: options, one of which is chosen first; `ahead` (seeds, segments): the cells covered beside it from the
    origin of each segment on. `near`: the cells of each segment. `all_pieces`: the set of all pieces.
    """

    segment: np.uint64
    near: Words
    start: Words
    options: Words
    active: Words
    fitting: Words
    seeds: Ints
    ahead: Words
    pieces: np.uint64
    all_pieces: np.uint64


def fitting_options(start: Words, keys: Words) -> tuple[Words, Words]:
    """Return the tables for the first byte of a key and for the other bytes: the options that fit at each first cell.

    The options are bits from `start` on. `keys` of options sorted by first cell: the bits that must be 0.
    """
    tables = np.zeros((len(start) - 1, BYTES, ENTRIES), dtype=np.uint64)
    fill_tables(tables, start, keys)
    return tables[:, 0], tables[:, 1:].ravel()


@compiled
def fill_tables(tables, start, keys):  # type: ignore[no-untyped-def]
    """Fill the tables of each first cell, one for each byte, by induction on the highest bit of a byte that is set."""
    for cell in range(len(tables)):
        for byte in range(BYTES):
            table = tables[cell, byte]
            for o in range(start[cell], start[cell + 1]):
                table[0] |= ONE << np.uint64(o - start[cell])
            for k in range(BYTE):
                fitting = ZERO
                for o in range(start[cell], start[cell + 1]):
                    fitting |= (~(keys[o] >> np.uint64(byte * BYTE + k)) & ONE) << np.uint64(o - start[cell])
                for lower in range(1 << k):
                    table[(1 << k) + lower] = table[lower] & fitting


UNTRIED, COVERED, USED, BASE, ORIGIN, NEAR = map(np.uint64, range(6))
"""The words of a level: the untried options, as bits from option `BASE` on; the cells covered, as bits from the origin
on, and the pieces used; the origin, and the bits of its segment."""

LEVEL_WORDS = 8
"""The words of a level: a cache line."""

_LEVEL = np.uint64(LEVEL_WORDS)
_TABLE, _TABLES, _BYTE = np.uint64(ENTRIES), np.uint64((BYTES - 1) * ENTRIES), np.uint64(ENTRIES - 1)
_SECOND, _THIRD, _FOURTH, _FIFTH = (np.uint64(k * BYTE) for k in range(1, BYTES))


class ScanStack(NamedTuple):
    """The stack of a search: its numbers, see `State`; the words of its `levels`; `option[l]`: the l-th chosen one."""

    state: Ints
    levels: Words
    option: Words


@compiled
def scan(tables, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, levels, options = stack.state, stack.levels, tables.options
    last, after = np.uint64(len(tables.near) - 1), tables.pieces - ONE
    level, nodes, is_open = np.uint64(state[State.LEVEL]), 0, most > 0
    while nodes < budget and is_open:
        here = level * _LEVEL
        untried = levels[here + UNTRIED]
        if level == ZERO:
            if state[State.SEED] == len(tables.seeds):
                state[State.NODES] += nodes
                return True
            option = np.uint64(tables.seeds[state[State.SEED]])
            cells, origin, near = tables.ahead[state[State.SEED], 0], ZERO, tables.near[0]
            state[State.SEED] += 1
        elif untried == ZERO:  # X7, X8
            level -= ONE
            continue
        else:  # X5
            levels[here + UNTRIED] = untried & (untried - ONE)
            option = levels[here + BASE] + lowest_bit(untried)
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
                    visit(state, stack.option, level + ONE, rows)
                    is_open = state[State.FILLED] < most
                continue
        empty = lowest_bit(~cells)  # X3
        first = origin + empty
        fitting = _fitting(tables.active, tables.fitting, first, ((cells >> empty) << after) | pieces)
        if fitting != ZERO:
            level += ONE
            here += _LEVEL
            levels[here + UNTRIED], levels[here + BASE] = fitting, tables.start[first]
            levels[here + COVERED], levels[here + USED] = cells, pieces
            levels[here + ORIGIN], levels[here + NEAR] = origin, near
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _fitting(active, fitting, first, key):  # type: ignore[no-untyped-def]
    """Return the options that fit at a first cell, given the key: one table for each of its bytes."""
    tables = first * _TABLES
    return (
        active[first * _TABLE + (key & _BYTE)]
        & fitting[tables + ((key >> _SECOND) & _BYTE)]
        & fitting[tables + _TABLE + ((key >> _THIRD) & _BYTE)]
        & fitting[tables + _TABLE + _TABLE + ((key >> _FOURTH) & _BYTE)]
        & fitting[tables + _TABLE + _TABLE + _TABLE + ((key >> _FIFTH) & _BYTE)]
    )
