"""Polyforms: finite sets of cells up to translation, their orientations and their enumeration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.geometry.cell_solid import center
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, subtract, translate
from cp_puzzles.puzzle.geometry.lattice import Lattice, Rotate
from cp_puzzles.puzzle.geometry.shown import moved_shown, side_colors

Polyform = tuple[Cell, ...]
"""Sorted cells in normal position, see `Lattice.normalize`."""

ColoredCells = tuple[tuple[Cell, str], ...]
"""The cells of a polyform, each with what it shows (see `shown`), "" for nothing."""


def orientations(
    lattice: Lattice, cells: Iterable[Cell], *, rotate: Rotate = True, reflect: bool = False
) -> tuple[Polyform, ...]:
    """Return the distinct images of a polyform under its allowed isometries, in normal position, sorted.

    Images that overlap themselves on a wrapped lattice are omitted. If a rotation maps a piece of balls to its mirror
    image, the mirror images are included, even if the rotation is not an isometry of the lattice. Every piece of one
    layer is such a piece.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> len(orientations(LATTICES["square"], [(0, 0), (1, 0), (2, 0), (2, 1)], reflect=True))
    8
    """
    cells = tuple(cells)
    isometries = _isometries(lattice, cells, rotate=rotate, reflect=reflect)
    images = {lattice.normalize(isometry.images_of(cells)) for isometry in isometries}
    return tuple(sorted(image for image in images if len(image) == len(cells)))


def colored_orientations(
    lattice: Lattice, colors: Mapping[Cell, str], *, rotate: Rotate = True, reflect: bool = False
) -> tuple[ColoredCells, ...]:
    """Return the distinct images of colored cells; images that differ only in colors are distinct.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> len(colored_orientations(LATTICES["square"], {(0, 0): "b", (0, 1): "w"}))
    4
    """
    isometries = _isometries(lattice, tuple(colors), rotate=rotate, reflect=reflect)
    images = {normalize_colored(lattice, moved_colors(lattice, isometry, colors)) for isometry in isometries}
    return tuple(sorted(image for image in images if len(dict(image)) == len(colors)))


def moved_colors(lattice: Lattice, isometry: Isometry, colors: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return the images of colored cells under an isometry, with what they show."""
    shown: Iterable[str] = colors.values()
    if any(map(side_colors, {*shown})):
        shown = (moved_shown(lattice, isometry, cell, text) for cell, text in colors.items())
    return dict(zip(isometry.images_of(colors), shown, strict=True))


def normalize_colored(lattice: Lattice, colors: Mapping[Cell, str]) -> ColoredCells:
    """Return colored cells in normal position, sorted."""
    cells, letters = tuple(colors), tuple(colors.values())
    moved: Iterable[Iterable[Cell]] = (translate(cells, shift) for shift in lattice.shifts(cells))
    if lattice.periods:
        moved = (map(lattice.reduce, each) for each in moved)
    forms = (sorted(zip(each, letters, strict=True)) for each in moved)
    return tuple(min(forms, key=lambda form: tuple(zip(*form, strict=True))))


def _isometries(lattice: Lattice, cells: tuple[Cell, ...], *, rotate: Rotate, reflect: bool) -> tuple[Isometry, ...]:
    if rotate is True and not reflect and lattice.radius:
        reflect = is_achiral([center(lattice, cell) for cell in cells])
    return lattice.isometries(rotate=rotate, reflect=reflect)


def polyforms(
    lattice: Lattice, size: int, *, reflect: bool, block: Iterable[Cell] | None = None
) -> tuple[Polyform, ...]:
    """Return all polyforms of `size` blocks, one for each class under rotations (and reflections), sorted.

    A block is a cell by default; polyaboloes consist of half squares, which are two cells each. Each class is
    represented by its smallest orientation. Classes grow block by block, which reaches all of them: every connected
    polyform has a block without which it is still connected. Without reflections each class is split into its two
    mirror images, if they differ. Counts: OEIS
    A000105 (free), A000988 (one-sided), A000162 (polycubes up to rotation), A000228 (free polyhexes), A000577 (free
    polyiamonds).

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> [len(polyforms(LATTICES["square"], n, reflect=True)) for n in (1, 2, 3, 4, 5, 6)]
    [1, 1, 2, 5, 12, 35]
    """
    starts = [[each.origin] for each in lattice.cell_classes] if block is None else [list(block)]
    blocks = {form for start in starts for form in orientations(lattice, start, reflect=True)}
    classes = {orientations(lattice, form, reflect=True)[0] for form in blocks}
    for _ in range(size - 1):
        classes = {
            orientations(lattice, (*form, *added), reflect=True)[0]
            for form in classes
            for added in attached(lattice, form, blocks)
        }
    if not reflect:
        mirror = lattice.flip
        classes = {orientations(lattice, image)[0] for form in classes for image in (form, map(mirror, form))}
    return tuple(sorted(classes))


def attached(lattice: Lattice, form: Polyform, blocks: Iterable[Polyform]) -> set[Polyform]:
    """Return the positions of blocks adjacent to a form."""
    taken = set(form)
    positions = set()
    for neighbor in {n for cell in form for n in lattice.neighbors(cell)} - taken:
        for block in blocks:
            for cell in block:
                shift = subtract(neighbor, cell)
                if shift in lattice.translations:
                    placed = tuple(sorted(translate(block, shift)))
                    if taken.isdisjoint(placed):
                        positions.add(placed)
    return positions


Points = npt.NDArray[np.float64]


def is_achiral(points: Sequence[Sequence[float]]) -> bool:
    """Return True if points in space are planar, or if a rotation maps them to their mirror image.

    An isometry of the set fixes its centroid. It maps three points that span space to three with the same scalar
    products, so all such triples are tried.

    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)])
    True
    >>> is_achiral([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])
    False
    """
    cloud = np.array(points, dtype=np.float64)
    cloud = len(cloud) * cloud - cloud.sum(axis=0)  # about the centroid, in coordinates that rounding keeps apart
    spanning = (list(three) for three in combinations(range(len(cloud)), 3))
    frame = next((three for three in spanning if abs(np.linalg.det(cloud[three])) > 1e-6), None)
    if frame is None:
        return True
    products = np.round(cloud @ cloud.T, 6)
    (aa, ab, ac), (_, bb, bc), (_, _, cc) = products[np.ix_(frame, frame)]
    square = products.diagonal()
    for i in np.flatnonzero(square == aa):
        for j in np.flatnonzero((square == bb) & (products[i] == ab)):
            for k in np.flatnonzero((square == cc) & (products[i] == ac) & (products[j] == bc)):
                isometry = np.linalg.solve(cloud[frame], cloud[[i, j, k]])
                if np.linalg.det(isometry) < 0 and np.allclose(_sorted(cloud @ isometry), _sorted(cloud), atol=1e-5):
                    return True
    return False


def _sorted(points: Points) -> Points:
    rounded = np.round(points, 5) + 0.0
    return np.asarray(rounded[np.lexsort(rounded.T)])
