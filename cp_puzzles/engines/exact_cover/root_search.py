"""The search of one root, as an engine sees it: it goes on when it is told to."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.base import Batch, OrbitSizes
from cp_puzzles.engines.exact_cover import leaf
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.leaf import Ints, Orbits
from cp_puzzles.engines.exact_cover.roots import Root
from cp_puzzles.symmetry.leader import LexLeader

NO_LIMIT = np.iinfo(np.int64).max


class RootSearch(ABC):
    """A search that keeps up to `batch_size` solutions at a time, or counts only (0).

    `state`: its numbers, see `leaf.STATE`. `number`: the problem's number of each option. `most_chosen`: no solution
    has more options.
    """

    def __init__(
        self, arrays: CoverArrays, leader: LexLeader, root: Root, number: npt.NDArray[np.int64], *, batch_size: int
    ) -> None:
        self.state: Ints = np.zeros(len(leaf.STATE), dtype=np.int64)
        self.most_chosen = min(arrays.most_chosen, len(root.chosen) + len(number))
        solution = np.zeros(self.most_chosen + 3 + len(root.chosen), dtype=np.int64)
        solution[: len(root.chosen)] = root.chosen
        self._orbits = Orbits(
            order=leader.group.order,
            images=np.ascontiguousarray(leader.position[leader.group.options[root.elements]]),
            number=number,
            outside=len(root.chosen),
            solution=solution,
            marks=np.zeros((2, arrays.option_count), dtype=np.int64),
            tokens=np.zeros(2, dtype=np.int64),
        )
        self._batch = np.empty((batch_size, self.most_chosen if batch_size else 0), dtype=np.int32)
        self._sizes = np.empty(batch_size, dtype=np.int64)

    @abstractmethod
    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """Search for some more nodes, or until the batch is full or has `limit` solutions in all; True at the end."""

    def take(self) -> tuple[Batch, OrbitSizes]:
        """The solutions that were found since the last time, and the sizes of their orbits."""
        filled = int(self.state[leaf.FILLED])
        self.state[leaf.FILLED] = 0
        last = np.iinfo(np.int32).max
        batch = np.where(self._batch[:filled] < 0, last, self._batch[:filled])
        batch.sort(axis=1)
        return np.where(batch == last, -1, batch).astype(np.int32), self._sizes[:filled].copy()
