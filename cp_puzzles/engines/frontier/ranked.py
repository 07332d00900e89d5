"""The k-th solution of a cover problem, for any k, without looking at those before it.

Going back from the end, a state was reached by so many ways from each state before it, through each option: the rank
of a solution says which one, as digits say which number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.frontier.history import History
from cp_puzzles.engines.frontier.sweep_plan import Step
from cp_puzzles.engines.frontier.table import LIMB, Table, Words, branches


def ranked_solutions(history: History, ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """The solutions of some ranks, from 0 to one less than their number, as ascending options; the ranks may repeat.

    Different ranks are different solutions. All of them together take one going back.

    >>> from cp_puzzles.cover.problem import CoverProblem, Item
    >>> from cp_puzzles.engines.frontier.history import remember
    >>> cells = tuple(Item("cell", name, 1, 1) for name in "abcd")
    >>> strip = CoverProblem(cells + (Item("tile", "I", 0, 4),), ((0, 1, 4), (0, 4), (1, 4), (2, 3, 4), (2, 4), (3, 4)))
    >>> ranked_solutions(remember(strip), range(4))
    [(0, 3), (1, 2, 3), (0, 4, 5), (1, 2, 4, 5)]
    """
    chosen: list[list[int]] = [[] for _ in ranks]
    targets = np.zeros((history.plan.words, 1), dtype=np.uint64)
    walkers = [list(enumerate(ranks))]
    for step, table in history.backwards():
        arrived: dict[int, list[tuple[int, int]]] = {}
        for ways_in, there in zip(_ways_in(step, table, targets), walkers, strict=True):
            ends = list(accumulate(ways for _, _, ways in ways_in))
            for solution, rank in there:
                way = bisect_right(ends, rank)
                leader, row, ways = ways_in[way]
                if leader >= 0:
                    chosen[solution].append(leader)
                arrived.setdefault(row, []).append((solution, rank - ends[way] + ways))
        rows = sorted(arrived)
        targets = table.keys[:, rows]
        walkers = [arrived[row] for row in rows]
    return [tuple(sorted(options)) for options in chosen]


def _ways_in(step: Step, table: Table, targets: Words) -> Iterator[list[tuple[int, int, int]]]:
    """For each target the ways in: the option that is chosen or -1, the row of the state before, its number of ways."""
    found: list[npt.NDArray[np.int64]] = [np.zeros((3, 0), dtype=np.int64)]
    for move, part in branches(numbered(table), step):
        at = find(targets, part.keys)
        hits = np.flatnonzero(at >= 0)
        leader = np.full(len(hits), -1 if move is None else move.leader)
        found.append(np.stack([at[hits], leader, part.ways[0, hits].astype(np.int64)]))
    target, leader, row = np.concatenate(found, axis=1)
    order = np.argsort(target, kind="stable")
    limbs = table.ways[:, row[order]].tolist()
    ways = [sum(limb << LIMB * i for i, limb in enumerate(digits)) for digits in zip(*limbs, strict=True)]
    all_ways = list(zip(leader[order].tolist(), row[order].tolist(), ways, strict=True))
    ends = np.searchsorted(target[order], np.arange(targets.shape[1] + 1)).tolist()
    for first, end in pairwise(ends):
        yield all_ways[first:end]


def numbered(table: Table) -> Table:
    """The states of a table with the number of the row in place of the number of ways."""
    return Table(table.keys, np.arange(len(table), dtype=np.uint64)[None])


def find(sorted_keys: Words, keys: Words) -> npt.NDArray[np.intp]:
    """The place of each state in a list of distinct states in ascending order, or -1."""
    known, asked = sorted_keys[0], keys[0]
    present = np.ones(keys.shape[1], dtype=np.bool_)
    for more_known, more_asked in zip(sorted_keys[1:], keys[1:], strict=True):
        known, asked, present = _rank(known, asked, present)
        second, third, present = _rank(more_known, more_asked, present)
        wide = np.uint64(len(more_known) + 1)
        known, asked = known * wide + second, asked * wide + third
    place, present = _place(known, asked, present)
    return np.where(present, place, -1)


def _rank(
    known: npt.NDArray[np.uint64], asked: npt.NDArray[np.uint64], present: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
    """Values as their places among the distinct known ones, and which of those asked for are known."""
    values, ranks = np.unique(known, return_inverse=True)
    place, present = _place(values, asked, present)
    return ranks.astype(np.uint64), place.astype(np.uint64), present


def _place(
    values: npt.NDArray[np.uint64], asked: npt.NDArray[np.uint64], present: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    if not len(values):
        return np.zeros(len(asked), dtype=np.intp), np.zeros(len(asked), dtype=np.bool_)
    place = np.minimum(np.searchsorted(values, asked), len(values) - 1)
    return place, present & (values[place] == asked)
