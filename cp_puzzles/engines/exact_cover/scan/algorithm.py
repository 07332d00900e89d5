"""The scan of narrow boards: always the first empty cell, the pieces that fit there by table.

It is Algorithm X with the steps of `general.algorithm`, but for X3: the item is the first empty cell. Cells are bits in
fill order, so that all cells before the first empty one are covered. The options whose first cell it is are looked up,
as one word of bits, by what is covered of the cells within `REACH` and by the pieces used: five loads and ANDs tell all
that fit. That takes a tenth of the time of a node of the general search; on boards up to six cells wide there are only
two or three times as many. One piece, the *seed*, is put first wherever it can be.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.engines.exact_cover.common.jit import compiled, lowest_bit
from cp_puzzles.engines.exact_cover.common.orbits import visit
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.words import ONE, ZERO, Ints, Words
from cp_puzzles.engines.exact_cover.scan.tables import BYTE, CELL_BYTES, PIECE_BYTES

CELLS_1, CELLS_2, CELLS_3, PIECES_1, PIECES_2 = map(np.uint64, range(CELL_BYTES + PIECE_BYTES))
"""The tables of a first cell: a byte of cells or of pieces each."""

SECOND, THIRD, LAST_BYTE = np.uint64(BYTE), np.uint64(2 * BYTE), np.uint64((1 << BYTE) - 1)


class ScanStack(NamedTuple):
    """The state of a search: its numbers, see `State`, and for each level what is left to try there.

    `covered`, `used`: cells and pieces, as bits. `untried`: the options still to be tried, as bits from option `base`
    on. `option[l]`: the l-th that is chosen.
    """

    state: Ints
    covered: Words
    used: Words
    untried: Words
    base: Words
    option: Words


@compiled
def scan(tables, stack, orbits, batch, budget, limit):  # type: ignore[no-untyped-def]
    """Go on for `budget` nodes, or until the batch is full or `limit` solutions are found; True if all is searched."""
    state, covered, used, untried = stack.state, stack.covered, stack.used, stack.untried
    most = len(batch.rows) if len(batch.rows) else budget
    first_seed = np.uint64(len(tables.cells) - tables.seeds)
    level, nodes = np.uint64(state[State.LEVEL]), 0
    while nodes < budget and state[State.SOLUTIONS] < limit and state[State.FILLED] < most:
        left = untried[level]
        if level == ZERO:
            if state[State.SEED] == tables.seeds:
                state[State.NODES] += nodes
                return True
            option = first_seed + np.uint64(state[State.SEED])
            state[State.SEED] += 1
        elif left == ZERO:  # X7, X8
            level -= ONE
            continue
        else:  # X5
            untried[level] = left & (left - ONE)
            option = stack.base[level] + lowest_bit(left)
        nodes += 1
        cells = covered[level] | tables.cells[option]
        pieces = used[level] | tables.pieces[option]
        below = level + ONE
        stack.option[below] = option
        if ~cells == ZERO:  # X2
            if pieces == tables.all_pieces:
                state[State.FOUND] += 1
                visit(state, stack.option, below, orbits, batch)
            continue
        first = lowest_bit(~cells)  # X3
        fitting = _fitting(tables.fitting, first, (cells >> first) >> ONE, pieces)
        if fitting != ZERO:
            level = below
            covered[level] = cells
            used[level] = pieces
            untried[level] = fitting
            stack.base[level] = tables.start[first]
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@compiled
def _fitting(fitting, first, window, pieces):  # type: ignore[no-untyped-def]
    """The options with that first cell that fit beside what is covered after it, `window`, and the pieces used."""
    table = fitting[first]
    return (
        table[CELLS_1, window & LAST_BYTE]
        & table[CELLS_2, (window >> SECOND) & LAST_BYTE]
        & table[CELLS_3, (window >> THIRD) & LAST_BYTE]
        & table[PIECES_1, pieces & LAST_BYTE]
        & table[PIECES_2, pieces >> SECOND]
    )
