"""The multiplication table of a symmetry group, its subgroups, and the Möbius function of their lattice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup

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
