"""Tables of numbers as text for the solution page: solutions, the group of the board, what stands for what."""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int32]
CHUNK = 4096
"""Rows whose images are at hand at once."""


@dataclass(frozen=True)
class GroupTable:
    """A group of permutations by few of its elements.

    `generators` are indices of elements; `words[i]` says that element `order[i + 1]` is the one at the place
    `words[i][0]` of `order`, followed by the generator of the number `words[i][1]`.
    """

    generators: list[int]
    words: list[tuple[int, int]]
    order: list[int]

    @classmethod
    def of(cls, permutations: Rows) -> GroupTable:
        """The table of a group whose first element is the identity.

        >>> table = GroupTable.of(np.array([[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]], dtype=np.int32))
        >>> table.generators, table.words, table.order
        ([1], [(0, 0), (1, 0), (2, 0)], [0, 1, 2, 3])
        """
        place = {row.tobytes(): number for number, row in enumerate(permutations)}
        generators: list[int] = []
        words: list[tuple[int, int]] = []
        order, known = [0], {0}
        for element in range(len(permutations)):
            if element in known:
                continue
            generators.append(element)
            at = 0
            while at < len(order):
                for number, generator in enumerate(generators):
                    image = place[permutations[generator][permutations[order[at]]].tobytes()]
                    if image not in known:
                        known.add(image)
                        order.append(image)
                        words.append((at, number))
                at += 1
        return cls(generators, words, order)


def owned(rows: Sequence[Sequence[int]], permutations: Rows) -> npt.NDArray[np.bool_]:
    """Which images of which row are its own: `[g, r]`, so that every position of every row is counted once.

    A position belongs to the row that is it; else to the first row, by the first element of the group, that becomes
    it. So rows that were found up to rotations have the rotations' images, and rows of all solutions have themselves.

    >>> owned([[0], [1]], np.array([[0, 1, 2], [1, 0, 2]], dtype=np.int32)).tolist()
    [[True, True], [False, False]]
    """
    group, count = len(permutations), len(rows)
    width = max(map(len, rows), default=0)
    # A position is told by the sum of random numbers, one for each of its placements: 64 bits, so that the odds that
    # two of a million positions have the same are less than 1 to ten million.
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
    mine = np.zeros(group * count, dtype=np.bool_)
    mine[np.unique(keys.ravel(), return_index=True)[1]] = True
    return mine.reshape(group, count)


def bits(table: npt.NDArray[np.bool_]) -> str:
    """Rows of bits, each padded to whole 32-bit words, the first bit the lowest."""
    words = -(-table.shape[1] // 32)
    packed = np.packbits(table, axis=1, bitorder="little")
    padded = np.zeros((len(table), 4 * words), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return base64.b64encode(padded.tobytes()).decode("ascii")


def numbers(values: Any, largest: int) -> dict[str, Any]:
    """Numbers from 0 up to `largest`, little-endian: `{bytes: 2 or 4, base64}`."""
    table = array("H" if largest < 2**16 else "I")
    table.extend(values)
    if sys.byteorder == "big":
        table.byteswap()
    return {"bytes": table.itemsize, "base64": base64.b64encode(table.tobytes()).decode("ascii")}
