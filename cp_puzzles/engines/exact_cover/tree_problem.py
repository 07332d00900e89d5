"""The cover problem of a certificate as bit sets, for walks over its search trees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Words
from cp_puzzles.base.jit import compiled
from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.engines.exact_cover.bit_words import MASK, ONE, SHIFT, WORD, words_for
from cp_puzzles.errors import MistakeError


class TreeArrays(NamedTuple):
    """A cover problem as bit sets: the domain of an item has a bit for each option that covers it, in whole words.

    Two items follow those of the problem: all free options, which cover no item that must be full, and the root, whose
    only option is the last one and begins the walk. `first[i]`: the first word of a domain. `option`: the option of
    each bit. `items[start[o]:start[o + 1]]` and `place[...]`: the items of option o and its bits. `keep[o]`: the bits
    that stay beside it, where items are covered at most once; `others[row[i]]`: those without the options of an item
    that is covered more often. `cheapest`: the options by cost.
    """

    first: Ints
    option: Ints
    start: Ints
    items: Ints
    place: Ints
    keep: Words
    row: Ints
    others: Words
    lows: Ints
    highs: Ints
    cost: Ints
    cheapest: Ints


def rows_kept(start: Ints, items: Ints, place: Ints, is_exclusive: Mask, words: int) -> tuple[Words, Words]:
    """Return for each option the bits that stay beside it, and for each item those of options without it."""
    others = np.zeros((len(is_exclusive), words), dtype=np.uint64)
    keep = np.zeros((len(start) - 1, words), dtype=np.uint64)
    fill_rows(start, items, place, is_exclusive, keep, others)
    return np.invert(keep, out=keep), np.invert(others, out=others)


@compiled
def fill_rows(start, items, place, is_exclusive, conflicts, sharing):  # type: ignore[no-untyped-def]
    """Fill for each option the bits that do not stay beside it, and for each item those of the options with it."""
    for option in range(len(conflicts)):
        for k in range(start[option], start[option + 1]):
            word, bit = place[k] >> SHIFT, ONE << np.uint64(place[k] & MASK)
            conflicts[option, word] |= bit
            for j in range(start[option], start[option + 1]):
                sharing[items[j], word] |= bit
    for option in range(len(conflicts)):
        for k in range(start[option], start[option + 1]):
            if is_exclusive[items[k]]:
                for w in range(conflicts.shape[1]):
                    conflicts[option, w] |= sharing[items[k], w]


class TreeProblem:
    """A cover problem for walks over its search trees.

    `costs`: the cost of each option, 0 by default. The options of a solution cost at most the `budget` together.
    Raises `MistakeError` if the bit sets need more than the default share of the memory.
    """

    def __init__(
        self,
        bounds: Sequence[Sequence[int]],
        options: Sequence[Sequence[int]],
        costs: Sequence[int] | None = None,
        budget: int = 0,
    ) -> None:
        count, free, root = len(options), len(bounds), len(bounds) + 1
        is_free = (all(bounds[item][0] < bounds[item][1] for item in items) for items in options)
        rows = [[*items, free] if frees else items for items, frees in zip(options, is_free, strict=True)] + [[root]]
        start = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        items = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=int(start[-1]))
        sizes = np.bincount(items, minlength=root + 1)
        first = np.concatenate([[0], np.cumsum(words_for(sizes))])
        words = int(first[-1])
        size, allowed = (count + root + 2) * words * 8, allowed_memory(None)
        if size > allowed:
            limit = f"only {bytes_text(allowed)} may be used"
            problem = f"the proof of {count:,} placements would need {bytes_text(size)}, but {limit}"
            raise MistakeError("memory", problem, "use a smaller puzzle")
        place = np.empty_like(items)
        place[np.argsort(items, kind="stable")] = np.arange(len(items)) + np.repeat(
            first[:-1] * WORD - np.cumsum(sizes) + sizes, sizes
        )
        option = np.zeros(words * WORD, dtype=np.int64)
        option[place] = np.repeat(np.arange(count + 1), np.diff(start))
        lows, highs = (
            np.array([*(bound[k] for bound in bounds), *[k * (count + 2)] * 2], dtype=np.int64) for k in (0, 1)
        )
        keep, others = rows_kept(start, items, place, highs == 1, words)
        for item in np.flatnonzero(highs == 0):
            keep[count] &= others[item]
        row = np.where((highs > 1) & (np.arange(root + 1) < free), np.arange(root + 1), -1)
        cost = np.array([*(costs or [0] * count), 0], dtype=np.int64)
        cheapest = np.argsort(cost[:-1], kind="stable")
        self.arrays = TreeArrays(first, option, start, items, place, keep, row, others, lows, highs, cost, cheapest)
        self.budget = budget
        self.domains = bits_of(place, words)
        most = min(count, sum(min(high, count) for _, high in bounds))  # the sum of maxima may have more than 64 bits
        self.depth = 3 + (most if all(map(len, options)) else count)


def bits_of(places: Ints, words: int) -> Words:
    """Return some bits as a set."""
    bits = np.zeros(words, dtype=np.uint64)
    np.bitwise_or.at(bits, places // WORD, ONE << (places % WORD).astype(np.uint64))
    return bits
