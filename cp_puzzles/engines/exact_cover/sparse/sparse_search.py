"""The sparse searches of one subproblem: its links, its items and its stack or assignment (step X1)."""

from __future__ import annotations

from functools import partial

import numpy as np

from cp_puzzles.engines.exact_cover.descent.links import links_of, remaining_items
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.sparse import sparse_algorithm as algorithm
from cp_puzzles.engines.exact_cover.sparse.local_search import Assignment, local_search
from cp_puzzles.engines.exact_cover.sparse.sparse_algorithm import SparseStack
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem

RANDOM_CHOICES_ONE_IN = (0, 1, 8)
"""Rates of random choices of the local search, one in this many, 0: none. Each is best for some puzzles."""


class LinkedSearch(SubproblemSearch):
    """The links and the state of the items, common to both searches."""

    def __init__(self, run: RunData, subproblem: Subproblem) -> None:
        number = np.flatnonzero(subproblem.active)
        super().__init__(run, subproblem, number)
        self._links = links_of(run.arrays, number)
        self._remaining = remaining_items(run.arrays, self._links, subproblem.chosen)
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

    `random` draws the seed and the rate of its random choices.
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
