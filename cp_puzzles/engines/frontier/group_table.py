"""The multiplication table of a symmetry group, its subgroups, and the Möbius function of their lattice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup

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
