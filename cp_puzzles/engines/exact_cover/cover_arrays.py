"""A cover problem as arrays, without redundant bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.engine import redundant_bounds


@dataclass(frozen=True, eq=False)
class CoverArrays:
    """The items and options of a cover problem, for the search: the one table of which each search makes its own.

    *Required* items are covered exactly once, *optional* items at most once. Both are *exclusive*: two options that
    share such an item exclude each other. *Counted* items have any other bounds. The required items come first, then
    the optional ones, then the counted ones; items with redundant bounds are omitted.

    Attributes
    ----------
    required_count, exclusive_count
        The numbers of required and of exclusive items.
    rows
        The items of each option.
    least, most
        The bounds of each item.
    free
        A mask of the options that may still be added when every minimum is reached: they have no required item, and
        no counted item with equal bounds.
    possible
        A mask of the options whose items can all be covered.
    is_cell
        A mask of the required items that are cells.
    numbers
        The number of each item in the problem; -1 for an item that only the search has.
    repeats
        True if some tile may be used more than once, or some option has no tile.
    """

    required_count: int
    exclusive_count: int
    rows: Ragged
    least: Ints
    most: Ints
    free: Mask
    possible: Mask
    is_cell: Mask
    numbers: Ints
    repeats: bool

    @property
    def option_count(self) -> int:
        """The number of options."""
        return len(self.rows)

    @cached_property
    def covering(self) -> Ragged:
        """The options of each item, ascending."""
        return self.rows.transposed(len(self.least))

    @cached_property
    def most_chosen(self) -> int:
        """An upper bound on the number of chosen options."""
        covered = self.rows.sums(np.arange(len(self.least)) < self.exclusive_count)
        return self.exclusive_count // int(covered.min()) if self.option_count else 0

    @property
    def is_pure(self) -> bool:
        """True if all items are required, except redundant ones."""
        return len(self.least) == self.required_count and not self.free.any()

    def times(self, options: Sequence[int] | Ints | Mask) -> Ints:
        """Return how many of some options cover each item."""
        values = self.rows.values_of(options if isinstance(options, np.ndarray) else list(options))
        return np.bincount(values, minlength=len(self.least))


@shared_value
def cover_arrays(problem: CoverProblem) -> CoverArrays:
    """Return the arrays of a problem, which all searches of it share.

    An item with contradictory bounds becomes a required item that no possible option covers.
    """
    contradictory = {i for i, item in enumerate(problem.items) if item.minimum > item.maximum}
    return arrays_of(problem, redundant_bounds(problem), frozenset(contradictory))


def arrays_of(
    problem: CoverProblem, redundant: frozenset[int] = frozenset(), contradictory: frozenset[int] = frozenset()
) -> CoverArrays:
    """Return the arrays of a problem without redundant items, and without the options of contradictory ones.

    An option without exclusive items gets an optional item of its own.
    """
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    contradictory |= {i for i, (low, high) in enumerate(bounds) if low > 0 >= high}
    required = [i for i, (low, high) in enumerate(bounds) if low == high == 1 or i in contradictory]
    optional = [i for i, bound in enumerate(bounds) if bound == (0, 1)]
    left_out = {*required, *optional, *redundant}
    counted = [i for i, (_, high) in enumerate(bounds) if high > 0 and i not in left_out]
    table = problem.table
    is_exclusive = np.zeros(len(bounds), dtype=np.bool_)
    is_exclusive[[*required, *optional]] = True
    itemless = np.flatnonzero(table.sums(is_exclusive) == 0)
    numbers = np.array([*required, *optional, *(-1 for _ in itemless), *counted], dtype=np.int64)
    exclusive_count = len(numbers) - len(counted)
    number = np.full(len(bounds) + 1, -1, dtype=np.int32)
    number[numbers] = np.arange(len(numbers))
    number[-1] = -1
    rows = Ragged(number[table.values], table.starts)
    rows = rows.kept(rows.values >= 0)
    added = np.arange(exclusive_count - len(itemless), exclusive_count, dtype=np.int32)
    shift = np.searchsorted(itemless, np.arange(len(rows) + 1))
    rows = Ragged(np.insert(rows.values, rows.starts[itemless], added), rows.starts + shift)
    limit = len(problem.options) + 1
    of_counted = np.array([(min(low, limit), min(high, limit)) for low, high in (bounds[i] for i in counted)])
    least, most = np.ones((2, len(numbers)), dtype=np.int64)
    least[len(required) : exclusive_count] = 0
    if counted:
        least[exclusive_count:], most[exclusive_count:] = of_counted.T
    decides = least == most  # a required item, or a counted item with equal bounds
    impossible = np.array([high <= 0 or i in contradictory for i, (_, high) in enumerate(bounds)], dtype=np.bool_)
    repeated = [problem.items[tile].maximum > 1 for tile in problem.tiles]
    return CoverArrays(
        required_count=len(required),
        exclusive_count=exclusive_count,
        rows=rows,
        least=least,
        most=most,
        free=rows.sums(decides) == 0,
        possible=table.sums(impossible) == 0,
        is_cell=np.array([problem.items[i].kind == "cell" for i in required], dtype=np.bool_),
        numbers=numbers,
        repeats=any(repeated) or bool((problem.tile_numbers < 0).any()),
    )
