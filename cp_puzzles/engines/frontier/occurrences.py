"""In how many solutions of a cover problem each option occurs, exactly, without looking at any of them.

A solution with an option goes through some state before it and the state after it. So it is counted by the ways that
lead to the one times the ways that go on from the other, summed over the states (as in the forward-backward algorithm).
"""

from __future__ import annotations

import numpy as np

from cp_puzzles.engines.frontier.history import History
from cp_puzzles.engines.frontier.ranked import find, numbered
from cp_puzzles.engines.frontier.table import ADDENDS, LIMB, Table, Words, branches, carried, start

_HALF = LIMB // 2


def occurrences(history: History, options: int) -> list[int]:
    """For each of so many options the number of solutions that have it.

    >>> from cp_puzzles.cover.problem import CoverProblem, Item
    >>> from cp_puzzles.engines.frontier.history import remember
    >>> cells = tuple(Item("cell", name, 1, 1) for name in "abc")
    >>> strip = CoverProblem(cells + (Item("tile", "I", 0, 4),), ((0, 1, 3), (0, 3), (1, 2, 3), (1, 3), (2, 3)))
    >>> occurrences(remember(strip), 5)
    [1, 2, 1, 1, 2]
    """
    found = [0] * options
    after = start(history.plan.words)
    for step, table in history.backwards():
        onwards = np.zeros((len(after.ways) + 1, len(table)), dtype=np.uint64)
        for number, (move, part) in enumerate(branches(numbered(table), step), start=1):
            rows = part.ways[0].astype(np.intp)
            ways = after.ways.take(find(after.keys, part.keys), axis=1)
            for limb, more in zip(onwards, ways, strict=False):
                limb[rows] += more
            if number % (ADDENDS // 2) == 0:
                onwards = carried(list(onwards), len(table))
            if move is not None:
                found[move.leader] += _inner(table.ways.take(rows, axis=1), ways)
        after = Table(table.keys, carried(list(onwards), len(table)))
    return found


def _inner(a: Words, b: Words) -> int:
    """The sum of the products of numbers in limbs, one a column."""
    total = 0
    for first in range(0, a.shape[1], ADDENDS):  # products of two halves are as long as a limb
        chunk = slice(first, first + ADDENDS)
        others = _halves(b[:, chunk])
        for i, left in enumerate(_halves(a[:, chunk])):
            for j, right in enumerate(others):
                total += int(left @ right) << _HALF * (i + j)
    return total


def _halves(limbs: Words) -> list[Words]:
    """Limbs of half as many bits, so that products of two can be summed in 64 bits."""
    mask, shift = np.uint64((1 << _HALF) - 1), np.uint64(_HALF)
    return [half for limb in limbs for half in (limb & mask, limb >> shift)]
