"""The count of the solutions of a cover problem, all and up to symmetry, without enumeration.

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
from cp_puzzles.engines.frontier.frontier_plan import plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, SweepProgress, SweepStoppedError, run_sweep
from cp_puzzles.engines.frontier.item_order import with_narrow_frontier
from cp_puzzles.engines.frontier.orbit_quotient import orbit_cover
from cp_puzzles.engines.frontier.subgroups import GroupTable, Subgroup


def count_tilings(
    problem: CoverProblem,
    group: SymmetryGroup | None = None,
    *,
    memory_limit: int = MEMORY_LIMIT,
    progress: Callable[[SweepProgress], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> PartResult:
    """Return the numbers of solutions of a problem up to a group of symmetries, the trivial one by default.

    The numbers are exact integers of any size; they are meaningless if the count was stopped. The `statistics` are
    `sweeps` and `peak_states`, the largest number of states at once. `memory_limit` is in bytes. Calls `progress` after
    every step of every sweep and ends soon after `stop()` is true. Raises `WideFrontierError` if the states will not
    fit in the memory, usually before they are built.

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
    try:
        for number, conjugates in enumerate(classes):
            elements = sorted(min(conjugates, key=sorted))
            result = run_sweep(
                plan_sweep(with_narrow_frontier(orbit_cover(problem, group.options[elements], group.items[elements]))),
                memory_limit=memory_limit,
                progress=_numbered(progress, number + 1, len(classes)),
                stop=stop,
            )
            fixed_counts.append(result.count)
            peak = max(peak, result.peak_states)
    except SweepStoppedError:
        return PartResult(0, 0, 0, complete=False)
    orbits = sum(fixed_counts[class_of[subgroup]] for subgroup in cyclic) // group.order
    asymmetric = sum(value * fixed_counts[class_of[subgroup]] for subgroup, value in table.moebius.items())
    statistics = {"sweeps": len(classes), "peak_states": peak}
    self_symmetric = orbits - asymmetric // group.order
    return PartResult(orbits, fixed_counts[0], self_symmetric, complete=True, statistics=statistics)


def _numbered(
    progress: Callable[[SweepProgress], None] | None, sweep: int, sweeps: int
) -> Callable[[int, int, int], None]:
    """Return the progress function of one sweep, which adds the number of the sweep."""

    def report(step: int, steps: int, states: int) -> None:
        if progress is not None:
            progress(SweepProgress(sweep, sweeps, step, steps, states))

    return report
