"""The general search in plain Python: the same algorithm, node for node, on sets, with recursion.

It explains and tests the compiled search: for a problem without symmetry, searched in one part, both find the same
number of solutions in the same number of nodes. The steps are those of Algorithm X (Knuth, TAOCP 7.2.2.1).

Two dominoes on 2x2: the cells are a b above c d, the options top (a b), left (a c), right (b d), bottom (c d). The root
is the first node. All cells have two active options; the first cell, a, is chosen. Top is tried: c and d have one
active option, and bottom completes a solution. Then left is tried, and right beside it: five nodes.

>>> from cp_puzzles.cover.cover_problem import Item
>>> cells = tuple(Item("cell", name, 1, 1) for name in "abcd")
>>> search = Reference(CoverProblem(cells, ((0, 1), (0, 2), (1, 3), (2, 3))))
>>> search.solutions, search.nodes
([(0, 3), (1, 2)], 5)
"""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from operator import itemgetter

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import redundant_bounds

CELL, TILE = 64, 48
"""The price of an active option of a cell or a counted item, and of an active option of any other required item."""

Options = frozenset[int]


class Reference:
    """The search of a problem: `solutions`, as options in the order of choice, and the number of `nodes`.

    *Required* items are covered once, *exclusive* items at most once, *counted* items within any other bounds that are
    not redundant. `remember`: True to store failures, if all items are required. The search starts with the options
    `chosen` and tries only the options in `active` (None: all).
    """

    def __init__(
        self,
        problem: CoverProblem,
        *,
        remember: bool = False,
        chosen: tuple[int, ...] = (),
        active: Collection[int] | None = None,
    ) -> None:
        self._bounds = bounds = [(item.minimum, item.maximum) for item in problem.items]
        self._price = [CELL if item.kind == "cell" else TILE for item in problem.items]
        self._items = items = list(map(frozenset, problem.options))
        redundant = redundant_bounds(problem)
        required = [i for i, (low, high) in enumerate(bounds) if low == high == 1 or low > high]
        self._counted = [i for i, (low, high) in enumerate(bounds) if low <= high > 1 and i not in redundant]
        exclusive = {*required, *(i for i, bound in enumerate(bounds) if bound == (0, 1))}
        forced = {*required, *(i for i in self._counted if bounds[i][0] == bounds[i][1])}
        possible = [o for o, option in enumerate(items) if all(bounds[i][0] <= bounds[i][1] > 0 for i in option)]
        possible = [o for o in possible if active is None or o in active]
        self._compatible = {
            o: Options(p for p in possible if p != o and not items[o] & items[p] & exclusive) for o in possible
        }
        self._options = [Options(covering).intersection(possible) for covering in problem.covering]
        self._free = Options(o for o, option in enumerate(items) if not option & forced)
        # small domains become empty soonest
        self._required = sorted(required, key=lambda item: len(self._options[item]))
        is_pure = len(exclusive) == len(required) and not self._counted and not self._free
        self._failures: set[Options] | None = set() if remember and is_pure else None
        self.solutions: list[tuple[int, ...]] = []
        self.nodes = 0
        self._enter(chosen, Options(possible), Options(required).difference(*(items[o] for o in chosen)))

    def _enter(self, chosen: tuple[int, ...], active: Options, uncovered: Options) -> None:
        """X2: enter the level of these chosen and active options and uncovered required items."""
        self.nodes += 1
        cost, item = self._choose_item(chosen, active, uncovered)
        if cost == 0 or (self._failures is not None and uncovered in self._failures):
            return
        found = len(self.solutions)
        if item is None:
            self.solutions.append(chosen)
        for option in sorted(active & (self._free if item is None else self._options[item])):
            if item not in uncovered:  # others of this item may follow: each set of options is visited once
                active -= {option}
            self._try_option((*chosen, option), active, uncovered)
        if self._failures is not None and len(self.solutions) == found:
            self._failures.add(uncovered)

    def _choose_item(self, chosen: tuple[int, ...], active: Options, uncovered: Options) -> tuple[float, int | None]:
        """X3: return the least cost and its item; 0 for a dead end, None if no item needs an option."""
        costs: list[tuple[float, int | None]] = [(inf, None)]
        costs += [(len(self._options[i] & active) * self._price[i], i) for i in self._required if i in uncovered]
        for item in self._counted:
            count, need = len(self._options[item] & active), self._bounds[item][0] - self._times(chosen, item)
            if need > 0:
                costs.append((max(0, count - need + 1) * CELL, item))
        return min(costs, key=itemgetter(0))

    def _try_option(self, chosen: tuple[int, ...], active: Options, uncovered: Options) -> None:
        """X5: cover the items of the option chosen last."""
        active &= self._compatible[chosen[-1]]
        for item in self._items[chosen[-1]].intersection(self._counted):
            if self._times(chosen, item) == self._bounds[item][1]:
                active -= self._options[item]
        self._enter(chosen, active, uncovered - self._items[chosen[-1]])

    def _times(self, chosen: tuple[int, ...], item: int) -> int:
        return sum(item in self._items[option] for option in chosen)
