"""The scan of one subproblem of a narrow board: its tables and its stack (step X1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cp_puzzles.engines.exact_cover.common.subproblem_search import NO_LIMIT, SubproblemSearch
from cp_puzzles.engines.exact_cover.common.words import ONE, ZERO, Ints, Words
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.problem.subproblems import Subproblem
from cp_puzzles.engines.exact_cover.scan import algorithm
from cp_puzzles.engines.exact_cover.scan.algorithm import ScanStack
from cp_puzzles.engines.exact_cover.scan.tables import (
    MAX_CELLS,
    MAX_OPTIONS,
    MAX_PIECES,
    REACH,
    Tables,
    fitting_options,
)
from cp_puzzles.symmetry.leader import LexLeader


@dataclass(frozen=True, eq=False)
class NarrowBoard:
    """The cells and the pieces of each option as bits, and its `first` cell, on a board of `size` cells.

    A piece is anything but a cell that is covered exactly once.
    """

    size: int
    first: Ints
    cells: Words
    pieces: Words
    piece_count: int


def narrow_board(arrays: CoverArrays) -> NarrowBoard | None:
    """A problem that the tables can hold: pieces used once each, few cells, every option within reach; else None.

    Every option is of one piece at least, and covers a cell.
    """
    size = int(arrays.is_cell.sum())
    pieces = len(arrays.is_cell) - size
    if not arrays.is_pure or arrays.repeats or not arrays.option_count:
        return None
    if size > MAX_CELLS or not 0 < pieces <= MAX_PIECES:
        return None
    is_cell = arrays.exclusive < size
    first, last = arrays.exclusive[:, 0], np.where(is_cell, arrays.exclusive, 0).max(axis=1)
    if (first >= size).any() or is_cell.all(axis=1).any():
        return None
    if (last - first).max() > REACH or np.bincount(first).max() > MAX_OPTIONS:
        return None
    bits = ONE << np.where(is_cell, arrays.exclusive, arrays.exclusive - size).astype(np.uint64)
    of_cells = np.bitwise_or.reduce(np.where(is_cell, bits, ZERO), axis=1)
    return NarrowBoard(size, first, of_cells, np.bitwise_or.reduce(np.where(is_cell, ZERO, bits), axis=1), pieces)


class ScanSearch(SubproblemSearch):
    """See `scan.algorithm`."""

    def __init__(
        self, arrays: CoverArrays, board: NarrowBoard, leader: LexLeader, subproblem: Subproblem, *, batch_size: int
    ) -> None:
        others, seeds = _seeded(board, np.flatnonzero(subproblem.living))
        others = others[np.argsort(board.first[others], kind="stable")]
        number = np.concatenate([others, seeds])
        super().__init__(arrays, leader, subproblem, number, batch_size=batch_size)
        start = np.searchsorted(board.first[others], np.arange(board.size + 1)).astype(np.uint64)
        self._tables = Tables(
            start,
            board.cells[number],
            board.pieces[number],
            fitting_options(start, board.cells[others], board.pieces[others]),
            len(seeds),
            np.uint64((1 << board.piece_count) - 1),
        )
        self._stack = ScanStack(self.state, *(np.zeros(self.levels, dtype=np.uint64) for _ in range(5)))
        chosen = list(subproblem.chosen)
        off_board = ((1 << MAX_CELLS) - 1) ^ ((1 << board.size) - 1)
        self._stack.covered[0] = np.bitwise_or.reduce(board.cells[chosen]) | np.uint64(off_board)
        self._stack.used[0] = np.bitwise_or.reduce(board.pieces[chosen])

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `SubproblemSearch`."""
        return bool(algorithm.scan(self._tables, self._stack, self._orbits, self._batch, nodes, limit))


def _seeded(board: NarrowBoard, living: Ints) -> tuple[Ints, Ints]:
    """The options without those of the piece that has fewest of them, and these."""
    pieces = board.pieces[living]
    uses = [(pieces & (ONE << np.uint64(piece))) != 0 for piece in range(board.piece_count)]
    seed = min((rows for rows in uses if rows.any()), key=np.count_nonzero)
    return living[~seed], living[seed]
