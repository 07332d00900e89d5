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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.cancellation import CanceledError
from cp_puzzles.base.jit import callee
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
    """Rows of the buffer that are not yet taken."""
    REMEMBERS = 7
    """1 if failures are stored (general search)."""
    LOOKED_UP = 8
    """Lookups in the table of failures."""
    MET_AGAIN = 9
    """Hits among these lookups."""
    SEED = 10
    """Seeds that were tried (scan)."""
    ENTERS = 11
    """1 if an option was chosen and its level is not yet entered (sparse)."""
    EXCLUDED = 12
    """Excluded options (sparse)."""
    WORK = 13
    """Work other than nodes, in nodes of the general search that take as long."""


class LeaderTest(NamedTuple):
    """The data of the leader test, for a group of `order`; see `stabilizer_order`.

    `number`: the problem's number of each option of the search. `solution` begins with the options chosen outside the
    search, `outside` of them; the rest is scratch, like `marks` and `tokens`.
    """

    order: int
    images: npt.NDArray[np.int32]
    number: Ints
    outside: int
    solution: Ints
    marks: Ints
    tokens: Ints


class LeaderBuffer(NamedTuple):
    """A buffer of solutions: `rows` of options, padded with -1, and the `sizes` of their orbits; no rows: no output."""

    rows: npt.NDArray[np.int32]
    sizes: Ints


@callee
def visit(state, option, level, orbits, batch):  # type: ignore[no-untyped-def]
    """Count the solution `option[1:level + 1]`, without materializing it if there is no symmetry and no buffer."""
    if len(orbits.images) == 1 and not len(batch.rows):
        state[State.SOLUTIONS] += 1
        state[State.RAW] += orbits.order
    else:
        count_leader(state, option, level, orbits, batch)


@callee
def count_leader(state, option, level, orbits, batch):  # type: ignore[no-untyped-def]
    """Count the solution and store it if it leads its orbit."""
    length = orbits.outside
    for chosen in range(1, np.int64(level) + 1):
        orbits.solution[length] = orbits.number[option[np.uint64(chosen)]]
        length += 1
    stabilizer = stabilizer_order(orbits.solution, length, orbits.images, orbits.marks, orbits.tokens)
    if stabilizer == 0:
        return
    state[State.SOLUTIONS] += 1
    state[State.RAW] += orbits.order // stabilizer
    if stabilizer > 1:
        state[State.SELF_SYMMETRIC] += 1
    if len(batch.rows):
        row = state[State.FILLED]
        batch.sizes[row] = orbits.order // stabilizer
        for place in range(batch.rows.shape[1]):  # a loop: numba takes seconds to compile an assignment to a slice
            batch.rows[row, place] = orbits.solution[place] if place < length else -1
        state[State.FILLED] += 1


@callee
def stabilizer_order(chosen, count, images, marks, tokens):  # type: ignore[no-untyped-def]
    """Return the order of the stabilizer of a solution; 0 if the solution is not a leader.

    `chosen[:count]` are its options; `images[g, o]` the position of the image of option o under the symmetry g, the
    identity first: only symmetries that can matter. Of two sets of equal size the first is the one with
    the least element that is not in both. `marks` (2, options) and `tokens` are scratch, kept between calls.
    """
    if len(images) == 1:
        return 1
    tokens[0] += 1
    token = tokens[0]
    for k in range(count):
        marks[0, images[0, chosen[k]]] = token
    order = 1
    limit = marks.shape[1]
    for g in range(1, len(images)):
        tokens[1] += 1
        first, image_first = limit, limit
        for k in range(count):
            position = images[g, chosen[k]]
            marks[1, position] = tokens[1]
            if marks[0, position] != token and position < image_first:
                image_first = position
        if image_first == limit:
            order += 1
            continue
        for k in range(count):
            position = images[0, chosen[k]]
            if marks[1, position] != tokens[1] and position < first:
                first = position
        if image_first < first:
            return 0
    return order


NO_LIMIT = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class RunData:
    """The data that all searches of a run share; `batch_size` solutions are buffered, 0: they are only counted."""

    arrays: CoverArrays
    leader: LexLeader
    batch_size: int = 0


class SubproblemSearch:
    """The search of a subproblem.

    `state`: its numbers, see `State`. `number`: the problem's number of each option. `levels`: the depth of the stack:
    one for each option of a solution, the root, and two beyond the last option. A subclass sets `_search`, the compiled
    search with all its data, which is called with a budget of nodes and the limit on solutions.
    """

    _search: Callable[[int, int], Any]

    def __init__(self, run: RunData, subproblem: Subproblem, number: Ints) -> None:
        arrays, leader, batch_size = run.arrays, run.leader, run.batch_size
        self.state: Ints = np.zeros(len(State), dtype=np.int64)
        outside = len(subproblem.chosen)
        most_chosen = min(arrays.most_chosen, outside + len(number))
        self.levels = most_chosen + 3
        solution = np.zeros(outside + self.levels, dtype=np.int64)
        solution[:outside] = subproblem.chosen
        self._orbits = LeaderTest(
            order=leader.group.order,
            images=np.ascontiguousarray(leader.position[leader.group.options[subproblem.elements]]),
            number=number,
            outside=outside,
            solution=solution,
            marks=np.zeros((2, arrays.option_count), dtype=np.int64),
            tokens=np.zeros(2, dtype=np.int64),
        )
        self._batch = LeaderBuffer(
            rows=np.empty((batch_size, most_chosen if batch_size else 0), dtype=np.int32),
            sizes=np.empty(batch_size, dtype=np.int64),
        )

    def advance(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """Search some nodes, or until the buffer is full or `limit` solutions are found; return True at the end."""
        return bool(self._search(nodes, limit))

    def take(self) -> tuple[base.Batch, base.OrbitSizes]:
        """Return the solutions found since the last call, and the sizes of their orbits."""
        filled = int(self.state[State.FILLED])
        self.state[State.FILLED] = 0
        last = np.iinfo(np.int32).max
        rows = np.where(self._batch.rows[:filled] < 0, last, self._batch.rows[:filled])
        rows.sort(axis=1)
        return np.where(rows == last, -1, rows).astype(np.int32), self._batch.sizes[:filled].copy()


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
            if self.emit is not None and search.state[State.FILLED]:
                self.emit(*search.take())
            if self._progress is not None:
                self._progress(int(self.totals[State.SOLUTIONS]))
            if not finished and (self._stop() or self.totals[State.SOLUTIONS] >= self._limit):
                raise CanceledError
