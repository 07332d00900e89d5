"""Polyforms: finite sets of cells up to translation, their orientations and their enumeration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cp_puzzles.geometry.handedness import is_achiral
from cp_puzzles.geometry.isometry import Cell, Isometry, add, minus, translate
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import centre

Polyform = tuple[Cell, ...]
"""Sorted cells next to the origin, as `Lattice.normalise` puts them."""

Painted = tuple[tuple[Cell, str], ...]
"""The cells of a polyform, each with the letter of its colour, "" if it has none."""


def orientations(
    lattice: Lattice, cells: Iterable[Cell], *, rotate: bool = True, reflect: bool = False
) -> tuple[Polyform, ...]:
    """The distinct images of a polyform under its allowed motions, moved to the origin, sorted.

    Where the lattice is rolled up, those that would overlap themselves are left out.
    A piece of balls that can be turned into its mirror image, as every level one can, has its mirror images even if
    no motion of the lattice but a reflection leads to them: it may be turned by angles that the lattice does not have.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> len(orientations(LATTICES["square"], [(0, 0), (1, 0), (2, 0), (2, 1)], reflect=True))
    8
    """
    cells = tuple(cells)
    motions = _motions(lattice, cells, rotate=rotate, reflect=reflect)
    found = {lattice.normalise(map(motion, cells)) for motion in motions}
    return tuple(sorted(form for form in found if len(form) == len(cells)))


def painted_orientations(
    lattice: Lattice, colours: Mapping[Cell, str], *, rotate: bool = True, reflect: bool = False
) -> tuple[Painted, ...]:
    """The distinct images of cells with colours: those that differ only in colours are different.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> len(painted_orientations(LATTICES["square"], {(0, 0): "b", (0, 1): "w"}))
    4
    """
    motions = _motions(lattice, tuple(colours), rotate=rotate, reflect=reflect)
    found = {painted(lattice, {motion(cell): its for cell, its in colours.items()}) for motion in motions}
    return tuple(sorted(form for form in found if len(dict(form)) == len(colours)))


def painted(lattice: Lattice, colours: Mapping[Cell, str]) -> Painted:
    """Cells with colours, sorted, next to the origin."""
    cells = tuple(colours)
    forms = (sorted((lattice.reduced(add(c, s)), colours[c]) for c in cells) for s in lattice.shifts(cells))
    return tuple(min(forms, key=lambda form: tuple(zip(*form, strict=True))))


def _motions(lattice: Lattice, cells: tuple[Cell, ...], *, rotate: bool, reflect: bool) -> tuple[Isometry, ...]:
    if rotate and not reflect and lattice.radius:
        reflect = is_achiral([centre(lattice, cell) for cell in cells])
    return lattice.motions(rotate=rotate, reflect=reflect)


def polyforms(
    lattice: Lattice, size: int, *, reflect: bool, block: Iterable[Cell] | None = None
) -> tuple[Polyform, ...]:
    """All polyforms of `size` blocks, one of each class under rotations (and reflections), sorted.

    A block is a cell unless one is given: polyaboloes are made of half squares, which are two cells each.

    Each class is represented by its least orientation. Grown block by block from the classes one smaller: every
    polyform keeps at least one connected polyform when a suitable block is taken away. Without reflections each class
    is split into those of its two mirror images, if they differ. Counts: OEIS A000105 (free), A000988 (one-sided),
    A000162 (polycubes up to rotation), A000228 (free polyhexes), A000577 (free polyiamonds).

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> [len(polyforms(LATTICES["square"], n, reflect=True)) for n in (1, 2, 3, 4, 5, 6)]
    [1, 1, 2, 5, 12, 35]
    """
    starts = [[kind.origin] for kind in lattice.kinds] if block is None else [list(block)]
    blocks = {form for start in starts for form in orientations(lattice, start, reflect=True)}
    classes = {orientations(lattice, form, reflect=True)[0] for form in blocks}
    for _ in range(size - 1):
        classes = {
            orientations(lattice, (*form, *added), reflect=True)[0]
            for form in classes
            for added in _attached(lattice, form, blocks)
        }
    if not reflect:
        mirror = lattice.turn_over
        classes = {orientations(lattice, image)[0] for form in classes for image in (form, map(mirror, form))}
    return tuple(sorted(classes))


def _attached(lattice: Lattice, form: Polyform, blocks: Iterable[Polyform]) -> set[Polyform]:
    """The places of blocks beside a form, in contact with it."""
    taken = set(form)
    found = set()
    for near in {n for cell in form for n in lattice.neighbours(cell)} - taken:
        for block in blocks:
            for cell in block:
                shift = minus(near, cell)
                if shift in lattice.translations:
                    placed = tuple(sorted(translate(block, shift)))
                    if taken.isdisjoint(placed):
                        found.add(placed)
    return found
