"""The descent from a subproblem to smaller ones: options are chosen one by one, on lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask
from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.engines.exact_cover.descent.links import (
    IN,
    OUT,
    Links,
    links_of,
    remaining_items,
    step,
    whole_links,
)
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem.preference import NO_PREFERENCE, Preference
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem, SubproblemSizeLimit

NOTHING = -1
"""In place of an option: the choice to choose nothing more."""

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

    def split(
        self, size_limit: SubproblemSizeLimit, stop: Callable[[], bool], preference: Preference = NO_PREFERENCE
    ) -> Iterator[Trunk]:
        """Yield disjoint subproblems of at most `size_limit.most` options, split by most constrained items.

        Raises `CanceledError` once `stop()` is true and more subproblems remain.
        """
        if len(self.number) <= size_limit.most:
            yield self
            return
        for part in _Descent(self, preference).subproblems(size_limit, stop):
            yield from Trunk(self.arrays, part).split(size_limit, stop, preference)


class _Descent:
    """Options that are chosen one after the other; each choice excludes options until it is undone.

    A choice takes time in proportion to the options of the trunk that share an item with it, active or not.
    """

    def __init__(self, trunk: Trunk, preference: Preference) -> None:
        self._arrays, self._root, self._number, self._links = trunk.arrays, trunk.subproblem, trunk.number, trunk.links
        self._preference = preference
        self._remaining = remaining_items(self._arrays, self._links, self._root.chosen)
        self._chosen: list[int] = []
        self._excluded: list[list[int]] = [[]]

    def subproblems(self, size_limit: SubproblemSizeLimit, stop: Callable[[], bool]) -> Iterator[Subproblem]:
        """Yield subproblems that are small enough, or that need new lists; see `Trunk.split`."""
        untried = [iter(self._choices())]
        while untried:
            if stop():
                raise CanceledError
            option = next(untried[-1], None)
            if option is None:
                untried.pop()
                self._undo()
            elif option == NOTHING:
                yield self._subproblem(np.empty(0, dtype=np.int64))
            else:
                self._choose(option)
                if self._remaining.active[0] > max(size_limit.most, len(self._number) // SHRINKAGE):
                    untried.append(iter(self._choices()))
                else:
                    yield self._subproblem(np.flatnonzero(self._remaining.blocked == 0))
                    self._undo()

    def _choices(self) -> list[int]:
        """Return the active options of the cheapest item that needs one more, of which one must be chosen.

        If no item needs an option, return `NOTHING` and all active options.
        """
        remaining, links = self._remaining, self._links
        is_needy = remaining.need > 0
        if is_needy.any():
            costs = self._preference.priced((remaining.ways - remaining.need).astype(np.float64))
            item = int(np.where(is_needy, costs, np.inf).argmin())
            covering = links.options[links.option_start[item] : links.option_start[item + 1]]
            options = self._number[covering[remaining.blocked[covering] == 0]]
        else:
            options = self._number[remaining.blocked == 0]
        need = remaining.need[self._arrays.exclusive_count :]
        ranked = self._preference.sorted(self._arrays, options, need)
        choices = np.searchsorted(self._number, ranked).tolist()
        return choices if is_needy.any() else [NOTHING, *choices]

    def _choose(self, option: int) -> None:
        step(self._links, self._remaining, option, IN, True)
        self._chosen.append(option)
        self._excluded.append([])

    def _undo(self) -> None:
        """Undo the last choice, if any; its option is excluded until the choice before it is undone too."""
        for option in self._excluded.pop():
            step(self._links, self._remaining, option, OUT, False)
        if self._chosen:
            option = self._chosen.pop()
            step(self._links, self._remaining, option, OUT, True)
            step(self._links, self._remaining, option, IN, False)
            self._excluded[-1].append(option)

    def _subproblem(self, active: Ints) -> Subproblem:
        """Return the subproblem of the choices."""
        mask: Mask = np.zeros_like(self._root.active)
        mask[self._number[active]] = True
        chosen = *self._root.chosen, *self._number[self._chosen].tolist()
        return Subproblem(chosen, mask, self._root.elements)
