"""The sparse searches of one subproblem: its links, its items and its stack or assignment (step X1)."""

from __future__ import annotations

from functools import partial

import numpy as np

from cp_puzzles.engines.exact_cover.kernel.bit_words import WORD
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.sparse import sparse_algorithm as algorithm
from cp_puzzles.engines.exact_cover.sparse.local_search import Assignment, local_search
from cp_puzzles.engines.exact_cover.sparse.sparse_algorithm import (
    KEYS,
    SATISFIED,
    Links,
    RemainingItems,
    SparseStack,
    file_all,
    links_of,
)
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem

RANDOM_CHOICES_ONE_IN = (0, 1, 8)
"""Rates of random choices of the local search, one in this many, 0: none. Each is best for some puzzles."""


class LinkedSearch(SubproblemSearch):
    """The links and the state of the items, common to both searches."""

    def __init__(self, run: RunData, subproblem: Subproblem) -> None:
        number = np.flatnonzero(subproblem.active)
        super().__init__(run, subproblem, number)
        self._links = links_of(run.arrays, number)
        self._remaining = _remaining(run.arrays, self._links, subproblem.chosen)
        self._option = np.zeros(self.levels, dtype=np.int32)


class SparseSearch(LinkedSearch):
    """The search of `sparse_algorithm`."""

    def __init__(self, run: RunData, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem)
        stack = SparseStack(
            state=self.state,
            option=self._option,
            item=np.zeros(self.levels, dtype=np.int64),
            next=np.zeros(self.levels, dtype=np.int64),
            first=np.zeros(self.levels, dtype=np.int64),
            excluded=np.zeros(len(self._remaining.blocked), dtype=np.int32),
        )
        self.state[State.ENTERS] = 1
        self._search = partial(algorithm.search, self._links, self._remaining, stack, self._orbits, self._batch)


class LocalSearch(LinkedSearch):
    """The search of `local_search`, which ends only if the problem is infeasible.

    `random` draws its seed and its rate of random choices.
    """

    def __init__(self, run: RunData, subproblem: Subproblem, random: np.random.Generator) -> None:
        super().__init__(run, subproblem)
        assignment = Assignment(
            state=self.state,
            option=self._option,
            place=np.zeros(len(self._remaining.blocked), dtype=np.int32),
            holder=np.full(run.arrays.exclusive_count, -1, dtype=np.int32),
            weight=np.ones(len(self._remaining.need), dtype=np.int64),
            random=random.integers(1, 1 << 63, size=1, dtype=np.uint64),
            random_choice_one_in=int(random.choice(RANDOM_CHOICES_ONE_IN)),
        )
        self._search = partial(local_search, self._links, self._remaining, assignment, self._orbits, self._batch)


def _remaining(arrays: CoverArrays, links: Links, chosen: tuple[int, ...]) -> RemainingItems:
    exclusive, items = arrays.exclusive_count, arrays.exclusive_count + len(arrays.minimum)
    need = np.concatenate([np.arange(exclusive) < arrays.required_count, arrays.minimum]).astype(np.int64)
    capacity = np.concatenate([np.ones(exclusive, dtype=np.int64), arrays.maximum])
    covered = np.unique(arrays.exclusive[list(chosen)])
    used = arrays.used(chosen)
    for bound in (need, capacity):
        bound[covered] -= 1
        bound[exclusive:] -= used
    words = -(-items // WORD)
    remaining = RemainingItems(
        blocked=np.zeros(len(links.item_start) - 1, dtype=np.int32),
        ways=np.diff(links.option_start)[:items].copy(),
        need=need,
        capacity=capacity,
        key=np.full(items, SATISFIED, dtype=np.int64),
        sets=np.zeros(KEYS * words, dtype=np.uint64),
        size=np.zeros(KEYS, dtype=np.int64),
        low=np.full(KEYS, words, dtype=np.int64),
    )
    file_all(remaining)
    return remaining
