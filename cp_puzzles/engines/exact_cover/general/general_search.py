"""The general search of one subproblem, reduced to its active options: its bit sets and its stack (step X1).

Each item has a bit set over the active options that cover it, a few words long: its *domain*. All domains are stored
one after the other, so choosing an option is one AND of all of them with that option's row, and a search visits only
the words of items that are not covered yet: a tenth of the work of a bit set over all options for every item.

Two dominoes on 2x2: the cells are a b above c d, the options top (a b), left (a c), right (b d), bottom (c d).
One word of each of the domains of a, b, c, d and the root follows: bit 0 of a is top, bit 1 is left, and so on.
Beside top, bottom remains in c and in d, and nothing in a and b, which are covered.

>>> exclusive = np.array([[0, 1], [0, 2], [1, 3], [2, 3]])
>>> bits = build_bit_sets(exclusive, 4, 4, np.full((4, 1), -1), 0, np.zeros(4, dtype=np.bool_))
>>> [f"{word:02b}" for word in bits.domains.tolist()]
['11', '11', '11', '11', '01']
>>> beside_top = bits.compatible[:5]
>>> [f"{word:02b}" for word in (bits.domains & beside_top).tolist()]
['00', '00', '10', '10', '01']
>>> f"{bits.uncovered[0]:04b}", f"{bits.uncovered[0] & ~bits.covers[0]:04b}"
('1111', '1100')
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints, Mask, Numbers, Words
from cp_puzzles.base.jit import gradual
from cp_puzzles.engines.exact_cover.general import general_algorithm as algorithm
from cp_puzzles.engines.exact_cover.general.general_algorithm import LOG_PLACES, CountedItems, GeneralStack, prices
from cp_puzzles.engines.exact_cover.kernel.bit_words import ALL, MASK, ONE, SHIFT, WORD, words_for
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem.preference import Preference
from cp_puzzles.engines.exact_cover.subproblem.subproblems import Subproblem

PAIRS_PER_NODE = 1000
"""The number of pairs of options whose bits are built in about the time of a node."""


class BitSets(NamedTuple):
    """The bit sets. All arrays but one are flat; W is the number of words of all domains, A of a set of required items.

    `start`: the first word of each item's domain, and W at the end. Items: required ones, then counted ones, then one
    of all free options (empty if there are none), then the *root*, whose one option covers nothing and excludes
    nothing: to choose it is to begin.
    `option`: for each bit of the domains the number of its option in the search.
    `compatible`: W words for each option: the options that may be chosen beside it.
    `others`: W words for each counted item: the options that do not cover it.
    `covers`: A words for each option: the required items that it covers.
    `places`, `place_start`: the bits of each option in the domains, and where they begin.
    `counted`: for each option a row of its counted items, padded with the number of counted items.
    `domains`, `uncovered`: their values at the start of the search.
    """

    start: Words
    option: npt.NDArray[np.uint32]
    compatible: Words
    others: Words
    covers: Words
    places: Words
    place_start: Words
    counted: Words
    domains: Words
    uncovered: Words


def build_bit_sets(
    exclusive: Ints, required: int, exclusive_count: int, counted: Numbers, counted_count: int, free: Mask
) -> BitSets:
    """Return the bit sets of some options.

    `exclusive` (options, width) numbers of exclusive items, those below `required` first, the last one repeated;
    `counted` (options, width) numbers below `counted_count`, padded with -1; `free` flags.
    """
    options, items = len(exclusive), required + counted_count + 2
    item = _items_by_option(exclusive, required, counted, free, items)
    size = np.bincount(item.ravel(), minlength=items + 1)[:items]
    size[-1] = 1
    start = np.concatenate([[0], np.cumsum(words_for(size))])
    words, sets = int(start[-1]), max(words_for(required), 1)
    place_start = np.zeros(options + 2, dtype=np.uint64)
    np.cumsum((item < items).sum(axis=1), out=place_start[1:-1])
    place_start[-1] = place_start[-2]
    bits = BitSets(
        start=start.astype(np.uint64),
        option=np.zeros(words * WORD, dtype=np.uint32),
        compatible=np.zeros((options + 1) * words, dtype=np.uint64),
        others=np.full(counted_count * words, ALL),
        covers=np.zeros((options + 1) * sets, dtype=np.uint64),
        places=np.zeros(int(place_start[-1]), dtype=np.uint64),
        place_start=place_start,
        counted=np.full((options + 1, counted.shape[1]), counted_count, dtype=np.uint64),
        domains=np.zeros(words, dtype=np.uint64),
        uncovered=np.zeros(sets, dtype=np.uint64),
    )
    bits.counted[:-1][counted >= 0] = counted[counted >= 0]
    bits.option[-WORD], bits.domains[-1] = options, ONE
    sharing = np.zeros((exclusive_count, words), dtype=np.uint64)
    compatible = bits.compatible.reshape(-1, words)
    compatible[-1] = ALL
    fill_bit_sets(exclusive, item, required, WORD * start[:-1], bits, compatible, sharing)
    return bits


def _items_by_option(exclusive: Ints, required: int, counted: Numbers, free: Mask, items: int) -> Ints:
    """Return the items of each option in a row, and `items` in place of those that have no domain."""
    item = np.full((len(exclusive), exclusive.shape[1] + counted.shape[1] + 1), items, dtype=np.int64)
    in_exclusive, in_counted = item[:, : exclusive.shape[1]], item[:, exclusive.shape[1] : -1]
    np.copyto(in_exclusive, exclusive, where=exclusive < required)
    in_exclusive[:, 1:][exclusive[:, 1:] == exclusive[:, :-1]] = items
    np.copyto(in_counted, required + counted, where=counted >= 0)
    item[free, -1] = items - 2
    return item


@gradual(work=lambda exclusive, item, required, following, bits, *_: exclusive.size * len(bits.domains))
def fill_bit_sets(exclusive, item, required, following, bits, compatible, sharing):  # type: ignore[no-untyped-def]
    """Fill the bit sets of some options, given the first bit of each item's domain and memory for the sharing options.

    The bits of an item go to its domain in the order of the options.
    """
    options, width, words, sets = len(item), exclusive.shape[1], len(bits.domains), len(bits.uncovered)
    for i in range(required):
        bits.uncovered[i >> SHIFT] |= ONE << np.uint64(i & MASK)
    p = 0
    for o in range(options):
        for k in range(item.shape[1]):
            i = item[o, k]
            if i < len(following):
                place = following[i]
                following[i] += 1
                word, bit = place >> SHIFT, ONE << np.uint64(place & MASK)
                bits.places[p] = place
                p += 1
                bits.option[place] = o
                bits.domains[word] |= bit
                for j in range(width):
                    sharing[exclusive[o, j], word] |= bit
                if i < required:
                    bits.covers[o * sets + (i >> SHIFT)] |= ONE << np.uint64(i & MASK)
                for j in range(bits.counted.shape[1]):
                    row = np.int64(bits.counted[o, j]) * words
                    if row < len(bits.others):
                        bits.others[row + word] &= ~bit
    for o in range(options):
        kept = compatible[o]
        for k in range(width):
            conflict = sharing[exclusive[o, k]]
            for w in range(words):
                kept[w] |= conflict[w]
        for w in range(words):
            kept[w] = ~kept[w]


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
        price = prices(arrays.is_cell[items[:required]], domains[:required], discount, preference)
        bits = build_bit_sets(
            new_number[arrays.exclusive[number]],
            required,
            len(items),
            arrays.counted[number],
            len(arrays.minimum),
            arrays.free[number],
        )
        remembers = remember and arrays.is_pure
        self.state[State.REMEMBERS] = remembers
        self.state[State.WORK] = len(number) ** 2 // PAIRS_PER_NODE
        counted = None
        if len(arrays.minimum) or arrays.free[number].any():
            times = np.zeros(self.levels * len(used), dtype=np.int64)
            times[: len(used)] = used
            counted = CountedItems(arrays.minimum, arrays.maximum, times)
        failures = np.zeros(len(bits.uncovered) << LOG_PLACES, dtype=np.uint64) if remembers else None
        stack = _stack(bits, self.state, self.levels)
        self._search = partial(algorithm.search, bits, price, stack, counted, failures, self._rows)


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


def _stack(bits: BitSets, state: Ints, levels: int) -> GeneralStack:
    words, sets = len(bits.domains), len(bits.uncovered)
    stack = GeneralStack(
        state=state,
        domains=np.empty(levels * words, dtype=np.uint64),
        uncovered=np.empty(levels * sets, dtype=np.uint64),
        item=np.zeros(levels, dtype=np.uint64),
        word=np.zeros(levels, dtype=np.uint64),
        untried=np.zeros(levels, dtype=np.uint64),
        option=np.zeros(levels, dtype=np.uint64),
        found=np.zeros(levels, dtype=np.int64),
    )
    stack.domains[:words], stack.uncovered[:sets] = bits.domains, bits.uncovered
    root = len(bits.start) - 2
    stack.item[0], stack.word[0], stack.untried[0] = root, words - 1, 1
    return stack
