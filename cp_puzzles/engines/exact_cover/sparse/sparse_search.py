"""The sparse searches of one subproblem: its links, its field and its stack or plan (step X1)."""

from __future__ import annotations

import numpy as np

from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.subproblem_search import NO_LIMIT, SubproblemSearch
from cp_puzzles.engines.exact_cover.common.words import WORD
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.problem.subproblems import Subproblem
from cp_puzzles.engines.exact_cover.sparse import algorithm
from cp_puzzles.engines.exact_cover.sparse.algorithm import KEYS, SATISFIED, Field, Stack, file_all
from cp_puzzles.engines.exact_cover.sparse.links import Links, links_of
from cp_puzzles.engines.exact_cover.sparse.mending import Plan, mend
from cp_puzzles.symmetry.leader import LexLeader

IN_MANY = (0, 1, 8)
"""One choice in so many is left to chance while dead ends are mended, 0: none. Each is best for some puzzles."""


class _LinkedSearch(SubproblemSearch):
    """What both have."""

    def __init__(self, arrays: CoverArrays, leader: LexLeader, subproblem: Subproblem, *, batch_size: int) -> None:
        number = np.flatnonzero(subproblem.living)
        super().__init__(arrays, leader, subproblem, number, batch_size=batch_size)
        self._links = links_of(arrays, number)
        self._field = _field(arrays, self._links, subproblem.chosen)
        self._option = np.zeros(self.levels, dtype=np.int32)


class SparseSearch(_LinkedSearch):
    """See `sparse.algorithm`."""

    def __init__(self, arrays: CoverArrays, leader: LexLeader, subproblem: Subproblem, *, batch_size: int) -> None:
        super().__init__(arrays, leader, subproblem, batch_size=batch_size)
        self._stack = Stack(
            state=self.state,
            option=self._option,
            item=np.zeros(self.levels, dtype=np.int64),
            next=np.zeros(self.levels, dtype=np.int64),
            first=np.zeros(self.levels, dtype=np.int64),
            excluded=np.zeros(len(self._field.blocked), dtype=np.int32),
        )
        self.state[State.ENTERS] = 1

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `SubproblemSearch`."""
        return bool(algorithm.search(self._links, self._field, self._stack, self._orbits, self._batch, nodes, limit))


class MendingSearch(_LinkedSearch):
    """See `sparse.mending`; how much is left to chance, and to which, is up to `random`."""

    def __init__(
        self,
        arrays: CoverArrays,
        leader: LexLeader,
        subproblem: Subproblem,
        *,
        batch_size: int,
        random: np.random.Generator,
    ) -> None:
        super().__init__(arrays, leader, subproblem, batch_size=batch_size)
        self._plan = Plan(
            state=self.state,
            option=self._option,
            place=np.zeros(len(self._field.blocked), dtype=np.int32),
            holder=np.full(arrays.exclusive_count, -1, dtype=np.int32),
            weight=np.ones(len(self._field.need), dtype=np.int64),
            random=random.integers(1, 1 << 63, size=1, dtype=np.uint64),
            in_many=int(random.choice(IN_MANY)),
        )

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `SubproblemSearch`; True only if there is nothing to be found."""
        return bool(mend(self._links, self._field, self._plan, self._orbits, self._batch, nodes, limit))


def _field(arrays: CoverArrays, links: Links, chosen: tuple[int, ...]) -> Field:
    exclusive, items = arrays.exclusive_count, arrays.exclusive_count + len(arrays.minimum)
    need = np.concatenate([np.arange(exclusive) < arrays.required_count, arrays.minimum]).astype(np.int64)
    room = np.concatenate([np.ones(exclusive, dtype=np.int64), arrays.maximum])
    covered = np.unique(arrays.exclusive[list(chosen)])
    used = arrays.used(chosen)
    for left in (need, room):
        left[covered] -= 1
        left[exclusive:] -= used
    words = -(-items // WORD)
    field = Field(
        blocked=np.zeros(len(links.item_start) - 1, dtype=np.int32),
        ways=np.diff(links.option_start)[:items].copy(),
        need=need,
        room=room,
        key=np.full(items, SATISFIED, dtype=np.int64),
        sets=np.zeros(KEYS * words, dtype=np.uint64),
        size=np.zeros(KEYS, dtype=np.int64),
        low=np.full(KEYS, words, dtype=np.int64),
    )
    file_all(field)
    return field
