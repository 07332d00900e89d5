"""Checkerboard colorings: two colors for the cells of a lattice such that neighbors differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cp_puzzles.puzzle.geometry.isometry import Cell

Coloring = Mapping[tuple[int, Cell], int]
"""The color, 0 or 1, of the cells of a class by their coordinates along the basis modulo 2."""


def two_coloring(steps: Sequence[Sequence[tuple[int, Cell]]]) -> Coloring | None:
    """Return a coloring that differs across neighbors; None if there is none.

    `steps` lists the neighbors of a cell of each class: their class, and the translation to them along the basis.
    Coordinates modulo 2 suffice: every translation either keeps the colors or swaps them, so twice a translation keeps
    them.

    >>> two_coloring([[(0, (1, 0)), (0, (0, 1))]])
    {(0, (0, 0)): 0, (0, (1, 0)): 1, (0, (0, 1)): 1, (0, (1, 1)): 0}
    >>> two_coloring([[(0, (1, 0)), (0, (0, 1)), (0, (1, -1))]]) is None
    True
    """
    start = 0, tuple(0 for _ in steps[0][0][1])
    colors = {start: 0}
    reached = [(start, 0)]
    for (number, offset), color in reached:
        for neighbor_number, shift in steps[number]:
            cell = neighbor_number, tuple((a + b) % 2 for a, b in zip(offset, shift, strict=True))
            if cell not in colors:
                reached.append((cell, 1 - color))
            if colors.setdefault(cell, 1 - color) == color:
                return None
    return colors
