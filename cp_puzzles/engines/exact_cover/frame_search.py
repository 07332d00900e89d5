"""The search of one root: its frame, its stack, and what was found so far."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.base import Batch, OrbitSizes
from cp_puzzles.engines.exact_cover import kernel
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.frame import Frame, Words, build_frame
from cp_puzzles.engines.exact_cover.jit import is_cached
from cp_puzzles.engines.exact_cover.kernel import Orbits, Stack
from cp_puzzles.engines.exact_cover.roots import Root
from cp_puzzles.symmetry.leader import LexLeader

Ints = npt.NDArray[np.int64]

NO_LIMIT = np.iinfo(np.int64).max


def must_compile() -> bool:
    """Whether the search is going to be compiled, which takes some seconds, when it is first used."""
    return not (is_cached(build_frame) and is_cached(kernel.search))


class FrameSearch:
    """A search that goes on when it is told to; it keeps `batch_size` solutions at a time, or counts only (0)."""

    def __init__(
        self, arrays: CoverArrays, leader: LexLeader, root: Root, *, batch_size: int, remember: bool, taste: float
    ) -> None:
        uncovered = np.ones(arrays.exclusive_count, dtype=np.bool_)
        uncovered[arrays.exclusive[list(root.chosen)]] = False
        number = np.flatnonzero(root.living)
        items, domains = _by_domain(arrays, root, np.flatnonzero(uncovered))
        renumbered = np.zeros(arrays.exclusive_count, dtype=np.int64)
        renumbered[items] = np.arange(len(items))
        required, exclusive = int(uncovered[: arrays.required_count].sum()), len(items)
        self._weight = _weights(arrays.is_cell[items[:required]], domains[:required], taste)
        self._minimum, self._maximum = arrays.minimum, arrays.maximum
        self._frame: Frame = build_frame(
            renumbered[arrays.exclusive[number]],
            required,
            exclusive,
            arrays.counted[number],
            len(arrays.minimum),
            arrays.free[number],
        )
        pure = exclusive == required and not len(arrays.minimum) and not arrays.free.any()
        depth = arrays.most_chosen + 3
        self._stack = _stack(self._frame, depth, arrays, root, remember=remember and pure)
        solution = np.zeros(depth + len(root.chosen), dtype=np.int64)
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
        self._batch = np.empty((batch_size, arrays.most_chosen if batch_size else 0), dtype=np.int32)
        self._sizes = np.empty(batch_size, dtype=np.int64)

    def go_on(self, nodes: int, limit: int | None = None) -> bool:
        """Search for some more nodes, or until the batch is full or has `limit` solutions in all; True at the end."""
        return bool(
            kernel.search(
                self._frame,
                self._stack,
                self._orbits,
                self._weight,
                self._minimum,
                self._maximum,
                self._batch,
                self._sizes,
                nodes,
                NO_LIMIT if limit is None else limit,
            )
        )

    def take(self) -> tuple[Batch, OrbitSizes]:
        """The solutions that were found since the last time, and the sizes of their orbits."""
        filled = int(self._stack.state[kernel.FILLED])
        self._stack.state[kernel.FILLED] = 0
        last = np.iinfo(np.int32).max
        batch = np.where(self._batch[:filled] < 0, last, self._batch[:filled])
        batch.sort(axis=1)
        return np.where(batch == last, -1, batch).astype(np.int32), self._sizes[:filled].copy()

    @property
    def state(self) -> Ints:
        """The numbers of the search; their names are in `kernel`."""
        return self._stack.state


def _by_domain(arrays: CoverArrays, root: Root, items: Ints) -> tuple[Ints, Ints]:
    """Items, required ones first, by the size of their domains, and these sizes.

    The search looks at them in this order. Small domains are empty soonest; and where one after the other takes as many
    words, the processor foresees the end of the loop over them. Boxes take 1.4 times as long in fill order, Soma 1.25.
    """
    covered, by = arrays.needs
    size = np.bincount(covered[root.living[by]], minlength=arrays.exclusive_count)[items]
    order = np.lexsort((size, items >= arrays.required_count))
    return items[order], size[order]


UNIT = 16
"""A quarter of the cost of one option of a cell. Of a tile it is three quarters: 6 to 11 % fewer nodes in boxes."""


def _weights(is_cell: npt.NDArray[np.bool_], domains: Ints, taste: float) -> Words:
    """What each option left of an item costs.

    Where tiles are repeated, cells in the middle cost less for each option than cells at the rim: 40 % fewer nodes
    for 25 Y pentominoes in 5x5x5; with twelve different pieces no fewer in boxes, 20 % more on 6x10.
    """
    relative = domains[is_cell].mean() / np.maximum(domains, 1) if is_cell.any() else np.ones(len(domains))
    weights = np.where(is_cell, 4 * UNIT * relative**taste, 3 * UNIT)
    return np.maximum(1, np.rint(weights)).astype(np.uint64)


def _stack(frame: Frame, depth: int, arrays: CoverArrays, root: Root, *, remember: bool) -> Stack:
    words, sets, kinds = len(frame.domains), len(frame.active), len(arrays.minimum)
    domains = np.empty(depth * words, dtype=np.uint64)
    domains[:words] = frame.domains
    active = np.empty(depth * sets, dtype=np.uint64)
    active[:sets] = frame.active
    used = np.zeros(depth * kinds, dtype=np.int64)
    tiles = arrays.counted[list(root.chosen)]
    used[:kinds] = np.bincount(tiles[tiles >= 0], minlength=kinds)[:kinds]
    stack = Stack(
        state=np.zeros(len(kernel.STATE), dtype=np.int64),
        domains=domains,
        active=active,
        item=np.zeros(depth, dtype=np.uint64),
        word=np.zeros(depth, dtype=np.uint64),
        pending=np.zeros(depth, dtype=np.uint64),
        chosen=np.zeros(depth, dtype=np.uint64),
        used=used,
        found=np.zeros(depth, dtype=np.int64),
        memory=np.zeros((sets << kernel.MEMORY) if remember else sets, dtype=np.uint64),
    )
    stack.state[kernel.REMEMBERS] = remember
    stack.item[0], stack.word[0], stack.pending[0] = len(frame.start) - 2, words - 1, 1
    return stack
