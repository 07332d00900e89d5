"""The solutions of a part: filtered, gathered into batches with their orbit sizes, and counted."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

import numpy as np

from cp_puzzles.cover.ragged_rows import Ragged, starts_of
from cp_puzzles.engines.engine import Batch, Part, PartResult, PartTask

BATCH_SOLUTIONS = 512
"""A batch is emitted at this many solutions."""

BATCH_SECONDS = 0.1
"""A batch is emitted when the last one was emitted this long ago."""


class PartTally:
    """Takes solutions one by one, emits those that count in batches, and counts them."""

    def __init__(self, task: PartTask) -> None:
        request = task.request
        self._leader, self._group, self._accepts = request.leader, request.leader.group, request.accepts
        self._filter = request.breaking == "filter" and self._group.order > 1
        self._emit, self._limit, self._progress = task.emit, task.limit, task.progress
        self._batch: list[Batch] = []
        self._flushed_at = monotonic()
        self.solutions = self.raw = self.self_symmetric = self.found = 0

    @property
    def is_full(self) -> bool:
        """True if the limit is reached."""
        return self._limit is not None and self.solutions + len(self._batch) >= self._limit

    def add(self, solution: Batch) -> None:
        """Add one solution, ascending options, if it leads its orbit and is accepted."""
        self.found += 1
        if self._filter and not self._leader.is_leader(solution):
            return
        if self._accepts is not None and not self._accepts(solution.tolist()):
            return
        self._batch.append(solution)
        is_first = not self.solutions
        if is_first or len(self._batch) >= BATCH_SOLUTIONS or monotonic() - self._flushed_at > BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Emit the gathered solutions."""
        if self._batch:
            rows = Ragged(np.concatenate(self._batch), starts_of(list(map(len, self._batch))))
            batch, self._batch = rows.padded(-1), []
            self._count(batch)
        self._flushed_at = monotonic()

    def _count(self, batch: Batch) -> None:
        sizes = self._group.orbit_sizes(batch)
        self.solutions += len(batch)
        self.raw += int(sizes.sum())
        self.self_symmetric += int((sizes < self._group.order).sum())
        if self._emit is not None:
            self._emit(batch, sizes)
        if self._progress is not None:
            self._progress(self.solutions)

    def result(
        self,
        *,
        rest: tuple[Part, ...] = (),
        statistics: Mapping[str, float],
        sizes: Mapping[str, int] | None = None,
        effort: float = 0.0,
    ) -> PartResult:
        """Return the result of the part."""
        statistics = {"found": self.found, **statistics}
        return PartResult(self.solutions, self.raw, self.self_symmetric, rest, statistics, sizes or {}, effort)
