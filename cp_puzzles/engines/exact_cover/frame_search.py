"""The general search of one root: its frame and its stack."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.exact_cover import kernel, leaf
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.frame import Frame, Words, build_frame
from cp_puzzles.engines.exact_cover.kernel import Stack
from cp_puzzles.engines.exact_cover.leaf import Ints
from cp_puzzles.engines.exact_cover.preference import Preference
from cp_puzzles.engines.exact_cover.root_search import NO_LIMIT, RootSearch
from cp_puzzles.engines.exact_cover.roots import Root
from cp_puzzles.symmetry.leader import LexLeader


class FrameSearch(RootSearch):
    """See `kernel`. `remember` failures; `taste`, `preference`: see `_weights`."""

    def __init__(
        self,
        arrays: CoverArrays,
        leader: LexLeader,
        root: Root,
        *,
        batch_size: int,
        remember: bool,
        taste: float,
        preference: Preference,
    ) -> None:
        number = preference.sorted(np.flatnonzero(root.living))
        super().__init__(arrays, leader, root, number, batch_size=batch_size)
        uncovered = np.ones(arrays.exclusive_count, dtype=np.bool_)
        uncovered[arrays.required_count :] = False
        uncovered[arrays.exclusive[number]] = True
        uncovered[arrays.exclusive[list(root.chosen)]] = False
        items, domains = _by_domain(arrays, root, np.flatnonzero(uncovered))
        renumbered = np.zeros(arrays.exclusive_count, dtype=np.int64)
        renumbered[items] = np.arange(len(items))
        required, exclusive = int(uncovered[: arrays.required_count].sum()), len(items)
        self._weight = _weights(arrays.is_cell[items[:required]], domains[:required], taste, preference)
        self._minimum, self._maximum = arrays.minimum, arrays.maximum
        self._frame: Frame = build_frame(
            renumbered[arrays.exclusive[number]],
            required,
            exclusive,
            arrays.counted[number],
            len(arrays.minimum),
            arrays.free[number],
        )
        remember = remember and arrays.is_pure
        self.state[leaf.REMEMBERS] = remember
        self._stack = _stack(self._frame, self.state, arrays, root, self.most_chosen, remember=remember)

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `RootSearch`."""
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
                limit,
            )
        )


def _by_domain(arrays: CoverArrays, root: Root, items: Ints) -> tuple[Ints, Ints]:
    """Items, required ones first, by the size of their domains, and these sizes.

    The search looks at them in this order. Small domains are empty soonest; and where one after the other takes as many
    words, the processor foresees the end of the loop over them. In fill order a box takes 1.4 times as long, Soma 1.3.
    """
    covered, by = arrays.needs
    size = np.bincount(covered[root.living[by]], minlength=arrays.exclusive_count)[items]
    order = np.lexsort((size, items >= arrays.required_count))
    return items[order], size[order]


UNIT = 16
"""A quarter of the cost of one option of a cell. Of a tile it is three quarters: 6 to 11 % fewer nodes in boxes."""


def _weights(is_cell: npt.NDArray[np.bool_], domains: Ints, taste: float, preference: Preference) -> Words:
    """What each option left of an item costs.

    Where tiles are repeated, cells in the middle cost less for each option than cells at the rim: 40 % fewer nodes
    for 25 Y pentominoes in 5x5x5; with twelve different pieces no fewer in boxes, 20 % more on 6x10.
    """
    relative = domains[is_cell].mean() / np.maximum(domains, 1) if is_cell.any() else np.ones(len(domains))
    weights = preference.priced(np.where(is_cell, 4 * UNIT * relative**taste, 3.0 * UNIT))
    return np.maximum(1, np.rint(weights)).astype(np.uint64)


def _stack(frame: Frame, state: Ints, arrays: CoverArrays, root: Root, most_chosen: int, *, remember: bool) -> Stack:
    depth = most_chosen + 3
    words, sets, kinds = len(frame.domains), len(frame.active), len(arrays.minimum)
    domains = np.empty(depth * words, dtype=np.uint64)
    domains[:words] = frame.domains
    active = np.empty(depth * sets, dtype=np.uint64)
    active[:sets] = frame.active
    used = np.zeros(depth * kinds, dtype=np.int64)
    used[:kinds] = arrays.used(root.chosen)
    stack = Stack(
        state=state,
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
    stack.item[0], stack.word[0], stack.pending[0] = len(frame.start) - 2, words - 1, 1
    return stack
