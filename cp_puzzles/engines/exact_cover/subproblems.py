"""The subproblems of a part, without the options that no leader has, and the size limit by which they are split.

For searches on lists: the links of a subproblem's items and options, and those that remain after some choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers
from cp_puzzles.base.jit import callee
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


class Links(NamedTuple):
    """Items by option and options by item, each in one array with the starts of its rows.

    `items[item_start[o]:item_start[o + 1]]` are the items of option o, and `options[option_start[i]:...]` the options
    of item i. The items are the exclusive ones, then the counted ones, then an item without bounds for all free
    options, then an item without options. `exclusive` is the number of exclusive items.

    `needed` has the items of each option that need options, and only the ways of those are kept up to date: a box on a
    pallet covers a thousand cells that may stay empty.
    """

    items: Numbers
    item_start: Ints
    options: Numbers
    option_start: Ints
    exclusive: int
    needed: Numbers
    needed_start: Ints


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

    @cached_property
    def links(self) -> Links:
        """The links of the active options, which the search numbers from 0."""
        arrays, rows = self.arrays, self.arrays.rows.take(self.number)
        by_item, free = rows.transposed(len(arrays.least)), np.flatnonzero(arrays.free[self.number]).astype(np.int32)
        needed = rows.kept(arrays.least[rows.values] > 0)
        return Links(
            items=rows.values,
            item_start=rows.starts,
            options=np.concatenate([by_item.values, free]),
            option_start=np.concatenate([by_item.starts, by_item.starts[-1] + [len(free), len(free)]]),
            exclusive=arrays.exclusive_count,
            needed=needed.values,
            needed_start=needed.starts,
        )

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


MOST_WAYS = 63
"""Items of this many ways or more are equal to the search."""

SATISFIED, DEAD = -1, 0
"""In place of the number of ways: no item needs an option, and an item has too few."""

IN, OUT = np.int64(1), np.int64(-1)
"""To choose or exclude an option, and to undo that: the arguments `copies` of `apply` and `exclude`."""


class RemainingItems(NamedTuple):
    """The items and options that remain after the choices so far.

    `blocked`: for each option the number of choices that exclude it. For each item: `ways`, its number of active
    options, if it needs options at first; `need`, the number of options that it still needs; and `capacity`, the number
    that it still can take. `active` is the number of active options.
    """

    blocked: Numbers
    ways: Ints
    need: Ints
    capacity: Ints
    active: Ints


def remaining_items(arrays: CoverArrays, links: Links, chosen: tuple[int, ...]) -> RemainingItems:
    """Return the items that some options chosen elsewhere leave."""
    used, options = arrays.times(chosen), len(links.item_start) - 1
    ways = np.diff(links.option_start)[: len(used)].copy()
    blocked, active = np.zeros(options, dtype=np.int32), np.array([options], dtype=np.int64)
    return RemainingItems(blocked, ways, arrays.least - used, arrays.most - used, active)


@callee
def least(remaining):  # type: ignore[no-untyped-def]
    """Return the fewest ways and their item, the first of several; `SATISFIED` if none needs any."""
    ways, need, fewest, item = remaining.ways, remaining.need, MOST_WAYS + 1, SATISFIED
    for i in range(len(need)):
        if need[i] > 0 and min(ways[i] - need[i] + 1, MOST_WAYS) < fewest:
            fewest, item = ways[i] - need[i] + 1, i
            if fewest <= DEAD:
                return DEAD, item
    return fewest if item != SATISFIED else SATISFIED, item


@callee
def apply(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Choose an option (`IN`) or undo that (`OUT`); return the number of options visited."""
    items, item_start, options = links.items, links.item_start, links.options
    blocked, ways, need, capacity = remaining.blocked, remaining.ways, remaining.need, remaining.capacity
    active = remaining.active
    full, changed, visited = (0, 1, 0) if copies > 0 else (1, 0, 0)
    for k in range(item_start[option], item_start[option + 1]):
        item = items[k]
        need[item] -= copies
        capacity[item] -= copies
        if capacity[item] == full:
            visited += links.option_start[item + 1] - links.option_start[item]
            for m in range(links.option_start[item], links.option_start[item + 1]):
                other = options[m]
                blocked[other] += copies
                if blocked[other] == changed:
                    active[0] -= copies
                    for n in range(links.needed_start[other], links.needed_start[other + 1]):
                        ways[links.needed[n]] -= copies
    return visited


@callee
def exclude(links, remaining, option, copies):  # type: ignore[no-untyped-def]
    """Exclude an option (`IN`) or undo that (`OUT`)."""
    remaining.blocked[option] += copies
    if remaining.blocked[option] == (1 if copies > 0 else 0):
        remaining.active[0] -= copies
        for n in range(links.needed_start[option], links.needed_start[option + 1]):
            remaining.ways[links.needed[n]] -= copies
