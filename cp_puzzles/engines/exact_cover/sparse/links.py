"""Which options have which items, as two lists of numbers: memory in proportion to what the options cover."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.ragged import Ragged
from cp_puzzles.engines.exact_cover.common.words import Ints
from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays

Numbers = npt.NDArray[np.int32]


class Links(NamedTuple):
    """Items by option and options by item, each in one array with where the rows start; E items exclude.

    Items: the exclusive ones, then the counted ones, then one of all free options, which has no bounds, then one
    without options. `exclusive` is E.
    """

    items: Numbers
    item_start: Ints
    options: Numbers
    option_start: Ints
    exclusive: int


def links_of(arrays: CoverArrays, number: Ints) -> Links:
    """The links of some options, which the search numbers from 0."""
    first_counted, nothing = arrays.exclusive_count, arrays.exclusive_count + len(arrays.minimum)
    exclusive = arrays.exclusive[number]
    repeated = np.zeros(exclusive.shape, dtype=np.bool_)
    repeated[:, 1:] = exclusive[:, 1:] == exclusive[:, :-1]
    counted = arrays.counted[number]
    covered = np.hstack([exclusive, first_counted + counted]).astype(np.int32)
    kept = np.hstack([~repeated, counted >= 0])
    starts = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    items = Ragged(covered[kept], starts)
    by_item = items.transposed(nothing)
    free = np.flatnonzero(arrays.free[number]).astype(np.int32)
    return Links(
        items=items.values,
        item_start=items.starts,
        options=np.concatenate([by_item.values, free]),
        option_start=np.concatenate([by_item.starts, by_item.starts[-1] + [len(free), len(free)]]),
        exclusive=arrays.exclusive_count,
    )
