"""The scan of one subproblem of a narrow board: its tables and its stack (step X1)."""

from __future__ import annotations

from functools import partial

import numpy as np

from cp_puzzles.base.arrays import Mask
from cp_puzzles.engines.exact_cover.kernel.bit_words import ALL, ONE, WORD
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import RunData, SubproblemSearch
from cp_puzzles.engines.exact_cover.scan import scan_algorithm as algorithm
from cp_puzzles.engines.exact_cover.scan.narrow_board import NarrowBoard
from cp_puzzles.engines.exact_cover.scan.scan_algorithm import LEVEL_WORDS, USED, ScanStack, Tables
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem


class ScanSearch(SubproblemSearch):
    """The search of `scan_algorithm`."""

    def __init__(self, run: RunData, board: NarrowBoard, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem, board.number)
        chosen = np.array([np.flatnonzero(board.number == option)[0] for option in subproblem.chosen], dtype=np.int64)
        active = subproblem.active[board.number]
        is_seed = _seed(board, active)
        seeds = np.flatnonzero(active & is_seed)
        covered = np.bitwise_or.reduce(board.covered(chosen), axis=0)
        covered[0] |= (ONE << np.uint64(board.outside)) - ONE
        tables = Tables(
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
        stack = ScanStack(self.state, levels, np.zeros(self.levels, dtype=np.uint64))
        stack.levels[USED] = np.bitwise_or.reduce(board.pieces[chosen])
        self._search = partial(algorithm.scan, tables, stack, self._orbits, self._batch)


def _seed(board: NarrowBoard, active: Mask) -> Mask:
    """Return a mask of the options of the piece that has the fewest active options."""
    active_uses = np.count_nonzero(board.uses & active, axis=1)
    seed = np.where(active_uses > 0, active_uses, len(active) + 1).argmin()
    uses: Mask = board.uses[seed]
    return uses
