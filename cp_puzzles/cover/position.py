"""A position in a search for a solution: chosen, active and forced options, and steps that can be undone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cp_puzzles.cover.cover_problem import CoverProblem


class Propagation(NamedTuple):
    """Forced options in order, the item that forced each, and the item that can no longer be met, if there is one."""

    options: list[int]
    items: list[int]
    dead: int | None


class Position:
    """The chosen options, the active ones as the bits of one number, and how often each item is covered.

    Choosing an option takes one AND for each of its items; counting options means counting bits. The masks take as many
    bits as options times items, and there is one position at a time. Where this is too much, other code is used:
    `engines/exact_cover/subproblems.py` lists the options that a choice excludes among 10^6 options;
    `search/partition/search_tree.py` and `analysis/design/difficulty.py` keep thousands of positions in arrays.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> cells = tuple(Item("cell", name, 1, 1) for name in "abcd")
    >>> position = Position(CoverProblem(cells, ((0, 1), (1, 2), (2, 3), (0,))))
    >>> position.propagate(), position.chosen
    (Propagation(options=[2, 0], items=[3, 1], dead=None), [2, 0])
    >>> position.undo(0)
    >>> position.choose(3)
    >>> position.remaining(1), position.propagate().dead
    (1, 3)
    """

    def __init__(self, problem: CoverProblem) -> None:
        self.problem = problem
        self.chosen: list[int] = []
        self.active = (1 << len(problem.options)) - 1
        self.covered = [0] * len(problem.items)
        self._options = tuple(problem.options)
        masks = [sum(1 << option for option in options) for options in problem.covering]
        self._rows = [(mask, item.minimum, item.maximum) for mask, item in zip(masks, problem.items, strict=True)]
        self._before: list[tuple[int, list[int], int]] = []
        for mask, _, maximum in self._rows:
            if maximum <= 0:
                self.active &= ~mask

    def copy(self) -> Position:
        """Return the same position, with nothing to undo; a change of one does not change the other."""
        other = Position.__new__(Position)
        vars(other).update(vars(self), chosen=self.chosen.copy(), _before=[])
        return other

    @property
    def steps(self) -> int:
        """The number of calls of `choose` and `exclude` that can be undone."""
        return len(self._before)

    @property
    def options(self) -> list[int]:
        """The active options, ascending."""
        return _bits(self.active)

    def is_active(self, option: int) -> bool:
        """Return whether an option can still be chosen."""
        return bool(self.active >> option & 1)

    def choose(self, *options: int) -> None:
        """Choose options one after the other, and exclude those that conflict with them."""
        self._remember()
        self.chosen += options
        self.covered = covered = self.covered.copy()
        active = self.active
        for option in options:
            active &= ~(1 << option)
            for item in self._options[option]:
                covered[item] += 1
                mask, _, maximum = self._rows[item]
                if covered[item] >= maximum:
                    active &= ~mask
        self.active = active

    def exclude(self, options: Iterable[int]) -> None:
        """Exclude some options."""
        self._remember()
        for option in options:
            self.active &= ~(1 << option)

    def _remember(self) -> None:
        self._before.append((self.active, self.covered, len(self.chosen)))

    def undo(self, steps: int) -> None:
        """Undo all choices and exclusions after the first `steps`."""
        if steps < len(self._before):
            self.active, self.covered, kept = self._before[steps]
            del self.chosen[kept:], self._before[steps:]

    def needed(self, item: int) -> int:
        """Return how often an item must still be covered, 0 or less if it need not be."""
        return self._rows[item][1] - self.covered[item]

    def remaining(self, item: int) -> int:
        """Return the number of active options of an item."""
        return (self.active & self._rows[item][0]).bit_count()

    def forced(self) -> tuple[dict[int, int], int | None]:
        """Return the forced options, each with the first item that needs it; and the first item that cannot be met.

        Forced options that conflict are all returned; if all are chosen, an item is covered too often and not met.
        """
        forced: dict[int, int] = {}
        active, covered = self.active, self.covered
        for item, (mask, minimum, maximum) in enumerate(self._rows):
            needed = minimum - covered[item]
            if needed > 0:
                options = active & mask
                remaining = options.bit_count()
                if remaining < needed:
                    return {}, item
                if remaining == needed:
                    for option in _bits(options):
                        forced.setdefault(option, item)
            elif covered[item] > maximum:
                return {}, item
        return forced, None

    def propagate(self) -> Propagation:
        """Choose forced options one after the other until there are none, or an item can no longer be met."""
        result = Propagation([], [], None)
        while True:
            forced, dead = self.forced()
            if not forced:
                return result._replace(dead=dead)
            option, item = next(iter(forced.items()))
            result.options.append(option)
            result.items.append(item)
            self.choose(option)


def _bits(number: int) -> list[int]:
    bits = []
    while number:
        lowest = number & -number
        bits.append(lowest.bit_length() - 1)
        number ^= lowest
    return bits
