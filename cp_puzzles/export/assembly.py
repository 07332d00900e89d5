"""How a box is put together: each piece straight in along a line, past whatever solids its cells are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from cp_puzzles.geometry.isometry import Cell, minus
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.geometry.solid import solid

Vector = tuple[float, ...]

_AXES: tuple[Vector, ...] = (
    (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)
)  # fmt: skip
_NEAR = 1e-6


def assembly(lattice: Lattice, placements: Sequence[Placement]) -> list[tuple[int, ...]]:
    """The pieces of a box in an order in which each can be put in along a straight line, by number, step by step.

    It is taken apart from the top and read backwards. Where no piece can leave alone, the fewest that can leave as one
    are a step together; what cannot be taken apart so is the first step.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> lid, box = Placement(((1, 0, 0), (1, 0, 1)), "lid"), Placement(((0, 0, 0), (0, 0, 1)), "box")
    >>> assembly(LATTICES["cubic"], [lid, box])
    [(1,), (0,)]
    """
    height = [sum(solid(lattice, cell).centre[2] for cell in p.cells) / len(p.cells) for p in placements]
    left = sorted(range(len(placements)), key=lambda piece: (-round(height[piece], 9), piece))
    steps: list[tuple[int, ...]] = []
    while left:
        leaving = _leaving(lattice, placements, left)
        steps.append(leaving)
        left = [piece for piece in left if piece not in leaving]
    return steps[::-1]


def _leaving(lattice: Lattice, placements: Sequence[Placement], left: Sequence[int]) -> tuple[int, ...]:
    """The fewest pieces that can leave as one along a straight line; all if none can."""
    best = tuple(sorted(left))
    for way in range(len(_ways(lattice))):
        for piece in left:
            group = _carried(lattice, placements, left, piece, way)
            if len(group) == 1:
                return group
            if len(group) < len(best):
                best = group
    return best


def _carried(
    lattice: Lattice, placements: Sequence[Placement], left: Sequence[int], piece: int, way: int
) -> tuple[int, ...]:
    """The pieces that move along with one that is pushed: those in its way, those in theirs, and so on."""
    group = [piece]
    for mover in group:
        pairs = (
            (other, cell, ahead)
            for other in left
            if other not in group
            for cell, ahead in product(placements[mover].cells, placements[other].cells)
        )
        for other, cell, ahead in pairs:
            if other not in group and _is_in_way(
                lattice, lattice.kind(cell), lattice.kind(ahead), minus(ahead, cell), way
            ):
                group.append(other)
    return tuple(sorted(group))


@cache
def _ways(lattice: Lattice) -> tuple[Vector, ...]:
    """The directions along which cells can slide past one another, upwards first.

    They are the axes, the normals of faces, and the lines between balls that touch.
    """
    found = list(_AXES)
    for kind in lattice.kinds:
        body = solid(lattice, kind.origin)
        points = np.array(body.points)
        normals = [np.cross(points[b] - points[a], points[c] - points[a]) for a, b, c, *_ in body.faces]
        if body.radius:
            normals = [np.array(lattice.embedding) @ np.array(step) for step in kind.steps]
        for normal in normals:
            unit = normal / np.linalg.norm(normal)
            found += [tuple(unit.tolist()), tuple((-unit).tolist())]
    different = {tuple(round(x, 6) + 0.0 for x in way): way for way in reversed(found)}
    order = {key: number for number, key in enumerate(reversed(different))}
    return tuple(
        different[key] for key in sorted(order, key=lambda key: (-round(8 * key[2]), -round(8 * key[1]), order[key]))
    )


@cache
def _is_in_way(lattice: Lattice, kind: int, other: int, apart: Cell, number: int) -> bool:
    """Whether a cell is in the way of one that moves: their shadows along the way overlap, and it is ahead.

    `apart` leads from the cell that moves to the other.
    """
    way = np.array(_ways(lattice)[number])
    between = np.array(lattice.embedding) @ np.array(apart)
    if between @ way <= _NEAR:
        return False
    across = np.cross(way, (1.0, 0.0, 0.0) if abs(way[0]) < 0.9 else (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across)
    plane = np.array([across, np.cross(way, across)])
    if lattice.radius:
        return bool(np.linalg.norm(plane @ between) < 2 * lattice.radius - _NEAR)
    shadows = [_shadow(lattice, number, plane) for number in (kind, other)]
    shadows[1] = shadows[1] + plane @ between
    for shadow in shadows:
        for a, b in product(shadow, repeat=2):
            side = (b - a) @ np.array([[0.0, 1.0], [-1.0, 0.0]])
            length = float(np.linalg.norm(side))
            if length > _NEAR:
                (low, high), (least, most) = (((its @ side).min(), (its @ side).max()) for its in shadows)
                if min(high, most) - max(low, least) <= _NEAR * length:
                    return False
    return True


def _shadow(lattice: Lattice, kind: int, plane: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    body = solid(lattice, lattice.kinds[kind].origin)
    return np.asarray((np.array(body.points) - np.array(body.centre)) @ plane.T)
