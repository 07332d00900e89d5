"""A budget of nodes: searches run slice by slice, so that they can be stopped and emit solutions while they run."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from cp_puzzles.base.cancellation import CanceledError
from cp_puzzles.engines.engine import PartTask
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import NO_LIMIT, State, SubproblemSearch

NODES_PER_CALL = 200_000
"""Nodes between two checks of the stop flag: some 0.03 seconds."""

SUBPROBLEM_NODES = 500
"""The cost of a subproblem in nodes: the shortest time in which its bit sets are built."""

STEP_NODES = 500
"""Cost in nodes of a step of the descent to a subproblem."""


class _SpentError(CanceledError):
    """The nodes that a run may take are spent."""


class NodeBudget:
    """Runs searches slice by slice; between two slices it emits solutions and may stop.

    `totals`: the sums of the `State` of all searches; `searches`: the number of searches; `steps`: the number of steps
    of the descent to them.
    """

    def __init__(self, task: PartTask) -> None:
        self.emit, self._stop, self._progress = task.emit, task.stop, task.progress
        self._limit = NO_LIMIT if task.limit is None else task.limit
        self.totals = np.zeros(len(State), dtype=np.int64)
        self.searches = self.steps = 0
        self._last, self._free_steps = math.inf, 0

    @property
    def spent(self) -> int:
        """The work so far, in nodes."""
        searched = int(self.totals[State.NODES] + self.totals[State.WORK])
        return searched + SUBPROBLEM_NODES * self.searches + STEP_NODES * self.steps

    def step(self) -> bool:
        """Count a step of the descent to the next search; return True to stop."""
        self.steps += 1
        if self._free_steps > 0:
            self._free_steps -= 1
            self._last += STEP_NODES
        if self.spent >= self._last:
            raise _SpentError
        return self._stop()

    def run(self, searches: Iterator[SubproblemSearch], nodes: float, *, free_steps: int = 0) -> bool:
        """Run all searches within a number of nodes; return False if the nodes do not suffice.

        Raises `CanceledError` if the task is stopped or reaches its limit before. Steps cost nodes, except the first
        `free_steps`.
        """
        self._last, self._free_steps = self.spent + nodes, free_steps
        with suppress(_SpentError):
            for search in searches:
                self._run(search)
            return True
        return False

    def _run(self, search: SubproblemSearch) -> None:
        self.searches += 1
        before, finished = self.totals, False
        while not finished:
            if self.spent >= self._last:
                raise _SpentError
            finished = search.advance(
                int(min(NODES_PER_CALL, self._last - self.spent)),
                self._limit - int(before[State.SOLUTIONS]),
            )
            self.totals = before + search.state
            if self.emit is not None and search.state[State.FILLED]:
                self.emit(*search.take())
            if self._progress is not None:
                self._progress(int(self.totals[State.SOLUTIONS]))
            if not finished and (self._stop() or self.totals[State.SOLUTIONS] >= self._limit):
                raise CanceledError
