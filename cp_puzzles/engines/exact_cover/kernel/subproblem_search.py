"""The search of one subproblem: its numbers, the visit of a solution, and the budget of nodes of several searches.

A solution is tested, counted and stored. Searches run slice by slice, so that they can be stopped and emit solutions
while they run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines import engine as base
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem


class State(IntEnum):
    """Indices of the array of a search's numbers; those of all searches add up, except its current position."""

    LEVEL = 0
    """The number of chosen options: Knuth's l."""
    NODES = 1
    """Options that were tried, the root included."""
    FOUND = 2
    """All solutions, leaders or not."""
    SOLUTIONS = 3
    """Solutions that lead their orbits."""
    RAW = 4
    """The sum of the sizes of their orbits."""
    SELF_SYMMETRIC = 5
    """Leaders whose orbit is smaller than the group."""
    FILLED = 6
    """Solutions that were visited since the search was last paused, leaders or not."""
    REMEMBERS = 7
    """1 if failures are stored (general search)."""
    LOOKED_UP = 8
    """Lookups in the table of failures."""
    HITS = 9
    """Hits among these lookups."""
    SEED = 10
    """Seeds that were tried (scan)."""
    ENTERS = 11
    """1 if an option was chosen and its level is not yet entered (sparse)."""
    EXCLUDED = 12
    """Excluded options (sparse)."""
    WORK = 13
    """Work other than nodes, in nodes of the general search that take as long."""


@callee
def visit(state, option, level, rows):  # type: ignore[no-untyped-def]
    """Count the solution `option[1:level + 1]`, and store it, padded with -1, if there are rows to store it in."""
    state[State.FOUND] += 1
    if len(rows):
        row = state[State.FILLED]
        for place in range(rows.shape[1]):  # a loop: numba takes seconds to compile an assignment to a slice
            rows[row, place] = option[np.uint64(place + 1)] if place < np.int64(level) else -1
    state[State.FILLED] += 1


@gradual(work=lambda orders, rows, images, *_: rows.size * len(images))
def stabilizer_orders(orders, rows, images, marks, tokens):  # type: ignore[no-untyped-def]
    """Compute the order of the stabilizer of each solution; 0 if the solution is not a leader.

    `rows` has the options of each, padded with -1; `images[g, o]` is the position of the image of option o under the
    symmetry g, the identity first: only symmetries that can matter. Of two sets of equal size the first is the one with
    the least element that is not in both. `marks` (2, options) and `tokens` are scratch, kept between calls.
    """
    for r in range(len(rows)):
        chosen, count = rows[r], 0
        tokens[0] += 1
        while count < len(chosen) and chosen[count] >= 0:
            marks[0, images[0, chosen[count]]] = tokens[0]
            count += 1
        orders[r] = 1
        limit = marks.shape[1]
        for g in range(1, len(images)):
            tokens[1] += 1
            first, image_first = limit, limit
            for k in range(count):
                position = images[g, chosen[k]]
                marks[1, position] = tokens[1]
                if marks[0, position] != tokens[0] and position < image_first:
                    image_first = position
            if image_first == limit:
                orders[r] += 1
                continue
            for k in range(count):
                position = images[0, chosen[k]]
                if marks[1, position] != tokens[1] and position < first:
                    first = position
            if image_first < first:
                orders[r] = 0
                break


NO_LIMIT = np.iinfo(np.int64).max

BATCH_SOLUTIONS, BATCH_OPTIONS = 512, 1 << 22
"""A batch is emitted at this many solutions, or this many options of them."""

Rows = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class RunData:
    """The data that all searches of a run share.

    `emits`: True if solutions are wanted, False if they are only counted. `rows`: memory for the options of solutions.
    """

    arrays: CoverArrays
    leader: LexLeader
    emits: bool = False

    @cached_property
    def rows(self) -> Rows:
        """Memory for the options of some solutions."""
        width = self.arrays.most_chosen
        return np.empty((min(BATCH_SOLUTIONS, 1 + BATCH_OPTIONS // (1 + width)), width), dtype=np.int32)

    @cached_property
    def scratch(self) -> tuple[Ints, Ints]:
        """Memory for `stabilizer_orders`."""
        return np.zeros((2, self.arrays.option_count), dtype=np.int64), np.zeros(2, dtype=np.int64)


class SubproblemSearch:
    """The search of a subproblem.

    `state`: its numbers, see `State`. `number`: the problem's number of each option. `levels`: the depth of the stack:
    one for each option of a solution, the root, and two beyond the last option. A subclass sets `_search`, the compiled
    search with all its data, which is called with a budget of nodes and the most solutions to visit. It stores them in
    `_rows`; none are stored if the search has no symmetry and only counts.
    """

    _search: Callable[[int, int], Any]

    def __init__(self, run: RunData, subproblem: Subproblem, number: Ints) -> None:
        leader = run.leader
        self.state: Ints = np.zeros(len(State), dtype=np.int64)
        self.levels = min(run.arrays.most_chosen, len(subproblem.chosen) + len(number)) + 3
        self._run = run
        self._number = np.append(number, -1).astype(np.int32)  # in place of an option: none
        self._chosen = np.array(subproblem.chosen, dtype=np.int32)
        self._images = np.ascontiguousarray(leader.position[leader.group.options[subproblem.elements]])
        self._rows = run.rows if run.emits or len(self._images) > 1 else np.empty((0, 0), dtype=np.int32)
        self._leaders: list[tuple[base.Batch, base.OrbitSizes]] = []

    def advance(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """Search some nodes, or until the memory is full or `limit` solutions are found; return True at the end."""
        self.state[State.FILLED] = 0
        most = limit - int(self.state[State.SOLUTIONS])
        is_over = bool(self._search(nodes, min(most, len(self._rows)) if len(self._rows) else most))
        visited = int(self.state[State.FILLED])
        if visited and len(self._rows):
            self._store(visited)
        else:
            self.state[State.SOLUTIONS] += visited
            self.state[State.RAW] += visited * self._run.leader.group.order
        return is_over

    def _store(self, visited: int) -> None:
        """Count the leaders among the solutions that were visited, and keep them if they are wanted."""
        rows = self._rows[:visited]
        solutions = np.empty((visited, len(self._chosen) + rows.shape[1]), dtype=np.int32)
        solutions[:, : len(self._chosen)] = self._chosen
        solutions[:, len(self._chosen) :] = self._number[rows]
        orders = np.ones(visited, dtype=np.int64)
        if len(self._images) > 1:
            stabilizer_orders(orders, solutions, self._images, *self._run.scratch)
        is_leader = orders > 0
        sizes = self._run.leader.group.order // orders[is_leader]
        self.state[State.SOLUTIONS] += len(sizes)
        self.state[State.RAW] += sizes.sum()
        self.state[State.SELF_SYMMETRIC] += np.count_nonzero(orders > 1)
        if self._run.emits and len(sizes):
            last = np.iinfo(np.int32).max
            batch = solutions[is_leader]
            batch[batch < 0] = last
            batch.sort(axis=1)
            batch = batch[:, : rows.shape[1]]
            batch[batch == last] = -1
            self._leaders.append((np.ascontiguousarray(batch), sizes))

    def take(self) -> list[tuple[base.Batch, base.OrbitSizes]]:
        """Return the solutions found since the last call, and the sizes of their orbits."""
        leaders, self._leaders = self._leaders, []
        return leaders


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

    def __init__(self, task: base.PartTask) -> None:
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
            if self.emit is not None:
                for solutions, sizes in search.take():
                    self.emit(solutions, sizes)
            if self._progress is not None:
                self._progress(int(self.totals[State.SOLUTIONS]))
            if not finished and (self._stop() or self.totals[State.SOLUTIONS] >= self._limit):
                raise CanceledError
