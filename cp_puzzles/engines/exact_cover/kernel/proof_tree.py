"""The search tree of a certificate, compiled: it is written, and walked as the checker of certificates walks it.

A node branches on one item, and each of its active options is tried without the earlier ones. A node is a leaf if some
item has fewer active options than it needs, or a solution if no item needs an option; then free options may follow.
The tree has the item of each branching node, in preorder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Words
from cp_puzzles.base.jit import compiled, lowest_bit, popcount
from cp_puzzles.engines.exact_cover.kernel.bit_words import ONE, WORD, ZERO, words_for

RUNNING, DONE, TOO_SHORT, WRONG_ITEM = range(4)
"""The states of a walk."""

LEVEL, PLACE, FILLED, CODE = range(4)
"""The numbers of a walk: its level, the branching nodes so far, the length of `found`, and its state."""

NODES = 50_000
"""Nodes between two looks at the clock and the keyboard: some hundredths of a second."""


class TreeProblem(NamedTuple):
    """The options of each item and those that stay active beside each option, as bit sets, and the item bounds.

    The last option covers nothing: the walk begins with it. `items[start[o]:start[o + 1]]` are the items of option o.
    """

    masks: Words
    keep: Words
    start: Ints
    items: Ints
    lows: Ints
    highs: Ints


class TreeStack(NamedTuple):
    """For each level the options to try, the active options, the times that each item is covered, and the choice."""

    untried: Words
    active: Words
    times: Ints
    option: Ints


@compiled
def trace(problem, stack, numbers, tree, found, roots, first, budget):  # type: ignore[no-untyped-def]
    """Walk `budget` nodes; write the tree if `first` is an item or -1, read it if `first` is -2.

    `roots`: the options that the root may try, none for all. `found` gets the solutions, each with -1 at its end.
    """
    masks, keep, lows, highs = problem.masks, problem.keep, problem.lows, problem.highs
    untried, active, times = stack.untried, stack.active, stack.times
    items, words = masks.shape
    level, nodes, depth = numbers[LEVEL], 0, len(stack.option)
    while nodes < budget and numbers[FILLED] + depth < len(found) and (first == -2 or numbers[PLACE] < len(tree)):
        word = 0
        while word < words and untried[level, word] == ZERO:
            word += 1
        if word == words:
            if level == 0:
                numbers[CODE] = DONE
                break
            level -= 1
            continue
        nodes += 1
        bits = untried[level, word]
        option = word * WORD + np.int64(lowest_bit(bits))
        untried[level, word] = bits & (bits - ONE)
        if len(roots) == 0 or level != 1:
            active[level, word] ^= bits & (~bits + ONE)
        stack.option[level] = option
        below = level + 1
        for w in range(words):
            active[below, w] = active[level, w] & keep[option, w]
        for item in range(items):
            times[below, item] = times[level, item]
        for k in range(problem.start[option], problem.start[option + 1]):
            item = problem.items[k]
            times[below, item] += 1
            if times[below, item] == highs[item]:
                for w in range(words):
                    active[below, w] &= ~masks[item, w]
        best, least, is_dead, is_open = -1, np.int64(1 << 60), False, False
        for item in range(items):
            need = lows[item] - times[below, item]
            if need <= 0:
                continue
            is_open = True
            count = np.int64(0)
            for w in range(words):
                count += np.int64(popcount(active[below, w] & masks[item, w]))
                if first == -2 and count >= need:
                    break
            if count < need:
                is_dead = True
                break
            if count - need < least:
                best, least = item, count - need
        if is_dead:
            continue
        if is_open:
            if first != -2:
                if level == 0 and first >= 0:
                    best = first
                tree[numbers[PLACE]] = best
            elif numbers[PLACE] == len(tree):
                numbers[CODE] = TOO_SHORT
                break
            else:
                best = tree[numbers[PLACE]]
            numbers[PLACE] += 1
            if best < 0 or best >= items or lows[best] <= times[below, best]:
                numbers[CODE] = WRONG_ITEM
                break
            for w in range(words):
                untried[below, w] = active[below, w] & masks[best, w]
                if level == 0 and len(roots):
                    untried[below, w] &= roots[w]
        else:
            for chosen in range(1, below):
                found[numbers[FILLED]] = stack.option[chosen]
                numbers[FILLED] += 1
            found[numbers[FILLED]] = -1
            numbers[FILLED] += 1
            for w in range(words):
                untried[below, w] = active[below, w]
        level = below
    numbers[LEVEL] = level


class ProofTree:
    """A walk over a search tree: `solutions` yields its solutions, and `items` are its branching nodes so far.

    `roots`: the options that the root may try, or None. `items`: the tree to read; None to write it, where `first` is
    the item of the root, -1 for the item with the fewest options. With `keep` false the written tree is forgotten.
    """

    def __init__(
        self,
        bounds: Sequence[Sequence[int]],
        options: Sequence[Sequence[int]],
        roots: Sequence[int] | None = None,
        items: Sequence[int] | None = None,
        first: int = -1,
        *,
        keep: bool = True,
    ) -> None:
        self._problem = problem = _problem(bounds, options)
        self._first, self._keep = first if items is None else -2, keep
        self._tree = np.empty(0, dtype=np.int64) if items is None else np.array(items, dtype=np.int64)
        words = problem.masks.shape[1]
        self._roots = np.empty(0, dtype=np.uint64) if roots is None else _bits([roots], words)[0]
        self._numbers = np.zeros(4, dtype=np.int64)
        depth = 3 + (min(len(options), sum(high for _, high in bounds)) if all(options) else len(options))
        stack = TreeStack(
            np.zeros((depth, words), dtype=np.uint64),
            np.zeros((depth, words), dtype=np.uint64),
            np.zeros((depth, len(bounds)), dtype=np.int64),
            np.zeros(depth, dtype=np.int64),
        )
        stack.untried[0] = _bits([[len(options)]], words)[0]
        stack.active[0] = _bits([range(len(options) + 1)], words)[0]
        self._stack = stack

    @property
    def items(self) -> list[int]:
        """The item of each branching node so far, in preorder."""
        return list(self._tree[: self.place].tolist())

    @property
    def place(self) -> int:
        """The number of branching nodes so far."""
        return int(self._numbers[PLACE])

    @property
    def state(self) -> int:
        """One of the states of a walk: `RUNNING`, `DONE`, `TOO_SHORT`, `WRONG_ITEM`."""
        return int(self._numbers[CODE])

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of the tree, as sorted options, until the walk ends."""
        found = np.empty(NODES + len(self._stack.option), dtype=np.int64)
        while self.state == RUNNING:
            if not self._keep:
                self._numbers[PLACE] = 0
            if self._first != -2 and len(self._tree) <= self.place + NODES:
                self._tree = np.concatenate([self._tree, np.empty(len(self._tree) + 2 * NODES, dtype=np.int64)])
            self._numbers[FILLED] = 0
            trace(self._problem, self._stack, self._numbers, self._tree, found, self._roots, self._first, NODES)
            solution: list[int] = []
            for option in found[: self._numbers[FILLED]].tolist():
                if option < 0:
                    yield tuple(sorted(solution))
                    solution = []
                else:
                    solution.append(option)


def _bits(rows: Sequence[Sequence[int]], words: int) -> Words:
    """Return each row of numbers as a bit set."""
    bits = np.zeros((len(rows), words), dtype=np.uint64)
    for number, row in enumerate(rows):
        values = np.array(row, dtype=np.int64)
        np.bitwise_or.at(bits[number], values // WORD, ONE << (values % WORD).astype(np.uint64))
    return bits


def _problem(bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]]) -> TreeProblem:
    count, words = len(options), words_for(len(options) + 1)
    covering: list[list[int]] = [[] for _ in bounds]
    for option, items in enumerate(options):
        for item in items:
            covering[item].append(option)
    masks = _bits(covering, words)
    keep = np.tile(_bits([range(count)], words), (count + 1, 1))
    for option in range(count):
        keep[option] &= ~_bits([[option]], words)[0]
    for item, (_, high) in enumerate(bounds):
        if high == 0:
            keep[count] &= ~masks[item]
    start = np.cumsum([0, *map(len, options), 0], dtype=np.int64)
    flat = np.array([item for items in options for item in items], dtype=np.int64)
    lows, highs = (np.array([bound[k] for bound in bounds], dtype=np.int64) for k in (0, 1))
    return TreeProblem(masks, keep, start, flat, lows, highs)
