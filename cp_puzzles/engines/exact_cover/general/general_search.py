"""The general search of one subproblem: its bit sets and its stack (step X1)."""

from __future__ import annotations

from functools import partial

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.engines.exact_cover.general import general_algorithm as algorithm
from cp_puzzles.engines.exact_cover.general.bit_sets import BitSets, build_bit_sets
from cp_puzzles.engines.exact_cover.general.general_algorithm import LOG_PLACES, GeneralStack, ItemBounds, prices
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem.preference import Preference
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem

PAIRS_PER_NODE = 1000
"""The number of pairs of options whose bits are built in about the time of a node."""


class GeneralSearch(SubproblemSearch):
    """The search of `general_algorithm`.

    `remember`: True to store failures, if all items are required. `discount`, `preference`: see `prices`.
    """

    def __init__(
        self,
        run: RunData,
        subproblem: Subproblem,
        *,
        remember: bool,
        discount: float,
        preference: Preference,
    ) -> None:
        arrays = run.arrays
        used = arrays.used(subproblem.chosen)
        number = preference.sorted(arrays, np.flatnonzero(subproblem.active), arrays.minimum - used)
        super().__init__(run, subproblem, number)
        items, domains = _by_domain(arrays, number, _uncovered(arrays, subproblem))
        required = int((items < arrays.required_count).sum())
        new_number = np.zeros(arrays.exclusive_count, dtype=np.int64)
        new_number[items] = np.arange(len(items))
        bounds = ItemBounds(
            prices(arrays.is_cell[items[:required]], domains[:required], discount, preference),
            arrays.minimum,
            arrays.maximum,
        )
        bits: BitSets = build_bit_sets(
            new_number[arrays.exclusive[number]],
            required,
            len(items),
            arrays.counted[number],
            len(arrays.minimum),
            arrays.free[number],
        )
        self.state[State.REMEMBERS] = remember and arrays.is_pure
        self.state[State.WORK] = len(number) ** 2 // PAIRS_PER_NODE
        stack = _stack(bits, self.state, self.levels, used)
        self._search = partial(algorithm.search, bits, bounds, stack, self._orbits, self._batch)


def _uncovered(arrays: CoverArrays, subproblem: Subproblem) -> Ints:
    """Return the exclusive items of the search: uncovered required items, and the items of active options."""
    is_searched = np.arange(arrays.exclusive_count) < arrays.required_count
    is_searched[arrays.exclusive[subproblem.active]] = True
    is_searched[arrays.exclusive[list(subproblem.chosen)]] = False
    return np.flatnonzero(is_searched)


def _by_domain(arrays: CoverArrays, active: Ints, items: Ints) -> tuple[Ints, Ints]:
    """Return items, required ones first, sorted by the sizes of their domains among active options, and the sizes.

    The search visits the items in this order. Small domains become empty soonest. And if consecutive domains have the
    same number of words, the processor predicts the end of the loop over them.
    """
    count = max(arrays.exclusive_count, arrays.required_count + len(arrays.minimum)) + 1
    size = np.bincount(arrays.needed[active].ravel(), minlength=count)[items]
    order = np.lexsort((size, items >= arrays.required_count))
    return items[order], size[order]


def _stack(bits: BitSets, state: Ints, levels: int, times: Ints) -> GeneralStack:
    words, sets, counted = len(bits.domains), len(bits.uncovered), len(times)
    stack = GeneralStack(
        state=state,
        domains=np.empty(levels * words, dtype=np.uint64),
        uncovered=np.empty(levels * sets, dtype=np.uint64),
        item=np.zeros(levels, dtype=np.uint64),
        word=np.zeros(levels, dtype=np.uint64),
        untried=np.zeros(levels, dtype=np.uint64),
        option=np.zeros(levels, dtype=np.uint64),
        times=np.zeros(levels * counted, dtype=np.int64),
        found=np.zeros(levels, dtype=np.int64),
        failures=np.zeros((sets << LOG_PLACES) if state[State.REMEMBERS] else sets, dtype=np.uint64),
    )
    stack.domains[:words], stack.uncovered[:sets], stack.times[:counted] = bits.domains, bits.uncovered, times
    root = len(bits.start) - 2
    stack.item[0], stack.word[0], stack.untried[0] = root, words - 1, 1
    return stack
