"""The scan of one subproblem of a narrow board: its tables and its stack (step X1)."""

from __future__ import annotations

import numpy as np

from cp_puzzles.engines.exact_cover.common.subproblem_search import NO_LIMIT, SubproblemSearch
from cp_puzzles.engines.exact_cover.common.words import ALL, ONE, WORD
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays, Mask
from cp_puzzles.engines.exact_cover.problem.subproblems import Subproblem
from cp_puzzles.engines.exact_cover.scan import algorithm
from cp_puzzles.engines.exact_cover.scan.algorithm import LEVEL_WORDS, USED, ScanStack
from cp_puzzles.engines.exact_cover.scan.narrow_board import NarrowBoard
from cp_puzzles.engines.exact_cover.scan.tables import Tables
from cp_puzzles.symmetry.leader import LexLeader


class ScanSearch(SubproblemSearch):
    """See `scan.algorithm`."""

    def __init__(
        self, arrays: CoverArrays, board: NarrowBoard, leader: LexLeader, subproblem: Subproblem, *, batch_size: int
    ) -> None:
        super().__init__(arrays, leader, subproblem, board.number, batch_size=batch_size)
        chosen = np.array([np.flatnonzero(board.number == option)[0] for option in subproblem.chosen], dtype=np.int64)
        living = subproblem.living[board.number]
        is_seed = _seed(board, living)
        seeds = np.flatnonzero(living & is_seed)
        covered = np.bitwise_or.reduce(board.covered(chosen), axis=0)
        covered[0] |= (ONE << np.uint64(board.outside)) - ONE
        self._tables = Tables(
            segment=np.uint64(board.segment),
            near=board.near,
            start=board.start,
            options=board.options,
            living=board.fitting_first(living & ~is_seed),
            fitting=board.fitting[1],
            seeds=seeds,
            ahead=board.covered(seeds) | covered,
            pieces=np.uint64(board.piece_count),
            all_pieces=ALL >> np.uint64(WORD - board.piece_count),
        )
        self._stack = ScanStack(
            self.state,
            np.zeros(self.levels * LEVEL_WORDS, dtype=np.uint64),
            np.zeros(self.levels, dtype=np.uint64),
        )
        self._stack.levels[USED] = np.bitwise_or.reduce(board.pieces[chosen])

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `SubproblemSearch`."""
        return bool(algorithm.scan(self._tables, self._stack, self._orbits, self._batch, nodes, limit))


def _seed(board: NarrowBoard, living: Mask) -> Mask:
    """The options of the piece that has the fewest living ones."""
    living_uses = np.count_nonzero(board.uses & living, axis=1)
    seed = np.where(living_uses > 0, living_uses, len(living) + 1).argmin()
    uses: Mask = board.uses[seed]
    return uses
