"""Polyforms: finite sets of cells up to translation, their orientations and their enumeration."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.geometry.handedness import is_achiral
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import centre

Polyform = tuple[Cell, ...]
"""Sorted cells next to the origin, as `Lattice.normalise` puts them."""


def orientations(
    lattice: Lattice, cells: Iterable[Cell], *, rotate: bool = True, reflect: bool = False
) -> tuple[Polyform, ...]:
    """The distinct images of a polyform under its allowed motions, moved to the origin, sorted.

    A piece of balls that can be turned into its mirror image, as every level one can, has its mirror images even if
    no motion of the lattice but a reflection leads to them: it may be turned by angles that the lattice does not have.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> len(orientations(LATTICES["square"], [(0, 0), (1, 0), (2, 0), (2, 1)], reflect=True))
    8
    """
    cells = tuple(cells)
    if rotate and not reflect and lattice.radius:
        reflect = is_achiral([centre(lattice, cell) for cell in cells])
    motions = lattice.motions(rotate=rotate, reflect=reflect)
    return tuple(sorted({lattice.normalise(map(motion, cells)) for motion in motions}))


def polyforms(lattice: Lattice, size: int, *, reflect: bool) -> tuple[Polyform, ...]:
    """All polyforms with `size` cells, one of each class under rotations (and reflections), sorted.

    Each class is represented by its least orientation. Grown cell by cell from the classes one cell smaller: every
    polyform keeps at least one connected polyform when a suitable cell is taken away. Without reflections each class
    is split into those of its two mirror images, if they differ. Counts: OEIS A000105 (free), A000988 (one-sided),
    A000162 (polycubes up to rotation), A000228 (free polyhexes), A000577 (free polyiamonds).

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> [len(polyforms(LATTICES["square"], n, reflect=True)) for n in (1, 2, 3, 4, 5, 6)]
    [1, 1, 2, 5, 12, 35]
    """
    classes = {orientations(lattice, [kind.origin], reflect=True)[0] for kind in lattice.kinds}
    for _ in range(size - 1):
        classes = {
            orientations(lattice, (*form, cell), reflect=True)[0]
            for form in classes
            for cell in {n for c in form for n in lattice.neighbours(c)} - set(form)
        }
    if not reflect:
        mirror = lattice.turn_over
        classes = {orientations(lattice, image)[0] for form in classes for image in (form, map(mirror, form))}
    return tuple(sorted(classes))
