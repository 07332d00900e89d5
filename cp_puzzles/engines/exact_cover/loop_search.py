"""The search of one closed line through all pieces of a problem: piece after piece along the line.

At each end of a piece the next one is looked up by the side across which it lies. A branch ends if the pieces that are
left do not suffice to return to the start (breadth-first distances), or if the line closes before every item is covered
as often as it must be. Tantrix is an example.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.cover.cover_problem import Circuit, CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch, follows, visit
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

LOOP_NODE_COST = 0.05
"""The time of a node, in nodes of the general search."""

UNREACHABLE = 1 << 40
"""The distance of an end from which the line cannot return to its start."""


class LoopTables(NamedTuple):
    """The options by their ends.

    `entries`: an option, the end at which the line enters it, and that at which it leaves it. `start`: the first entry
    of each entering end, and of the list of first pieces. `enters`: for each end at which the line leaves a piece that
    at which it enters the next one, beyond given pieces. `target`: the end at which the line closes, or -1: where it
    enters the first piece. `first`: the list of first pieces. `is_least`: 1 if the first piece is the option of the
    line with the least number. `rows`, `row_start`: the items of each option; `least`, `most`: their bounds.
    `longest`: the most pieces of a line.
    """

    entries: Ints
    start: Ints
    enters: Ints
    target: int
    first: int
    is_least: int
    rows: Ints
    row_start: Ints
    least: Ints
    most: Ints
    longest: int


class LoopStack(NamedTuple):
    """The stack: its numbers, see `State`, its `path`, and for each level its entry and the next ones.

    `place`: the entry; `following`, `end`: the next entry and the end of the list. `option`: the options of the line,
    from 1 on. `times`: how often each item is covered; `missing`: one number, of what items need. `distance`: for each
    end the fewest pieces from there to the start. `queue`: memory.
    """

    state: Ints
    path: Ints
    place: Ints
    following: Ints
    end: Ints
    option: Ints
    times: Ints
    missing: Ints
    distance: Ints
    queue: Ints


@gradual(budget=3)
def search_loop(tables, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, entries, following = stack.state, tables.entries, stack.following
    level, nodes, goes_on = state[State.LEVEL], 0, most > 0
    while nodes < budget and goes_on:
        place = following[level]
        following[level] = place + 1
        if place >= stack.end[level]:  # X7, X8
            if level == state[State.FLOOR]:
                state[State.NODES] += nodes
                return True
            level -= 1
            _count(tables, stack, entries[stack.place[level], 0], -1)
            continue
        option = entries[place, 0]  # X5
        if not _fits(tables, stack, option) or (tables.is_least and level > 0 and option < stack.option[1]):
            continue
        stack.option[level + 1], stack.place[level] = option, place
        if state[State.PATH] and not follows(stack, level, option):
            continue
        nodes += state[State.PATH] == 0
        if level == 0:
            measure(tables, stack, entries[place, 1] if tables.target < 0 else tables.target)
        enters = tables.enters[entries[place, 2]]
        if stack.distance[enters] == 0:  # X2
            _count(tables, stack, option, 1)
            if stack.missing[0] == 0:
                visit(state, stack.option, level + 1, rows)
            _count(tables, stack, option, -1)
            goes_on = state[State.FILLED] < most
        elif level + 1 + stack.distance[enters] <= tables.longest:  # X3
            _count(tables, stack, option, 1)
            level += 1
            following[level], stack.end[level] = tables.start[enters], tables.start[enters + 1]
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _fits(tables, stack, option):  # type: ignore[no-untyped-def]
    """Return True if no item of an option is covered as often as it may be."""
    for k in range(tables.row_start[option], tables.row_start[option + 1]):
        item = tables.rows[k]
        if stack.times[item] >= tables.most[item]:
            return False
    return True


@callee
def _count(tables, stack, option, change):  # type: ignore[no-untyped-def]
    """Cover the items of an option once more, or once less."""
    for k in range(tables.row_start[option], tables.row_start[option + 1]):
        item = tables.rows[k]
        before = stack.times[item]
        stack.times[item] = before + change
        stack.missing[0] -= change * (min(before, before + change) < tables.least[item])


@callee
def measure(tables, stack, target):  # type: ignore[no-untyped-def]
    """Compute the fewest pieces from each entering end to the one at which the line closes, breadth first."""
    distance, queue = stack.distance, stack.queue
    for end in range(len(distance)):
        distance[end] = UNREACHABLE
    distance[target], queue[0] = 0, target
    first, last = 0, 1
    while first < last:
        reached = queue[first]
        first += 1
        left = tables.enters[reached]  # the line turned around
        for place in range(tables.start[left], tables.start[left + 1]):
            end = tables.entries[place, 2]
            if distance[end] == UNREACHABLE:
                distance[end] = distance[reached] + 1
                queue[last] = end
                last += 1


def loop_tables(problem: CoverProblem, root: Subproblem) -> tuple[LoopTables, dict[int, Ints]] | None:
    """Return the tables of a subproblem whose options are pieces of one line, and sides that it does not cross.

    For each of these sides, the options that cross it are returned, too. None if there are other options, or if given
    pieces alone close a line.
    """
    if len(problem.circuits) != 1:
        return None
    circuit, active = problem.circuits[0], root.active.copy()
    active[list(root.chosen)] = True
    joined = np.array([ends for ends in circuit.ends if ends[0] >= 0 and active[ends[0]]], np.int64).reshape(-1, 3)
    sides = {auxiliary: end >> 1 for auxiliary, end in np.array(circuit.uncrossed, np.int64).reshape(-1, 2).tolist()}
    is_other, through = active.copy(), _through(circuit)
    is_other[joined[:, 0]] = is_other[[*sides]] = False
    if is_other.any() or through is None:
        return None
    enters, target, first = through
    rows, least, most = _items(problem, root, joined, {side for a, side in sides.items() if not active[a]})
    if target < 0:
        first, exact = len(enters), np.flatnonzero((least == 1) & (most == 1))
        counts = np.bincount(rows.values, minlength=len(least))[exact]
        starts = rows.transposed(len(least)).row(int(exact[counts.argmin()])) if len(exact) else joined[:, 0]
    both = np.concatenate([joined, joined[:, [0, 2, 1]]])
    both = both[np.lexsort((both[:, 0], both[:, 1]))]
    start = np.searchsorted(both[:, 1], np.arange(len(enters) + 1))
    if target < 0:
        both = np.concatenate([both, joined[np.isin(joined[:, 0], starts)]])
    tiles = np.unique(problem.tile_numbers[joined[:, 0]])
    longest = min(len(problem.cells), sum(problem.items[tile].maximum for tile in tiles.tolist()))
    tables = LoopTables(
        both,
        np.append(start, len(both)),
        enters,
        target,
        first,
        int(target < 0 and not len(exact)),
        rows.values.astype(np.int64),
        rows.starts.astype(np.int64),
        least,
        most,
        longest,
    )
    return tables, {a: joined[(joined[:, 1:] >> 1 == side).any(axis=1), 0] for a, side in sides.items() if active[a]}


def _through(circuit: Circuit) -> tuple[Ints, int, int] | None:
    """Return the entering end beyond each leaving one; and of a line from given pieces its last and its first one.

    These are -1 if no piece is given. None if given pieces alone close the line.
    """
    ends = [end for _, *both in (*circuit.ends, *((0, end, end) for _, end in circuit.uncrossed)) for end in both]
    enters: Ints = np.arange(max(ends, default=0) // 2 * 2 + 2) ^ 1
    beyond = {a: b for option, *both in circuit.ends if option < 0 for a, b in (both, both[::-1])}
    line: dict[int, None] = {}
    outer = [-1, -1]
    for way, end in enumerate(next(iter(beyond.items()), ())):  # the line through the first given piece, both ways
        while end ^ 1 in beyond and end not in line:
            line.update({end: None, end ^ 1: None})
            end = beyond[end ^ 1]
        if end in line:
            return None
        outer[way] = end
    others = {end: beyond[end] for end in beyond if end not in line and end not in outer}
    for end in range(len(enters)):
        entered = end ^ 1
        while entered in others:
            entered = others[entered] ^ 1
        enters[end] = entered
    return enters, outer[0], int(enters[outer[1]]) if beyond else -1


def _items(problem: CoverProblem, root: Subproblem, joined: Ints, crossed: set[int]) -> tuple[Ragged, Ints, Ints]:
    """Return the items of each option and their bounds: those that the line does not imply, and some more.

    These are the chosen options, and the sides that the line must cross: beside given pieces, and where the auxiliary
    is excluded.
    """
    circuit = problem.circuits[0]
    given = [end for option, *both in circuit.ends if option < 0 for end in both]
    crossed = {*crossed, *(end >> 1 for end in given)} - {end >> 1 for end in given if end ^ 1 in given}
    number = {junction: len(problem.items) + n for n, junction in enumerate(sorted(crossed))}
    chosen = {option: len(problem.items) + len(number) + n for n, option in enumerate(root.chosen)}
    rows: list[tuple[int, ...]] = [()] * len(root.active)
    for option, *both in joined.tolist():
        items = (item for item in problem.table.row(option).tolist() if item not in circuit.implied)
        more = (number[end >> 1] for end in both if end >> 1 in number)
        rows[option] = (*items, *more, *(chosen[o] for o in (option,) if o in chosen))
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    for item in circuit.implied:
        bounds[item] = (0, 0)
    bounds += [(1, 2)] * len(number) + [(int(bool(rows[option])), 1) for option in chosen]
    least, most = np.array(bounds, dtype=np.int64).T
    return Ragged.of(rows), np.ascontiguousarray(least), np.ascontiguousarray(most)


class LoopSearch(SubproblemSearch):
    """The search of one subproblem; its options belong to the line, or stand for sides that it does not cross."""

    node_cost = LOOP_NODE_COST

    def __init__(self, run: RunData, lines: tuple[LoopTables, dict[int, Ints]], subproblem: Subproblem) -> None:
        tables, definitions = lines
        super().__init__(run, replace(subproblem, chosen=()), np.arange(run.arrays.option_count), tables.longest + 2)
        place, following, end, option = np.zeros((4, self.levels), dtype=np.int64)
        following[0], end[0] = tables.start[tables.first : tables.first + 2]
        times, missing = np.zeros(len(tables.least), dtype=np.int64), np.array([np.maximum(tables.least, 0).sum()])
        distance, queue = np.zeros((2, len(tables.enters)), dtype=np.int64)
        self._stack = LoopStack(self.state, self._path, place, following, end, option, times, missing, distance, queue)
        self._definitions = definitions
        self._search = partial(search_loop, tables, self._stack, self._rows)
