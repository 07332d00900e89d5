"""Unranking: the k-th solution of a cover problem, and the number of solutions of each option, without enumeration.

A solution is a path of states. Unranking follows the path from the end to the start. The ways to reach a state are
grouped by the state before it and the option between them; the rank selects one of these groups, like a digit.

The solutions that contain an option pass through a state before it and a state after it. Their number is the number of
ways to the state before, times the number of ways from the state after, summed over these pairs of states (the
forward-backward algorithm).

Both are passes back over the tables of a sweep. Of n tables, one in about the square root of n is stored. The tables
between two stored ones are computed again during the pass. This takes twice the time, and memory for about two square
roots of n tables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, isqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints, Words
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.frontier.frontier_plan import (
    SweepPlan,
    SweepStep,
    orbit_cover,
    plan_sweep,
    with_narrow_frontier,
)
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, swept
from cp_puzzles.engines.frontier.state_table import ADDENDS, LIMB, Table, advance, branches, carried, start

_HALF = LIMB // 2
"""The number of bits of half a limb."""


@dataclass(frozen=True, eq=False)
class SolutionRanking:
    """The solutions of a problem, by rank from 0 to `total` - 1, without storing them.

    `kept` has one in `every` tables of the `plan`, by the number of steps before it. The problem has `options` options.
    """

    plan: SweepPlan
    kept: Mapping[int, Table]
    every: int
    total: int
    options: int

    def solutions(self, ranks: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the solutions of these ranks, which may repeat, as ascending options.

        Different ranks give different solutions. One pass back from the end finds all of them.

        >>> from cp_puzzles.cover.cover_problem import Item
        >>> items = *(Item("cell", name, 1, 1) for name in "abcd"), Item("tile", "I", 0, 4)
        >>> strip = CoverProblem(items, ((0, 1, 4), (0, 4), (1, 4), (2, 3, 4), (2, 4), (3, 4)))
        >>> rank_solutions(strip).solutions(range(4))
        [(0, 3), (1, 2, 3), (0, 4, 5), (1, 2, 4, 5)]
        """
        chosen: list[list[int]] = [[] for _ in ranks]
        targets = np.zeros((self.plan.words, 1), dtype=np.uint64)
        solutions_at = [list(enumerate(ranks))]  # for each target state: solutions, with their ranks among its ways
        for step, table in self.backwards():
            solutions_before: dict[int, list[tuple[int, int]]] = {}
            for groups, solutions in zip(_incoming(step, table, targets), solutions_at, strict=True):
                ends = list(accumulate(group.ways for group in groups))
                for solution, rank in solutions:
                    index = bisect_right(ends, rank)
                    group = groups[index]
                    if group.option >= 0:
                        chosen[solution].append(group.option)
                    solutions_before.setdefault(group.row, []).append((solution, rank - ends[index] + group.ways))
            rows = sorted(solutions_before)
            targets = table.keys[:, rows]
            solutions_at = [solutions_before[row] for row in rows]
        return [tuple(sorted(options)) for options in chosen]

    def occurrences(self) -> list[int]:
        """Return for each option the exact number of solutions that contain it.

        >>> from cp_puzzles.cover.cover_problem import Item
        >>> items = *(Item("cell", name, 1, 1) for name in "abc"), Item("tile", "I", 0, 4)
        >>> rank_solutions(CoverProblem(items, ((0, 1, 3), (0, 3), (1, 2, 3), (1, 3), (2, 3)))).occurrences()
        [1, 2, 1, 1, 2]
        """
        counts = [0] * self.options
        after = start(self.plan.words)
        for step, table in self.backwards():
            onwards = np.zeros((len(after.ways) + 1, len(table)), dtype=np.uint64)
            for number, (move, part) in enumerate(branches(row_numbers(table), step), start=1):
                rows = part.ways[0].astype(np.intp)
                ways = after.ways.take(find(after.keys, part.keys), axis=1)
                for limb, more in zip(onwards, ways, strict=False):
                    limb[rows] += more
                if number % (ADDENDS // 2) == 0:
                    onwards = carried(list(onwards), len(table))
                if move is not None:
                    counts[move.leader] += _inner(table.ways.take(rows, axis=1), ways)
            after = Table(table.keys, carried(list(onwards), len(table)))
        return counts

    def backwards(self) -> Iterator[tuple[SweepStep, Table]]:
        """Yield the steps from the last to the first, each with the table of the states before it."""
        for first in sorted(self.kept, reverse=True):
            steps = self.plan.steps[first : first + self.every]
            tables = [self.kept[first]]
            for step in steps[:-1]:
                tables.append(advance(tables[-1], step)[0])
            for step in reversed(steps):
                yield step, tables.pop()


def rank_solutions(
    problem: CoverProblem,
    *,
    memory_limit: int = MEMORY_LIMIT,
    progress: Callable[[int, int], None] = lambda step, steps: None,
) -> SolutionRanking:
    """Sweep over all solutions of a problem and return their ranking; `memory_limit` is in bytes.

    Calls `progress(step, steps)` after every step. Raises `WideFrontierError` if the tables will not fit in the memory,
    usually before they are built.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> dominoes = "{name: dominoes, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> rank_solutions(cover_and_request(parse_spec(dominoes))[0].problem).total
    12988816
    """
    group = SymmetryGroup.identity(problem)
    plan = plan_sweep(with_narrow_frontier(orbit_cover(problem, group.options, group.items)))
    if not plan.feasible:
        return SolutionRanking(plan, {}, 1, 0, len(problem.options))
    every = isqrt(len(plan.steps)) + 1
    kept: dict[int, Table] = {}
    size = 0
    table = start(plan.words)

    def bytes_kept(table: Table, states: Sequence[float]) -> float:
        # the numbers of ways grow with the sweep, about as fast as so far
        limbs = ceil(table.total().bit_length() / LIMB * len(plan.steps) / max(1, number)) if len(states) > 1 else 0
        row = 8 * (plan.words + max(limbs, len(table.ways)))
        return size + row * (sum(states[every::every]) + (every + 1) * max(states))

    number = 0
    for number, (table, _) in enumerate(swept(plan, memory_limit=memory_limit, kept=bytes_kept)):
        if number:
            progress(number, len(plan.steps))
        if number % every == 0 and number < len(plan.steps):
            kept[number] = table
            size += table.bytes
    return SolutionRanking(plan, kept, every, table.total(), len(problem.options))


class _Incoming(NamedTuple):
    """The ways into a state from one state before it: the chosen option or -1, the row of that state, its ways."""

    option: int
    row: int
    ways: int


def _incoming(step: SweepStep, table: Table, targets: Words) -> Iterator[list[_Incoming]]:
    """Yield the groups of ways into each target state."""
    hits_of_moves: list[Ints] = [np.zeros((3, 0), dtype=np.int64)]
    for move, part in branches(row_numbers(table), step):
        at = find(targets, part.keys)
        hits = np.flatnonzero(at >= 0)
        leader = np.full(len(hits), -1 if move is None else move.leader)
        hits_of_moves.append(np.stack([at[hits], leader, part.ways[0, hits].astype(np.int64)]))
    target, leader, row = np.concatenate(hits_of_moves, axis=1)
    order = np.argsort(target, kind="stable")
    limbs = table.ways[:, row[order]].tolist()
    ways = [sum(limb << LIMB * i for i, limb in enumerate(digits)) for digits in zip(*limbs, strict=True)]
    groups = list(map(_Incoming, leader[order].tolist(), row[order].tolist(), ways))
    ends = np.searchsorted(target[order], np.arange(targets.shape[1] + 1)).tolist()
    for first, end in pairwise(ends):
        yield groups[first:end]


def row_numbers(table: Table) -> Table:
    """Return the states of a table with the number of each row in place of its number of ways."""
    return Table(table.keys, np.arange(len(table), dtype=np.uint64)[None])


def find(sorted_keys: Words, keys: Words) -> npt.NDArray[np.intp]:
    """Return the index of each state in a sorted list of distinct states, or -1."""
    if not sorted_keys.shape[1]:
        return np.full(keys.shape[1], -1)
    states, queries = sorted_keys[0], keys[0]
    if len(keys) > 1:  # words as bytes, the most significant first, are in the same order
        states, queries = (
            each.T.astype(">u8").copy().view(f"S{8 * len(each)}").ravel() for each in (sorted_keys, keys)
        )
    place = np.minimum(np.searchsorted(states, queries), len(states) - 1)
    return np.where(states[place] == queries, place, -1)


def _inner(a: Words, b: Words) -> int:
    """Return the sum of the products of numbers in limbs, with one number in each column."""
    total = 0
    for first in range(0, a.shape[1], ADDENDS):  # products of two halves are as long as a limb
        chunk = slice(first, first + ADDENDS)
        right_halves = _halves(b[:, chunk])
        for i, left in enumerate(_halves(a[:, chunk])):
            for j, right in enumerate(right_halves):
                total += int(left @ right) << _HALF * (i + j)
    return total


def _halves(limbs: Words) -> list[Words]:
    """Return the limbs split into halves; sums of products of halves fit into 64 bits."""
    mask, shift = np.uint64((1 << _HALF) - 1), np.uint64(_HALF)
    return [half for limb in limbs for half in (limb & mask, limb >> shift)]
