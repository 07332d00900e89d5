"""The tables of a sweep, for a pass back from the end to the start.

Of n tables, one in about the square root of n is stored. The tables between two stored ones are computed again during
the pass. This takes twice the time, and memory for about two square roots of n tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isqrt

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.frontier.frontier_plan import SweepPlan, SweepStep, plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, swept
from cp_puzzles.engines.frontier.item_order import with_narrow_frontier
from cp_puzzles.engines.frontier.orbit_quotient import orbit_cover
from cp_puzzles.engines.frontier.state_table import LIMB, Table, advance, start


@dataclass(frozen=True, eq=False)
class StateHistory:
    """The tables of a plan.

    `kept` has one in `every` tables, by the number of steps before it. `total` is the number of solutions.
    """

    plan: SweepPlan
    kept: Mapping[int, Table]
    every: int
    total: int

    def backwards(self) -> Iterator[tuple[SweepStep, Table]]:
        """Yield the steps from the last to the first, each with the table of the states before it."""
        for first in sorted(self.kept, reverse=True):
            steps = self.plan.steps[first : first + self.every]
            tables = [self.kept[first]]
            for step in steps[:-1]:
                tables.append(advance(tables[-1], step)[0])
            for step in reversed(steps):
                yield step, tables.pop()


def state_history(
    problem: CoverProblem,
    *,
    memory_limit: int = MEMORY_LIMIT,
    progress: Callable[[int, int, int], None] = lambda step, steps, states: None,
    stop: Callable[[], bool] = lambda: False,
) -> StateHistory:
    """Sweep over all solutions of a problem and return the tables; `memory_limit` is in bytes.

    Calls `progress(step, steps, states)` after every step. Raises `SweepStoppedError` soon after `stop()` is true, and
    `WideFrontierError` if the tables will not fit in the memory, usually before they are built.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> dominoes = "{name: dominoes, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> state_history(cover_and_request(parse_spec(dominoes))[0].problem).total
    12988816
    """
    group = SymmetryGroup.identity(problem)
    plan = plan_sweep(with_narrow_frontier(orbit_cover(problem, group.options, group.items)))
    if not plan.feasible:
        return StateHistory(plan, {}, 1, 0)
    every = isqrt(len(plan.steps)) + 1
    kept: dict[int, Table] = {}
    size = 0
    table = start(plan.words)

    def bytes_kept(table: Table, states: Sequence[float]) -> float:
        # the numbers of ways grow with the sweep, about as fast as so far
        limbs = ceil(table.total().bit_length() / LIMB * len(plan.steps) / max(1, number)) if len(states) > 1 else 0
        row = 8 * (plan.words + max(limbs, len(table.ways)))
        return size + row * (sum(states[every::every]) + (every + 1) * max(states))

    number = 0
    for number, table in enumerate(
        swept(plan, memory_limit=memory_limit, kept=bytes_kept, progress=progress, stop=stop)
    ):
        if number % every == 0 and number < len(plan.steps):
            kept[number] = table
            size += table.bytes
    return StateHistory(plan, kept, every, table.total())
