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

from cp_puzzles.base.arrays import Ints, Mask, Words, numbers_of, words_of
from cp_puzzles.base.jit import ALL, ONE, WORD, gradual, words_for
from cp_puzzles.cover.ragged_rows import Ragged, starts_of
from cp_puzzles.engines.exact_cover import general_algorithm as algorithm
from cp_puzzles.engines.exact_cover.general_algorithm import LOG_PLACES, BranchLog, CountedItems, GeneralStack
from cp_puzzles.engines.exact_cover.item_order import ItemOrder
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch
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
    `covers`: A words for each option: the required items that it covers.
    `domains`, `uncovered`: their values at the start of the search.
    """

    start: Words
    option: npt.NDArray[np.uint32]
    compatible: Words
    covers: Words
    domains: Words
    uncovered: Words


def build_bit_sets(rows: Ragged, required: int, counted: int, free: Mask) -> BitSets:
    """Return the bit sets of some options.

    `rows` has the items of each: numbers below `required`, then numbers of `counted` items, then, beyond the two that
    follow, optional items, which have no domain. `free` is a mask of the free options.
    """
    options, domains, items = len(rows), required + counted + 2, rows.values
    in_domains = rows.kept(items < domains).transposed(domains - 2)
    option = np.concatenate([in_domains.values, np.flatnonzero(free), [options]])
    size = np.concatenate([in_domains.lengths, [np.count_nonzero(free), 1]])
    start = starts_of(words_for(size))
    words, sets = int(start[-1]), max(words_for(required), 1)
    item = np.repeat(np.arange(domains), size)
    place = np.arange(len(option)) + (WORD * start[:-1] - starts_of(size)[:-1])[item]
    option_of, is_active = np.zeros(words * WORD, dtype=np.uint32), np.zeros(words * WORD, dtype=np.bool_)
    option_of[place], is_active[place] = option, True
    # for each item, the options that may be chosen beside those that cover it
    allowed = np.full((max(domains, int(items.max(initial=0)) + 1), words), ALL)
    compatible = np.full((options + 1, words), ALL)
    bit = ALL ^ (ONE << (place[:-1] % WORD).astype(np.uint64))
    _exclude(items, rows.starts, option[:-1], place[:-1] // WORD, bit, words, allowed.ravel())
    allowed[required:domains] = ALL
    _combine(items, rows.starts, words, allowed.ravel(), compatible.ravel())
    covers, of_required = np.zeros((options + 1, sets * WORD), dtype=np.bool_), slice(in_domains.starts[required])
    covers[option[of_required], item[of_required]] = True
    return BitSets(
        start=start.astype(np.uint64),
        option=option_of,
        compatible=compatible.ravel(),
        covers=words_of(covers).ravel(),
        domains=words_of(is_active),
        uncovered=words_of(np.arange(sets * WORD) < required),
    )


@gradual(work=lambda items, starts, option, word, others, words, allowed: len(items) * words)
def _exclude(items, starts, option, word, others, words, allowed):  # type: ignore[no-untyped-def]
    """Exclude each option, whose place is a bit of a word, from the row of `words` words of each of its items."""
    for p in range(len(option)):
        for k in range(starts[option[p]], starts[option[p] + 1]):
            allowed[items[k] * words + word[p]] &= others[p]


@gradual(work=lambda items, starts, words, allowed, compatible: len(items) * words)
def _combine(items, starts, words, allowed, compatible):  # type: ignore[no-untyped-def]
    """Leave in the row of each option what all its items have in theirs; a row has some words."""
    for o in range(len(starts) - 1):
        row = compatible[o * words : (o + 1) * words]
        for k in range(starts[o], starts[o + 1]):
            others = allowed[items[k] * words : (items[k] + 1) * words]
            for w in range(words):
                row[w] &= others[w]


def counted_items(bits: BitSets, rows: Ragged, required: int, least: Ints, most: Ints, times: Ints) -> CountedItems:
    """Return the counted items of some options with bit sets; `rows` and `required` are those of `build_bit_sets`."""
    options, counted, place = len(rows), len(least), numbers_of(bits.domains)[:-1]
    by_option = Ragged(bits.option[place].astype(np.int32), np.arange(len(place) + 1)).transposed(options + 1)
    is_counted = (rows.values >= required) & (rows.values < required + counted)
    covers = np.zeros((counted, options + 1), dtype=np.bool_)
    covers[rows.values[is_counted] - required, rows.rows[is_counted]] = True
    of_option = rows.kept(is_counted).padded(required + counted) - required
    return CountedItems(
        minimum=least,
        maximum=most,
        times=times,
        others=(~words_of(covers.take(bits.option, axis=1))).ravel(),
        places=place[by_option.values].astype(np.uint64),
        place_start=by_option.starts.astype(np.uint64),
        of_option=np.pad(of_option, ((0, 1), (0, 0)), constant_values=counted).astype(np.uint64),
    )


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

    first_level = 1  # below the root

    def __init__(
        self, run: RunData, subproblem: Subproblem, *, remember: bool, order: ItemOrder, log: Log | None = None
    ) -> None:
        arrays = run.arrays
        used = arrays.times(subproblem.chosen)
        number = order.tried(arrays, np.flatnonzero(subproblem.active), arrays.least - used)
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
        price = order.prices[uncovered].ravel().astype(np.uint64)
        rows = Ragged(new_number[rows.values], rows.starts)
        bits = build_bit_sets(rows, required, counts, arrays.free[number])
        remembers = remember and arrays.is_pure and log is None
        self.state[State.REMEMBERS] = remembers
        self.state[State.WORK] = len(rows.values) * len(bits.domains) // WORDS_PER_NODE
        counted = None
        if counts or arrays.free[number].any() or log is not None:
            times = np.zeros(self.levels * counts, dtype=np.int64)
            times[:counts] = used[first_counted:]
            bounds = arrays.least[first_counted:], arrays.most[first_counted:]
            counted = counted_items(bits, rows, required, *bounds, times)
        failures = np.zeros(len(bits.uncovered) << LOG_PLACES, dtype=np.uint64) if remembers else None
        self._stack = _stack(bits, self.state, self._path)
        branch_log = None
        if log is not None:
            numbers = arrays.numbers[[*uncovered, *range(first_counted, len(used))]]
            items = int(arrays.numbers.max(initial=-1)) + 1
            branch_log = log.of(numbers, items, number, subproblem.chosen, self.levels)
        self._search = partial(algorithm.search, bits, price, self._stack, counted, failures, branch_log, self._rows)


def _stack(bits: BitSets, state: Ints, path: Ints) -> GeneralStack:
    words, sets, levels = len(bits.domains), len(bits.uncovered), path.shape[1]
    domains, uncovered = np.empty(levels * words, dtype=np.uint64), np.empty(levels * sets, dtype=np.uint64)
    item, word, untried, option = np.zeros((4, levels), dtype=np.uint64)
    found = np.zeros(levels, dtype=np.int64)
    stack = GeneralStack(state, path, domains, uncovered, item, word, untried, option, found)
    stack.domains[:words], stack.uncovered[:sets] = bits.domains, bits.uncovered
    root = len(bits.start) - 2
    stack.item[0], stack.word[0], stack.untried[0] = root, words - 1, 1
    return stack
