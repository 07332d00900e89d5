"""Tables of numbers as text in the data of the solution page."""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from cp_puzzles.output.web.page_types import NumberTable

Rows = npt.NDArray[np.int32]
CHUNK = 4096
"""Rows whose images are in memory at once."""


def owned(rows: Sequence[Sequence[int]], permutations: Rows) -> npt.NDArray[np.bool_]:
    """Return a table `[g, r]` of the images that belong to their row, so that each position belongs to one row.

    A position belongs to the row that equals it, else to the first row, by the first element of the group, with that
    image. Solutions up to rotation have their images under rotations; if all solutions are given, each has itself.

    >>> owned([[0], [1]], np.array([[0, 1, 2], [1, 0, 2]], dtype=np.int32)).tolist()
    [[True, True], [False, False]]
    """
    group, count = len(permutations), len(rows)
    width = max(map(len, rows), default=0)
    # A position is identified by the sum of 64-bit random numbers of its placements: two of a million positions have
    # the same sum with a probability of less than one in ten million.
    size = permutations.shape[1]
    numbers = np.random.default_rng(20).integers(1, 2**63, size=size + 1, dtype=np.uint64)
    numbers[size] = 0
    images = np.concatenate([permutations, np.full((group, 1), size, dtype=np.int32)], axis=1)
    keys = np.empty((group, count), dtype=np.uint64)
    for start in range(0, count, CHUNK):
        part = rows[start : start + CHUNK]
        table = np.full((len(part), width), size, dtype=np.int32)
        for row, options in zip(table, part, strict=True):
            row[: len(options)] = options
        for element in range(group):
            keys[element, start : start + len(part)] = numbers[images[element][table]].sum(axis=1, dtype=np.uint64)
    belongs = np.zeros(group * count, dtype=np.bool_)
    belongs[np.unique(keys.ravel(), return_index=True)[1]] = True
    return belongs.reshape(group, count)


def bits(table: npt.NDArray[np.bool_]) -> str:
    """Return rows of bits as base64, each padded to whole 32-bit words, the first bit the lowest."""
    words = -(-table.shape[1] // 32)
    packed = np.packbits(table, axis=1, bitorder="little")
    padded = np.zeros((len(table), 4 * words), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return base64.b64encode(padded.tobytes()).decode("ascii")


def numbers(values: Iterable[int], largest: int) -> NumberTable:
    """Return numbers from 0 to `largest` as `{bytes: 2 or 4, base64}`, little-endian."""
    table = array("H" if largest < 2**16 else "I")
    table.extend(values)
    if sys.byteorder == "big":
        table.byteswap()
    return {"bytes": table.itemsize, "base64": base64.b64encode(table.tobytes()).decode("ascii")}
