"""The walk from the subproblems of a part down to those of limited size, which can be paused and continued.

Options are chosen one by one, on the lists of the problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import mul

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.exact_cover.item_order import ItemOrder
from cp_puzzles.engines.exact_cover.subproblem_search import NOTHING, OpenLevel
from cp_puzzles.engines.exact_cover.subproblems import Roots, Subproblem, SubproblemSizeLimit


@dataclass(frozen=True, eq=False)
class Descent:
    """The options that remain after some choices on the lists of the problem.

    `active`: their mask. For each item, `ways`: the number of its active options; `need`, `capacity`: how many options
    it still needs and takes. A choice takes time in proportion to the options of the problem that share an item with
    it, active or not.
    """

    root: Subproblem
    chosen: tuple[int, ...]
    active: Mask
    ways: Ints
    need: Ints
    capacity: Ints

    @classmethod
    def of(cls, root: Subproblem) -> Descent:
        """Return the options of a subproblem."""
        arrays, used = root.arrays, root.arrays.times(root.chosen)
        return cls(root, root.chosen, root.active, arrays.times(root.active), arrays.least - used, arrays.most - used)

    def choices(self, order: ItemOrder) -> list[int]:
        """Return the active options of the cheapest item that needs one more, of which one must be chosen.

        If no item needs an option, return `NOTHING` and all active options.
        """
        is_needy = bool((self.need > 0).any())
        item = order.cheapest(self.ways, self.need) if is_needy else -1
        if item is None:
            return []
        options = np.flatnonzero(self.active) if item < 0 else self.root.arrays.covering.row(item)
        options = options[self.active[options]].astype(np.int64)
        tried: list[int] = order.tried(self.root.arrays, options, self.need).tolist()
        return tried if is_needy else [NOTHING, *tried]

    def choose(self, option: int) -> Descent:
        """Return what remains after an option is chosen."""
        items, need, capacity = self.root.arrays.rows.row(option), self.need.copy(), self.capacity.copy()
        need[items] -= 1
        capacity[items] -= 1
        below = replace(self, chosen=(*self.chosen, option), need=need, capacity=capacity)
        return below.exclude(self.root.arrays.covering.values_of(items[capacity[items] == 0]))

    def exclude(self, options: Sequence[int] | Numbers) -> Descent:
        """Return what remains without some options."""
        active, numbers = self.active.copy(), np.asarray(options, dtype=np.int64)
        excluded = np.unique(numbers[active[numbers]])
        active[excluded] = False
        return replace(self, active=active, ways=self.ways - self.root.arrays.times(excluded))

    def subproblem(self, *, is_empty: bool = False) -> Subproblem:
        """Return the subproblem of the choices, without active options if it `is_empty`."""
        active = np.zeros_like(self.active) if is_empty else self.active
        return Subproblem(self.root.arrays, self.chosen, active, self.root.elements)


MAX_REST = 16
"""The largest number of parts that are left of a part."""


@dataclass(eq=False)
class _Level:
    """A level of the walk: its branches with their shares, and the index of the present one.

    Branches from `end` on belong to another part. `descent` are the options that remain, without the branches before
    the next one; the first level, of the roots, has none.
    """

    branches: Sequence[int]
    shares: Sequence[float]
    at: int
    end: int
    descent: Descent | None = None

    def open(self) -> OpenLevel:
        """Return the level as that of a search that is paused."""
        rest = slice(self.at + 1, self.end)
        chosen, share = (self.branches[self.at], self.shares[self.at]) if self.at >= 0 else (NOTHING, 0.0)
        following = self.branches[rest]
        return OpenLevel(chosen, share, following[0] if following else None, sum(self.shares[rest]))


class Walk:
    """The walk over the subproblems of a part in depth-first order.

    At the first level it branches on the `roots`, given with their shares of the subproblem of the part. `step` is
    called before every later step, and may raise an error to pause.
    """

    def __init__(self, part: Part, roots: Roots, size_limit: SubproblemSizeLimit, step: Callable[[], None]) -> None:
        self._part, self._roots, self._size_limit, self._step = part, roots, size_limit, step
        self._ahead = list(part.stack)
        self._levels: list[_Level] = []

    def subproblems(self, order_of: Callable[[Subproblem], ItemOrder]) -> Iterator[tuple[Subproblem, Subproblem]]:
        """Yield the subproblems that are small enough, and the root of each, which determines the order of items."""
        level = self._open(range(len(self._roots)), [share for _, share in self._roots])
        while level.at + 1 < level.end:
            level.at += 1
            root = self._roots[level.at][0]
            for subproblem in self._split(root, order_of):
                yield subproblem, root
        self._levels.pop()

    def stack(self) -> tuple[tuple[int, ...], int]:
        """Return, once, the stack and the floor with which the search of the first subproblem begins."""
        ahead, self._ahead = tuple(self._ahead), []
        return ahead, self._part.floor - len(self._levels)

    def _open(self, branches: Sequence[int], shares: Sequence[float]) -> _Level:
        """Add a level; it begins where the stack of the part begins."""
        at, end, depth = -1, len(branches), len(self._levels)
        if self._ahead:
            first = branches.index(self._ahead.pop(0))
            at, end = first - 1, end if depth >= self._part.floor else first + 1
        self._levels.append(_Level(branches, shares, at, end))
        return self._levels[-1]

    def _split(self, root: Subproblem, order_of: Callable[[Subproblem], ItemOrder]) -> Iterator[Subproblem]:
        """Yield disjoint subproblems of limited size, split by the cheapest items."""
        if len(root.number) <= self._size_limit.most:
            yield root
            return
        order = order_of(root)
        self._branch(Descent.of(root), order)
        while (descent := self._levels[-1].descent) is not None:
            level = self._levels[-1]
            if not self._ahead:
                self._step()
            level.at += 1
            if level.at == level.end:
                self._levels.pop()
            elif level.branches[level.at] == NOTHING:
                yield descent.subproblem(is_empty=True)
            else:
                below = descent.choose(level.branches[level.at])
                level.descent = descent.exclude(level.branches[level.at : level.at + 1])
                if np.count_nonzero(below.active) > self._size_limit.most:
                    self._branch(below, order)
                else:
                    yield below.subproblem()

    def _branch(self, descent: Descent, order: ItemOrder) -> None:
        """Add the level of the next choice; options before the first one are excluded."""
        choices = descent.choices(order)
        count = sum(choice != NOTHING for choice in choices)
        shares = [0.0 if choice == NOTHING else 1 / count for choice in choices]
        level = self._open(choices, shares)
        level.descent = descent.exclude([option for option in choices[: level.at + 1] if option != NOTHING])

    def rest(self, below: Sequence[OpenLevel]) -> tuple[Part, ...]:
        """Return the parts that are left, given the levels of the search of the present subproblem.

        Levels are joined until a part has at least a `MAX_REST`th of the rest.
        """
        part = self._part
        if self._ahead:
            return (part,)
        levels = [*(level.open() for level in self._levels), *below]
        scopes = list(accumulate((level.share for level in levels), mul, initial=part.scope))
        shares = [scope * level.untried for scope, level in zip(scopes, levels, strict=False)]
        rest: list[Part] = []
        share, stack = 0.0, tuple[int, ...]()
        for depth in range(len(levels) - 1, part.floor - 1, -1):
            following = levels[depth].following
            if following is None:
                continue
            stack = stack or (*(level.chosen for level in levels[:depth]), following)
            share += shares[depth]
            is_last = all(level.following is None for level in levels[part.floor : depth])
            if is_last or share * MAX_REST > sum(shares[part.floor :]):
                left = replace(part, stack=stack, floor=depth, share=share, path=(*part.path, len(rest)))
                rest.append(left)
                share, stack = 0.0, ()
        return tuple(rest)
