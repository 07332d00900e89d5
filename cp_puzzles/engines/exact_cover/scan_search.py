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
    """Whether the tables can hold a problem: pieces used once each, few cells, and every option within reach."""
    cells = int(arrays.is_cell.sum())
    if not arrays.is_pure or arrays.repeats or not arrays.option_count:
        return False
    if cells > scan.MAX_CELLS or not 0 < len(arrays.is_cell) - cells <= scan.MAX_TILES:
        return False
    first, last = arrays.exclusive[:, 0], np.where(arrays.exclusive < cells, arrays.exclusive, 0).max(axis=1)
    return bool((last - first).max() <= scan.REACH and np.bincount(first).max() <= scan.MAX_OPTIONS)


class ScanSearch(RootSearch):
    """See `scan`; for narrow problems only, see `is_narrow`."""

    def __init__(self, arrays: CoverArrays, leader: LexLeader, root: Root, *, batch_size: int) -> None:
        board = int(arrays.is_cell.sum())
        tile = arrays.exclusive.max(axis=1)
        others, seeds = _seeded(np.flatnonzero(root.living), tile, arrays.required_count)
        number = np.concatenate([others, seeds])
        super().__init__(arrays, leader, root, number, batch_size=batch_size)
        bits = np.uint64(1) << (arrays.exclusive % scan.MAX_CELLS).astype(np.uint64)
        cells = np.bitwise_or.reduce(np.where(arrays.exclusive < board, bits, np.uint64(0)), axis=1)
        tiles = np.uint64(1) << (tile - board).astype(np.uint64)
        start = np.searchsorted(arrays.exclusive[others, 0], np.arange(board + 1)).astype(np.uint64)
        cell_tables, tile_tables = scan.scan_tables(start, cells[others], tiles[others])
        pieces = (1 << (arrays.required_count - board)) - 1
        self._scan = Scan(start, cells[number], tiles[number], cell_tables, tile_tables, len(seeds), np.uint64(pieces))
        depth = arrays.most_chosen + 3
        self._stack = ScanStack(self.state, *(np.zeros(depth, dtype=np.uint64) for _ in range(5)))
        chosen = list(root.chosen)
        off_board = ((1 << scan.MAX_CELLS) - 1) ^ ((1 << board) - 1)
        self._stack.covered[0] = np.bitwise_or.reduce(cells[chosen]) | np.uint64(off_board)
        self._stack.used[0] = np.bitwise_or.reduce(tiles[chosen])

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `RootSearch`."""
        return bool(scan.scan_search(self._scan, self._stack, self._orbits, self._batch, self._sizes, nodes, limit))


def _seeded(living: Ints, tile: Ints, items: int) -> tuple[Ints, Ints]:
    """The options without those of the piece that has fewest of them, and these."""
    counts = np.bincount(tile[living], minlength=items)
    seed = int(np.where(counts > 0, counts, len(living) + 1).argmin())
    return living[tile[living] != seed], living[tile[living] == seed]
