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
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.exact_cover.subproblem_search import NOTHING, RunData, State, SubproblemSearch, follows, visit
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

LOOP_NODE_COST = 0.05
"""The time of a node, in nodes of the general search."""

UNREACHABLE = 1 << 40
"""The distance of an end from which the line cannot return to its start."""


class LoopTables(NamedTuple):
    """The options by their ends; given pieces follow as options that must be chosen.

    `entries`: an option, the end at which the line enters it, and that at which it leaves it; beyond the end e it
    enters the next one at e ^ 1. `start`: the first entry of each entering end, and of the list of first pieces, the
    last one. `is_least`: 1 if the first piece is the option of the line with the least number. `rows`, `row_start`: the
    items of each option; `least`, `most`: their bounds. `longest`: the most pieces of a line.
    """

    entries: Ints
    start: Ints
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
            measure(tables, stack, entries[place, 1])
        enters = entries[place, 2] ^ 1
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
        left = reached ^ 1  # the line turned around
        for place in range(tables.start[left], tables.start[left + 1]):
            end = tables.entries[place, 2]
            if distance[end] == UNREACHABLE:
                distance[end] = distance[reached] + 1
                queue[last] = end
                last += 1


def loop_tables(problem: CoverProblem, root: Subproblem) -> tuple[LoopTables, dict[int, Ints]] | None:
    """Return the tables of a subproblem whose options are pieces of one line, and sides that it does not cross.

    For each of these sides, the options that cross it are returned, too. None if there are other options.
    """
    if len(problem.circuits) != 1:
        return None
    circuit, active = problem.circuits[0], root.active.copy()
    active[list(root.chosen)] = True
    pieces = [ends for ends in circuit.ends if ends[0] >= 0 and active[ends[0]]]
    given = [(len(active) + n, *both) for n, (_, *both) in enumerate(ends for ends in circuit.ends if ends[0] < 0)]
    sides = {auxiliary: end >> 1 for auxiliary, end in circuit.uncrossed}
    is_other = active.copy()
    is_other[[*(option for option, *_ in pieces), *sides]] = False
    if is_other.any():
        return None
    joined = np.array([*pieces, *given], np.int64).reshape(-1, 3)
    rows, least, most = _items(problem, root, joined, {side for a, side in sides.items() if not active[a]})
    exact = np.flatnonzero((least == 1) & (most == 1))
    counts = np.bincount(rows.values, minlength=len(least))[exact]
    starts = rows.transposed(len(least)).row(int(exact[counts.argmin()])) if len(exact) else joined[:, 0]
    both_ways = np.concatenate([joined, joined[:, [0, 2, 1]]])
    both_ways = both_ways[np.lexsort((both_ways[:, 0], both_ways[:, 1]))]
    ends = max((end for _, *both in (*circuit.ends, *circuit.uncrossed) for end in both), default=0) // 2 * 2 + 2
    start = np.searchsorted(both_ways[:, 1], np.arange(ends + 1))
    entries = np.concatenate([both_ways, joined[np.isin(joined[:, 0], starts)]])
    tiles = {int(problem.tile_numbers[option]) for option, *_ in pieces}
    tables = LoopTables(
        entries,
        np.append(start, len(entries)),
        int(not len(exact)),
        rows.values.astype(np.int64),
        rows.starts.astype(np.int64),
        least,
        most,
        min(len(problem.cells), sum(problem.items[tile].maximum for tile in tiles)) + len(given),
    )
    option, sides_of = joined[: len(pieces), 0], joined[: len(pieces), 1:] >> 1
    return tables, {a: option[(sides_of == side).any(axis=1)] for a, side in sides.items() if active[a]}


def _items(problem: CoverProblem, root: Subproblem, joined: Ints, crossed: set[int]) -> tuple[Ragged, Ints, Ints]:
    """Return the items of each option and their bounds: those that the line does not imply, and some more.

    These are the chosen options and the given pieces, and the sides that the line must cross.
    """
    circuit, options, count = problem.circuits[0], len(root.active), len(problem.items)
    number = {side: n for n, side in enumerate(sorted(crossed), start=count)}
    needed = [*root.chosen, *(option for option in joined[:, 0].tolist() if option >= options)]
    own_item = {option: n for n, option in enumerate(needed, start=count + len(number))}
    rows: list[tuple[int, ...]] = [()] * (options + len(needed) - len(root.chosen))
    for option, *both in joined.tolist():
        items = problem.table.row(option).tolist() if option < options else []
        more = [number[end >> 1] for end in both if end >> 1 in number]
        kept = (item for item in items if item not in circuit.implied)
        rows[option] = (*kept, *more, *(own_item[o] for o in (option,) if o in own_item))
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    for item in circuit.implied:
        bounds[item] = (0, 0)
    bounds += [(1, 2)] * len(number) + [(int(bool(rows[option])), 1) for option in needed]
    least, most = np.array(bounds, dtype=np.int64).T
    return Ragged.of(rows), np.ascontiguousarray(least), np.ascontiguousarray(most)


class LoopSearch(SubproblemSearch):
    """The search of one subproblem; its options belong to the line, or stand for sides that it does not cross."""

    node_cost = LOOP_NODE_COST

    def __init__(self, run: RunData, lines: tuple[LoopTables, dict[int, Ints]], subproblem: Subproblem) -> None:
        tables, definitions = lines
        number = np.arange(len(tables.row_start) - 1)
        given = number >= run.arrays.option_count
        number[given] = NOTHING - 1 - number[given]  # no options of the problem
        super().__init__(run, replace(subproblem, chosen=()), number, tables.longest + 2)
        place, following, end, option = np.zeros((4, self.levels), dtype=np.int64)
        following[0], end[0] = tables.start[-2:]
        times, missing = np.zeros(len(tables.least), dtype=np.int64), np.array([np.maximum(tables.least, 0).sum()])
        distance, queue = np.zeros((2, len(tables.start) - 2), dtype=np.int64)
        self._stack = LoopStack(self.state, self._path, place, following, end, option, times, missing, distance, queue)
        self._definitions = definitions
        self._search = partial(search_loop, tables, self._stack, self._rows)
