"""The descent from a subproblem to smaller ones: options are chosen one by one, on lists."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers
from cp_puzzles.engines.exact_cover.descent.links import (
    IN,
    OUT,
    Links,
    links_of,
    remaining_items,
    step,
    whole_links,
)
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import NOTHING
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem.item_order import ItemOrder
from cp_puzzles.engines.exact_cover.subproblem.preference import NO_PREFERENCE, Preference
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem

SHRINKAGE = 8
"""When at most one option in this many is active, new lists of the active ones are built."""


@dataclass(frozen=True, eq=False)
class Trunk:
    """A subproblem with lists that are built only once, even if it is split repeatedly."""

    arrays: CoverArrays
    subproblem: Subproblem

    @cached_property
    def number(self) -> Ints:
        """The active options."""
        return np.flatnonzero(self.subproblem.active)

    @cached_property
    def links(self) -> Links:
        """The links of the active options."""
        is_whole = len(self.number) == self.arrays.option_count
        return whole_links(self.arrays) if is_whole else links_of(self.arrays, self.number)


class Descent:
    """Options that are chosen one after the other; each choice excludes options until it is undone.

    A choice takes time in proportion to the options of the trunk that share an item with it, active or not.
    """

    def __init__(self, trunk: Trunk, order: ItemOrder, preference: Preference = NO_PREFERENCE) -> None:
        self._arrays, self._root, self._number, self._links = trunk.arrays, trunk.subproblem, trunk.number, trunk.links
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

    def trunk(self, *, is_empty: bool = False) -> Trunk:
        """Return the subproblem of the choices, without active options if it `is_empty`."""
        mask: Mask = np.zeros_like(self._root.active)
        if not is_empty:
            mask[self._number[self._remaining.blocked == 0]] = True
        chosen = *self._root.chosen, *self._number[self._chosen].tolist()
        return Trunk(self._arrays, Subproblem(chosen, mask, self._root.elements))
