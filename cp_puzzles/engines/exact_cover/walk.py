"""The walk from the subproblems of a part down to those of limited size, which can be paused and continued.

Options are chosen one by one, on lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from operator import mul

import numpy as np

from cp_puzzles.base.arrays import Mask, Numbers
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.exact_cover.item_order import NO_PREFERENCE, ItemOrder, Preference
from cp_puzzles.engines.exact_cover.links import IN, OUT, remaining_items, step
from cp_puzzles.engines.exact_cover.subproblem_search import NOTHING, OpenLevel
from cp_puzzles.engines.exact_cover.subproblems import Subproblem, SubproblemSizeLimit

SHRINKAGE = 8
"""When at most one option in this many is active, new lists of the active ones are built."""


class Descent:
    """Options that are chosen one after the other; each choice excludes options until it is undone.

    A choice takes time in proportion to the options of the root that share an item with it, active or not.
    """

    def __init__(self, root: Subproblem, order: ItemOrder, preference: Preference = NO_PREFERENCE) -> None:
        self._arrays, self._root, self._number, self._links = root.arrays, root, root.number, root.links
        self._order, self._preference = order, preference
        self._remaining = remaining_items(self._arrays, self._links, self._root.chosen)
        self._chosen: list[int] = []
        self._excluded: list[list[int]] = [[]]

    @property
    def size(self) -> int:
        """The number of active options."""
        return int(self._remaining.active[0])

    @property
    def most_in_new_lists(self) -> int:
        """The number of active options from which on new lists are worth their time."""
        return len(self._number) // SHRINKAGE

    def choices(self) -> list[int]:
        """Return the active options of the cheapest item that needs one more, of which one must be chosen.

        If no item needs an option, return `NOTHING` and all active options.
        """
        remaining, links = self._remaining, self._links
        is_needy = bool((remaining.need > 0).any())
        covering: Numbers = np.arange(len(self._number), dtype=np.int32)
        if is_needy:
            item = self._order.cheapest(remaining.ways, remaining.need, self._preference)
            if item is None:
                return []
            covering = links.options[links.option_start[item] : links.option_start[item + 1]]
        options = self._number[covering[remaining.blocked[covering] == 0]]
        need = remaining.need[self._arrays.exclusive_count :]
        ranked: list[int] = self._preference.sorted(self._arrays, options, need).tolist()
        return ranked if is_needy else [NOTHING, *ranked]

    def choose(self, option: int) -> None:
        """Choose an option of the problem."""
        self._chosen.append(int(np.searchsorted(self._number, option)))
        self._excluded.append([])
        step(self._links, self._remaining, self._chosen[-1], IN, True)

    def exclude(self, option: int) -> None:
        """Exclude an option of the problem until the last choice is undone."""
        self._exclude(int(np.searchsorted(self._number, option)))

    def _exclude(self, number: int) -> None:
        step(self._links, self._remaining, number, IN, False)
        self._excluded[-1].append(number)

    def undo(self) -> None:
        """Undo the last choice; its option is excluded until the choice before it is undone too."""
        for option in self._excluded.pop():
            step(self._links, self._remaining, option, OUT, False)
        option = self._chosen.pop()
        step(self._links, self._remaining, option, OUT, True)
        self._exclude(option)

    def subproblem(self, *, is_empty: bool = False) -> Subproblem:
        """Return the subproblem of the choices, without active options if it `is_empty`."""
        mask: Mask = np.zeros_like(self._root.active)
        if not is_empty:
            mask[self._number[self._remaining.blocked == 0]] = True
        chosen = *self._root.chosen, *self._number[self._chosen].tolist()
        return Subproblem(self._arrays, chosen, mask, self._root.elements)


MAX_REST = 16
"""The largest number of parts that are left of a part."""


@dataclass(eq=False)
class _Level:
    """A level of the walk: its branches with their shares, and the index of the present one.

    Branches from `end` on belong to another part.
    """

    branches: Sequence[int]
    shares: Sequence[float]
    at: int
    end: int

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

    def __init__(
        self,
        part: Part,
        roots: Sequence[tuple[Subproblem, float]],
        size_limit: SubproblemSizeLimit,
        step: Callable[[], None],
        preference: Preference = NO_PREFERENCE,
    ) -> None:
        self._part, self._roots, self._size_limit, self._step = part, roots, size_limit, step
        self._preference = preference
        self._ahead = list(part.stack)
        self._levels: list[_Level] = []

    def subproblems(self, order_of: Callable[[Subproblem], ItemOrder]) -> Iterator[tuple[Subproblem, Subproblem]]:
        """Yield the subproblems that are small enough, and the root of each, which determines the order of items."""
        level = self._open(range(len(self._roots)), [share for _, share in self._roots])
        while level.at + 1 < level.end:
            level.at += 1
            root = self._roots[level.at][0]
            for subproblem in self._split(root, partial(order_of, root)):
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

    def _split(self, subproblem: Subproblem, order: Callable[[], ItemOrder]) -> Iterator[Subproblem]:
        """Yield disjoint subproblems of limited size, split by the cheapest items."""
        if len(subproblem.number) <= self._size_limit.most:
            yield subproblem
            return
        descent, depth = Descent(subproblem, order(), self._preference), len(self._levels)
        self._branch(descent)
        while len(self._levels) > depth:
            level = self._levels[-1]
            if not self._ahead:
                self._step()
            level.at += 1
            if level.at == level.end:
                self._levels.pop()
                if len(self._levels) > depth:
                    descent.undo()
            elif level.branches[level.at] == NOTHING:
                yield descent.subproblem(is_empty=True)
            else:
                descent.choose(level.branches[level.at])
                if descent.size > max(self._size_limit.most, descent.most_in_new_lists):
                    self._branch(descent)
                else:
                    yield from self._split(descent.subproblem(), order)
                    descent.undo()

    def _branch(self, descent: Descent) -> None:
        """Add the level of the next choice; options before the first one are excluded."""
        choices = descent.choices()
        count = sum(choice != NOTHING for choice in choices)
        shares = [0.0 if choice == NOTHING else 1 / count for choice in choices]
        level = self._open(choices, shares)
        for option in choices[: level.at + 1]:
            if option != NOTHING:
                descent.exclude(option)

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
            if is_last or share * MAX_REST > sum(shares):
                left = replace(part, stack=stack, floor=depth, share=share, path=(*part.path, len(rest)))
                rest.append(left)
                share, stack = 0.0, ()
        return tuple(rest)
