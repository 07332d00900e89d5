"""The general search of one subproblem: its bit sets and its stack (step X1)."""

from __future__ import annotations

import numpy as np

from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.subproblem_search import NO_LIMIT, SubproblemSearch
from cp_puzzles.engines.exact_cover.common.words import Ints
from cp_puzzles.engines.exact_cover.general import algorithm
from cp_puzzles.engines.exact_cover.general.algorithm import Bounds, Stack
from cp_puzzles.engines.exact_cover.general.bit_sets import BitSets, build_bit_sets
from cp_puzzles.engines.exact_cover.general.costs import prices
from cp_puzzles.engines.exact_cover.general.failures import LOG_PLACES
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.problem.preference import Preference
from cp_puzzles.engines.exact_cover.problem.subproblems import Subproblem
from cp_puzzles.symmetry.leader import LexLeader


class GeneralSearch(SubproblemSearch):
    """See `general.algorithm`. `remember` failures, if all items are required; `rim`, `preference`: see `costs`."""

    def __init__(
        self,
        arrays: CoverArrays,
        leader: LexLeader,
        subproblem: Subproblem,
        *,
        batch_size: int,
        remember: bool,
        rim: float,
        preference: Preference,
    ) -> None:
        number = preference.sorted(np.flatnonzero(subproblem.living))
        super().__init__(arrays, leader, subproblem, number, batch_size=batch_size)
        items, domains = _by_domain(arrays, number, _uncovered(arrays, subproblem))
        required = int((items < arrays.required_count).sum())
        new_number = np.zeros(arrays.exclusive_count, dtype=np.int64)
        new_number[items] = np.arange(len(items))
        self._bounds = Bounds(
            prices(arrays.is_cell[items[:required]], domains[:required], rim, preference),
            arrays.minimum,
            arrays.maximum,
        )
        self._bits: BitSets = build_bit_sets(
            new_number[arrays.exclusive[number]],
            required,
            len(items),
            arrays.counted[number],
            len(arrays.minimum),
            arrays.free[number],
        )
        self.state[State.REMEMBERS] = remember and arrays.is_pure
        self._stack = _stack(self._bits, self.state, self.levels, arrays.used(subproblem.chosen))

    def go_on(self, nodes: int, limit: int = NO_LIMIT) -> bool:
        """See `SubproblemSearch`."""
        return bool(algorithm.search(self._bits, self._bounds, self._stack, self._orbits, self._batch, nodes, limit))


def _uncovered(arrays: CoverArrays, subproblem: Subproblem) -> Ints:
    """The exclusive items that matter: required ones that are not covered, and what the living options cover."""
    matters = np.arange(arrays.exclusive_count) < arrays.required_count
    matters[arrays.exclusive[subproblem.living]] = True
    matters[arrays.exclusive[list(subproblem.chosen)]] = False
    return np.flatnonzero(matters)


def _by_domain(arrays: CoverArrays, living: Ints, items: Ints) -> tuple[Ints, Ints]:
    """Items, required ones first, by the size of their domains among the living options, and these sizes.

    The search looks at them in this order. Small domains are empty soonest; and where one after the other takes as many
    words, the processor foresees the end of the loop over them.
    """
    beyond = max(arrays.exclusive_count, arrays.required_count + len(arrays.minimum)) + 1
    size = np.bincount(arrays.needed[living].ravel(), minlength=beyond)[items]
    order = np.lexsort((size, items >= arrays.required_count))
    return items[order], size[order]


def _stack(bits: BitSets, state: Ints, levels: int, times: Ints) -> Stack:
    words, sets, counted = len(bits.domains), len(bits.uncovered), len(times)
    stack = Stack(
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
