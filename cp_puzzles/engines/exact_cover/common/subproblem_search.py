"""The search of one subproblem, as the engine sees it: it goes on when it is told to."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines import base
from cp_puzzles.engines.exact_cover.common.orbits import Batch, Orbits
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.words import Ints
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.problem.subproblems import Subproblem
from cp_puzzles.symmetry.leader import LexLeader

NO_LIMIT = np.iinfo(np.int64).max


class SubproblemSearch(ABC):
    """A search that keeps up to `batch_size` solutions at a time, or counts only (0).

    `state`: its numbers, see `State`. `number`: the problem's number of each option. `levels`: the most levels that it
    can stand on: one for each option that a solution can have, the beginning, and two beyond the last option.
    """

    def __init__(
        self,
        arrays: CoverArrays,
        leader: LexLeader,
        subproblem: Subproblem,
        number: npt.NDArray[np.int64],
        *,
        batch_size: int,
    ) -> None:
        self.state: Ints = np.zeros(len(State), dtype=np.int64)
        outside = len(subproblem.chosen)
        most_chosen = min(arrays.most_chosen, outside + len(number))
        self.levels = most_chosen + 3
        solution = np.zeros(outside + self.levels, dtype=np.int64)
        solution[:outside] = subproblem.chosen
        self._orbits = Orbits(
            order=leader.group.order,
            images=np.ascontiguousarray(leader.position[leader.group.options[subproblem.elements]]),
            number=number,
            outside=outside,
            solution=solution,
            marks=np.zeros((2, arrays.option_count), dtype=np.int64),
            tokens=np.zeros(2, dtype=np.int64),
        )
        self._batch = Batch(
            rows=np.empty((batch_size, most_chosen if batch_size else 0), dtype=np.int32),
            sizes=np.empty(batch_size, dtype=np.int64),
        )

    @abstractmethod
    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """Search for some more nodes, or until the batch is full or has `limit` solutions in all; True at the end."""

    def take(self) -> tuple[base.Batch, base.OrbitSizes]:
        """The solutions that were found since the last time, and the sizes of their orbits."""
        filled = int(self.state[State.FILLED])
        self.state[State.FILLED] = 0
        last = np.iinfo(np.int32).max
        rows = np.where(self._batch.rows[:filled] < 0, last, self._batch.rows[:filled])
        rows.sort(axis=1)
        return np.where(rows == last, -1, rows).astype(np.int32), self._batch.sizes[:filled].copy()
