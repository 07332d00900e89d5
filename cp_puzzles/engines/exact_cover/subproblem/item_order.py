"""The order in which a search prefers the items to branch on, the same in all subproblems of a search.

The search tree must not depend on where a problem is split into subproblems: a paused search is continued in another
process, which may split it elsewhere. So prices and ties are decided once, by the problem before the first choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Words
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem.preference import NO_PREFERENCE, Preference

CELL_COST = np.uint64(64)
"""The price of an option of a cell, or of a counted item."""

TILE_COST = np.uint64(48)
"""The price of an option of any other required item: with these 6 to 11 % fewer nodes in boxes than with 64."""


@dataclass(frozen=True, eq=False)
class ItemOrder:
    """The costs of items: the number of options to choose from, times a price; of equal ones the first is chosen.

    Attributes
    ----------
    arrays
        The problem.
    sizes
        The number of options of each required item, then of each counted one.
    price
        The price of an option of each required item.
    """

    arrays: CoverArrays
    sizes: Ints
    price: Words

    @classmethod
    def of(
        cls, arrays: CoverArrays, active: Mask, discount: float = 0.0, preference: Preference = NO_PREFERENCE
    ) -> ItemOrder:
        """Return the order for some active options.

        The larger `discount`, the cheaper are cells with many options, which are central, compared with boundary cells.
        A `preference` adds noise.
        """
        required = arrays.required_count
        sizes = np.bincount(arrays.needed[active].ravel(), minlength=required + len(arrays.minimum) + 1)[:-1]
        domains, is_cell = sizes[:required], arrays.is_cell
        relative = domains[is_cell].mean() / np.maximum(domains, 1) if is_cell.any() else np.ones(required)
        price = preference.priced(np.where(is_cell, CELL_COST * relative**discount, TILE_COST))
        return cls(arrays, sizes, np.maximum(1, np.rint(price)).astype(np.uint64))

    def sorted(self, items: Ints) -> Ints:
        """Return exclusive items, the required ones first, in the order in which the search visits them.

        Small domains become empty soonest. And if consecutive domains have the same number of words, the processor
        predicts the end of the loop over them.
        """
        required = self.arrays.required_count
        size = np.append(self.sizes[:required], 0)[np.minimum(items, required)]
        return items[np.lexsort((size, items >= required))]

    @cached_property
    def _rank(self) -> Ints:
        """The place of each exclusive or counted item among those of equal costs."""
        exclusive = self.arrays.exclusive_count
        rank = np.arange(exclusive + len(self.arrays.minimum))
        rank[self.sorted(np.arange(exclusive))] = np.arange(exclusive)
        return rank

    @cached_property
    def _all_prices(self) -> Ints:
        prices = np.full(len(self._rank), CELL_COST, dtype=np.int64)
        prices[: len(self.price)] = self.price
        return prices

    def cheapest(self, ways: Ints, need: Ints, preference: Preference) -> int | None:
        """Return the item to branch on, given the active options of each item and how many of them it still needs.

        None if an item has too few options. Some item needs an option.
        """
        needy = np.flatnonzero(need > 0)
        choices = (ways - need + 1)[needy]
        if choices.min() <= 0:
            return None
        costs = preference.priced((choices * self._all_prices[needy]).astype(np.float64))
        best = needy[costs == costs.min()]
        return int(best[self._rank[best].argmin()])
