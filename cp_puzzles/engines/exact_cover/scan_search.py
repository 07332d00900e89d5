"""The search of one root of a narrow board: its tables and its stack."""

from __future__ import annotations

import numpy as np

from cp_puzzles.engines.exact_cover import scan
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, Ints
from cp_puzzles.engines.exact_cover.root_search import NO_LIMIT, RootSearch
from cp_puzzles.engines.exact_cover.roots import Root
from cp_puzzles.engines.exact_cover.scan import Scan, ScanStack
from cp_puzzles.symmetry.leader import LexLeader


def is_narrow(arrays: CoverArrays) -> bool:
    """Whether the tables can hold a problem: pieces used once each, few cells, and every option within reach.

    A piece is anything but a cell that is covered exactly once; every option is of one at least, and covers a cell.
    """
    cells = int(arrays.is_cell.sum())
    if not arrays.is_pure or arrays.repeats or not arrays.option_count:
        return False
    if cells > scan.MAX_CELLS or not 0 < len(arrays.is_cell) - cells <= scan.MAX_TILES:
        return False
    first, last = arrays.exclusive[:, 0], np.where(arrays.exclusive < cells, arrays.exclusive, 0).max(axis=1)
    if (first >= cells).any() or not (arrays.exclusive >= cells).any(axis=1).all():
        return False
    return bool((last - first).max() <= scan.REACH and np.bincount(first).max() <= scan.MAX_OPTIONS)


class ScanSearch(RootSearch):
    """See `scan`; for narrow problems only, see `is_narrow`."""

    def __init__(self, arrays: CoverArrays, leader: LexLeader, root: Root, *, batch_size: int) -> None:
        board = int(arrays.is_cell.sum())
        others, seeds = _seeded(arrays, np.flatnonzero(root.living), board)
        others = others[np.argsort(arrays.exclusive[others, 0], kind="stable")]
        number = np.concatenate([others, seeds])
        super().__init__(arrays, leader, root, number, batch_size=batch_size)
        is_cell = arrays.exclusive < board
        bits = np.uint64(1) << np.where(is_cell, arrays.exclusive, arrays.exclusive - board).astype(np.uint64)
        cells = np.bitwise_or.reduce(np.where(is_cell, bits, np.uint64(0)), axis=1)
        tiles = np.bitwise_or.reduce(np.where(is_cell, np.uint64(0), bits), axis=1)
        start = np.searchsorted(arrays.exclusive[others, 0], np.arange(board + 1)).astype(np.uint64)
        cell_tables, tile_tables = scan.scan_tables(start, cells[others], tiles[others])
        pieces = (1 << (arrays.required_count - board)) - 1
        self._scan = Scan(start, cells[number], tiles[number], cell_tables, tile_tables, len(seeds), np.uint64(pieces))
        depth = self.most_chosen + 3
        self._stack = ScanStack(self.state, *(np.zeros(depth, dtype=np.uint64) for _ in range(5)))
        chosen = list(root.chosen)
        off_board = ((1 << scan.MAX_CELLS) - 1) ^ ((1 << board) - 1)
        self._stack.covered[0] = np.bitwise_or.reduce(cells[chosen]) | np.uint64(off_board)
        self._stack.used[0] = np.bitwise_or.reduce(tiles[chosen])

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `RootSearch`."""
        return bool(scan.scan_search(self._scan, self._stack, self._orbits, self._batch, self._sizes, nodes, limit))


def _seeded(arrays: CoverArrays, living: Ints, board: int) -> tuple[Ints, Ints]:
    """The options without those of the piece that has fewest of them, and these."""
    pieces = range(board, arrays.required_count)
    covers = [(arrays.exclusive[living] == piece).any(axis=1) for piece in pieces]
    seed = min((rows for rows in covers if rows.any()), key=lambda rows: int(rows.sum()))
    return living[~seed], living[seed]
