"""The sides of a polygon and the faces of a polyhedron, computed from the corners in exact arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from itertools import combinations

from cp_puzzles.puzzle.geometry.isometry import Cell, cross, dot, subtract

Facet = tuple[int, ...]
"""The corners of a side or face, by number."""


def polygon_order(corners: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the corners of a convex polygon about the origin by angle, from the first axis to the second.

    >>> polygon_order([(1, 1), (-1, -1), (-1, 1), (1, -1)])
    ((1, 1), (-1, 1), (-1, -1), (1, -1))
    """

    def compare(a: Cell, b: Cell) -> int:
        return _half(a) - _half(b) or -_cross2(a, b)

    return tuple(sorted(corners, key=cmp_to_key(compare)))


def _half(a: Cell) -> int:
    return int((a[1], a[0]) < (0, 0))


def _cross2(a: Cell, b: Cell) -> int:
    return a[0] * b[1] - a[1] * b[0]


def sides(corners: Sequence[Cell]) -> tuple[Facet, ...]:
    """Return the sides of a polygon whose corners are in order."""
    return tuple((i, (i + 1) % len(corners)) for i in range(len(corners)))


def faces(corners: Sequence[Cell]) -> tuple[Facet, ...]:
    """Return the faces of a convex polyhedron about the origin, given its corners.

    The corners a, b, c, ... of a face are in the order in which (b - a) x (c - a) points outwards.

    >>> len(faces([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]))
    6
    """
    found: dict[frozenset[int], Facet] = {}
    for i, j, k in combinations(range(len(corners)), 3):
        normal = cross(subtract(corners[j], corners[i]), subtract(corners[k], corners[i]))
        heights = [dot(normal, subtract(corner, corners[i])) for corner in corners]
        if not any(normal) or min(heights) < 0 < max(heights):
            continue
        if max(heights) > 0:
            normal = (-normal[0], -normal[1], -normal[2])
        flat = [number for number, height in enumerate(heights) if height == 0]
        found.setdefault(frozenset(flat), _ordered_face(corners, flat, normal))
    return tuple(found.values())


def _ordered_face(corners: Sequence[Cell], flat: list[int], normal: Cell) -> Facet:
    """Return the corners of a face in order: seen from outside, all others are to the left of each edge."""
    order = [flat[0]]
    while len(order) < len(flat):
        here = corners[order[-1]]
        order.append(
            next(
                b
                for b in flat
                if b not in order
                and all(
                    dot(normal, cross(subtract(corners[b], here), subtract(corners[c], here))) >= 0
                    for c in flat
                    if c not in (b, order[-1])
                )
            )
        )
    return tuple(order)
