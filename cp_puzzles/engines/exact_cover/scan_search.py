"""A narrow board for the scan: cells in fill order, split into segments, and all options by first cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Words
from cp_puzzles.base.memory import shared_value
from cp_puzzles.engines.exact_cover.bit_words import ALL, ONE, WORD, ZERO
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.scan_algorithm import (
    BASE,
    BYTE,
    BYTES,
    COVERED,
    ENTRIES,
    LEVEL_WORDS,
    MAX_KEY,
    MAX_OPTIONS,
    ORIGIN,
    UNTRIED,
    USED,
    ScanStack,
    Tables,
    fitting_options,
    scan,
)
from cp_puzzles.engines.exact_cover.subproblem_search import OpenLevel, RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

SCAN_NODE_COST = 0.1
"""The time of a node, in nodes of the general search."""

WIDTH = 6
"""Cells a row up to which the scan pays, on a board of any shape whose pieces reach no further."""


@dataclass(frozen=True, eq=False)
class NarrowBoard:
    """The options of a board, sorted by first cell; see `Tables`.

    Cells have numbers in fill order. The first `outside` numbers stand for no cells of the board; they make the last
    segment a complete word. `origins` are the starts of the segments.

    For each option: `number`, its number in the problem; `first`, its first cell; `cells`, its cells as bits from its
    first cell on, all within `reach` of it; `pieces`, the pieces that it uses as bits. A piece is an item that is
    covered exactly once and is not a cell; `piece_count` is their number.
    """

    outside: int
    origins: Ints
    reach: int
    piece_count: int
    number: Ints
    first: Ints
    cells: Words
    pieces: Words

    @property
    def segment(self) -> int:
        """The distance between the starts of segments."""
        return WORD - self.reach

    @cached_property
    def near(self) -> Words:
        """The cells of each segment, as bits."""
        near = np.full(len(self.origins), ALL >> np.uint64(self.reach))
        near[-1] = ALL
        return near

    @cached_property
    def start(self) -> Words:
        """The first option of each first cell, and the number of options at the end."""
        return np.searchsorted(self.first, np.arange(self.origins[-1] + WORD + 1)).astype(np.uint64)

    @cached_property
    def options(self) -> Words:
        """See `Tables`."""
        shift = np.where(self.first < self.origins[-1], self.first % self.segment, self.first - self.origins[-1])
        return np.stack([self.cells << shift.astype(np.uint64), self.pieces], axis=1).ravel()

    @cached_property
    def fitting(self) -> tuple[Words, Words]:
        """The tables for the first byte of a key and for the others; see `fitting_options`."""
        keys = (self.cells >> ONE << np.uint64(self.piece_count)) | self.pieces
        return fitting_options(self.start.astype(np.int64), keys)

    @cached_property
    def bits(self) -> Words:
        """Each option as a bit, among those with the same first cell."""
        return ONE << (np.arange(len(self.first), dtype=np.uint64) - self.start[self.first])

    @cached_property
    def firsts(self) -> Ints:
        """The cells that are first cells."""
        return np.unique(self.first)

    @cached_property
    def uses(self) -> Mask:
        """The mask of the options that use each piece, a row each."""
        used: Mask = (self.pieces >> np.arange(self.piece_count, dtype=np.uint64)[:, None]) & ONE != ZERO
        return used

    def fitting_first(self, active: Mask) -> Words:
        """Return the table for the first byte of a key, of the active options only."""
        words = np.zeros((len(self.start) - 1, 1), dtype=np.uint64)
        words[self.firsts, 0] = np.bitwise_or.reduceat(self.bits * active, self.start[self.firsts].astype(np.int64))
        return (self.fitting[0] & words).ravel()

    def covered(self, options: Ints) -> Words:
        """Return the cells that each of some options covers from each origin on."""
        ahead = self.first[options, None] - self.origins
        shift = np.minimum(abs(ahead), WORD - 1).astype(np.uint64)
        cells = self.cells[options, None]
        return np.where(abs(ahead) < WORD, np.where(ahead < 0, cells >> shift, cells << shift), ZERO)


@shared_value
def narrow_board(arrays: CoverArrays) -> NarrowBoard | None:
    """Return the board of a problem that the tables can hold, or None.

    Its pieces are used once each, every option has at least one piece and covers a cell, within reach of the first.
    """
    size = int(arrays.is_cell.sum())
    pieces = len(arrays.is_cell) - size
    if not arrays.is_pure or arrays.repeats or not arrays.option_count or not pieces:
        return None
    is_cell = arrays.exclusive < size
    first, last = arrays.exclusive[:, 0].astype(np.int64), np.where(is_cell, arrays.exclusive, 0).max(axis=1)
    if (first >= size).any() or is_cell.all(axis=1).any():
        return None
    reach, longest = int((last - first).max()), max(5, int(is_cell.sum(axis=1).max()))
    if reach > WIDTH * (longest - 1) or pieces + reach > MAX_KEY or np.bincount(first).max() > MAX_OPTIONS:
        return None
    bits = ONE << np.where(is_cell, arrays.exclusive - first[:, None], arrays.exclusive - size).astype(np.uint64)
    cells, uses = (np.bitwise_or.reduce(np.where(mask, bits, ZERO), axis=1) for mask in (is_cell, ~is_cell))
    number = np.argsort(first, kind="stable")
    origins = np.arange(0, max(size - reach, 1), WORD - reach)
    outside = int(origins[-1]) + WORD - size
    return NarrowBoard(outside, origins, reach, pieces, number, first[number] + outside, cells[number], uses[number])


class ScanSearch(SubproblemSearch):
    """The scan of one subproblem: its tables and its stack (step X1)."""

    node_cost = SCAN_NODE_COST

    def __init__(self, run: RunData, board: NarrowBoard, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem, board.number)
        chosen = np.array([np.flatnonzero(board.number == option)[0] for option in subproblem.chosen], dtype=np.int64)
        active = subproblem.active[board.number]
        is_seed = _seed(board, active)
        seeds = np.flatnonzero(active & is_seed)
        self._last_seed = len(seeds)
        covered = np.bitwise_or.reduce(board.covered(chosen), axis=0)
        covered[0] |= (ONE << np.uint64(board.outside)) - ONE
        self._tables = tables = Tables(
            segment=np.uint64(board.segment),
            near=board.near,
            start=board.start,
            options=board.options,
            active=board.fitting_first(active & ~is_seed),
            fitting=board.fitting[1],
            seeds=seeds,
            ahead=board.covered(seeds) | covered,
            pieces=np.uint64(board.piece_count),
            all_pieces=ALL >> np.uint64(WORD - board.piece_count),
        )
        levels = np.zeros(self.levels * LEVEL_WORDS, dtype=np.uint64)
        self._stack = stack = ScanStack(self.state, levels, np.zeros(self.levels, dtype=np.uint64))
        stack.levels[USED] = np.bitwise_or.reduce(board.pieces[chosen])
        self._search = partial(scan, tables, stack, self._rows)

    def _start(self) -> None:
        """Enter the first level: the search begins there, with the seeds."""

    def _go_to(self, level: int, option: int) -> None:
        if level == 0:
            self.state[State.SEED] = self._number[self._tables.seeds].tolist().index(option)
            return
        words = self._stack.levels[level * LEVEL_WORDS :]
        base = int(words[BASE])
        bit = self._number[base : base + WORD].tolist().index(option)
        words[UNTRIED] &= ALL << np.uint64(bit)

    def _close(self, level: int) -> None:
        if level == 0:
            self._last_seed = int(self.state[State.SEED])
            tables = self._tables._replace(seeds=self._tables.seeds[: self._last_seed])
            self._search = partial(scan, tables, self._stack, self._rows)
        else:
            self._stack.levels[level * LEVEL_WORDS + int(UNTRIED)] = 0

    def _levels_left(self) -> list[OpenLevel]:
        seed, seeds = int(self.state[State.SEED]), self._number[self._tables.seeds].tolist()
        levels = [OpenLevel.of(seeds[seed - 1], seeds[seed : self._last_seed], len(seeds))]
        for level in range(1, int(self.state[State.LEVEL]) + 1):
            words = self._stack.levels[level * LEVEL_WORDS : (level + 1) * LEVEL_WORDS].tolist()
            bits = [bit for bit in range(WORD) if words[UNTRIED] >> bit & 1]
            untried = [int(self._number[words[BASE] + bit]) for bit in bits]
            chosen = int(self._number[self._stack.option[level + 1]])
            levels.append(OpenLevel.of(chosen, untried, self._fitting(words).bit_count()))
        return levels

    def _fitting(self, words: list[int]) -> int:
        """Return the options that fit at the first empty cell of a level, as bits; see `scan_algorithm`."""
        cells, tables = words[COVERED], self._tables
        empty = (~cells & (cells + 1)).bit_length() - 1
        first, key = words[ORIGIN] + empty, (cells >> empty + 1 << int(tables.pieces)) | words[USED]
        fitting = int(tables.active[first * ENTRIES + key % ENTRIES])
        for byte in range(1, BYTES):
            place = (first * (BYTES - 1) + byte - 1) * ENTRIES
            fitting &= int(tables.fitting[place + (key >> byte * BYTE) % ENTRIES])
        return fitting


def _seed(board: NarrowBoard, active: Mask) -> Mask:
    """Return a mask of the options of the piece that has the fewest active options."""
    active_uses = np.count_nonzero(board.uses & active, axis=1)
    seed = np.where(active_uses > 0, active_uses, len(active) + 1).argmin()
    uses: Mask = board.uses[seed]
    return uses
