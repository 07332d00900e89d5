"""Bounds that follow from the bounds of other items, so that an engine may omit all of them at once.

No argument uses a bound that is omitted itself. *Single* items are covered at most once, *exact* items exactly once. If
each option covers at least s of n single items, at most n / s options are chosen; if each covers at most s of n exact
items, at least n / s are needed. By area: if all options of each tile cover the same number of exact items, and every
tile but one is used a fixed number of times, then the remaining area fixes the number of copies of the last tile.
"""

from __future__ import annotations

import numpy as np

from cp_puzzles.base.arrays import Mask, Numbers
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Places, Ragged


def redundant_bounds(problem: CoverProblem) -> frozenset[int]:
    """Return the items that may be covered more than once and whose bounds no choice of options violates.

    A search that omits these bounds prunes as much as before.
    """
    exact = np.array([item.is_exact_one for item in problem.items], dtype=np.bool_)
    single = np.array([item.maximum <= 1 for item in problem.items], dtype=np.bool_)
    several = np.flatnonzero(~single)
    if not len(several):
        return frozenset()
    exact_counts, single_counts = problem.table.sums(exact), problem.table.sums(single)
    covering = problem.table.kept(~single[problem.table.values]).transposed(len(problem.items))

    def is_redundant(item: int) -> bool:
        bounds, options = problem.items[item], covering.row(item)
        if bounds.maximum < _most(problem.table.take(options), single_counts[options], single):
            return False
        return bounds.minimum == 0 or bounds.minimum <= _fewest(options, exact_counts, int(exact.sum()))

    return frozenset(filter(is_redundant, several.tolist()))


def implied_bounds(problem: CoverProblem) -> frozenset[int]:
    """Return the items of `redundant_bounds` and a tile whose number of copies the area fixes, if there is one.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> cells = tuple(Item("cell", str(i), 1, 1) for i in range(4))
    >>> options = ((0, 4), (0, 1, 5), (1, 4), (1, 2, 5), (2, 4), (2, 3, 5), (3, 4))
    >>> problem = CoverProblem((*cells, Item("tile", "O", 2, 2), Item("tile", "I", 1, 2)), options)
    >>> implied_bounds(problem), redundant_bounds(problem)
    (frozenset({5}), frozenset())
    """
    return redundant_bounds(problem) | _fixed_by_area(problem)


def _most(options: Ragged, single_counts: Places, single: Mask) -> int:
    """Return an upper bound on how many of these options a solution chooses.

    `single_counts` has the number of single items that each option covers.
    """
    least = int(single_counts.min(initial=len(single)))
    covered = np.zeros_like(single)
    covered[options.values] = True
    return min(len(options), int((single & covered).sum()) // least) if least else len(options)


def _fewest(options: Numbers, exact_counts: Places, exact: int) -> int:
    """Return a lower bound on how many of these options a solution chooses.

    `exact_counts` has the number of exact items that each option covers, `exact` is the number of all exact items.
    """
    if exact_counts.sum() != exact_counts[options].sum():
        return 0
    most = int(exact_counts[options].max(initial=0))
    return -(-exact // most) if most else 0


def _fixed_by_area(problem: CoverProblem) -> set[int]:
    """Return the tile whose number of copies the area fixes; of several such tiles, the one with the most copies."""
    if (problem.tile_numbers < 0).any():
        return set()
    bounds = {tile: problem.items[tile] for tile in problem.tiles}
    loose = [tile for tile, item in bounds.items() if item.minimum != item.maximum]
    candidates = loose if loose else [tile for tile, item in bounds.items() if item.maximum > 1]
    if len(loose) > 1 or not candidates:
        return set()
    last = max(candidates, key=lambda tile: (bounds[tile].maximum, tile))
    exact = np.array([item.kind == "cell" and item.is_exact_one for item in problem.items], dtype=np.bool_)
    exact_counts = problem.table.sums(exact)
    sizes = {tile: set(exact_counts[problem.covering.row(tile)].tolist()) for tile in bounds}
    if bounds[last].maximum <= 1 or any(len(size) > 1 for size in sizes.values()):
        return set()
    others = sum(item.minimum * max(sizes[tile], default=0) for tile, item in bounds.items() if tile != last)
    area = max(sizes[last], default=0)
    copies, rest = divmod(int(exact.sum()) - others, area) if area else (0, 1)
    return {last} if rest == 0 and bounds[last].minimum <= copies <= bounds[last].maximum else set()
