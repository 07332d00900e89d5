"""Words of 64 bits: a set of numbers is an array of words; number n is bit n % 64 of word n // 64.

>>> words_for(130)
3
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cp_puzzles.base.jit import callee

WORD = 64
"""The bits of a word."""

ZERO, ONE, ALL = np.uint64(0), np.uint64(1), ~np.uint64(0)

SHIFT, MASK = 6, WORD - 1
"""The word of a number, and its bit there, if the number is an int64."""

_SHIFT, _MASK = np.uint64(SHIFT), np.uint64(MASK)


@callee
def word_of(number):  # type: ignore[no-untyped-def]
    """Return the word of a number (uint64)."""
    return number >> _SHIFT


@callee
def bit_of(number):  # type: ignore[no-untyped-def]
    """Return the bit of a number (uint64) in its word, as a word."""
    return ONE << (number & _MASK)


@callee
def first_of(word):  # type: ignore[no-untyped-def]
    """Return the number of a word's lowest bit."""
    return word << _SHIFT


def words_for(count: Any) -> Any:
    """Return the number of words for a set of `count` numbers."""
    return (count + WORD - 1) // WORD
