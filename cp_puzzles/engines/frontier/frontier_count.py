"""The count of the solutions of a cover problem, all and up to symmetry, without enumeration.

The number of orbits is the mean number of solutions that an element of the group fixes (Burnside's lemma, after Cauchy
and Frobenius), and the solutions that a subgroup fixes are those of an orbit cover.

The frontier costs memory: some 120 bytes for each of the states at once. The twelve pentominoes on
6x10 reach 589,334; with unlimited copies, where only the frontier's cells are the state, 15,354.
"""

from __future__ import annotations

from collections.abc import Callable

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import PartResult
from cp_puzzles.engines.frontier.frontier_plan import plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, SweepProgress, SweepStoppedError, run_sweep
from cp_puzzles.engines.frontier.item_order import narrow
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

    The numbers are exact integers of any size, and meaningless if the count was stopped. `statistics`: `sweeps`, and
    `peak_states`, the largest number of states at once. `memory_limit` is in bytes. Calls `progress` after every step
    of every sweep and ends soon after `stop()` is true. Raises `WideFrontierError` if the states will not fit in the
    memory, usually before they are built.

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
    fixed: list[int] = []
    peak = 0
    try:
        for number, conjugates in enumerate(classes):
            elements = sorted(min(conjugates, key=sorted))
            result = run_sweep(
                plan_sweep(narrow(orbit_cover(problem, group.options[elements], group.items[elements]))),
                memory_limit=memory_limit,
                progress=_numbered(progress, number + 1, len(classes)),
                stop=stop,
            )
            fixed.append(result.count)
            peak = max(peak, result.peak_states)
    except SweepStoppedError:
        return PartResult(0, 0, 0, complete=False)
    orbits = sum(fixed[class_of[subgroup]] for subgroup in cyclic) // group.order
    regular = sum(value * fixed[class_of[subgroup]] for subgroup, value in table.moebius.items()) // group.order
    statistics = {"sweeps": len(classes), "peak_states": peak}
    return PartResult(orbits, fixed[0], orbits - regular, complete=True, statistics=statistics)


def _numbered(
    progress: Callable[[SweepProgress], None] | None, sweep: int, sweeps: int
) -> Callable[[int, int, int], None]:
    def report(step: int, steps: int, states: int) -> None:
        if progress is not None:
            progress(SweepProgress(sweep, sweeps, step, steps, states))

    return report
