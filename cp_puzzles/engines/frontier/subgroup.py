"""Subgroups of a symmetry group: which are conjugate, and how they count orbits with a trivial stabiliser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.symmetry.group import SymmetryGroup

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
        """The least subgroup that contains the elements."""
        generators = frozenset(elements)
        found = new = frozenset({0})
        while new:
            new = frozenset(self.product[g][h] for g in new for h in generators) - found
            found |= new
        return found

    def conjugates(self, subgroup: Subgroup) -> frozenset[Subgroup]:
        """The subgroups that fix as many solutions as this one because the group carries one to the other."""
        product, inverse = self.product, self.inverse
        return frozenset(
            frozenset(product[product[g][h]][inverse[g]] for h in subgroup) for g in range(self.group.order)
        )

    @cached_property
    def moebius(self) -> dict[Subgroup, int]:
        """The Möbius function from the trivial subgroup, where it is not 0: to joins of subgroups of prime order.

        Summed with it over the subgroups, the numbers of solutions that each fixes are the number of solutions that
        nothing but the identity fixes (Rota 1964; Stanley, Enumerative Combinatorics 1, 3.7).
        """
        cyclic = {self.generated([g]) for g in range(1, self.group.order)}
        atoms = [c for c in cyclic if not any(other < c for other in cyclic)]
        joins = new = {self.generated([])}
        while new:
            new = {self.generated(join | atom) for join in new for atom in atoms} - joins
            joins = joins | new
        values: dict[Subgroup, int] = {}
        for join in sorted(joins, key=lambda join: (len(join), sorted(join))):
            below = sum(value for other, value in values.items() if other < join)
            values[join] = -below if len(join) > 1 else 1
        return {join: value for join, value in values.items() if value}
