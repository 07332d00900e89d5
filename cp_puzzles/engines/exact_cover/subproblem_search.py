"""The search of one subproblem: its numbers, the visit of a solution, and the budget of nodes of several searches.

A solution is tested, counted and stored. Searches run slice by slice, so that they can be stopped and emit solutions
while they run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints, Numbers
from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines import engine as base
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblems import Subproblem


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
    LOGGED = 14
    """Branching nodes that were written to a log, or read from it (general search)."""
    IS_WRONG = 15
    """1 if the log names an item that needs no option (general search)."""
    PATH = 16
    """Options of the path to the first node that are not yet chosen; the nodes above it do not count again."""
    FLOOR = 17
    """The level at which the search ends, if it is not 0: the branches above it belong to another part."""


WAY, BRANCHES, FIRST = range(3)
"""The rows of the array `path` of a search: the options of its path, the last one first; and, for each level, the
branches that were met while the path was followed: their number, and the first one."""


@callee
def follows(stack, level, option):  # type: ignore[no-untyped-def]
    """Return True if a branch of a level is the next option of the path, and count the branch."""
    path, number = stack.path, np.int64(option)
    if path[BRANCHES, level] == 0:
        path[FIRST, level] = number
    path[BRANCHES, level] += 1
    if number != path[WAY, stack.state[State.PATH] - 1]:
        return False
    stack.state[State.PATH] -= 1
    return True


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
    the least element that is not in both. `marks` (2, options) and `tokens` are memory, all 0.
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
"""More solutions than a search visits."""

STORED_PER_NODE = 100
"""Options of solutions that are stored in about the time of a node."""

COMPARED_PER_NODE = 400
"""Options that are compared with their images in about the time of a node."""

NODES_TO_ACCEPT = 100
"""Nodes in about the time in which the rules without items check a solution."""

NOTHING = -1
"""In place of an option: the branch in which nothing more is chosen."""

BATCH_SOLUTIONS, BATCH_OPTIONS = 512, 1 << 22
"""A batch is emitted at this many solutions, or this many options of them."""

Rows = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class RunData:
    """The data that all searches of a run share.

    `emit` takes the solutions; without it they are only counted. `accepts`: see `SearchRequest`.
    """

    arrays: CoverArrays
    leader: LexLeader
    emit: base.Emit | None = None
    accepts: Callable[[Sequence[int]], bool] | None = None

    @cached_property
    def rows(self) -> Rows:
        """Memory for the options of some solutions."""
        width = self.arrays.most_chosen
        return np.empty((min(BATCH_SOLUTIONS, 1 + BATCH_OPTIONS // (1 + width)), width), dtype=np.int32)


class OpenLevel(NamedTuple):
    """A level of a depth-first search that is paused.

    `chosen`: the branch in progress, `NOTHING` at the deepest level. `share`: the share of a branch in the
    level's node. `following`: the first branch that was not tried yet, or None; `untried`: the share of all of these.
    """

    chosen: int
    share: float
    following: int | None
    untried: float


class SubproblemSearch:
    """The search of a subproblem.

    `state`: its numbers, see `State`. `number`: the problem's number of each option. `levels`: the depth of the stack:
    one for each option of a solution, the root, and two beyond the last option. `_path`: the path to the first node,
    see `WAY`. A subclass sets `_search`, the compiled search with all its data, which is called with a budget of nodes
    and the most solutions to visit. It stores them in `_rows`; none are stored if the search has no symmetry and only
    counts. If it can be paused, its `_stack` has the array `option`, of those chosen from 1 on, and its first branches
    are those of `first_level`. `_definitions`: for each auxiliary option, those of which it excludes all; it belongs to
    a solution if none of them does.
    """

    _search: Callable[[int, int], Any]
    _stack: Any
    first_level = 0

    node_cost: float = 1.0
    """The time of a node, in nodes of the general search."""

    def __init__(self, run: RunData, subproblem: Subproblem, number: Ints, levels: int | None = None) -> None:
        leader = run.leader
        self.state: Ints = np.zeros(len(State), dtype=np.int64)
        self.levels = levels or min(run.arrays.most_chosen, len(subproblem.chosen) + len(number)) + 3
        self._path: Ints = np.zeros((3, self.levels), dtype=np.int64)
        self._run = run
        self._number = np.append(number, -1).astype(np.int32)  # in place of an option: none
        self._chosen = np.array(subproblem.chosen, dtype=np.int32)
        self._images = np.ascontiguousarray(leader.position[leader.group.options[subproblem.elements]])
        is_stored = run.emit is not None or run.accepts is not None or len(self._images) > 1
        self._rows = run.rows if is_stored else np.empty((0, 0), dtype=np.int32)
        self._definitions: Mapping[int, Ints | Numbers] | None = None
        self._is_over = False

    def advance(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """Search some nodes, or until the memory is full or `limit` solutions are found; return True at the end."""
        most = limit - int(self.state[State.SOLUTIONS])
        self._is_over = bool(self._search(nodes, min(most, len(self._rows)) if len(self._rows) else most))
        visited, self.state[State.FILLED] = int(self.state[State.FILLED]), 0
        if visited and len(self._rows):
            self._store(visited)
        else:
            self.state[State.SOLUTIONS] += visited
            self.state[State.RAW] += visited * self._run.leader.group.order
        return self._is_over

    @property
    def work(self) -> int:
        """The work so far, in nodes of the general search."""
        return math.ceil(self.node_cost * int(self.state[State.NODES])) + int(self.state[State.WORK])

    def resume(self, stack: Sequence[int], floor: int) -> None:
        """Begin with the last branch of a stack; at the levels above the floor, no more branches are tried.

        Branches are options of the problem, and the way to the last one is the way of the search itself. If the last
        branch is `NOTHING`, the search begins with the solution at the node above it.
        """
        if not stack:
            return
        place = {option: number for number, option in enumerate(self._number.tolist())}
        path = [place[option] for option in reversed(stack) if option != NOTHING]
        self._path[WAY, : len(path)] = path
        self.state[State.PATH], self.state[State.FLOOR] = len(path), max(0, floor)

    def open_levels(self, again: SubproblemSearch) -> list[OpenLevel]:
        """Return the levels of a search that is paused, given a new search of the same; neither can go on after this.

        The new search follows the path to the present node, and counts the branches. This one looks for an option that
        is none, and so meets all branches that were not tried yet.
        """
        if self._is_over:
            return []
        path = [*self._stack.option[1 : int(self.state[State.LEVEL]) - self.first_level + 1].tolist(), NOTHING]
        levels = zip(path, again._met(path), self._met([NOTHING]), strict=False)
        return [
            OpenLevel(
                int(self._number[option]),
                1 / max(1, branches),
                int(self._number[first]) if untried else None,
                untried / max(1, branches),
            )
            for option, (branches, _), (untried, first) in levels
        ]

    def _met(self, path: Sequence[int]) -> list[tuple[int, int]]:
        """Return the number of branches of each level, and the first one, on a path that ends with no option."""
        self._path[WAY, : len(path)], self._path[BRANCHES] = path[::-1], 0
        self.state[State.PATH], self.state[State.FLOOR] = len(path), 0
        self._search(1, NO_LIMIT)
        return [*zip(*self._path[BRANCHES:, self.first_level :].tolist(), strict=True)]

    def _store(self, visited: int) -> None:
        """Count the leaders among the solutions that were visited, and emit them if they are wanted."""
        rows = self._rows[:visited]
        solutions = np.empty((visited, len(self._chosen) + rows.shape[1]), dtype=np.int32)
        solutions[:, : len(self._chosen)] = self._chosen
        solutions[:, len(self._chosen) :] = self._number[rows]
        solutions = self._completed(solutions)
        self.state[State.WORK] += solutions.size // STORED_PER_NODE
        orders = np.ones(visited, dtype=np.int64)
        if len(self._images) > 1:
            marks, tokens = np.zeros((2, self._run.arrays.option_count), dtype=np.int64), np.zeros(2, dtype=np.int64)
            stabilizer_orders(orders, solutions, self._images, marks, tokens)
            self.state[State.WORK] += tokens[1] * solutions.shape[1] // COMPARED_PER_NODE
        is_leader = orders > 0
        orders, solutions = orders[is_leader], solutions[is_leader]
        if self._run.emit is not None or self._run.accepts is not None:
            solutions = ascending(solutions)[:, : rows.shape[1]]
        if self._run.accepts is not None:
            self.state[State.WORK] += NODES_TO_ACCEPT * len(solutions)
            accepted = np.array([self._run.accepts(row[row >= 0].tolist()) for row in solutions], dtype=np.bool_)
            orders, solutions = orders[accepted], solutions[accepted]
        sizes = self._run.leader.group.order // orders
        self.state[State.SOLUTIONS] += len(sizes)
        self.state[State.RAW] += sizes.sum()
        self.state[State.SELF_SYMMETRIC] += np.count_nonzero(orders > 1)
        if self._run.emit is not None and len(sizes):
            self._run.emit(np.ascontiguousarray(solutions), sizes)

    def _completed(self, solutions: Rows) -> Rows:
        """Return solutions with the auxiliary options that follow from the others; -1 is padding at the end of each."""
        if self._definitions is None:
            return solutions
        solutions = np.maximum(solutions, NOTHING)
        is_chosen = np.zeros((len(solutions), self._run.arrays.option_count + 1), dtype=np.bool_)
        np.put_along_axis(is_chosen, solutions.astype(np.int64), True, axis=1)
        absent = [
            np.where(is_chosen[:, [auxiliary, *options]].any(axis=1), -1, auxiliary)
            for auxiliary, options in self._definitions.items()
        ]
        return ascending(np.column_stack([solutions, *absent]).astype(np.int32))


def ascending(rows: Rows) -> Rows:
    """Return rows of options in ascending order, -1 at the end."""
    last = np.iinfo(np.int32).max
    ascending: Rows = np.sort(np.where(rows < 0, np.int32(last), rows), axis=1)
    return np.where(ascending == last, np.int32(-1), ascending)


NODES_PER_CALL = 200_000
"""Nodes between two checks of the stop flag: some 0.03 seconds."""

SUBPROBLEM_NODES = 500
"""The cost of a subproblem in nodes: the shortest time in which its bit sets are built."""

STEP_NODES = 500
"""Cost in nodes of a step of the descent to a subproblem."""


class PauseError(CanceledError):
    """The search pauses: its nodes are spent, it is stopped, or its limit is reached."""


class NodeBudget:
    """Runs searches slice by slice; between two slices it may pause.

    `totals`: the sums of the `State` of all searches; `searches`: their number; `spent`: the work so far, in nodes, the
    steps of the descent to them included. The search pauses after `nodes` of work, but not before its first step or
    slice, and if it `is_stopped` or has reached its limit.
    """

    def __init__(self, task: base.PartTask, nodes: float = math.inf) -> None:
        self._stop = task.stop
        self._limit = NO_LIMIT if task.limit is None else task.limit
        self.totals = np.zeros(len(State), dtype=np.int64)
        self.searches = self.spent = 0
        self.nodes = self._last = nodes
        self._has_moved = self.is_stopped = False

    def ends(self, searches: Iterable[SubproblemSearch], nodes: int) -> bool:
        """Run searches within some nodes; return True if all of them end. Raise `PauseError` if the run is over."""
        self._last, self._has_moved = min(self.spent + nodes, self.nodes), False
        try:
            for search in searches:
                self.run(search)
        except PauseError:
            if self.is_stopped or self.spent >= self.nodes:
                raise
            return False
        return True

    def _pause(self) -> bool:
        """Return True to pause."""
        self.is_stopped = self.is_stopped or self._stop() or bool(self.totals[State.SOLUTIONS] >= self._limit)
        return self.is_stopped or (self._has_moved and self.spent >= self._last)

    def step(self) -> None:
        """Count a step of the descent to the next search; raise `PauseError` to pause before it."""
        if self._pause():
            raise PauseError
        self._has_moved = True
        self.spent += STEP_NODES

    def run(self, search: SubproblemSearch) -> None:
        """Run a search to its end; raise `PauseError` if it pauses before, or when it ends."""
        self.searches += 1
        self.spent += SUBPROBLEM_NODES
        before, spent, is_over = self.totals, self.spent, False
        while not is_over:
            nodes = max(1.0, min(NODES_PER_CALL, (self._last - self.spent) / search.node_cost))
            is_over = search.advance(int(nodes), self._limit - int(before[State.SOLUTIONS]))
            self.totals, self.spent, self._has_moved = before + search.state, spent + search.work, True
            if self._pause():
                raise PauseError
