"""The engine `frontier`, and numbers of exact covers of the first items of an order.

The number of orbits is the mean number of solutions that an element of the group fixes (Burnside's lemma, after Cauchy
and Frobenius). The solutions that a subgroup fixes are the solutions of an orbit cover.

Each state in memory takes some 120 bytes. The twelve pentominoes on 6x10 reach 589,334 states at once. With unlimited
copies, the state consists of the cells of the frontier alone, and there are at most 15,354.

The sweep decides the items one by one. After the last item of a prefix, the ways to reach the state without a covered
item beyond it are the exact covers of the prefix.

Time is counted in rows and moves, which a rule of thumb converts to seconds. So a count that is interrupted after some
seconds is always interrupted at the same step.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import PartResult
from cp_puzzles.engines.frontier.frontier_plan import (
    OrbitCover,
    SweepPlan,
    orbit_cover,
    plan_sweep,
    with_narrow_frontier,
)
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, most_states, seconds_left, step_seconds, swept
from cp_puzzles.engines.frontier.solution_ranking import rank_solutions
from cp_puzzles.engines.frontier.state_table import Table

Subgroup = frozenset[int]
"""Numbers of elements of a group, closed under composition."""


@dataclass(frozen=True, eq=False)
class GroupTable:
    """The multiplication table of a group of permutations; element 0 is the identity."""

    group: SymmetryGroup

    @cached_property
    def product(self) -> Ints:
        """`product[g, h]` is g after h."""
        options = self.group.options
        number = {row.tobytes(): g for g, row in enumerate(options)}
        rows = [[number[row.tobytes()] for row in np.ascontiguousarray(g[options])] for g in options]
        return np.array(rows, dtype=np.int64)

    @cached_property
    def inverse(self) -> Ints:
        """The inverse of each element."""
        inverse: Ints = (self.product == 0).argmax(axis=1)
        return inverse

    @cached_property
    def conjugate(self) -> Ints:
        """`conjugate[g, h]` is g after h after the inverse of g."""
        return self.product[self.product, self.inverse[:, None]]

    def generated(self, elements: Sequence[int], others: Sequence[int]) -> list[Subgroup]:
        """Return for each of some `others` the smallest subgroup that contains it and the elements."""
        is_in = np.zeros((len(others), self.group.order), dtype=np.bool_)
        is_in[:, 0] = True
        before = self.product[:, self.inverse[list(elements)]].T  # where multiplication by each element comes from
        last = self.product[:, self.inverse[list(others)]].T
        size = 0
        while (grown := int(is_in.sum())) > size:
            size = grown
            for row in before:
                is_in |= is_in[:, row]
            is_in |= np.take_along_axis(is_in, last, axis=1)
        return [frozenset(np.flatnonzero(row).tolist()) for row in is_in]

    def conjugates(self, subgroup: Subgroup) -> frozenset[Subgroup]:
        """Return the conjugate subgroups, which fix equally many solutions."""
        is_in = np.zeros(self.product.shape, dtype=np.bool_)
        np.put_along_axis(is_in, self.conjugate[:, sorted(subgroup)], True, axis=1)
        first = {row.tobytes(): g for g, row in enumerate(np.packbits(is_in, axis=1))}
        return frozenset(frozenset(np.flatnonzero(is_in[g]).tolist()) for g in first.values())

    @cached_property
    def moebius(self) -> dict[Subgroup, int]:
        """The Möbius function of the subgroup lattice from the trivial subgroup, for the subgroups where it is not 0.

        These subgroups are joins of subgroups of prime order. The sum over subgroups of the value times the number of
        solutions that the subgroup fixes is the number of solutions that only the identity fixes (Rota 1964; Stanley,
        Enumerative Combinatorics 1, 3.7). Conjugate subgroups have the same value, which is computed once.
        """
        last = [*range(self.group.order - 1, 0, -1)]
        cyclic = dict(zip(self.generated([], last), last, strict=True))
        atoms = {c: g for c, g in cyclic.items() if not any(other < c for other in cyclic)}
        trivial: Subgroup = frozenset({0})
        generators: dict[Subgroup, tuple[int, ...]] = {trivial: ()}
        classes = {trivial: frozenset({trivial})}
        visited, new = {trivial}, [trivial]
        while new:
            join = new.pop()
            added = [g for atom, g in atoms.items() if not atom <= join]
            for generator, larger in zip(added, self.generated(generators[join], added), strict=True):
                if larger not in visited:
                    generators[larger] = (*generators[join], generator)
                    classes[larger] = self.conjugates(larger)
                    visited |= classes[larger]
                    new.append(larger)
        values: dict[Subgroup, int] = {}
        masks: list[tuple[int, int]] = []
        for join in sorted(classes, key=lambda join: (len(join), sorted(join))):
            join_mask = _mask(join)
            below = sum(value for mask, value in masks if mask & join_mask == mask)
            value = -below if len(join) > 1 else 1
            if value:
                values.update(dict.fromkeys(classes[join], value))
                masks += [(_mask(other), value) for other in classes[join]]
        return values


def _mask(subgroup: Subgroup) -> int:
    """Return the elements of a subgroup as bits."""
    return sum(1 << g for g in subgroup)


INCIDENCE_SECONDS = 2.5e-6
"""About the seconds to plan a sweep, for each item of each option."""

SYMMETRIC_SHARE, SYMMETRIC_PLAN_SHARE = 0.08, 0.25
"""About the time of the sweep for a class of symmetries of order 2, and to plan it, as a share of the first sweep.

A sweep for symmetries of order k takes about `SYMMETRIC_SHARE ** (k - 1)`: on a torus 9x12 of dominoes, whose group has
432 elements, sweeps of order 2, 3 and 4 take 0.04, 0.01 and 0.006 of the first one.
"""

GROUP_SECONDS = 4e-6
"""About the seconds to find the classes of subgroups, for each pair of symmetries; measured for 288 and 432."""

SAMPLE_SYMMETRIES = 200
"""The number of symmetries whose orders forecast the time of their sweeps."""


class SweepCount:
    """A count in progress: a sweep over all solutions, then one for each class of conjugate subgroups of the group.

    `spent` are the seconds so far, by the rule of thumb; `peak` is the largest number of states at once so far.
    `progress(done, total)` is called after every step of every sweep, `total` is inaccurate during the first sweep.
    With `estimates`, states that will not fit in the memory are refused before they are built. The numbers are exact
    integers of any size.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> dominoes = "{name: dominoes, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> SweepCount(cover_and_request(parse_spec(dominoes))[0].problem).finish().solutions
    12988816
    """

    def __init__(
        self,
        problem: CoverProblem,
        group: SymmetryGroup | None = None,
        *,
        memory_limit: int = MEMORY_LIMIT,
        estimates: bool = True,
    ) -> None:
        self.progress: Callable[[int, int], None] = lambda done, total: None
        self.spent = 0.0
        self._problem, self._group = problem, group or SymmetryGroup.identity(problem)
        self._memory_limit, self._estimates = memory_limit, estimates
        self.peak = 0
        self._fixed_counts: list[int] = []
        self._classes = 1
        self._current: tuple[SweepPlan, Table, int] | None = None
        self._result: PartResult | None = None
        self._steps = self._sweeps()

    @property
    def is_finished(self) -> bool:
        """True if the result is known."""
        return self._result is not None

    @property
    def planning_seconds(self) -> float:
        """About the seconds to plan one sweep."""
        return INCIDENCE_SECONDS * len(self._problem.table.values)

    def advance(self, seconds: float) -> PartResult | None:
        """Continue until about `seconds` are spent in all; return the result, or None if the count is not finished.

        A step that would exceed them is left undone.
        """
        while self._result is None and self.spent < seconds and self._fits(seconds - self.spent):
            next(self._steps, None)
        return self._result

    def _fits(self, seconds: float) -> bool:
        """Return True if the next step takes at most some seconds; a sample decides if that is not obvious."""
        if self._current is None or seconds == inf:
            return len(self._fixed_counts) != 1 or self._group_seconds <= seconds
        plan, table, number = self._current
        if number == len(plan.steps):
            return True
        step = plan.steps[number]
        if step_seconds((2 + len(step.moves)) * len(table), plan.words, step.work) <= seconds:
            return True
        return seconds_left(table, [step], enough=inf) <= seconds

    def finish(self) -> PartResult:
        """Continue to the end, and return the result."""
        result = self.advance(inf)
        assert result is not None
        return result

    def seconds_left(self) -> float:
        """Return about the seconds to the end; infinite if the count has not begun or will not fit in the memory.

        A sample leads some thousand states through the steps of the first sweep, which takes a moment.
        """
        plans = (self._group.order - 1) * SYMMETRIC_PLAN_SHARE * self.planning_seconds
        if self._result is not None:
            return 0.0
        if len(self._fixed_counts) == 1 and self._current is None:
            return self._group_seconds + plans + self._symmetric_sweeps * self.spent
        if self._fixed_counts:
            return (1 - len(self._fixed_counts) / self._classes) * (plans + self._symmetric_sweeps * self.spent)
        if self._current is None:
            return inf
        plan, table, number = self._current
        left = seconds_left(table, plan.steps[number:], enough=most_states(self._memory_limit, plan.words))
        if left == inf:  # which the group of one symmetry would multiply by 0
            return inf
        return left + self._group_seconds + plans + self._symmetric_sweeps * (self.spent + left)

    @property
    def _group_seconds(self) -> float:
        """About the seconds to find the classes of subgroups."""
        return GROUP_SECONDS * self._group.order**2 if self._group.order > 1 else 0.0

    @cached_property
    def _symmetric_sweeps(self) -> float:
        """About the time of the sweeps for all symmetries, as a share of the sweep over all solutions.

        Symmetries of the same order that fix equally many options are taken for one class.
        """
        step = max(1, self._group.order // SAMPLE_SYMMETRIES)
        power = images = self._group.options[1::step]
        identity = self._group.options[0]
        order = np.full(len(images), 4)
        for k in (2, 3):
            power = np.take_along_axis(images, power, axis=1)
            order[(power == identity).all(axis=1) & (order == 4)] = k
        classes = np.unique(np.column_stack([order, (images == identity).sum(axis=1)]), axis=0)
        return float((SYMMETRIC_SHARE ** (classes[:, 0] - 1.0)).sum())

    def _sweeps(self) -> Iterator[None]:
        trivial: Subgroup = frozenset({0})
        yield from self._sweep(trivial)
        if self._group.order == 1:
            self._finish(self._fixed_counts[0], self._fixed_counts[0])
            return
        self.spent += self._group_seconds
        table = GroupTable(self._group)
        classes: list[frozenset[Subgroup]] = []
        class_of: dict[Subgroup, int] = {}
        cyclic = table.generated([], range(self._group.order))
        for subgroup in [*cyclic, *table.moebius]:
            if subgroup not in class_of:
                class_of.update(dict.fromkeys(table.conjugates(subgroup), len(classes)))
                classes.append(table.conjugates(subgroup))
        self._classes = len(classes)
        for conjugates in classes[1:]:
            yield from self._sweep(min(conjugates, key=sorted))
        fixed = self._fixed_counts
        orbits = sum(fixed[class_of[subgroup]] for subgroup in cyclic) // self._group.order
        asymmetric = sum(value * fixed[class_of[subgroup]] for subgroup, value in table.moebius.items())
        self._finish(orbits, asymmetric // self._group.order)

    def _finish(self, orbits: int, asymmetric_orbits: int) -> None:
        statistics = {"sweeps": self._classes, "peak_states": self.peak}
        raw, symmetric = self._fixed_counts[0], orbits - asymmetric_orbits
        self._result = PartResult(orbits, raw, symmetric, statistics=statistics)

    def _sweep(self, subgroup: Subgroup) -> Iterator[None]:
        """Count the solutions that a subgroup fixes; yield after every step."""
        elements, number = sorted(subgroup), len(self._fixed_counts)
        cover = orbit_cover(self._problem, self._group.options[elements], self._group.items[elements])
        plan, fixed_count = plan_sweep(with_narrow_frontier(cover)), 0
        self.spent += INCIDENCE_SECONDS * sum(map(len, cover.options))
        if plan.feasible:
            steps = len(plan.steps)
            tables = swept(plan, memory_limit=self._memory_limit, estimates=self._estimates)
            for step, (states, seconds) in enumerate(tables):
                self.spent += seconds
                self.peak = max(self.peak, len(states))
                self._current = plan, states, step
                if step:
                    self.progress(number * steps + step, self._classes * steps)
                yield
            fixed_count = states.total()
        else:
            self.progress(number + 1, self._classes)
        self._current = None
        self._fixed_counts.append(fixed_count)
        yield


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
    tables = (table for table, _ in swept(plan, memory_limit=memory_limit))
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


class FrontierCounter:
    """The counter of the registry: counts solutions up to a group or of prefixes of the items, and ranks them."""

    begin = SweepCount
    count_prefixes = staticmethod(count_prefixes)
    rank = staticmethod(rank_solutions)
