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

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints, Mask, Numbers, Words
from cp_puzzles.base.jit import gradual
from cp_puzzles.engines.exact_cover import general_algorithm as algorithm
from cp_puzzles.engines.exact_cover.bit_words import ALL, MASK, ONE, SHIFT, WORD, words_for
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.general_algorithm import LOG_PLACES, BranchLog, CountedItems, GeneralStack
from cp_puzzles.engines.exact_cover.item_order import NO_PREFERENCE, ItemOrder, Preference, by_size, option_counts
from cp_puzzles.engines.exact_cover.subproblem_search import OpenLevel, RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

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
        used = arrays.used(subproblem.chosen)
        number = preference.sorted(arrays, np.flatnonzero(subproblem.active), arrays.minimum - used)
        super().__init__(run, subproblem, number)
        items = by_size(arrays, option_counts(arrays, number), _uncovered(arrays, subproblem))
        required = int((items < arrays.required_count).sum())
        new_number = np.zeros(arrays.exclusive_count, dtype=np.int64)
        new_number[items] = np.arange(len(items))
        price = order.prices[items[:required]].ravel()
        bits = build_bit_sets(
            new_number[arrays.exclusive[number]],
            required,
            len(items),
            arrays.counted[number],
            len(arrays.minimum),
            arrays.free[number],
        )
        remembers = remember and arrays.is_pure and log is None
        self.state[State.REMEMBERS] = remembers
        self.state[State.WORK] = len(number) ** 2 // PAIRS_PER_NODE
        counted = None
        if len(arrays.minimum) or arrays.free[number].any() or log is not None:
            times = np.zeros(self.levels * len(used), dtype=np.int64)
            times[: len(used)] = used
            counted = CountedItems(arrays.minimum, arrays.maximum, times)
        failures = np.zeros(len(bits.uncovered) << LOG_PLACES, dtype=np.uint64) if remembers else None
        self._bits, self._stack, self._required = bits, _stack(bits, self.state, self.levels), required
        branch_log = None
        if log is not None:
            numbers = np.append(arrays.numbers[items[:required]], arrays.numbers[arrays.required_count :])
            branch_log = log.of(
                numbers, int(arrays.numbers.max(initial=-1)) + 1, number, subproblem.chosen, self.levels
            )
        self._search = partial(algorithm.search, bits, price, self._stack, counted, failures, branch_log, self._rows)

    def resume(self, stack: Sequence[int], floor: int) -> None:
        """Go on with the last branch of a stack; see `SubproblemSearch`. No level of the stack becomes a failure."""
        super().resume(stack, floor)
        if stack:
            self._stack.found[:] = -1
            self.state[State.LOOKED_UP] = self.state[State.HITS] = self.state[State.LOGGED] = 0

    def _go_to(self, level: int, option: int) -> None:
        stack, bits, level = self._stack, self._bits, level + 1
        start, domain = self._domain(level)
        places = np.flatnonzero(np.unpackbits(domain.view(np.uint8), bitorder="little")) + WORD * start
        options = bits.option[places]
        at = self._number[options].tolist().index(option)
        if stack.item[level] >= self._required:
            for skipped in options[:at].tolist():
                place = bits.places[bits.place_start[skipped] : bits.place_start[skipped + 1]].astype(np.int64)
                words = level * len(bits.domains) + (place >> SHIFT)
                np.bitwise_and.at(stack.domains, words, ~(ONE << (place & MASK).astype(np.uint64)))
        word, bit = divmod(int(places[at]), WORD)
        stack.word[level], stack.untried[level] = word, domain[word - start] & (ALL << np.uint64(bit))

    def _close(self, level: int) -> None:
        stack = self._stack
        stack.word[level + 1] = self._bits.start[stack.item[level + 1] + ONE] - ONE
        stack.untried[level + 1] = 0

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
            places = np.flatnonzero(np.unpackbits(untried.view(np.uint8), bitorder="little")) + WORD * (start + word)
            options = self._number[self._bits.option[places]].tolist()
            levels.append(OpenLevel.of(int(self._number[stack.option[level]]), options, branches))
        return levels


def _uncovered(arrays: CoverArrays, subproblem: Subproblem) -> Ints:
    """Return the exclusive items of the search: uncovered required items, and the items of active options."""
    is_searched = np.arange(arrays.exclusive_count) < arrays.required_count
    is_searched[arrays.exclusive[subproblem.active]] = True
    is_searched[arrays.exclusive[list(subproblem.chosen)]] = False
    return np.flatnonzero(is_searched)


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
        branches=np.zeros(levels, dtype=np.int64),
    )
    stack.domains[:words], stack.uncovered[:sets] = bits.domains, bits.uncovered
    root = len(bits.start) - 2
    stack.item[0], stack.word[0], stack.untried[0] = root, words - 1, 1
    return stack
