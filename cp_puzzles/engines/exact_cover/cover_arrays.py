"""A cover problem as flat arrays, with everything taken out that the search need not look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.problem import CoverProblem

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class Groups:
    """Options by item, ascending, each once."""

    def __init__(self, item: Ints, option: Ints, items: int) -> None:
        order = np.lexsort((option, item))
        item, option = item[order], option[order]
        new = np.ones(len(item), dtype=np.bool_)
        new[1:] = (item[1:] != item[:-1]) | (option[1:] != option[:-1])
        self._option = option[new]
        self._start = np.searchsorted(item[new], np.arange(items + 1))

    def of(self, item: int) -> Ints:
        """The options that cover an item."""
        return self._option[self._start[item] : self._start[item + 1]]


@dataclass(frozen=True, eq=False)
class CoverArrays:
    """The items and options of a cover problem, for the search.

    *Required* items are covered exactly once, *optional* ones at most once; both are *exclusive*: two options that
    share one exclude each other. They are numbered required first, then optional. *Counted* items have any
    other bounds; an option covers at most one of them. Counted items whose bounds follow from the others are left out.

    `exclusive`: for each option its exclusive items, a row each, the last one repeated to fill the row.
    `counted`: for each option its counted item, or -1.
    `free`: options that no bound forces: they can be left over when every minimum is reached.
    `possible`: options that can be chosen at all. `is_cell`: which required items are cells.
    `repeats`: whether some tile can be used more than once.
    """

    required_count: int
    exclusive_count: int
    exclusive: Ints
    counted: Ints
    minimum: Ints
    maximum: Ints
    free: Mask
    possible: Mask
    is_cell: Mask
    repeats: bool

    @property
    def option_count(self) -> int:
        """The number of options."""
        return len(self.counted)

    @cached_property
    def needs(self) -> tuple[Ints, Ints]:
        """Pairs of an item and an option that covers it: required items, and counted ones numbered after them."""
        item, option = self.needed.ravel(), np.repeat(np.arange(self.option_count), self.needed.shape[1])
        kept = item < self.required_count + len(self.minimum)
        return item[kept], option[kept]

    @cached_property
    def covering(self) -> Groups:
        """The options of each item that `needs` has."""
        return Groups(*self.needs, self.required_count + len(self.minimum))

    @cached_property
    def excluding(self) -> Groups:
        """The options of each exclusive item."""
        options, width = self.exclusive.shape
        return Groups(self.exclusive.ravel(), np.repeat(np.arange(options), width), self.exclusive_count)

    @cached_property
    def needed(self) -> Ints:
        """For each option a row of its required items and its counted one, filled up with a number beyond all items."""
        nothing = self.required_count + len(self.minimum)
        rows = np.full((self.option_count, self.exclusive.shape[1] + 1), nothing, dtype=np.int64)
        rows[:, :-1] = np.where(self.exclusive < self.required_count, self.exclusive, nothing)
        rows[:, 1:-1][self.exclusive[:, 1:] == self.exclusive[:, :-1]] = nothing
        rows[:, -1] = np.where(self.counted >= 0, self.required_count + self.counted, nothing)
        return rows

    @cached_property
    def most_chosen(self) -> int:
        """No more options than this can be chosen."""
        if not self.option_count:
            return 0
        least = 1 + (self.exclusive[:, 1:] != self.exclusive[:, :-1]).sum(axis=1).min()
        return self.exclusive_count // int(least)

    @property
    def is_pure(self) -> bool:
        """Whether all items are required, but for those that the others imply."""
        return self.exclusive_count == self.required_count and not len(self.minimum) and not self.free.any()

    def conflicts(self, option: int) -> Mask:
        """The options that share an exclusive item with an option, itself among them."""
        mask = np.zeros(self.exclusive_count + 1, dtype=np.bool_)
        mask[self.exclusive[option]] = True
        return np.asarray(mask[self.exclusive].any(axis=1), dtype=np.bool_)


def cover_arrays(problem: CoverProblem) -> CoverArrays:
    """The arrays of a problem."""
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    required = [i for i, bound in enumerate(bounds) if bound == (1, 1)]
    optional = [i for i, bound in enumerate(bounds) if bound == (0, 1)]
    counted = [i for i, bound in enumerate(bounds) if bound[1] > 1 and not _is_implied(problem, i)]
    exclusive_number = {item: number for number, item in enumerate((*required, *optional))}
    counted_number = {item: number for number, item in enumerate(counted)}
    rows = [[exclusive_number[i] for i in option if i in exclusive_number] for option in problem.options]
    width = max(map(len, rows), default=1)
    exclusive = np.array([row + row[-1:] * (width - len(row)) for row in rows], dtype=np.int64).reshape(-1, width)
    of_tile = np.array([counted_number.get(option[-1], -1) for option in problem.options], dtype=np.int64)
    minimum = np.array([bounds[i][0] for i in counted], dtype=np.int64)
    maximum = np.array([bounds[i][1] for i in counted], dtype=np.int64)
    forced = np.append(minimum == maximum, False)[of_tile]
    return CoverArrays(
        required_count=len(required),
        exclusive_count=len(exclusive_number),
        exclusive=exclusive,
        counted=of_tile,
        minimum=minimum,
        maximum=maximum,
        free=~((exclusive < len(required)).any(axis=1) | forced),
        possible=np.array([all(bounds[i][1] > 0 for i in option) for option in problem.options], dtype=np.bool_),
        is_cell=np.array([problem.items[i].kind == "cell" for i in required], dtype=np.bool_),
        repeats=any(maximum > 1 for _, maximum in bounds),
    )


def _is_implied(problem: CoverProblem, tile: int) -> bool:
    """Whether the cells alone keep the number of copies of a tile within its bounds."""
    item, options = problem.items[tile], problem.covering[tile]
    if not options:
        return item.minimum == 0
    cells, sizes = problem.items[: problem.cell_count], {len(problem.options[option]) - 1 for option in options}
    most, rest = divmod(len(cells), min(sizes))
    if item.minimum == 0:
        return item.maximum >= most
    fills = len(options) == len(problem.options) and len(sizes) == 1 and all(cell.is_exact_one for cell in cells)
    return fills and rest == 0 and item.minimum <= most <= item.maximum
