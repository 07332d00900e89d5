"""What fits at each cell of a narrow board, by table: a load and an AND for each byte of what is used and covered."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.engines.exact_cover.common.jit import compiled
from cp_puzzles.engines.exact_cover.common.words import ONE, WORD, ZERO, Ints, Words

BYTE = 8
"""The bits that a table is asked with."""

BYTES = 5
"""The bytes of a key."""

ENTRIES = 1 << BYTE
"""The entries of a table."""

MAX_KEY = BYTES * BYTE
"""The most pieces and cells that a key tells of: wider boards have too many nodes anyhow."""

MAX_OPTIONS = WORD
"""The options with the same first cell are a word of bits."""


class Tables(NamedTuple):
    """Options sorted by first cell, and what fits at each cell; all arrays of words but `ahead` are flat.

    What is covered is a word: of the 64 cells from the *origin* on, which is a multiple of `segment`. Options whose
    first cell lies in the segment that begins there reach no further. The last segment is a whole word.

    `start`: where the options with a first cell begin. `options`: what each covers, from the origin of its first
    cell's segment on, and the pieces that it uses. What fits at a first cell, as bits from its `start` on, is told by
    a *key*: the pieces used, and after these `pieces` bits the covered ones of the cells after the first. `living` has
    a table for each cell, of the options of this subproblem given the key's first byte; `fitting` has four, of all
    options, for the others.
    `seeds`: options, one of which is put first; `ahead` (seeds, segments): what is covered beside it from the origin
    of each segment on. `near`: the cells of each segment. `all_pieces`: all that must be used.
    """

    segment: np.uint64
    near: Words
    start: Words
    options: Words
    living: Words
    fitting: Words
    seeds: Ints
    ahead: Words
    pieces: np.uint64
    all_pieces: np.uint64


@compiled
def fitting_options(start, keys):  # type: ignore[no-untyped-def]
    """For each first cell the options that fit, as bits from `start` on, given the first byte of a key; given others.

    `keys` of options sorted by first cell: the bits that must be free.
    """
    cells = len(start) - 1
    by_first = np.zeros((cells, 1, ENTRIES), dtype=np.uint64)
    by_others = np.zeros((cells, BYTES - 1, ENTRIES), dtype=np.uint64)
    for cell in range(cells):
        base, end = np.int64(start[cell]), np.int64(start[cell + 1])
        if base < end:
            _fill(by_first[cell], keys[base:end], ZERO)
            _fill(by_others[cell], keys[base:end], np.uint64(BYTE))
    return by_first, by_others


@compiled
def _fill(tables, keys, bit):  # type: ignore[no-untyped-def]
    """What fits given each byte from a bit of the key on, by induction on the highest bit that is set."""
    for table in tables:
        for o in range(len(keys)):
            table[0] |= ONE << np.uint64(o)
        for k in range(BYTE):
            fitting = ZERO
            for o in range(len(keys)):
                fitting |= (~(keys[o] >> bit) & ONE) << np.uint64(o)
            for lower in range(1 << k):
                table[(1 << k) + lower] = table[lower] & fitting
            bit += ONE
