"""The search without any refinement, to measure refinements by: one bit set of living options, one of options per item.

The item with the fewest living options is branched on; to choose an option is one AND with its row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cp_puzzles.base.jit import compiled, lowest_bit, popcount

ONE, SIX = np.uint64(1), np.uint64(6)


def prototype_solutions(options: list[list[int]], items: int) -> NDArray[np.int32]:
    """Return the exact covers of items 0, 1, ...: a row of option numbers each, terminated by -1."""
    words = (len(options) + 63) // 64
    covering = np.zeros((items, words), dtype=np.uint64)
    for o, option in enumerate(options):
        for i in option:
            covering[i, o // 64] |= np.uint64(1 << o % 64)
    rows = np.array([~np.bitwise_or.reduce(covering[option], axis=0) for option in options])
    covers = np.zeros((len(options), items), dtype=np.bool_)
    for o, option in enumerate(options):
        covers[o, option] = True
    found = np.full((1 << 17, items + 1), -1, dtype=np.int32)
    # compiled code cannot allocate arrays
    active, left = np.zeros((2, items + 1, words), dtype=np.uint64)
    uncovered = np.ones((items + 1, items), dtype=np.bool_)
    chosen = np.full(items + 1, -1, dtype=np.int32)
    return found[: _search(covering, rows, covers, found, active, left, uncovered, chosen)]


@compiled
def _search(
    covering: NDArray[np.uint64],
    rows: NDArray[np.uint64],
    covers: NDArray[np.bool_],
    found: NDArray[np.int32],
    active: NDArray[np.uint64],
    left: NDArray[np.uint64],
    uncovered: NDArray[np.bool_],
    chosen: NDArray[np.int32],
) -> int:
    items, words = covering.shape
    for o in range(len(rows)):
        active[0, o >> 6] |= ONE << np.uint64(o & 63)
    solutions, depth, descending = 0, 0, True
    while depth >= 0:
        if descending:
            least, best = np.uint64(1 << 40), -1
            for i in range(items):
                if uncovered[depth, i]:
                    count = np.uint64(0)
                    for w in range(words):
                        count += popcount(active[depth, w] & covering[i, w])
                    if count < least:
                        least, best = count, i
                        if count == 0:
                            break
            if best < 0:
                chosen[depth] = -1
                found[solutions] = chosen
                solutions += 1
                depth -= 1
            else:
                for w in range(words):
                    left[depth, w] = active[depth, w] & covering[best, w]
        descending = False
        for w in range(words):
            if left[depth, w]:
                option = (w << 6) + np.int64(lowest_bit(left[depth, w]))
                left[depth, w] &= left[depth, w] - ONE
                chosen[depth] = option
                for v in range(words):
                    active[depth + 1, v] = active[depth, v] & rows[option, v]
                for i in range(items):
                    uncovered[depth + 1, i] = uncovered[depth, i] and not covers[option, i]
                depth += 1
                descending = True
                break
        if not descending:
            depth -= 1
    return solutions
