"""The engine `frontier`, and numbers of exact covers of the first items of an order.

The number of orbits is the mean number of solutions that an element of the group fixes (Burnside's lemma, after Cauchy
and Frobenius). The solutions that a subgroup fixes are the solutions of an orbit cover.

Each state in memory takes some 120 bytes. The twelve pentominoes on 6x10 reach 589,334 states at once. With unlimited
copies, the state consists of the cells of the frontier alone, and there are at most 15,354.

The sweep decides the items one by one. After the last item of a prefix, the ways to reach the state without a covered
item beyond it are the exact covers of the prefix.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import PartResult
from cp_puzzles.engines.frontier.frontier_plan import plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, swept
from cp_puzzles.engines.frontier.orbit_cover import OrbitCover
from cp_puzzles.engines.frontier.solution_ranking import rank_solutions
from cp_puzzles.engines.frontier.sweep_count import SweepCount


def count_prefixes(
    options: Sequence[tuple[int, ...]], size: int, ends: Sequence[int], *, memory_limit: int = MEMORY_LIMIT
) -> Iterator[int]:
    """Yield the number of exact covers of the items below each end, by options of these items.

    Parameters
    ----------
    options
        The items of each option, ascending.
    size
        The number of items, which are numbered from 0.
    ends
        The lengths of the prefixes, ascending.
    memory_limit
        In bytes.

    Raises
    ------
    WideFrontierError
        If the states will not fit in the memory.

    Examples
    --------
    >>> [*count_prefixes([(0, 1), (1, 2), (2, 3), (2,)], 4, [1, 2, 3, 4])]
    [0, 1, 1, 1]
    """
    every = [*options, *_stand_ins(size, options)]
    weighted = tuple(tuple((item, 1) for item in option) for option in every)
    bounds = (*((1, 1) for _ in range(size)), (0, 1), (0, 1))
    plan = plan_sweep(OrbitCover(bounds, weighted, tuple(range(len(every)))))
    pivots = sorted({option[0] for option in every})
    tables = swept(plan, memory_limit=memory_limit)
    step, table = 0, next(tables)
    for end in ends:
        steps = bisect_left(pivots, end)
        while step < steps:
            step, table = step + 1, next(tables)
        yield table.rows(np.flatnonzero((table.keys == 0).all(axis=0))).total()


def _stand_ins(size: int, options: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield options of items that are the first item of no option, and one more after all items.

    Otherwise the sweep would demand that such an item is covered before it reaches the item, in shorter prefixes
    without the item, too. A state that chose a stand-in has covered the last item, so it is no cover; the final option
    keeps this item open.
    """
    firsts = {option[0] for option in options}
    yield from ((item, size + 1) for item in range(size) if item not in firsts)
    yield size, size + 1


def count_tilings(
    problem: CoverProblem,
    group: SymmetryGroup | None = None,
    *,
    memory_limit: int = MEMORY_LIMIT,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> PartResult:
    """Return the numbers of solutions of a problem up to a group of symmetries, the trivial one by default.

    The numbers are exact integers of any size. The `statistics` are `sweeps` and `peak_states`, the largest number of
    states at once. `memory_limit` is in bytes. Calls `progress(done, total)` after every step of every sweep. Raises
    `WideFrontierError` if the states will not fit in the memory, usually before they are built.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> dominoes = "{name: dominoes, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> count_tilings(cover_and_request(parse_spec(dominoes))[0].problem).solutions
    12988816
    """
    counting = SweepCount(problem, group, memory_limit=memory_limit)
    counting.progress = progress
    return counting.finish()


class FrontierCounter:
    """The counter of the registry: counts solutions up to a group or of prefixes of the items, and ranks them."""

    begin = SweepCount
    count = staticmethod(count_tilings)
    count_prefixes = staticmethod(count_prefixes)
    rank = staticmethod(rank_solutions)
