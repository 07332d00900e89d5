"""The scan of narrow boards: branch on the first empty cell, look up the pieces that fit there in tables.

It is Algorithm X with the steps of `general_algorithm`, except X3: the item is the first empty cell. Cells are bits in
fill order, split into segments, so all cells before the first empty one are covered. The options with that first cell
are looked up, as one word of bits, by a key: the pieces used and the covered ones of the next cells. Five loads and
ANDs give all that fit. A node takes a tenth of the time of the general search; on boards up to six cells wide there are
only two or three times as many nodes. One piece, the *seed*, is placed first in all its positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Words
from cp_puzzles.base.jit import ALL, ONE, WORD, ZERO, compiled, lowest_bit
from cp_puzzles.base.memory import shared_value
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch, follows, visit
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

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


class ScanTables(NamedTuple):
    """Options sorted by first cell, and those that fit at each cell; all arrays of words but `ahead` are flat.

    The covered cells are a word: the 64 cells from the *origin* on, which is a multiple of `segment`. Options whose
    first cell is in the segment that begins there reach no further. The last segment is a complete word.

    `start`: the first option of each first cell. `options`: the cells of each, from the origin of its first cell's
    segment on, and the pieces that it uses. The options that fit at a first cell, as bits from `start` on, depend on a
    *key*: the pieces used, and after these `pieces` bits the covered ones of the cells after the first. `fitting` has
    four tables for each cell, for the bytes of a key after the first. `near`: the cells of each segment. `all_pieces`:
    the set of all pieces.
    """

    segment: np.uint64
    near: Words
    start: Words
    options: Words
    fitting: Words
    pieces: np.uint64
    all_pieces: np.uint64


UNTRIED, COVERED, USED, BASE, ORIGIN, NEAR = map(np.uint64, range(6))
"""The words of a level: the untried options, as bits from option `BASE` on; the cells covered, as bits from the origin
on, and the pieces used; the origin, and the bits of its segment."""

LEVEL_WORDS = 8
"""The words of a level: a cache line."""

_LEVEL = np.uint64(LEVEL_WORDS)
_TABLE, _TABLES, _BYTE = np.uint64(ENTRIES), np.uint64((BYTES - 1) * ENTRIES), np.uint64(ENTRIES - 1)
_BITS = np.uint64(BYTE)


class ScanStack(NamedTuple):
    """The stack of a search: its numbers, its path, the words of its `levels`; `option[l]`: the l-th chosen one.

    `active` has a table for each cell: the options of the subproblem given the first byte of a key. `seeds`: options,
    one of which is chosen first; `ahead` (seeds, segments): the cells covered beside it from the origin of each segment
    on.
    """

    state: Ints
    path: Ints
    levels: Words
    option: Words
    active: Words
    seeds: Ints
    ahead: Words


@compiled
def scan(tables, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, levels, options = stack.state, stack.levels, tables.options
    last, after = np.uint64(len(tables.near) - 1), tables.pieces - ONE
    level, nodes, is_open = np.uint64(state[State.LEVEL]), 0, most > 0
    ahead, floor = state[State.PATH], np.uint64(state[State.FLOOR])
    while nodes < budget and is_open:
        here = level * _LEVEL
        untried = levels[here + UNTRIED]
        if level == ZERO:
            if state[State.SEED] == len(stack.seeds):
                state[State.NODES] += nodes
                return True
            option = np.uint64(stack.seeds[state[State.SEED]])
            cells, origin, near = stack.ahead[state[State.SEED], 0], ZERO, tables.near[0]
            state[State.SEED] += 1
        elif untried == ZERO:  # X7, X8
            if level == floor:
                state[State.NODES] += nodes
                return True
            level -= ONE
            continue
        else:  # X5
            levels[here + UNTRIED] = untried & (untried - ONE)
            option = levels[here + BASE] + lowest_bit(untried)
            cells = levels[here + COVERED] | options[option + option]
            origin, near = levels[here + ORIGIN], levels[here + NEAR]
        if ahead > 0:
            if not follows(stack, level, option):
                continue
            ahead -= 1
        nodes += ahead == 0
        pieces = levels[here + USED] | options[option + option + ONE]
        stack.option[level + ONE] = option
        if ~cells & near == ZERO:  # X2
            segment = origin // tables.segment
            while segment < last and ~cells & near == ZERO:
                segment += ONE
                cells = (cells >> tables.segment) | stack.ahead[state[State.SEED] - 1, segment]
                near = tables.near[segment]
            origin = segment * tables.segment
            if ~cells == ZERO:
                if pieces == tables.all_pieces:
                    visit(state, stack.option, level + ONE, rows)
                    is_open = state[State.FILLED] < most
                continue
        empty = lowest_bit(~cells)  # X3
        first = origin + empty
        key, at = ((cells >> empty) << after) | pieces, first * _TABLES
        fitting = stack.active[first * _TABLE + (key & _BYTE)]
        for _ in range(BYTES - 1):
            key >>= _BITS
            fitting &= tables.fitting[at + (key & _BYTE)]
            at += _TABLE
        if fitting != ZERO:
            level += ONE
            here += _LEVEL
            levels[here + UNTRIED], levels[here + BASE] = fitting, tables.start[first]
            levels[here + COVERED], levels[here + USED] = cells, pieces
            levels[here + ORIGIN], levels[here + NEAR] = origin, near
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


SCAN_NODE_COST = 0.1
"""The time of a node, in nodes of the general search."""

WIDTH = 6
"""Cells a row up to which the scan pays, on a board of any shape whose pieces reach no further."""


@dataclass(frozen=True, eq=False)
class NarrowBoard:
    """The options of a board, sorted by first cell, and the tables that all searches of the board share.

    Cells have numbers in fill order. The first `outside` numbers stand for no cells of the board; they make the last
    segment a complete word. `origins` are the starts of the segments.

    For each option: `number`, its number in the problem; `first`, its first cell; `cells`, its cells as bits from its
    first cell on; `pieces`, the pieces that it uses as bits. A piece is an item that is covered exactly once and is not
    a cell. `first_byte` has a table for each first cell: the options that fit there, given the first byte of a key.
    """

    outside: int
    origins: Ints
    number: Ints
    first: Ints
    cells: Words
    pieces: Words
    tables: ScanTables
    first_byte: Words

    def covered(self, options: Ints) -> Words:
        """Return the cells that each of some options covers from each origin on."""
        ahead = self.first[options, None] - self.origins
        shift = np.minimum(abs(ahead), WORD - 1).astype(np.uint64)
        cells = self.cells[options, None]
        return np.where(abs(ahead) < WORD, np.where(ahead < 0, cells >> shift, cells << shift), ZERO)


def _at_first_cells(options: Ints, first: Ints, start: Words) -> Words:
    """Return some options as bits of the word of their first cell."""
    words = np.zeros(len(start) - 1, dtype=np.uint64)
    np.bitwise_or.at(words, first[options], ONE << (options.astype(np.uint64) - start[first[options]]))
    return words


@shared_value
def narrow_board(arrays: CoverArrays) -> NarrowBoard | None:
    """Return the board of a problem that the tables can hold, or None.

    Its pieces are used once each, every option has at least one piece and covers a cell, within reach of the first.
    """
    size = int(arrays.is_cell.sum())
    pieces = len(arrays.is_cell) - size
    if not arrays.is_pure or arrays.repeats or not arrays.option_count or not pieces:
        return None
    items = arrays.rows.padded(-1).astype(np.int64)
    is_cell, is_piece = (items >= 0) & (items < size), items >= size
    first, last = items[:, 0], np.where(is_cell, items, 0).max(axis=1)
    if (first >= size).any() or not is_piece.any(axis=1).all():
        return None
    reach, longest = int((last - first).max()), max(5, int(is_cell.sum(axis=1).max()))
    if reach > WIDTH * (longest - 1) or pieces + reach > MAX_KEY or np.bincount(first).max() > MAX_OPTIONS:
        return None
    cells, uses = (
        np.bitwise_or.reduce(np.where(mask, ONE << np.where(mask, bit, 0).astype(np.uint64), ZERO), axis=1)
        for mask, bit in ((is_cell, items - first[:, None]), (is_piece, items - size))
    )
    number = np.argsort(first, kind="stable")
    cells, uses, segment = cells[number], uses[number], WORD - reach
    origins = np.arange(0, max(size - reach, 1), segment)
    last = int(origins[-1])
    outside = last + WORD - size
    first = first[number] + outside
    shift = np.where(first < last, first % segment, first - last).astype(np.uint64)
    start = np.searchsorted(first, np.arange(last + WORD + 1)).astype(np.uint64)
    keys = (cells >> ONE << np.uint64(pieces)) | uses
    fitting = np.zeros((last + WORD, BYTES, ENTRIES), dtype=np.uint64)
    fitting[:, :, 0] = _at_first_cells(np.arange(len(keys)), first, start)[:, None]
    for bit in range(MAX_KEY):  # by induction on the highest bit of a byte that is set
        byte, k = divmod(bit, BYTE)
        barred = _at_first_cells(np.flatnonzero(keys >> np.uint64(bit) & ONE), first, start)
        fitting[:, byte, 1 << k : 2 << k] = fitting[:, byte, : 1 << k] & ~barred[:, None]
    tables = ScanTables(
        segment=np.uint64(segment),
        near=np.append(np.full(len(origins) - 1, ALL >> np.uint64(reach)), ALL),
        start=start,
        options=np.stack([cells << shift, uses], axis=1).ravel(),
        fitting=fitting[:, 1:].ravel(),
        pieces=np.uint64(pieces),
        all_pieces=ALL >> np.uint64(WORD - pieces),
    )
    return NarrowBoard(outside, origins, number, first, cells, uses, tables, fitting[:, 0])


class ScanSearch(SubproblemSearch):
    """The scan of one subproblem: its tables and its stack (step X1)."""

    node_cost = SCAN_NODE_COST

    def __init__(self, run: RunData, board: NarrowBoard, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem, board.number)
        chosen = np.array([np.flatnonzero(board.number == option)[0] for option in subproblem.chosen], dtype=np.int64)
        active = subproblem.active[board.number]
        # the seed is the piece that has the fewest active options
        uses = (board.pieces >> np.arange(board.tables.pieces, dtype=np.uint64)[:, None]) & ONE != ZERO
        count = np.count_nonzero(uses & active, axis=1)
        is_seed = uses[np.where(count > 0, count, len(active) + 1).argmin()]
        seeds = np.flatnonzero(active & is_seed)
        covered = np.bitwise_or.reduce(board.covered(chosen), axis=0)
        covered[0] |= (ONE << np.uint64(board.outside)) - ONE
        others = _at_first_cells(np.flatnonzero(active & ~is_seed), board.first, board.tables.start)
        self._stack = ScanStack(
            self.state,
            self._path,
            levels=np.zeros(self.levels * LEVEL_WORDS, dtype=np.uint64),
            option=np.zeros(self.levels, dtype=np.uint64),
            active=(board.first_byte & others[:, None]).ravel(),
            seeds=seeds,
            ahead=board.covered(seeds) | covered,
        )
        self._stack.levels[USED] = np.bitwise_or.reduce(board.pieces[chosen])
        self._search = partial(scan, board.tables, self._stack, self._rows)
