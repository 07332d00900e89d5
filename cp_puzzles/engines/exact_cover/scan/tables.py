"""What fits at each cell of a narrow board, by table: a load and an AND for each byte of what is covered and used."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.exact_cover.common.jit import compiled
from cp_puzzles.engines.exact_cover.common.words import ONE, WORD, ZERO, Words

BYTE = 8
"""The bits that a table is asked with."""

CELL_BYTES, PIECE_BYTES = 3, 2

MAX_CELLS = WORD
"""A board is a word of bits."""

MAX_OPTIONS = WORD
"""So are the options with the same first cell."""

REACH = CELL_BYTES * BYTE
"""The most cells from an option's first to its last."""

MAX_PIECES = PIECE_BYTES * BYTE


class Tables(NamedTuple):
    """Options sorted by first cell, and what fits at each cell.

    `start`: where the options with a first cell begin. `cells`, `pieces`: what an option covers and uses, as bits.
    `fitting` (cells, bytes, 256): for each first cell the options that remain, as bits from `start` on, given the
    first, second, third byte of what is covered after it, and the first, second byte of the pieces used.
    `seeds`: how many options are put first; they come after the others. `all_pieces`: all that must be used.
    """

    start: Words
    cells: Words
    pieces: Words
    fitting: npt.NDArray[np.uint64]
    seeds: int
    all_pieces: np.uint64


@compiled
def fitting_options(start, cells, pieces):  # type: ignore[no-untyped-def]
    """`Tables.fitting` for options sorted by first cell."""
    fitting = np.zeros((len(start) - 1, CELL_BYTES + PIECE_BYTES, 1 << BYTE), dtype=np.uint64)
    for first in range(len(start) - 1):
        base, end = np.int64(start[first]), np.int64(start[first + 1])
        for k in range(REACH):
            taking = _taking(cells, base, end, first + 1 + k)
            _add_bit(fitting[first, k // BYTE], k % BYTE, end - base, taking)
        for k in range(MAX_PIECES):
            taking = _taking(pieces, base, end, k)
            _add_bit(fitting[first, CELL_BYTES + k // BYTE], k % BYTE, end - base, taking)
    return fitting


@compiled
def _taking(taken, base, end, number):  # type: ignore[no-untyped-def]
    """Which options from `base` to `end` take the cell or piece of that number."""
    taking = ZERO
    if number < WORD:
        for o in range(end - base):
            taking |= ((taken[base + o] >> np.uint64(number)) & ONE) << np.uint64(o)
    return taking


@compiled
def _add_bit(table, bit, options, taking):  # type: ignore[no-untyped-def]
    """Fill in the numbers whose highest bit is this one: what `taking` has does not fit where the bit is set."""
    half = 1 << bit
    if bit == 0:
        for o in range(options):
            table[0] |= ONE << np.uint64(o)
    for lower in range(half):
        table[half + lower] = table[lower] & ~taking
