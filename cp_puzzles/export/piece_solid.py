"""Pieces as solids to print, in millimetres: x to the right, y away from the viewer, z up, as printers have them.

A piece is the union of its cells without what lies nearer than half the gap to a cell beside it: the cells around it,
made larger by a polytope that reaches exactly so far across every face, are taken away. The edges that stick out are
cut off by wedges. All is done by Manifold, whose results are watertight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from cp_puzzles.export.cell_shapes import BAR_WIDTH, bars
from cp_puzzles.export.outline import smooth
from cp_puzzles.geometry import solid
from cp_puzzles.geometry.footprint import has_edges
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice

Array = Any
"""Points as rows of x, y and z."""

ROUND = 32
"""Straight sides of a circle."""
_NECK = 0.55
"""The radius of a neck between two balls, in radii of a ball."""
_NEAR, _FLAT = 1e-6, 1e-3


@dataclass(frozen=True)
class Make:
    """How pieces are made, in millimetres.

    `cell` is the length that is 1 in drawings, the side of a square or a cube; `gap` lies between two pieces, and
    between a piece and the tray, half of it taken from each piece; `bevel` is cut off outer edges; `plate` is how wide
    and deep things may lie.
    """

    cell: float = 15.0
    gap: float = 0.2
    bevel: float = 0.5
    plate: tuple[float, float] = (220.0, 220.0)


USUAL = Make()


@dataclass(frozen=True)
class CellFace:
    """A face of a cell: its corners go round it, seen from outside; `beyond` is the cell behind it, if any is."""

    points: Array
    beyond: Cell | None

    @property
    def normal(self) -> Array:
        """The direction, of length 1, in which it looks."""
        a, b, c = self.points[:3]
        across = np.cross(b - a, c - a)
        return across / np.linalg.norm(across)


def piece_solid(lattice: Lattice, cells: Collection[Cell], make: Make) -> Any:
    """The `manifold3d.Manifold` of a piece; one part if its cells are connected and bevel and gap are not too large.

    >>> make = Make(cell=10.0, gap=0.2, bevel=0.0)
    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> round(piece_solid(LATTICES["cubic"], [(0, 0, 0), (0, 0, 1)], make).volume(), 3)
    1901.592
    """
    if has_edges(lattice):
        return _rods(lattice, cells, make)
    if lattice.radius:
        return _balls(lattice, cells, make)
    from manifold3d import Manifold, OpType

    own = frozenset(cells)
    inside = [Manifold.hull_points(make.cell * _corners(lattice, cell)) for cell in sorted(own)]
    reach = make.gap / 2 * _polytope(lattice)
    away = [
        Manifold.hull_points(_sum(make.cell * _corners(lattice, cell), reach)) for cell in sorted(_around(lattice, own))
    ]
    if make.bevel:
        away += _wedges(lattice, own, make)
    body = Manifold.batch_boolean([Manifold.batch_boolean(inside, OpType.Add), *away], OpType.Subtract)
    # rounding leaves crumbs where planes meet that should meet in a corner
    parts = [part for part in body.decompose() if part.volume() > _NEAR * make.cell**3]
    return parts[0] if len(parts) == 1 else Manifold.compose(parts)


def _rods(lattice: Lattice, cells: Collection[Cell], make: Make) -> Any:
    """Bars along the edges, as wide as they are drawn, and as high as they are wide."""
    from manifold3d import CrossSection, OpType

    radius = make.cell * BAR_WIDTH / 2
    disc = CrossSection.circle(radius, ROUND)
    parts = []
    for line in bars(lattice, cells):
        discs = [disc.translate((make.cell * x, -make.cell * y)) for x, y in smooth(line)]
        parts += [CrossSection.batch_hull([a, b]) for a, b in pairwise(discs)]
    return CrossSection.batch_boolean(parts, OpType.Add).extrude(2 * radius)


def _balls(lattice: Lattice, cells: Collection[Cell], make: Make) -> Any:
    """Balls, and necks between those that touch."""
    from manifold3d import Manifold, OpType

    own = set(cells)
    radius = make.cell * lattice.radius - make.gap / 2
    ball = Manifold.sphere(radius, ROUND)
    parts = [ball.translate(_place(lattice, cell, make)) for cell in sorted(own)]
    disc = np.array([(np.cos(t), np.sin(t)) for t in np.arange(12) * np.pi / 6]) * _NECK * radius
    for cell in sorted(own):
        for near in sorted(own.intersection(lattice.neighbours(cell))):
            if near > cell:
                start, end = _place(lattice, cell, make), _place(lattice, near, make)
                way = (end - start) / np.linalg.norm(end - start)
                side = np.cross(way, np.eye(3)[int(np.argmin(abs(way)))])
                side /= np.linalg.norm(side)
                ring = disc @ np.array([side, np.cross(way, side)])
                parts.append(Manifold.hull_points(np.vstack([start + ring, end + ring])))
    return Manifold.batch_boolean(parts, OpType.Add)


def _place(lattice: Lattice, cell: Cell, make: Make) -> Array:
    x, y, z = solid.centre(lattice, cell)
    return make.cell * np.array([x, -y, z])


def _wedges(lattice: Lattice, cells: frozenset[Cell], make: Make) -> Iterable[Any]:
    """What is cut off along every edge at which the surface bends inwards."""
    from manifold3d import Manifold

    meeting: dict[frozenset[tuple[float, ...]], list[tuple[Array, Array]]] = defaultdict(list)
    for cell in sorted(cells):
        for face in cell_faces(lattice, cell):
            if face.beyond not in cells:
                middle = face.points.mean(axis=0)
                for a, b in zip(face.points, np.roll(face.points, -1, axis=0), strict=True):
                    key = frozenset(tuple((x.round(6) + 0.0).tolist()) for x in (a, b))
                    meeting[key].append((face.normal, middle))
    for key, faces in meeting.items():
        if len(faces) != 2:
            continue
        (first, _), (second, beside) = faces
        a, b = (make.cell * np.array(corner) for corner in sorted(key))
        if first @ (make.cell * beside - a) > -_FLAT * make.cell:
            continue
        way = (b - a) / np.linalg.norm(b - a)
        # where the faces, each moved in by its own part, meet: first . x = -in(first), second . x = -in(second)
        moved = [make.gap / 2 * _moves_in(lattice, normal) for normal in (first, second)]
        edge = np.linalg.solve(np.array([first, second, way]), [-moved[0], -moved[1], 0.0])
        along = [np.cross(first, way), np.cross(second, way)]
        along = [u if u @ other < 0 else -u for u, other in zip(along, (second, first), strict=True)]
        out = 2 * make.bevel * (first + second) / np.linalg.norm(first + second)
        triangle = edge + np.array([make.bevel * along[0], make.bevel * along[1], out + make.bevel * along[0],
                                    out + make.bevel * along[1]])  # fmt: skip
        reach = make.gap / 2 * way
        yield Manifold.hull_points(np.vstack([a - reach + triangle, b + reach + triangle]))


def _moves_in(lattice: Lattice, normal: Array) -> float:
    """Whether a face is moved: a flat piece is as high as its cells."""
    return 0.0 if lattice.is_flat and abs(normal[2]) > 0.5 else 1.0


def _around(lattice: Lattice, cells: frozenset[Cell]) -> set[Cell]:
    """The cells that have a corner with one of these in common, but for themselves."""
    found: set[Cell] = set()
    for cell in cells:
        own, ring, edge = set(solid.corners(lattice, cell)), {cell}, [cell]
        while edge:
            for near in lattice.neighbours(edge.pop()):
                if near not in ring and own.intersection(solid.corners(lattice, near)):
                    ring.add(near)
                    edge.append(near)
        found |= ring
    return found - cells


def _corners(lattice: Lattice, cell: Cell) -> Array:
    return np.unique(np.vstack([face.points for face in cell_faces(lattice, cell)]).round(12), axis=0)


def cell_faces(lattice: Lattice, cell: Cell) -> list[CellFace]:
    """The faces of a cell; a flat one is as high as a square is wide."""
    if not lattice.is_flat:
        return [
            CellFace(_mirrored([solid.point(lattice, corner) for corner in side.corners]), side.beyond)
            for side in solid.sides(lattice, cell)
        ]
    ring = _mirrored([(*spot, 0.0) for spot in solid.polygon(lattice, cell)])
    up = np.array([0.0, 0.0, 1.0])
    walls = []
    for side in solid.sides(lattice, cell):
        a, b = (np.array([x, -y, 0.0]) for x, y in (solid.point(lattice, corner) for corner in side.corners))
        wall = np.array([a, b, b + up, a + up])
        outwards = np.cross(b - a, up) @ (a - ring.mean(axis=0)) > 0
        walls.append(CellFace(wall if outwards else wall[::-1], side.beyond))
    return [*walls, CellFace(ring + up, None), CellFace(ring[::-1], None)]


def _mirrored(points: Iterable[solid.Point]) -> Array:
    """Points with y away from the viewer instead of towards, in the order that turns the same way from outside."""
    return np.array([(x, -y, z) for x, y, z in points])[::-1]


@cache
def _polytope(lattice: Lattice) -> Array:
    """The corners of what reaches exactly 1 across every face of every kind of cell, and across its opposite."""
    normals = {
        tuple((sign * face.normal.round(9) + 0.0).tolist())
        for kind in lattice.kinds
        for face in cell_faces(lattice, kind.origin)
        for sign in (1, -1)
    }
    planes = np.array(sorted(normals))
    corners = []
    for three in combinations(planes, 3):
        matrix = np.array(three)
        if abs(np.linalg.det(matrix)) > _NEAR:
            corner = np.linalg.solve(matrix, np.ones(3))
            if (planes @ corner <= 1 + _NEAR).all():
                corners.append(corner)
    return np.unique(np.array(corners).round(9), axis=0)


def _sum(first: Array, second: Array) -> Array:
    """All sums of a point of one and a point of the other: their hull is the Minkowski sum of the hulls."""
    return (first[:, None, :] + second[None, :, :]).reshape(-1, 3)
