"""A compiled walk over the search tree of a certificate, to write the tree or to check it as the checker does.

A node branches on one item, and each of its active options is tried without the earlier ones. A node is a leaf if some
item has fewer active options than it needs, or a solution if no item needs an option; then free options may follow.
An option is not active if its cost exceeds the rest of a budget. The tree has the item of each branching node, in
preorder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints, Words
from cp_puzzles.base.jit import callee, compiled, lowest_bit, popcount
from cp_puzzles.engines.exact_cover.bit_words import ALL, MASK, ONE, SHIFT, WORD, ZERO
from cp_puzzles.engines.exact_cover.tree_problem import TreeProblem, bits_of

RUNNING, DONE, WRONG_ITEM = range(3)
"""The states of a walk."""

LEVEL, PLACE, FILLED, CODE = range(4)
"""The numbers of a walk: its level, the branching nodes so far, the length of `found`, and its state."""

ANY, READ = -1, -2
"""The item of the root: the one with the fewest options; or the tree is read."""

END_OF_SOLUTION, END_OF_PATH = -1, -2
"""The ends of the options of a solution and of the path to an open node, which are no options."""

OPEN = np.iinfo(np.uint32).max
"""The item of an open node, whose subtree is another walk."""

NO_DEPTH = 1 << 30
"""More options than any node has."""

NODES = 50_000
"""Nodes between two checks of the deadline and of Ctrl-C: some hundredths of a second."""


class TreeStack(NamedTuple):
    """For each level the active options, the times that each item is covered, and the item that is branched on.

    `word` and `untried`: the word of its domain that is being tried, and its remaining bits. `option`: the present
    choice. `lacking`: the item that lacked options after the last choice that was a leaf. `open`: the items that need
    an option, `opened` of them; for others only free options are kept up to date. `spent`: the cost of all choices
    above, `affordable`: how many of the cheapest options may follow.
    """

    active: Words
    times: Ints
    item: Ints
    word: Ints
    untried: Words
    option: Ints
    lacking: Ints
    open: Ints
    opened: Ints
    spent: Ints
    affordable: Ints


@callee
def is_leaf(arrays, active, times, item, option):  # type: ignore[no-untyped-def]
    """Return True if an item lacks options after the choice of an option that does not cover it, without a full test.

    To test the item of the last leaf first saves a tenth of the time.
    """
    slack = times[item] - arrays.lows[item]
    for k in range(arrays.start[option], arrays.start[option + 1]):
        if arrays.items[k] == item:
            slack = 0
    if slack < 0:
        for w in range(arrays.first[item], arrays.first[item + 1]):
            slack += np.int64(popcount(active[w] & arrays.keep[option, w]))
    return slack < 0


@compiled
def trace(arrays, stack, numbers, tree, found, roots, path, first, depth, budget, nodes):  # type: ignore[no-untyped-def]
    """Walk some nodes below a path; write the tree if `first` is an item or `ANY`, read it if `first` is `READ`.

    `roots`: the bits that the root may try. `found` gets the solutions and, where `depth` options are chosen, the paths
    to open nodes.
    """
    active, times, option_of, keep = stack.active, stack.times, arrays.option, arrays.keep
    start, place, cost, cheapest = arrays.start, arrays.place, arrays.cost, arrays.cheapest
    lows, highs, begin, row, others = arrays.lows, arrays.highs, arrays.first, arrays.row, arrays.others
    items, words, levels, level = len(lows), keep.shape[1], len(stack.option), numbers[LEVEL]
    while nodes > 0 and numbers[FILLED] + levels < len(found) and (first == READ or numbers[PLACE] < len(tree)):
        # the next option of the item of this level
        word, bits = stack.word[level], stack.untried[level]
        end = begin[stack.item[level] + 1]
        while bits == ZERO and word + 1 < end:
            word += 1
            bits = active[level, word]
            if level == 1 and len(roots) > 0:
                bits &= roots[word]
        # none is left: back to the level above
        if bits == ZERO:
            if level <= len(path):
                numbers[CODE] = DONE
                break
            level -= 1
            continue
        # an option that was tried is excluded from what follows
        option = option_of[word * WORD + np.int64(lowest_bit(bits))]
        stack.word[level], stack.untried[level] = word, bits & (bits - ONE)
        if level != 1 or len(roots) == 0:
            for k in range(start[option], start[option + 1]):
                active[level, place[k] >> SHIFT] &= ~(ONE << np.uint64(place[k] & MASK))
        if 0 < level <= len(path) and option != path[level - 1]:
            continue
        # a node: choose the option, unless that is a dead end at once
        nodes -= 1
        if is_leaf(arrays, active[level], times[level], stack.lacking[level], option):
            continue
        # count what the option covers, and keep the options that fit beside it
        stack.option[level] = option
        below = level + 1
        for item in range(items):
            times[below, item] = times[level, item]
        spent, affordable = stack.spent[level] + cost[option], stack.affordable[level]
        scans_all_words = affordable > 0 and spent + cost[cheapest[affordable - 1]] > budget
        for k in range(start[option], start[option + 1]):
            item = arrays.items[k]
            times[below, item] += 1
            scans_all_words |= row[item] >= 0 and times[below, item] == highs[item]
        for w in range(0 if scans_all_words else begin[items - 2], words):
            active[below, w] = active[level, w] & keep[option, w]
        if scans_all_words:
            for k in range(start[option], start[option + 1]):
                item = arrays.items[k]
                if row[item] >= 0 and times[below, item] == highs[item]:
                    for w in range(words):
                        active[below, w] &= others[row[item], w]
            while affordable > 0 and spent + cost[cheapest[affordable - 1]] > budget:
                affordable -= 1
                for k in range(start[cheapest[affordable]], start[cheapest[affordable] + 1]):
                    active[below, place[k] >> SHIFT] &= ~(ONE << np.uint64(place[k] & MASK))
        stack.spent[below], stack.affordable[below] = spent, affordable
        # choose the item with the least slack, as long as none lacks options
        best, least, opened = items - 2, np.int64(1 << 60), 0
        for j in range(stack.opened[level]):
            item = stack.open[level, j]
            need = lows[item] - times[below, item]
            if need > 0:
                stack.open[below, opened] = item
                opened += 1
                slack = -need
                for w in range(begin[item], begin[item + 1]):
                    if not scans_all_words:
                        active[below, w] = active[level, w] & keep[option, w]
                    slack += np.int64(popcount(active[below, w]))
                if slack < least:
                    best, least = item, slack
                    if slack < 0:
                        break
        stack.opened[below], is_open = opened, opened > 0
        if least < 0:
            stack.lacking[level] = best
            continue
        # a node of the depth at which the walk ends
        if is_open and level == depth:
            for chosen in range(1, below):
                found[numbers[FILLED]] = stack.option[chosen]
                numbers[FILLED] += 1
            found[numbers[FILLED]] = END_OF_PATH
            numbers[FILLED] += 1
            tree[numbers[PLACE]] = OPEN
            numbers[PLACE] += 1
            continue
        # below it: the item to branch on is written, or read and checked
        if is_open:
            if first == READ:
                best = tree[numbers[PLACE]] if numbers[PLACE] < len(tree) else -1
            elif level == 0 and first != ANY:
                best = first
            if level >= len(path):
                if first != READ:
                    tree[numbers[PLACE]] = best
                numbers[PLACE] += 1
            if best < 0 or best >= items or lows[best] <= times[below, best]:
                numbers[CODE] = WRONG_ITEM
                break
        else:
            for chosen in range(1, below):
                found[numbers[FILLED]] = stack.option[chosen]
                numbers[FILLED] += 1
            found[numbers[FILLED]] = END_OF_SOLUTION
            numbers[FILLED] += 1
        level = below
        stack.item[level], stack.word[level], stack.untried[level] = best, begin[best] - 1, ZERO
    numbers[LEVEL] = level


class ProofTree:
    """A walk over a search tree: `solutions` yields its solutions, and `items` are its branching nodes so far.

    Parameters
    ----------
    problem
        The cover problem.
    roots
        The options that the root may try; None for all.
    items
        The tree to read; None to write it.
    first
        The item of the root of a written tree.
    path, depth
        The options that lead to the only subtree to walk, and the number of options at which subtrees are left open:
        `paths` lead to them, and their item is `OPEN`.
    keep
        False to forget the written tree.
    """

    def __init__(
        self,
        problem: TreeProblem,
        roots: Sequence[int] | None = None,
        items: npt.ArrayLike | None = None,
        first: int = ANY,
        *,
        path: Sequence[int] = (),
        depth: int = NO_DEPTH,
        keep: bool = True,
    ) -> None:
        self._problem, self._depth, self._keep = problem, depth, keep
        self._first = first if items is None else READ
        self._tree = np.empty(0, dtype=np.int64) if items is None else np.array(items, dtype=np.int64)
        self._path = np.array(path, dtype=np.int64)
        self._numbers = np.zeros(4, dtype=np.int64)
        self.paths: list[tuple[int, ...]] = []
        arrays, levels = problem.arrays, problem.depth
        words, count = arrays.keep.shape[1], len(arrays.cheapest)
        self._roots = np.empty(0, dtype=np.uint64)
        if roots is not None:
            places = [arrays.place[arrays.start[root] : arrays.start[root + 1]] for root in roots]
            self._roots = bits_of(np.concatenate(places), words)
            self._roots[arrays.first[-3] :] = ALL  # free options
        item, word, option, lacking, opened, spent, affordable = (np.zeros(levels, dtype=np.int64) for _ in range(7))
        active, times = np.tile(problem.domains, (levels, 1)), np.zeros((levels, len(arrays.lows)), dtype=np.int64)
        untried, open_items = np.zeros(levels, dtype=np.uint64), np.zeros_like(times)
        open_items[0], opened[0] = np.arange(len(arrays.lows)), len(arrays.lows) - 2
        item[0], word[0], untried[0], affordable[0] = len(arrays.lows) - 1, words - 1, ONE, count
        self._stack = TreeStack(
            *(active, times, item, word, untried, option, lacking, open_items, opened, spent, affordable)
        )

    @property
    def items(self) -> Ints:
        """The item of each branching node so far, in preorder."""
        return self._tree[: self.place]

    @property
    def place(self) -> int:
        """The number of branching nodes so far."""
        return int(self._numbers[PLACE])

    @property
    def state(self) -> int:
        """One of the states of a walk: `RUNNING`, `DONE`, `WRONG_ITEM`."""
        return int(self._numbers[CODE])

    def solutions(self, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of the tree, as sorted options, until the walk ends or is stopped."""
        found = np.empty(NODES + self._problem.depth, dtype=np.int64)
        while self.state == RUNNING and not is_stopped():
            self._go_on(found)
            chosen: list[int] = []
            for option in found[: self._numbers[FILLED]].tolist():
                if option >= 0:
                    chosen.append(option)
                    continue
                if option == END_OF_SOLUTION:
                    yield tuple(sorted(chosen))
                else:
                    self.paths.append(tuple(chosen))
                chosen = []

    def _go_on(self, found: Ints) -> None:
        """Walk over some more nodes."""
        problem = self._problem
        if not self._keep:
            self._numbers[PLACE] = 0
        if self._first != READ and len(self._tree) <= self.place + NODES:
            self._tree = np.concatenate([self._tree, np.empty(len(self._tree) + 2 * NODES, dtype=np.int64)])
        self._numbers[FILLED] = 0
        trace(
            *(problem.arrays, self._stack, self._numbers, self._tree, found, self._roots, self._path),
            *(self._first, self._depth, problem.budget, NODES),
        )
