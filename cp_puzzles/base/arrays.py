"""Types of arrays by the values that they hold, and sets of bits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
"""Integers in general."""

Numbers = npt.NDArray[np.int32]
"""Numbers of items and options, of which there may be many."""

Words = npt.NDArray[np.uint64]
"""Sets of bits."""

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


def words_of(mask: Mask) -> Words:
    """Return a mask, of whole words along its last axis, as words of bits.

    >>> words_of(np.arange(64) == 3).tolist()
    [8]
    """
    return np.packbits(mask, axis=-1, bitorder="little").view(np.uint64)


def numbers_of(words: Words) -> Ints:
    """Return the numbers in a set.

    >>> numbers_of(np.array([5, 1], dtype=np.uint64)).tolist()
    [0, 2, 64]
    """
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
