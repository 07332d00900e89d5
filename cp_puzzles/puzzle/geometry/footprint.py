"""Footprints: the polygon of each cell in the plane of its layer, for flat drawings.

A flat cell is its own footprint. The footprint of a polyhedron is its section at the height of its center; the
footprint of a ball is its Voronoi cell among the balls of its layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from math import atan2, dist, lcm
from operator import itemgetter
from typing import TypeVar

import numpy as np

from cp_puzzles.puzzle.geometry.cell_solid import Corner, center, class_outline, ordered_sides, point
from cp_puzzles.puzzle.geometry.isometry import Cell, Sublattice, add, dot, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice

DrawnPoint = tuple[float, float]
"""A position in drawings: x to the right, y down."""

_Number = TypeVar("_Number", int, float)

_REACH = 3
"""The largest multiple of each basis vector in the search for translations that preserve layers."""


@dataclass(frozen=True)
class _Plane:
    """The footprints of the cell classes in units of 1/`unit`, and the index of the vertical coordinate, if any.

    `rows` map coordinates without the vertical one to drawings: x to the right, y down.
    """

    unit: int
    upright: int | None
    rows: tuple[tuple[float, ...], ...]
    forms: tuple[tuple[Corner, ...], ...]

    def flat(self, vector: Cell) -> Corner:
        """Return a vector between cells without its vertical coordinate, in the units of corners."""
        level_part = vector if self.upright is None else _without(vector, self.upright)
        return tuple(self.unit * x for x in level_part)


def footprint(lattice: Lattice, cell: Cell) -> tuple[Corner, ...]:
    """Return the exact corners of a footprint, clockwise in drawings; footprints that touch share corners.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> [drawn_point(LATTICES["balls"], corner) for corner in footprint(LATTICES["balls"], (1, 1, 0))]
    [(-0.5, 0.5), (0.5, 0.5), (0.5, 1.5), (-0.5, 1.5)]
    """
    plane = _plane(lattice)
    start = plane.flat(cell)
    return tuple(add(start, corner) for corner in plane.forms[lattice.class_of(cell)])


def drawn_point(lattice: Lattice, corner: Corner) -> DrawnPoint:
    """Return the position of a corner of a footprint in drawings: x to the right, y down."""
    plane = _plane(lattice)
    x, y = (dot(row, corner) / plane.unit for row in plane.rows)
    return x, y


def canonical_side(lattice: Lattice, a: Corner, b: Corner) -> tuple[Corner, Corner]:
    """Return an undirected side of a footprint, the same for sides that the wrapping joins."""
    first, last = min(a, b), max(a, b)
    if not lattice.periods:
        return first, last
    shift = subtract(_level_periods(lattice).remainder(first), first)
    return add(first, shift), add(last, shift)


@cache
def footprint_sides(lattice: Lattice, number: int) -> tuple[int, ...]:
    """Return the side of a cell (see `ordered_sides`) on which each side of its footprint lies, by the cell's class.

    The footprint of a solid cell has sides on some of its faces.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> footprint_sides(LATTICES["square"], 0), footprint_sides(LATTICES["cubic"], 0)
    ((0, 1, 2, 3), (1, 2, 3, 4))
    """
    cell = lattice.cell_classes[number].origin
    middle = np.array(center(lattice, cell))
    normals = []
    for side in ordered_sides(lattice, cell):
        points = [np.array(point(lattice, corner)) - middle for corner in side.corners]
        # the vector n with n x = 1 on the line or plane of the side
        normals.append(np.linalg.lstsq(np.array(points), np.ones(len(points)), rcond=None)[0])
    ring = [np.array([*drawn_point(lattice, corner), *middle[2:]]) - middle for corner in footprint(lattice, cell)]
    middles = [(a + b) / 2 for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
    return tuple(int(np.argmax([round(float(normal @ at), 9) for normal in normals])) for at in middles)


@cache
def _level_periods(lattice: Lattice) -> Sublattice:
    """Return the periods that preserve every layer, in units of corners."""
    plane = _plane(lattice)
    return Sublattice.spanned(plane.flat(period) for period in lattice.periods.basis if level(lattice, period) == 0)


def has_edges(lattice: Lattice) -> bool:
    """Return True if the cells of a lattice are edges between two vertices."""
    return bool(lattice.spokes or lattice.edges_of)


def edge_ends(lattice: Lattice, cell: Cell) -> tuple[Corner, Corner]:
    """Return the two vertices of an edge: the corners of its footprint that are farthest from its center."""
    middle = center(lattice, cell)
    far = sorted(footprint(lattice, cell), key=lambda corner: -dist(drawn_point(lattice, corner), middle))
    return min(far[:2]), max(far[:2])


def layers(lattice: Lattice, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells of each height, lowest first; the cells of a flat lattice are one layer.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> layers(LATTICES["cubic"], [(1, 0, 0), (0, 0, 0), (0, 0, 1)])
    (((0, 0, 0), (0, 0, 1)), ((1, 0, 0),))
    """
    ordered = sorted((level(lattice, cell), cell) for cell in cells)
    return tuple(tuple(cell for _, cell in layer) for _, layer in groupby(ordered, key=itemgetter(0)))


def level(lattice: Lattice, cell: Cell) -> int:
    """Return the height of a cell in units of its vertical coordinate, 0 on a flat lattice."""
    upright = _plane(lattice).upright
    if upright is None:
        return 0
    return cell[upright] if lattice.embedding[2][upright] > 0 else -cell[upright]


def level_translations(lattice: Lattice) -> tuple[DrawnPoint, ...]:
    """Return short translations, in drawings, that preserve every layer; they include a basis."""
    basis = lattice.translations.basis
    reach = range(-_REACH, _REACH + 1)
    moves = (lattice.translations.combined(times) for times in product(reach, repeat=len(basis)))
    plane = _plane(lattice)
    return tuple(drawn_point(lattice, plane.flat(move)) for move in moves if any(move) and level(lattice, move) == 0)


@cache
def _plane(lattice: Lattice) -> _Plane:
    """Return the footprints of a lattice: the polygons of flat cells, or sections of solid ones."""
    if lattice.is_flat:
        outlines = (class_outline(lattice, number) for number in range(len(lattice.cell_classes)))
        return _Plane(lattice.unit, None, lattice.embedding, tuple(each.corners for each in outlines))
    [upright] = [axis for axis, height in enumerate(lattice.embedding[2]) if height]
    assert not any(row[upright] for row in lattice.embedding[:2]), "layers must lie straight above one another"
    raw = [list(_section(lattice, number, upright)) for number in range(len(lattice.cell_classes))]
    scale = lcm(*(x.denominator for form in raw for corner in form for x in corner))
    rows = tuple(_without(row, upright) for row in lattice.embedding[:2])
    forms = [{tuple(int(x * scale) for x in corner) for corner in form} for form in raw]

    def turn(corner: Corner) -> float:
        """Return the angle of a corner about the origin: corners are in order clockwise from the upper left."""
        return round(atan2(dot(rows[1], corner), dot(rows[0], corner)), 9)

    return _Plane(lattice.unit * scale, upright, rows, tuple(tuple(sorted(form, key=turn)) for form in forms))


def _section(lattice: Lattice, number: int, upright: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield the corners of the section of a cell class at the height of its center."""
    cell_class = lattice.cell_classes[number]
    if not cell_class.corners:
        yield from _voronoi_corners(lattice, cell_class.steps, upright)
        return
    solid_corners = cell_class.corners
    yield from (tuple(map(Fraction, _without(corner, upright))) for corner in solid_corners if corner[upright] == 0)
    edges = {frozenset((f[i - 1], f[i])) for f in cell_class.facets for i in range(len(f))}
    for a, b in sorted(tuple(sorted(edge)) for edge in edges):
        high, low = solid_corners[a][upright], solid_corners[b][upright]
        if high * low < 0:
            yield tuple(
                Fraction(high * x - low * y, high - low)
                for x, y in zip(_without(solid_corners[b], upright), _without(solid_corners[a], upright), strict=True)
            )


def _voronoi_corners(lattice: Lattice, steps: Iterable[Cell], upright: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield the corners of the Voronoi cell of a ball among the balls of its layer."""
    matrix = np.delete(np.array(lattice.embedding[:2]), upright, axis=1)
    adjacent = [np.array(_without(step, upright)) for step in steps if step[upright] == 0]
    adjacent.sort(key=lambda step: atan2(*(matrix @ step)))
    for a, b in zip(adjacent, [*adjacent[1:], adjacent[0]], strict=True):
        u, v = matrix @ a, matrix @ b
        middle = np.linalg.solve(np.array([u, v]), np.array([u @ u, v @ v]) / 2)
        yield tuple(Fraction(float(x)).limit_denominator(12) * lattice.unit for x in np.linalg.solve(matrix, middle))


def _without(values: tuple[_Number, ...], axis: int) -> tuple[_Number, ...]:
    return values[:axis] + values[axis + 1 :]
