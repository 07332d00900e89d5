"""The engine that counts the solutions of a cover problem, all and up to symmetry, and ranks them, without enumeration.

The number of orbits is the mean number of solutions that an element of the group fixes (Burnside's lemma, after Cauchy
and Frobenius). The solutions that a subgroup fixes are the solutions of an orbit cover.

Each state in memory takes some 120 bytes. The twelve pentominoes on 6x10 reach 589,334 states at once. With unlimited
copies, the state consists of the cells of the frontier alone, and there are at most 15,354.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import PartResult
from cp_puzzles.engines.frontier.frontier_plan import plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import MEMORY_LIMIT, swept
from cp_puzzles.engines.frontier.orbit_cover import orbit_cover, with_narrow_frontier
from cp_puzzles.engines.frontier.solution_ranking import rank_solutions


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

    for number, conjugates in enumerate(classes):
        elements = sorted(min(conjugates, key=sorted))
        cover = orbit_cover(problem, group.options[elements], group.items[elements])
        plan, fixed_count = plan_sweep(with_narrow_frontier(cover)), 0
        if plan.feasible:
            for states in swept(plan, memory_limit=memory_limit, progress=partial(report, number)):
                peak = max(peak, len(states))
            fixed_count = states.total()
        else:
            report(number, 1, 1)
        fixed_counts.append(fixed_count)
    orbits = sum(fixed_counts[class_of[subgroup]] for subgroup in cyclic) // group.order
    asymmetric = sum(value * fixed_counts[class_of[subgroup]] for subgroup, value in table.moebius.items())
    statistics = {"sweeps": len(classes), "peak_states": peak}
    self_symmetric = orbits - asymmetric // group.order
    return PartResult(orbits, fixed_counts[0], self_symmetric, complete=True, statistics=statistics)


class FrontierCounter:
    """The counter of the registry: it counts the solutions of a problem up to a group, and ranks all of them."""

    count = staticmethod(count_tilings)
    rank = staticmethod(rank_solutions)


Subgroup = frozenset[int]
"""Numbers of elements of a group, closed under composition."""


@dataclass(frozen=True, eq=False)
class GroupTable:
    """The multiplication table of a group of permutations; element 0 is the identity."""

    group: SymmetryGroup

    @cached_property
    def product(self) -> tuple[tuple[int, ...], ...]:
        """`product[g][h]` is g after h."""
        options = self.group.options
        number = {row.tobytes(): g for g, row in enumerate(options)}
        return tuple(tuple(number[np.ascontiguousarray(g[h]).tobytes()] for h in options) for g in options)

    @cached_property
    def inverse(self) -> tuple[int, ...]:
        """The inverse of each element."""
        return tuple(row.index(0) for row in self.product)

    def generated(self, elements: Iterable[int]) -> Subgroup:
        """Return the smallest subgroup that contains the elements."""
        generators = frozenset(elements)
        subgroup = new = frozenset({0})
        while new:
            new = frozenset(self.product[g][h] for g in new for h in generators) - subgroup
            subgroup |= new
        return subgroup

    def conjugates(self, subgroup: Subgroup) -> frozenset[Subgroup]:
        """Return the conjugate subgroups, which fix equally many solutions."""
        product, inverse = self.product, self.inverse
        return frozenset(
            frozenset(product[product[g][h]][inverse[g]] for h in subgroup) for g in range(self.group.order)
        )

    @cached_property
    def moebius(self) -> dict[Subgroup, int]:
        """The Möbius function of the subgroup lattice from the trivial subgroup, for the subgroups where it is not 0.

        These subgroups are joins of subgroups of prime order. The sum over subgroups of the value times the number of
        solutions that the subgroup fixes is the number of solutions that only the identity fixes (Rota 1964; Stanley,
        Enumerative Combinatorics 1, 3.7). Conjugate subgroups have the same value, which is computed once.
        """
        cyclic = {self.generated([g]): g for g in range(self.group.order - 1, 0, -1)}
        atoms = {c: g for c, g in cyclic.items() if not any(other < c for other in cyclic)}
        trivial = self.generated([])
        generators: dict[Subgroup, tuple[int, ...]] = {trivial: ()}
        classes = {trivial: frozenset({trivial})}
        visited, new = {trivial}, [trivial]
        while new:
            join = new.pop()
            for generator in (g for atom, g in atoms.items() if not atom <= join):
                larger = self.generated([*generators[join], generator])
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
