"""The general search of one subproblem, reduced to its active options: its bit sets and its stack (step X1).

Each item has a bit set over the active options that cover it, a few words long: its *domain*. All domains are stored
one after the other, so choosing an option is one AND of all of them with that option's row, and a search visits only
the words of items that are not covered yet: a tenth of the work of a bit set over all options for every item.

Two dominoes on 2x2: the cells are a b above c d, the options top (a b), left (a c), right (b d), bottom (c d).
One word of each of the domains of a, b, c, d and the root follows: bit 0 of a is top, bit 1 is left, and so on.
Beside top, bottom remains in c and in d, and nothing in a and b, which are covered.

>>> bits = build_bit_sets(Ragged.of([(0, 1), (0, 2), (1, 3), (2, 3)]), 4, 0, np.zeros(4, dtype=np.bool_))
>>> [f"{word:02b}" for word in bits.domains.tolist()]
['11', '11', '11', '11', '01']
>>> beside_top = bits.compatible[:5]
>>> [f"{word:02b}" for word in (bits.domains & beside_top).tolist()]
['00', '00', '10', '10', '01']
>>> f"{bits.uncovered[0]:04b}", f"{bits.uncovered[0] & ~bits.covers[0]:04b}"
('1111', '1100')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints, Mask, Words, numbers_of
from cp_puzzles.base.jit import ALL, MASK, ONE, SHIFT, WORD, gradual, words_for
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.exact_cover import general_algorithm as algorithm
from cp_puzzles.engines.exact_cover.general_algorithm import LOG_PLACES, BranchLog, CountedItems, GeneralStack
from cp_puzzles.engines.exact_cover.item_order import NO_PREFERENCE, ItemOrder, Preference
from cp_puzzles.engines.exact_cover.subproblem_search import OpenLevel, RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

WORDS_PER_NODE = 1000
"""The number of words that are combined in about the time of a node while bit sets are filled."""


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


def build_bit_sets(rows: Ragged, required: int, counted: int, free: Mask) -> BitSets:
    """Return the bit sets of some options.

    `rows` has the items of each: numbers below `required`, then numbers of `counted` items, then, beyond the two that
    follow, optional items, which have no domain. `free` is a mask of the free options.
    """
    options, domains = len(rows), required + counted + 2
    size = np.bincount(rows.values, minlength=domains)
    optional, size = len(size) - domains, size[:domains]
    size[-2:] = np.count_nonzero(free), 1
    start = np.concatenate([[0], np.cumsum(words_for(size))])
    words, sets = int(start[-1]), max(words_for(required), 1)
    place_start = np.zeros(options + 2, dtype=np.uint64)
    np.cumsum(rows.sums(np.arange(domains + optional) < domains) + free, out=place_start[1:-1])
    place_start[-1] = place_start[-2]
    is_counted = (rows.values >= required) & (rows.values < required + counted)
    of_counted = rows.kept(is_counted).padded(required + counted) - required
    bits = BitSets(
        start=start.astype(np.uint64),
        option=np.zeros(words * WORD, dtype=np.uint32),
        compatible=np.zeros((options + 1) * words, dtype=np.uint64),
        others=np.full(counted * words, ALL),
        covers=np.zeros((options + 1) * sets, dtype=np.uint64),
        places=np.zeros(int(place_start[-1]), dtype=np.uint64),
        place_start=place_start,
        counted=np.pad(of_counted, ((0, 1), (0, 0)), constant_values=counted).astype(np.uint64),
        domains=np.zeros(words, dtype=np.uint64),
        uncovered=np.zeros(sets, dtype=np.uint64),
    )
    bits.option[-WORD], bits.domains[-1] = options, ONE
    sharing = np.zeros((domains + optional, words), dtype=np.uint64)
    compatible = bits.compatible.reshape(-1, words)
    compatible[-1] = ALL
    fill_bit_sets(rows.values, rows.starts, free, required, WORD * start[:-1], bits, compatible, sharing)
    return bits


@gradual(work=lambda values, starts, free, required, following, bits, *_: len(values) * len(bits.domains))
def fill_bit_sets(values, starts, free, required, following, bits, compatible, sharing):  # type: ignore[no-untyped-def]
    """Fill the bit sets of some options, given the first bit of each item's domain and memory for the sharing options.

    The bits of an item go to its domain in the order of the options.
    """
    options, domains, words, sets = len(starts) - 1, len(following), len(bits.domains), len(bits.uncovered)
    for i in range(required):
        bits.uncovered[i >> SHIFT] |= ONE << np.uint64(i & MASK)
    p = 0
    for o in range(options):
        first, end = starts[o], starts[o + 1]
        for k in range(first, end + 1):
            item = np.int64(values[k]) if k < end else domains - (2 if free[o] else 0)
            if item < domains:
                place = following[item]
                following[item] += 1
                word, bit = place >> SHIFT, ONE << np.uint64(place & MASK)
                bits.places[p] = place
                p += 1
                bits.option[place] = o
                bits.domains[word] |= bit
                for j in range(first, end):
                    if values[j] < required or values[j] >= domains:
                        sharing[values[j], word] |= bit
                if item < required:
                    bits.covers[o * sets + (item >> SHIFT)] |= ONE << np.uint64(item & MASK)
                for j in range(bits.counted.shape[1]):
                    row = np.int64(bits.counted[o, j]) * words
                    if row < len(bits.others):
                        bits.others[row + word] &= ~bit
    for o in range(options):
        kept = compatible[o]
        for k in range(starts[o], starts[o + 1]):
            conflict = sharing[values[k]]
            for w in range(words):
                kept[w] |= conflict[w]
        for w in range(words):
            kept[w] = ~kept[w]


@dataclass(frozen=True, eq=False)
class Log:
    """A search tree, as the item of each branching node, and the costs of options; see `BranchLog`."""

    tree: Ints
    reads: bool
    costs: Ints
    budget: int

    def of(self, numbers: Ints, items: int, options: Ints, chosen: Sequence[int], levels: int) -> BranchLog:
        """Return the log for the items and options of a search, some of which are chosen."""
        item = np.full(items, -1, dtype=np.int64)
        item[numbers] = np.arange(len(numbers))
        cost = np.append(self.costs[options], 0)
        cheapest = np.argsort(cost[:-1], kind="stable")
        spent, affordable = np.zeros(levels, dtype=np.int64), np.zeros(levels, dtype=np.int64)
        spent[0], affordable[0] = self.costs[list(chosen)].sum(), len(options)
        return BranchLog(self.tree, self.reads, numbers, item, cost, cheapest, self.budget, spent, affordable)


class GeneralSearch(SubproblemSearch):
    """The search of `general_algorithm`.

    `remember`: True to store failures, if all items are required. `log`: the tree to write or read.
    """

    def __init__(
        self,
        run: RunData,
        subproblem: Subproblem,
        *,
        remember: bool,
        order: ItemOrder,
        preference: Preference = NO_PREFERENCE,
        log: Log | None = None,
    ) -> None:
        arrays = run.arrays
        used = arrays.times(subproblem.chosen)
        number = preference.sorted(arrays, np.flatnonzero(subproblem.active), arrays.least - used)
        super().__init__(run, subproblem, number)
        rows, first_counted = arrays.rows.take(number), arrays.exclusive_count
        size = np.bincount(rows.values, minlength=len(arrays.least))
        # A search visits the items in this order. Small domains become empty soonest. And if consecutive domains have
        # the same number of words, the processor predicts the end of the loop over them.
        uncovered = np.flatnonzero(used[: arrays.required_count] == 0)
        uncovered = uncovered[np.argsort(size[uncovered], kind="stable")]
        optional = arrays.required_count + np.flatnonzero(size[arrays.required_count : first_counted])
        required, counts = len(uncovered), len(used) - first_counted
        new_number = np.zeros(len(used), dtype=np.int32)
        new_number[uncovered] = np.arange(required)
        new_number[first_counted:] = required + np.arange(counts)
        new_number[optional] = required + counts + 2 + np.arange(len(optional))
        price = order.prices[uncovered].ravel()
        bits = build_bit_sets(Ragged(new_number[rows.values], rows.starts), required, counts, arrays.free[number])
        remembers = remember and arrays.is_pure and log is None
        self.state[State.REMEMBERS] = remembers
        self.state[State.WORK] = len(rows.values) * len(bits.domains) // WORDS_PER_NODE
        counted = None
        if counts or arrays.free[number].any() or log is not None:
            times = np.zeros(self.levels * counts, dtype=np.int64)
            times[:counts] = used[first_counted:]
            counted = CountedItems(arrays.least[first_counted:], arrays.most[first_counted:], times)
        failures = np.zeros(len(bits.uncovered) << LOG_PLACES, dtype=np.uint64) if remembers else None
        self._bits, self._stack, self._required = bits, _stack(bits, self.state, self._path), required
        branch_log = None
        if log is not None:
            numbers = arrays.numbers[[*uncovered, *range(first_counted, len(used))]]
            items = int(arrays.numbers.max(initial=-1)) + 1
            branch_log = log.of(numbers, items, number, subproblem.chosen, self.levels)
        self._search = partial(algorithm.search, bits, price, self._stack, counted, failures, branch_log, self._rows)

    def _domain(self, level: int) -> tuple[int, Words]:
        """Return the first word of the domain that a level branches on, and its words there."""
        item, first = self._stack.item[level], level * len(self._bits.domains)
        start, end = int(self._bits.start[item]), int(self._bits.start[item + ONE])
        return start, self._stack.domains[first + start : first + end]

    def _levels_left(self) -> list[OpenLevel]:
        stack, levels = self._stack, []
        for level in range(1, int(self.state[State.LEVEL]) + 1):
            start, domain = self._domain(level)
            is_required, word = stack.item[level] < self._required, int(stack.word[level]) - start
            branches = int(np.bitwise_count(domain).sum()) if is_required else int(stack.branches[level])
            untried = np.append(stack.untried[level], domain[word + 1 :])
            places = numbers_of(untried) + WORD * (start + word)
            options = self._number[self._bits.option[places]].tolist()
            levels.append(OpenLevel.of(int(self._number[stack.option[level]]), options, branches))
        return levels


def _stack(bits: BitSets, state: Ints, path: Ints) -> GeneralStack:
    words, sets, levels = len(bits.domains), len(bits.uncovered), len(path)
    domains, uncovered = np.empty(levels * words, dtype=np.uint64), np.empty(levels * sets, dtype=np.uint64)
    of_words, of_numbers = np.zeros((4, levels), dtype=np.uint64), np.zeros((2, levels), dtype=np.int64)
    stack = GeneralStack(state, path, domains, uncovered, *of_words, *of_numbers)
    stack.domains[:words], stack.uncovered[:sets] = bits.domains, bits.uncovered
    root = len(bits.start) - 2
    stack.item[0], stack.word[0], stack.untried[0] = root, words - 1, 1
    return stack
