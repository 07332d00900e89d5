"""Rows of integers, of different lengths, in two arrays: a million rows take a few megabytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Mask, Numbers

Places = npt.NDArray[np.int64]

_CHUNK = 4096
"""The number of rows that are made into tuples at once."""


@dataclass(frozen=True, eq=False)
class Ragged(Sequence[tuple[int, ...]]):
    """A sequence of tuples of non-negative integers, stored as arrays; equal to any sequence of the same tuples.

    Row r is `values[starts[r] : starts[r + 1]]`.

    >>> rows = Ragged.of([(0, 2), (), (1, 2)])
    >>> rows[0], rows.transposed(3)[2], rows == ((0, 2), (), (1, 2))
    ((0, 2), (0, 2), True)
    """

    values: Numbers
    starts: Places

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]]) -> Ragged:
        """Return rows as a `Ragged`; a `Ragged` is returned as it is."""
        if isinstance(rows, Ragged):
            return rows
        rows = list(rows)
        return cls(np.fromiter(chain.from_iterable(rows), dtype=np.int32), starts_of(list(map(len, rows))))

    @classmethod
    def stacked(cls, blocks: Iterable[Numbers]) -> Ragged:
        """Return the rows of several arrays, one after the other."""
        blocks = list(blocks)
        lengths = [np.full(len(block), block.shape[1], dtype=np.int64) for block in blocks]
        flat = [block.ravel() for block in blocks]
        none = np.empty(0, dtype=np.int32)
        return cls(np.concatenate([none, *flat]), starts_of(np.concatenate([none, *lengths])))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, row: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, row: slice) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return tuple(self[r] for r in range(*row.indices(len(self))))
        return tuple(self.row(row).tolist())

    def row(self, row: int) -> Numbers:
        """Return a row as an array."""
        if not -len(self) <= row < len(self):
            raise IndexError(f"there is no row {row} among {len(self)}")
        row %= len(self)
        return self.values[self.starts[row] : self.starts[row + 1]]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for first in range(0, len(self), _CHUNK):
            starts = self.starts[first : first + _CHUNK + 1]
            values = self.values[starts[0] : starts[-1]].tolist()
            ends = (starts - starts[0]).tolist()
            for start, end in pairwise(ends):
                yield tuple(values[start:end])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ragged):
            return np.array_equal(self.starts, other.starts) and np.array_equal(self.values, other.values)
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    @cached_property
    def lengths(self) -> Places:
        """The length of each row."""
        return np.diff(self.starts)

    @cached_property
    def block(self) -> Numbers | None:
        """The rows as one array, not copied, if they all have the same length; otherwise None."""
        if not len(self):
            return None
        width = self.starts[1] - self.starts[0]
        return self.values.reshape(len(self), width) if (self.lengths == width).all() else None

    @property
    def rows(self) -> Numbers:
        """The row of each value."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.lengths)

    def sums(self, weights: npt.NDArray[Any]) -> Places:
        """Return the sum of the weights of each row's values; with a mask, the number of its true values."""
        block = self.block
        if block is not None:
            return np.asarray(weights[block].sum(axis=1, dtype=np.int64), dtype=np.int64)
        sums = np.concatenate([[0], np.cumsum(weights[self.values], dtype=np.int64)])
        return np.asarray(sums[self.starts[1:]] - sums[self.starts[:-1]], dtype=np.int64)

    def kept(self, mask: Mask) -> Ragged:
        """Return the rows without the values for which a mask is false; the mask has one entry for each value."""
        if mask.all():
            return self
        return Ragged(self.values[mask], np.concatenate([[0], np.cumsum(mask)])[self.starts])

    def take(self, rows: Numbers | Places | Mask | list[int]) -> Ragged:
        """Return some of the rows, in the given order, or those of a mask."""
        return Ragged(self.values_of(rows), starts_of(self.lengths[rows]))

    def values_of(self, rows: Numbers | Places | Mask | list[int]) -> Numbers:
        """Return the values of some of the rows, one row after the other."""
        if self.block is not None:
            values: Numbers = self.block[rows].ravel()
            return values
        lengths = self.lengths[rows]
        starts = starts_of(lengths)
        values = self.values[np.arange(starts[-1]) + np.repeat(self.starts[:-1][rows] - starts[:-1], lengths)]
        return values

    def joined(self, last: Numbers) -> Ragged:
        """Return the rows with one more value at the end of each."""
        return Ragged(np.insert(self.values, self.starts[1:], last), self.starts + np.arange(len(self.starts)))

    def transposed(self, count: int) -> Ragged:
        """Return a row for each number below `count`: the numbers of the rows that contain it, ascending."""
        # numpy sorts numbers of 16 bits in linear time
        order = np.argsort((self.values & 0xFFFF).astype(np.uint16), kind="stable")
        if count > 1 << 16:
            order = order[np.argsort((self.values >> 16)[order].astype(np.uint16), kind="stable")]
        block = self.block
        rows = self.rows[order] if block is None else (order // max(1, block.shape[1])).astype(np.int32)
        return Ragged(rows, starts_of(np.bincount(self.values, minlength=count)))

    def matrix(self, count: int) -> Places:
        """Return a row of zeros and ones for each row: ones in the columns of its values, which are below `count`."""
        matrix = np.zeros((len(self), count), dtype=np.int64)
        matrix[self.rows, self.values] = 1
        return matrix

    def ascending(self) -> Ragged:
        """Return the rows with their values sorted."""
        block = self.block
        if block is not None:
            return Ragged(np.sort(block, axis=1).ravel(), self.starts)
        return Ragged(self.values[np.lexsort((self.values, self.rows))], self.starts)

    def order(self) -> Places:
        """Return the indices that sort the rows as tuples; equal rows keep their order."""
        numbers, block = self.values.astype(">i4"), self.block
        if block is not None and block.size:
            return np.argsort(numbers.view(f"S{4 * block.shape[1]}"), kind="stable")
        data, ends = numbers.tobytes(), (4 * self.starts).tolist()
        keys = [data[start:end] for start, end in pairwise(ends)]
        return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)

    def padded(self, filler: int) -> Numbers:
        """Return the rows as one array with at least one column, padded with `filler` at the end."""
        block = self.block
        if block is not None and block.shape[1]:
            return block.astype(np.int32)
        width = max(1, int(self.lengths.max(initial=0)))
        result = np.full((len(self), width), filler, dtype=np.int32)
        result[np.arange(width) < self.lengths[:, None]] = self.values
        return result


def starts_of(lengths: npt.ArrayLike) -> Places:
    """Return the start of each row, given the lengths of the rows, and the end of the last one."""
    return np.concatenate([[0], np.cumsum(np.asarray(lengths, dtype=np.int64))])
