"""Footprints: what of a cell lies in the plane of its layer, the polygon that flat drawings show.

A flat cell is its own footprint. That of a polyhedron is its section at the height of its centre, that of a ball the
points of the plane that are nearer to its centre than to those of the balls beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import atan2, dist, lcm
from typing import TypeVar

import numpy as np

from cp_puzzles.geometry.isometry import Cell, add
from cp_puzzles.geometry.isometry import minus as _minus_corner
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import Corner, centre, corners
from cp_puzzles.geometry.sublattice import Sublattice

Spot = tuple[float, float]
"""A place as it is drawn: x to the right, y down."""

_Number = TypeVar("_Number", int, float)

_REACH = 3
"""How many times each basis vector is taken, at most, to find the translations that stay in a layer."""


@dataclass(frozen=True)
class _Plane:
    """The footprints of a lattice: those of each kind in units of 1/`unit`, and the coordinate that is the height."""

    unit: int
    upright: int | None
    forms: tuple[tuple[Corner, ...], ...]


def footprint(lattice: Lattice, cell: Cell) -> tuple[Corner, ...]:
    """The corners of a cell's footprint, exact, clockwise as it is drawn: footprints that meet have the same ones.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> [spot(LATTICES["balls"], corner) for corner in footprint(LATTICES["balls"], (1, 1, 0))]
    [(-0.5, 0.5), (0.5, 0.5), (0.5, 1.5), (-0.5, 1.5)]
    """
    plane = _plane(lattice)
    start = tuple(plane.unit * x for x in _level_part(plane, cell))
    return tuple(add(start, corner) for corner in plane.forms[lattice.kind(cell)])


def spot(lattice: Lattice, corner: Corner) -> Spot:
    """Where a corner of a footprint is drawn: x to the right, y down."""
    return _drawn(lattice, _plane(lattice), corner)


def side_place(lattice: Lattice, a: Corner, b: Corner) -> tuple[Corner, Corner]:
    """A side of a footprint without direction; where the lattice is rolled up, one for all that are joined."""
    first, last = min(a, b), max(a, b)
    shift = _minus_corner(_level_periods(lattice).remainder(first), first) if lattice.periods else (0,) * len(first)
    return add(first, shift), add(last, shift)


@cache
def _level_periods(lattice: Lattice) -> Sublattice:
    """The periods that leave every layer where it is, in the units of corners."""
    plane = _plane(lattice)
    level_ones = [p for p in (lattice.periods.basis if lattice.periods else ()) if level(lattice, p) == 0]
    return Sublattice.spanned(tuple(plane.unit * x for x in _level_part(plane, period)) for period in level_ones)


def has_edges(lattice: Lattice) -> bool:
    """Whether the cells of a lattice are edges, each between two vertices."""
    return bool(lattice.spokes or lattice.edges_of)


def tips(lattice: Lattice, cell: Cell) -> tuple[Corner, Corner]:
    """The two vertices that an edge joins: the corners of its footprint that are farthest from its middle."""
    middle = centre(lattice, cell)
    far = sorted(footprint(lattice, cell), key=lambda corner: -dist(spot(lattice, corner), middle))
    return min(far[:2]), max(far[:2])


def layers(lattice: Lattice, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """The cells of each height, the lowest first; those of a flat lattice are one layer.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> layers(LATTICES["cubic"], [(1, 0, 0), (0, 0, 0), (0, 0, 1)])
    (((0, 0, 0), (0, 0, 1)), ((1, 0, 0),))
    """
    found: dict[int, list[Cell]] = {}
    for cell in sorted(cells):
        found.setdefault(level(lattice, cell), []).append(cell)
    return tuple(tuple(found[key]) for key in sorted(found))


def level(lattice: Lattice, cell: Cell) -> int:
    """The height of a cell in steps of its own coordinate, 0 on a flat lattice."""
    upright = _plane(lattice).upright
    if upright is None:
        return 0
    return cell[upright] if lattice.embedding[2][upright] > 0 else -cell[upright]


def level_translations(lattice: Lattice) -> tuple[Spot, ...]:
    """How far, as they are drawn, translations move that leave every layer where it is; short ones, a basis in them."""
    basis = lattice.translations.basis
    reach = range(-_REACH, _REACH + 1)
    moves = (lattice.translations.combined(times) for times in product(reach, repeat=len(basis)))
    plane = _plane(lattice)
    zero = (0,) * len(basis)
    return tuple(
        _drawn(lattice, plane, tuple(plane.unit * x for x in _level_part(plane, move)))
        for move in moves
        if move != zero and level(lattice, move) == 0
    )


@cache
def _plane(lattice: Lattice) -> _Plane:
    if lattice.is_flat:
        forms = [_minus(corners(lattice, kind.origin), lattice.unit, kind.origin) for kind in lattice.kinds]
        return _Plane(lattice.unit, None, tuple(forms))
    [upright] = [axis for axis, height in enumerate(lattice.embedding[2]) if height]
    assert not any(row[upright] for row in lattice.embedding[:2]), "layers must lie straight above one another"
    raw = [list(_section(lattice, number, upright)) for number in range(len(lattice.kinds))]
    scale = lcm(*(x.denominator for form in raw for corner in form for x in corner))
    plane = _Plane(lattice.unit * scale, upright, ())
    forms = [tuple(tuple(int(x * scale) for x in corner) for corner in form) for form in raw]
    return _Plane(plane.unit, upright, tuple(_clockwise(lattice, plane, form) for form in forms))


def _section(lattice: Lattice, number: int, upright: int) -> Iterator[tuple[Fraction, ...]]:
    """The corners of the section of a kind of cell at the height of its centre."""
    kind = lattice.kinds[number]
    if not kind.corners:
        yield from _nearest(lattice, kind.steps, upright)
        return
    own = kind.corners
    yield from (tuple(map(Fraction, _without(corner, upright))) for corner in own if corner[upright] == 0)
    edges = {frozenset((f[i - 1], f[i])) for f in kind.facets for i in range(len(f))}
    for a, b in sorted(tuple(sorted(edge)) for edge in edges):
        high, low = own[a][upright], own[b][upright]
        if high * low < 0:
            yield tuple(
                Fraction(high * x - low * y, high - low)
                for x, y in zip(_without(own[b], upright), _without(own[a], upright), strict=True)
            )


def _nearest(lattice: Lattice, steps: Iterable[Cell], upright: int) -> Iterator[tuple[Fraction, ...]]:
    """The corners of the points that are nearer to a ball than to those beside it in its layer."""
    matrix = np.delete(np.array(lattice.embedding[:2]), upright, axis=1)
    beside = [np.array(_without(step, upright)) for step in steps if step[upright] == 0]
    beside.sort(key=lambda step: atan2(*(matrix @ step)))
    for a, b in zip(beside, [*beside[1:], beside[0]], strict=True):
        u, v = matrix @ a, matrix @ b
        middle = np.linalg.solve(np.array([u, v]), np.array([u @ u, v @ v]) / 2)
        yield tuple(Fraction(float(x)).limit_denominator(12) * lattice.unit for x in np.linalg.solve(matrix, middle))


def _clockwise(lattice: Lattice, plane: _Plane, form: Iterable[Corner]) -> tuple[Corner, ...]:
    """The corners of a convex polygon about the origin, from the upper left."""

    def turn(corner: Corner) -> float:
        x, y = _drawn(lattice, plane, corner)
        return round(atan2(y, x), 9)

    return tuple(sorted(set(form), key=turn))


def _drawn(lattice: Lattice, plane: _Plane, corner: Corner) -> Spot:
    rows = lattice.embedding[:2]
    if plane.upright is not None:
        rows = tuple(_without(row, plane.upright) for row in rows)
    x, y = (sum(m * x for m, x in zip(row, corner, strict=True)) / plane.unit for row in rows)
    return x, y


def _level_part(plane: _Plane, cell: Cell) -> Cell:
    return cell if plane.upright is None else _without(cell, plane.upright)


def _without(values: tuple[_Number, ...], axis: int) -> tuple[_Number, ...]:
    return values[:axis] + values[axis + 1 :]


def _minus(own: Iterable[Corner], unit: int, origin: Cell) -> tuple[Corner, ...]:
    return tuple(tuple(x - unit * o for x, o in zip(corner, origin, strict=True)) for corner in own)
