"""The engine that counts the solutions of a cover problem, all and up to symmetry, and ranks them, without enumeration.

The number of orbits is the mean number of solutions that an element of the group fixes (Burnside's lemma, after Cauchy
and Frobenius). The solutions that a subgroup fixes are the solutions of an orbit cover.

Each state in memory takes some 120 bytes. The twelve pentominoes on 6x10 reach 589,334 states at once. With unlimited
copies, the state consists of the cells of the frontier alone, and there are at most 15,354.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import PartResult, SearchRequest
from cp_puzzles.engines.frontier.frontier_plan import plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, SweepStoppedError, swept
from cp_puzzles.engines.frontier.orbit_cover import orbit_cover, with_narrow_frontier
from cp_puzzles.engines.frontier.solution_ranking import SolutionRanking, rank_solutions
from cp_puzzles.engines.frontier.subgroups import GroupTable, Subgroup


class FrontierCounter:
    """Counts all solutions at once, in exact integers of any size, if the frontier is narrow.

    `memory` is in bytes. Both methods raise `MistakeError` if it does not suffice, usually before it is used, and call
    `progress(done, total)` after every step.
    """

    def count(
        self, request: SearchRequest, *, memory: int, stop: Callable[[], bool], progress: Callable[[int, int], None]
    ) -> PartResult:
        """Count all solutions up to symmetry; the numbers are meaningless if `stop()` ended the count."""
        return count_tilings(request.problem, request.leader.group, memory_limit=memory, progress=progress, stop=stop)

    def number(self, problem: CoverProblem, *, memory: int, progress: Callable[[int, int], None]) -> SolutionRanking:
        """Rank all solutions, symmetric ones included."""
        return rank_solutions(problem, memory_limit=memory, progress=progress)


def count_tilings(
    problem: CoverProblem,
    group: SymmetryGroup | None = None,
    *,
    memory_limit: int = MEMORY_LIMIT,
    progress: Callable[[int, int], None] = lambda done, total: None,
    stop: Callable[[], bool] = lambda: False,
) -> PartResult:
    """Return the numbers of solutions of a problem up to a group of symmetries, the trivial one by default.

    The numbers are exact integers of any size; they are meaningless if the count was stopped. The `statistics` are
    `sweeps` and `peak_states`, the largest number of states at once. `memory_limit` is in bytes. Calls
    `progress(done, total)` after every step of every sweep and ends soon after `stop()` is true. Raises
    `WideFrontierError` if the states will not fit in the memory, usually before they are built.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> dominoes = "{name: dominoes, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> count_tilings(cover_and_request(parse_spec(dominoes))[0].problem).solutions
    12988816
    """
    group = group or SymmetryGroup.identity(problem)
    table = GroupTable(group)
    classes: list[frozenset[Subgroup]] = []
    class_of: dict[Subgroup, int] = {}
    cyclic = [table.generated([g]) for g in range(group.order)]
    for subgroup in [*cyclic, *table.moebius]:
        if subgroup not in class_of:
            class_of.update(dict.fromkeys(table.conjugates(subgroup), len(classes)))
            classes.append(table.conjugates(subgroup))
    fixed_counts: list[int] = []
    peak = 0

    def report(sweep: int, step: int, steps: int) -> None:
        progress(sweep * steps + step, len(classes) * steps)

    try:
        for number, conjugates in enumerate(classes):
            elements = sorted(min(conjugates, key=sorted))
            cover = orbit_cover(problem, group.options[elements], group.items[elements])
            plan, fixed_count = plan_sweep(with_narrow_frontier(cover)), 0
            if plan.feasible:
                for states in swept(plan, memory_limit=memory_limit, progress=partial(report, number), stop=stop):
                    peak = max(peak, len(states))
                fixed_count = states.total()
            else:
                report(number, 1, 1)
            fixed_counts.append(fixed_count)
    except SweepStoppedError:
        return PartResult(0, 0, 0, complete=False)
    orbits = sum(fixed_counts[class_of[subgroup]] for subgroup in cyclic) // group.order
    asymmetric = sum(value * fixed_counts[class_of[subgroup]] for subgroup, value in table.moebius.items())
    statistics = {"sweeps": len(classes), "peak_states": peak}
    self_symmetric = orbits - asymmetric // group.order
    return PartResult(orbits, fixed_counts[0], self_symmetric, complete=True, statistics=statistics)
