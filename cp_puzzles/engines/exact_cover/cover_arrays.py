"""A cover problem as flat arrays, without redundant bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.engine import redundant_bounds


@dataclass(frozen=True, eq=False)
class CoverArrays:
    """The items and options of a cover problem, for the search.

    *Required* items are covered exactly once, *optional* items at most once. Both are *exclusive*: two options that
    share such an item exclude each other. Their numbers begin with the required items. *Counted* items have any other
    bounds; they have numbers of their own, and items with redundant bounds are omitted.

    Attributes
    ----------
    required_count, exclusive_count
        The numbers of required and of exclusive items.
    exclusive
        For each option a row of its exclusive items; the last one is repeated to fill the row.
    counted
        For each option a row of its counted items, padded with -1.
    minimum, maximum
        The bounds of each counted item.
    free
        A mask of the options that may still be added when every minimum is reached: they have no required item, and
        no counted item with equal bounds.
    possible
        A mask of the options whose items can all be covered.
    is_cell
        A mask of the required items that are cells.
    numbers
        The number in the problem of each required item, then of each counted one.
    repeats
        True if some tile may be used more than once, or some option has no tile.
    """

    required_count: int
    exclusive_count: int
    exclusive: Numbers
    counted: Numbers
    minimum: Ints
    maximum: Ints
    free: Mask
    possible: Mask
    is_cell: Mask
    numbers: Ints
    repeats: bool

    @property
    def option_count(self) -> int:
        """The number of options."""
        return len(self.counted)

    @cached_property
    def is_repeated(self) -> Mask:
        """A mask of the items in `exclusive` that only fill their row."""
        repeated = np.zeros(self.exclusive.shape, dtype=np.bool_)
        repeated[:, 1:] = self.exclusive[:, 1:] == self.exclusive[:, :-1]
        return repeated

    @cached_property
    def needed(self) -> Numbers:
        """Return a row of the required and counted items of each option, padded with a number beyond all items."""
        nothing = self.required_count + len(self.minimum)
        required = np.where(self.exclusive < self.required_count, self.exclusive, np.int32(nothing))
        required[self.is_repeated] = nothing
        counted = np.where(self.counted >= 0, self.required_count + self.counted, np.int32(nothing))
        return np.hstack([required, counted])

    @cached_property
    def most_chosen(self) -> int:
        """An upper bound on the number of chosen options."""
        if not self.option_count:
            return 0
        least = (~self.is_repeated).sum(axis=1).min()
        return self.exclusive_count // int(least)

    @property
    def is_pure(self) -> bool:
        """True if all items are required, except redundant ones."""
        return self.exclusive_count == self.required_count and not len(self.minimum) and not self.free.any()

    def used(self, chosen: Sequence[int]) -> Ints:
        """Return the number of chosen options that cover each counted item."""
        return np.bincount(self.counted[list(chosen)].ravel() + 1, minlength=len(self.maximum) + 1)[1:]

    def conflicts(self, option: int) -> Mask:
        """Return the mask of options that share an exclusive item with an option, itself included."""
        mask = np.zeros(self.exclusive_count + 1, dtype=np.bool_)
        mask[self.exclusive[option]] = True
        return np.asarray(np.logical_or.reduce([mask[items] for items in self.exclusive.T]), dtype=np.bool_)


@shared_value
def cover_arrays(problem: CoverProblem) -> CoverArrays:
    """Return the arrays of a problem, which all searches of it share.

    Two special cases are encoded: an item with contradictory bounds becomes a required item that no possible option
    covers, and an option without exclusive items gets an optional item of its own.
    """
    redundant = redundant_bounds(problem)
    contradictory = {i for i, item in enumerate(problem.items) if item.minimum > item.maximum}
    return arrays_of(problem, redundant, frozenset(contradictory))


def arrays_of(
    problem: CoverProblem, redundant: frozenset[int] = frozenset(), contradictory: frozenset[int] = frozenset()
) -> CoverArrays:
    """Return the arrays of a problem without redundant items, and without the options of contradictory ones."""
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    contradictory |= {i for i, (low, high) in enumerate(bounds) if low > 0 >= high}
    impossible = np.array([high <= 0 or i in contradictory for i, (_, high) in enumerate(bounds)], dtype=np.bool_)
    required = [i for i, (low, high) in enumerate(bounds) if low == high == 1 or i in contradictory]
    optional = [i for i, bound in enumerate(bounds) if bound == (0, 1)]
    left_out = {*required, *optional, *redundant}
    counted = [i for i, (_, high) in enumerate(bounds) if high > 0 and i not in left_out]
    exclusive, lengths = _numbered(problem, [*required, *optional])
    itemless = np.flatnonzero(lengths == 0)
    exclusive[itemless, 0] = len(required) + len(optional) + np.arange(len(itemless))
    last = exclusive[np.arange(len(exclusive)), np.maximum(lengths, 1) - 1]
    np.copyto(exclusive, last[:, None], where=exclusive < 0)
    counted_of, _ = _numbered(problem, counted)
    most = len(problem.options) + 1
    minimum = np.array([min(bounds[i][0], most) for i in counted], dtype=np.int64)
    maximum = np.array([min(bounds[i][1], most) for i in counted], dtype=np.int64)
    has_required = (exclusive < len(required)).any(axis=1)
    is_forced = (np.append(minimum == maximum, False)[counted_of]).any(axis=1)
    repeated = [item.maximum > 1 for item in map(problem.items.__getitem__, problem.tiles)]
    return CoverArrays(
        required_count=len(required),
        exclusive_count=len(required) + len(optional) + len(itemless),
        exclusive=exclusive,
        counted=counted_of,
        minimum=minimum,
        maximum=maximum,
        free=np.asarray(~(has_required | is_forced), dtype=np.bool_),
        possible=problem.table.sums(impossible) == 0,
        is_cell=np.array([problem.items[i].kind == "cell" for i in required], dtype=np.bool_),
        numbers=np.array([*required, *counted], dtype=np.int64),
        repeats=any(repeated) or bool((problem.tile_numbers < 0).any()),
    )


def _numbered(problem: CoverProblem, items: Sequence[int]) -> tuple[Numbers, Ints]:
    """Return a row for each option with the positions of its items in `items`, padded with -1; and their number."""
    number = np.full(len(problem.items), -1, dtype=np.int32)
    number[list(items)] = np.arange(len(items), dtype=np.int32)
    rows = Ragged(number[problem.table.values], problem.table.starts)
    rows = rows.kept(rows.values >= 0)
    return rows.padded(-1), rows.lengths
