"""The engine that counts the solutions of a cover problem, all and up to symmetry, and ranks them, without enumeration.

The number of orbits is the mean number of solutions that an element of the group fixes (Burnside's lemma, after Cauchy
and Frobenius). The solutions that a subgroup fixes are the solutions of an orbit cover.

Each state in memory takes some 120 bytes. The twelve pentominoes on 6x10 reach 589,334 states at once. With unlimited
copies, the state consists of the cells of the frontier alone, and there are at most 15,354.
"""

from __future__ import annotations

from collections.abc import Callable

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import PartResult
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT
from cp_puzzles.engines.frontier.prefix_counts import count_prefixes
from cp_puzzles.engines.frontier.solution_ranking import rank_solutions
from cp_puzzles.engines.frontier.sweep_count import SweepCount


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
