"""The tally of a part: solutions gathered into batches, filtered, weighed and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic

import numpy as np

from cp_puzzles.engines.base import Batch, Emit, PartResult, Question

BATCH_SIZE = 512
BATCH_SECONDS = 0.1


class Tally:
    """Takes solutions one by one, keeps the leaders, and emits them in batches with their orbit sizes."""

    def __init__(
        self,
        question: Question,
        *,
        emit: Emit | None,
        limit: int | None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._leader, self._group, self._accepts = question.leader, question.leader.group, question.accepts
        self._filter = question.breaking == "filter" and self._group.order > 1
        self._emit, self._limit, self._progress = emit, limit, progress
        self._batch: list[Batch] = []
        self._flushed = monotonic()
        self.solutions = self.raw = self.self_symmetric = self.found = 0

    @property
    def is_full(self) -> bool:
        """Whether the limit is reached."""
        return self._limit is not None and self.solutions + len(self._batch) >= self._limit

    def add(self, solution: Batch) -> None:
        """Take one solution: ascending options."""
        self.found += 1
        if self._filter and not self._leader.is_leader(solution):
            return
        if self._accepts is not None and not self._accepts(solution.tolist()):
            return
        self._batch.append(solution)
        is_first = not self.solutions
        if is_first or len(self._batch) >= BATCH_SIZE or monotonic() - self._flushed > BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Emit what is gathered."""
        if self._batch:
            batch = padded(self._batch)
            sizes = self._group.orbit_sizes(batch)
            self.solutions += len(batch)
            self.raw += int(sizes.sum())
            self.self_symmetric += int((sizes < self._group.order).sum())
            self._batch = []
            if self._emit is not None:
                self._emit(batch, sizes)
            if self._progress is not None:
                self._progress(self.solutions)
        self._flushed = monotonic()

    def result(
        self, *, complete: bool, statistics: Mapping[str, float], sizes: Mapping[str, int] | None = None
    ) -> PartResult:
        """What the part gave."""
        figures = {"found": self.found, **statistics}
        return PartResult(self.solutions, self.raw, self.self_symmetric, complete, figures, sizes or {})


def padded(solutions: list[Batch]) -> Batch:
    """Solutions of any lengths as rows of one array, padded with -1 at the end."""
    width = max(map(len, solutions))
    batch = np.full((len(solutions), width), -1, dtype=np.int32)
    for row, solution in zip(batch, solutions, strict=True):
        row[: len(solution)] = solution
    return batch
