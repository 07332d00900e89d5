"""Lets through only those solutions that a question accepts, and counts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cp_puzzles.engines.base import Batch, Emit, OrbitSizes, StoppedError


class Sieve:
    """Takes batches; hands on what is accepted. `take` raises `StoppedError` when the limit is reached.

    Counts as `PartResult` does: `solutions`, `raw`, `self_symmetric`; `order` is that of the symmetry group.
    """

    def __init__(
        self, accepts: Callable[[Sequence[int]], bool], order: int, emit: Emit | None, limit: int | None
    ) -> None:
        self._accepts, self._order, self._emit, self._limit = accepts, order, emit, limit
        self.solutions = self.raw = self.self_symmetric = 0

    def telling(self, progress: Callable[[int], None] | None) -> Callable[[int], None] | None:
        """Tell how many are accepted, to whom an engine tells how many it has found."""
        return None if progress is None else lambda found: progress(self.solutions)

    def take(self, batch: Batch, sizes: OrbitSizes) -> None:
        """Look at each solution of a batch, which is padded with -1."""
        kept = np.array([self._accepts(row[row >= 0].tolist()) for row in batch], dtype=np.bool_)
        batch, sizes = batch[kept], sizes[kept]
        if self._limit is not None:
            left = self._limit - self.solutions
            batch, sizes = batch[:left], sizes[:left]
        self.solutions += len(batch)
        self.raw += int(sizes.sum())
        self.self_symmetric += int((sizes < self._order).sum())
        if self._emit is not None and len(batch):
            self._emit(batch, sizes)
        if self.solutions == self._limit:
            raise StoppedError
