"""Searches run slice by slice, so that one can be stopped, and what it found handed on, while it runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np

from cp_puzzles.engines.base import Emit, StoppedError
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.subproblem_search import NO_LIMIT, SubproblemSearch

NODES_PER_CALL = 200_000
"""Nodes between two looks at the stop flag: some 0.03 seconds."""

SUBPROBLEM_NODES = 500
"""So many nodes each subproblem counts for: what it takes at the least to build its bit sets."""

STEP_NODES = 500
"""A step on the way down to a subproblem takes as long as so many nodes."""


class _SpentError(StoppedError):
    """All nodes that a search may take are spent."""


class Slices:
    """Goes through searches slice by slice; between two slices it hands on what was found, and may stop.

    `totals`: the sums of the numbers of all searches, see `State`; `searches`: how many they were; `steps`: how many
    steps led to them.
    """

    def __init__(
        self,
        emit: Emit | None,
        limit: int | None,
        stop: Callable[[], bool],
        progress: Callable[[int], None] | None,
    ) -> None:
        self._emit, self._stop, self._progress = emit, stop, progress
        self._limit = NO_LIMIT if limit is None else limit
        self.totals = np.zeros(len(State), dtype=np.int64)
        self.searches = self.steps = 0
        self._last, self._granted = math.inf, 0

    @property
    def spent(self) -> int:
        """What was done so far, in nodes."""
        searched = int(self.totals[State.NODES] + self.totals[State.WORK])
        return searched + SUBPROBLEM_NODES * self.searches + STEP_NODES * self.steps

    def step(self) -> bool:
        """Count a step on the way down to the next search; True: stop."""
        self.steps += 1
        if self._granted > 0:
            self._granted -= 1
            self._last += STEP_NODES
        if self.spent >= self._last:
            raise _SpentError
        return self._stop()

    def exhaust(self, searches: Iterator[SubproblemSearch], nodes: float, *, granted: int = 0) -> bool:
        """Search all within so many nodes, or say False; raises `StoppedError` if it is stopped or enough before.

        The steps of which `searches` tell are worth nodes, but for the first ones that are `granted`.
        """
        self._last, self._granted = self.spent + nodes, granted
        with suppress(_SpentError):
            self._exhaust(searches)
            return True
        return False

    def _exhaust(self, searches: Iterator[SubproblemSearch]) -> None:
        for search in searches:
            self.searches += 1
            before, finished = self.totals, False
            while not finished:
                if self.spent >= self._last:
                    raise _SpentError
                finished = search.go_on(
                    int(min(NODES_PER_CALL, self._last - self.spent)),
                    self._limit - int(before[State.SOLUTIONS]),
                )
                self.totals = before + search.state
                self._look(search)
                if not finished and (self._stop() or self.totals[State.SOLUTIONS] >= self._limit):
                    raise StoppedError

    def _look(self, search: SubproblemSearch) -> None:
        if self._emit is not None and search.state[State.FILLED]:
            self._emit(*search.take())
        if self._progress is not None:
            self._progress(int(self.totals[State.SOLUTIONS]))
