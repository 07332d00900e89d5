"""Polyforms: finite sets of cells up to translation, their orientations and their enumeration."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice

Polyform = tuple[Cell, ...]
"""Sorted cells with the least coordinate 0 along each axis."""


def orientations(
    lattice: Lattice, cells: Iterable[Cell], *, rotate: bool = True, reflect: bool = False
) -> tuple[Polyform, ...]:
    """The distinct images of a polyform under its allowed motions, moved to the origin, sorted.

    >>> from cp_puzzles.geometry.lattice import LATTICES
    >>> len(orientations(LATTICES["square"], [(0, 0), (1, 0), (2, 0), (2, 1)], reflect=True))
    8
    """
    cells = tuple(cells)
    motions = lattice.motions(rotate=rotate, reflect=reflect)
    return tuple(sorted({lattice.normalise(map(motion, cells)) for motion in motions}))


def polyforms(lattice: Lattice, size: int, *, reflect: bool) -> tuple[Polyform, ...]:
    """All polyforms with `size` cells, one of each class under rotations (and reflections), sorted.

    Each class is represented by its least orientation. Grown cell by cell from the classes one cell smaller: every
    polyform keeps at least one connected polyform when a suitable cell is taken away. Counts: OEIS A000105 (free),
    A000988 (one-sided), A000162 (polycubes up to rotation).

    >>> from cp_puzzles.geometry.lattice import LATTICES
    >>> [len(polyforms(LATTICES["square"], n, reflect=True)) for n in (1, 2, 3, 4, 5, 6)]
    [1, 1, 2, 5, 12, 35]
    """
    classes: set[Polyform] = {((0,) * lattice.dimension,)}
    for _ in range(size - 1):
        classes = {
            orientations(lattice, (*form, cell), reflect=reflect)[0]
            for form in classes
            for cell in {n for c in form for n in lattice.neighbours(c)} - set(form)
        }
    return tuple(sorted(classes))
