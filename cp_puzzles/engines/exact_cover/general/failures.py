"""Failures are remembered: sets of uncovered items without a solution, in a table with a place for each.

Each set has one place, found by mixing its bits; a later one takes the place of an earlier one. The sets themselves
are compared, so that no two are ever mistaken for one another.
"""

from __future__ import annotations

import numpy as np

from cp_puzzles.engines.exact_cover.common.jit import compiled
from cp_puzzles.engines.exact_cover.common.words import WORD, ZERO

LOG_PLACES = 14
"""The binary logarithm of the number of places."""

TRIAL, WORTH_ONE_IN = 4096, 32
"""Remembering ends if of the first so many sets looked up fewer than one in so many is met again."""

_TO_PLACE, _HALF = np.uint64(WORD - LOG_PLACES), np.uint64(29)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: multiplied by it, numbers that are near each other come far apart (TAOCP 6.4)."""


@compiled
def remember(failures, uncovered, first, words):  # type: ignore[no-untyped-def]
    """Remember the set in `words` words from `first`."""
    place = _place(uncovered, first, words)
    for w in range(words):
        failures[place + w] = uncovered[first + w]


@compiled
def is_failure(failures, uncovered, first, words):  # type: ignore[no-untyped-def]
    """Whether that set is remembered."""
    place = _place(uncovered, first, words)
    different = ZERO
    for w in range(words):
        different |= failures[place + w] ^ uncovered[first + w]
    return different == ZERO


@compiled
def is_worthwhile(looked_up, met_again):  # type: ignore[no-untyped-def]
    """Whether to go on remembering after so many sets were looked up, of which some were met again."""
    return looked_up != TRIAL or met_again * WORTH_ONE_IN >= TRIAL


@compiled
def _place(uncovered, first, words):  # type: ignore[no-untyped-def]
    mixed = ZERO
    for w in range(words):
        mixed = (mixed ^ uncovered[first + w]) * _GOLDEN
        mixed ^= mixed >> _HALF
    return ((mixed * _GOLDEN) >> _TO_PLACE) * words
