"""The subproblems of a part, without the options that no leader has, and the size limit by which they are split."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines.engine import PartTask
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays

MAX_ACTIVE_OPTIONS = 2000
"""The initial limit for the general search, which has a row of bits for each option."""

MAX_BYTES = 1 << 26
"""The limit of the rows of a larger subproblem together."""

NODES_TO_BUILD = 1 / 400
"""Nodes, for each pair of options, that are searched in the time in which a subproblem is built."""


class SubproblemSizeLimit:
    """The size limit of subproblems: at most `most` options.

    The limit grows, up to `limit`, if building subproblems takes longer than searching them. It doubles only after
    building has cost as much as building one subproblem of twice the size will cost. So a wrong decision at most
    doubles the cost.

    >>> size_limit = SubproblemSizeLimit(2000, limit=7000)
    >>> for _ in range(50):
    ...     size_limit.update(options=2000, nodes=80)
    >>> size_limit.most
    7000
    """

    def __init__(self, most: int, *, limit: int) -> None:
        self.most, self._limit = most, max(most, limit)
        self._built = self._searched = 0.0

    def update(self, *, options: int, nodes: int) -> None:
        """Take into account a subproblem of this many options whose search took this many nodes."""
        self._built += NODES_TO_BUILD * options**2
        self._searched += nodes
        larger = min(2 * self.most, self._limit)
        if self._built >= NODES_TO_BUILD * larger**2:
            if self._built > self._searched:
                self.most = larger
            self._built = self._searched = 0.0


def largest_subproblem(arrays: CoverArrays) -> int:
    """Return the number of options whose rows, a bit for each item of each option, fit `MAX_BYTES`."""
    items = arrays.required_count + len(arrays.least) - arrays.exclusive_count
    words = max(1, int(arrays.rows.lengths.max(initial=1))) / 64
    return int((sqrt(items**2 + MAX_BYTES / 2 * words) - items) / (2 * words))


@dataclass(frozen=True, eq=False)
class Subproblem:
    """The chosen options, a mask of the active options, and the group elements (by number) in its leader test."""

    arrays: CoverArrays
    chosen: tuple[int, ...]
    active: Mask
    elements: Ints

    @cached_property
    def number(self) -> Ints:
        """The active options."""
        return np.flatnonzero(self.active)

    def with_chosen(self, option: int) -> Subproblem | None:
        """Return the subproblem with one more option chosen, or None if that option is not active."""
        if not self.active[option]:
            return None
        chosen = (*self.chosen, option)
        is_full = self.arrays.times(chosen) == self.arrays.most
        return Subproblem(self.arrays, chosen, self.active & (self.arrays.rows.sums(is_full) == 0), self.elements)


Roots = Sequence[tuple[Subproblem, float]]
"""Subproblems with the share of each."""


def subproblems(arrays: CoverArrays, task: PartTask) -> Iterator[Subproblem]:
    """Yield the subproblems of a part, which are disjoint; every leader of the part is a solution of one of them."""
    leader, break_symmetry = task.request.leader, task.request.breaking == "lex"
    active = arrays.possible.copy()
    active[list(task.part.excluded)] = False
    root: Subproblem | None = Subproblem(arrays, (), active, np.arange(leader.group.order))
    if break_symmetry:
        active &= ~leader.dominated
    for option in task.part.chosen:
        root = root.with_chosen(option) if root is not None else None
    if root is None:
        return
    yield from _anchored(leader, root) if break_symmetry else (root,)


def _anchored(leader: LexLeader, root: Subproblem) -> Iterator[Subproblem]:
    """Yield a subproblem for each option of the anchor that some symmetry fixes, and one for all other options.

    Beside a chosen anchor option, an option of the second block is in no leader if a symmetry that fixes the anchor
    option maps it to an option before it. Such options are dropped from the subproblem of that anchor option.
    """
    anchor = leader.anchor
    if anchor is None or anchor.item is None or not leader.problem.items[anchor.item].is_exact_one:
        yield root
        return
    images = leader.group.options
    is_fixed = images[:, anchor.options] == anchor.options
    is_fixed[0] = False
    has_stabilizer = is_fixed.any(axis=0)
    in_chosen = np.isin(anchor.options, root.chosen)
    for option, fixing in zip(anchor.options[has_stabilizer], is_fixed.T[has_stabilizer], strict=True):
        below = root if option in root.chosen else root.with_chosen(int(option))
        if below is None or (in_chosen.any() and below is not root):
            continue
        stabilizer = np.flatnonzero(fixing | (np.arange(len(images)) == 0))
        dropped = _dropped(leader, stabilizer)
        if not dropped[list(below.chosen)].any():
            yield Subproblem(root.arrays, below.chosen, below.active & ~dropped, stabilizer)
    if not in_chosen[has_stabilizer].any():
        active = root.active.copy()
        active[anchor.options[has_stabilizer]] = False
        yield Subproblem(root.arrays, root.chosen, active, np.zeros(1, dtype=np.int64))


def _dropped(leader: LexLeader, stabilizer: Ints) -> Mask:
    """Return the options of the second block that are in no leader beside an anchor option with that stabilizer."""
    dropped = np.zeros(len(leader.order), dtype=np.bool_)
    if len(leader.blocks) > 1 and leader.blocks[1].item is not None:
        second = leader.blocks[1].options
        images = leader.group.options[np.ix_(stabilizer, second)]
        dropped[second] = (leader.position[images] < leader.position[second]).any(axis=0)
    return dropped
