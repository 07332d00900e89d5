"""Checkerboards: colourings of the cells of a lattice in which neighbours differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cp_puzzles.geometry.isometry import Cell

Colouring = tuple[Cell, Cell]
"""The colour, 0 or 1, of each kind of cell, and whether a step along each basis vector changes it."""


def two_colouring(kinds: int, dimension: int, pairs: Iterable[tuple[int, int, Cell]]) -> Colouring | None:
    """A colouring that differs across each pair of neighbours; None if there is none.

    A pair is two kinds and the coordinates of the translation between the two cells. Unknown are the colour of each
    kind and the change along each basis vector; a pair is an equation modulo 2, solved by elimination.

    >>> two_colouring(1, 2, [(0, 0, (1, 0)), (0, 0, (0, 1))])
    ((0,), (1, 1))
    >>> two_colouring(1, 2, [(0, 0, (1, 0)), (0, 0, (0, 1)), (0, 0, (1, -1))]) is None
    True
    """
    unknowns = kinds + dimension
    pivots: dict[int, int] = {}
    for here, there, shift in pairs:
        row = (1 << here) ^ (1 << there) ^ sum((x % 2) << (kinds + k) for k, x in enumerate(shift)) ^ (1 << unknowns)
        for bit, pivot in pivots.items():
            if row >> bit & 1:
                row ^= pivot
        bits = [bit for bit in range(unknowns) if row >> bit & 1]
        if bits:
            # the last unknown is solved for, so that the first kind keeps the colour 0
            pivots = {bit: pivot ^ row if pivot >> bits[-1] & 1 else pivot for bit, pivot in pivots.items()}
            pivots[bits[-1]] = row
        elif row:
            return None
    solution = [pivots.get(bit, 0) >> unknowns & 1 for bit in range(unknowns)]
    return tuple(solution[:kinds]), tuple(solution[kinds:])


def colour(colouring: Colouring, kind: int, coordinates: Sequence[int]) -> int:
    """The colour of the cell of a kind at some coordinates along the basis."""
    kinds, changes = colouring
    return (kinds[kind] + sum(x for x, change in zip(coordinates, changes, strict=True) if change)) % 2
