"""The tables of a sweep, kept so that one can go back from the end: which ways lead here, and through which options.

Keeping every table would take the sum of all of them. Every so many tables one is kept, the square root of their
number apart, and those between are made once more when going back: twice the time, and memory for two square roots of
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isqrt

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.frontier.orbit_cover import orbit_cover
from cp_puzzles.engines.frontier.order import narrow
from cp_puzzles.engines.frontier.sweep import MEMORY_LIMIT, swept
from cp_puzzles.engines.frontier.sweep_plan import Step, SweepPlan, plan_sweep
from cp_puzzles.engines.frontier.table import LIMB, Table, advance, start
from cp_puzzles.symmetry.group import SymmetryGroup


@dataclass(frozen=True, eq=False)
class History:
    """A plan, some of its tables by the number of steps before them, `every` so many, and the number of solutions."""

    plan: SweepPlan
    kept: Mapping[int, Table]
    every: int
    total: int

    def backwards(self) -> Iterator[tuple[Step, Table]]:
        """The steps from the last to the first, each with the table of the states before it."""
        for first in sorted(self.kept, reverse=True):
            steps = self.plan.steps[first : first + self.every]
            tables = [self.kept[first]]
            for step in steps[:-1]:
                tables.append(advance(tables[-1], step)[0])
            for step in reversed(steps):
                yield step, tables.pop()


def remember(
    problem: CoverProblem,
    *,
    memory_limit: int = MEMORY_LIMIT,
    progress: Callable[[int, int, int], None] = lambda step, steps, states: None,
    stop: Callable[[], bool] = lambda: False,
) -> History:
    """Sweep over all solutions of a problem and keep what it takes to go back; `memory_limit` in bytes.

    Calls `progress(step, steps, states)` after every step. Raises `Stopped` soon after `stop()` turns true, and
    `WideFrontierError` when the tables will not fit in the memory, as a rule before they are there.

    >>> from cp_puzzles.api import ask
    >>> from cp_puzzles.spec.load import parse_spec
    >>> dominoes = "{name: dominoes, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> remember(ask(parse_spec(dominoes))[0].problem).total
    12988816
    """
    group = SymmetryGroup.identity(problem)
    plan = plan_sweep(narrow(orbit_cover(problem, group.options, group.items)))
    if not plan.feasible:
        return History(plan, {}, 1, 0)
    every = isqrt(len(plan.steps)) + 1
    kept: dict[int, Table] = {}
    size = 0
    table = start(plan.words)

    def bytes_kept(table: Table, states: Sequence[float]) -> float:
        # the numbers of ways grow as the sweep goes on: about as fast as they have done so far
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
    return History(plan, kept, every, table.total())
