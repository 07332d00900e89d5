"""Pieces in space: isometric pictures, assembled or exploded, and the orders in which boxes are assembled.

The view is from above, in front and the right. Cells are drawn from the farthest to the nearest: neighbors are
separated by their common face, so this order hides nothing that is visible. Pieces of a box move in straight lines past
the others, or by the moves that take them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, dist, pi, sqrt
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.deadline import NO_DEADLINE, Deadline
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.picture import Picture, Point, Shape, circle, cropped
from cp_puzzles.puzzle.disassembly.piece_groups import unsupported_reason
from cp_puzzles.puzzle.geometry.cell_solid import Corner, center, ordered_sides, point, sides_of, solid
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import shade
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import Tiling

if TYPE_CHECKING:
    from cp_puzzles.puzzle.disassembly.take_apart import Step

Vector = tuple[float, ...]

_BRIGHT, _DARK = (0.85, 0.93, 1.0), (0.78, 0.72, 0.6)
"""Of the faces that look along an axis, and against it."""

_SPREADS = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
_MARK = 0.7
"""The size of the color of a side, as a share of the face."""

_NECK = 0.5
"""The width of a neck between two balls of a piece."""


def isometric(
    lattice: Lattice,
    placements: Sequence[Placement],
    colors: Sequence[str],
    *,
    exploded: bool = False,
    palette: Mapping[str, str] | None = None,
) -> Picture:
    """Return a picture of pieces in space; `exploded` moves them away from the middle.

    `palette` has the color of each letter on the sides of pieces.
    """
    origin = (0,) * lattice.dimension
    steps = explosion(lattice, placements) if exploded else [origin] * len(placements)
    drawn: list[tuple[tuple[float, Vector], list[Shape]]] = []
    for placement, color, step in zip(placements, colors, steps, strict=True):
        cells = frozenset(add(cell, step) for cell in placement.cells)
        marks: dict[tuple[Cell, Cell | None], str] = {
            (add(cell, step), add(neighbor, step)): palette[letter]
            for (cell, side), letter in placement.sides_at().items()
            if palette and (neighbor := ordered_sides(lattice, cell)[side].neighbor) is not None
        }
        drawn += _balls(lattice, cells, color) if lattice.radius else _polyhedra(lattice, cells, color, marks)
    return cropped(shape for _, group in sorted(drawn, key=lambda part: part[0]) for shape in group)


def explosion(lattice: Lattice, placements: Sequence[Placement]) -> list[Cell]:
    """Return the translation of each piece away from the middle, such that no two touch if possible.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> row = [Placement(((0, 0, column),), "O") for column in range(3)]
    >>> explosion(LATTICES["cubic"], row)
    [(0, 0, -1), (0, 0, 0), (0, 0, 1)]
    """
    if not placements:
        return []
    middles = np.array([np.mean(p.cells, axis=0) for p in placements])
    away = (middles - middles.mean(axis=0)) @ np.linalg.inv(np.array(lattice.translations.basis, dtype=float))
    best: list[Cell] = [(0,) * lattice.dimension] * len(middles)
    for spread in _SPREADS:
        steps = [lattice.translations.combined(tuple(round(spread * x) for x in row)) for row in away.tolist()]
        moved = [[add(cell, step) for cell in p.cells] for p, step in zip(placements, steps, strict=True)]
        owners = {cell: number for number, cells in enumerate(moved) for cell in cells}
        if len(owners) == sum(map(len, moved)):  # no two pieces overlap
            best = steps
            near = ((piece, other) for cell, piece in owners.items() for other in lattice.neighbors(cell))
            if all(owners.get(other, piece) == piece for piece, other in near):
                break
    return best


def _polyhedra(
    lattice: Lattice, cells: frozenset[Cell], color: str, marks: Mapping[tuple[Cell, Cell | None], str]
) -> Iterable[tuple[tuple[float, Vector], list[Shape]]]:
    """Yield the visible faces of each cell, with the edges where the surface bends.

    `marks` has the color of the side of a cell toward another cell.
    """
    surface = [(cell, side) for cell in sorted(cells) for side in sides_of(lattice, cell) if side.neighbor not in cells]
    meeting: dict[frozenset[Corner], list[Vector]] = defaultdict(list)
    normals: list[Vector] = []
    for _, side in surface:
        a, b, c = (np.array(point(lattice, corner)) for corner in side.corners[:3])
        outward = np.cross(b - a, c - a)
        normals.append(tuple((outward / np.linalg.norm(outward)).tolist()))
        for i, corner in enumerate(side.corners):
            meeting[frozenset((side.corners[i - 1], corner))].append(normals[-1])
    seen: dict[Cell, list[Shape]] = {cell: [] for cell in cells}
    for (cell, side), normal in zip(surface, normals, strict=True):
        if sum(normal) < 1e-6:
            continue
        points = {corner: projected(point(lattice, corner)) for corner in side.corners}
        axes = zip(normal, _BRIGHT, _DARK, strict=True)
        tone = shade(color, sum(n * n * (up if n > 0 else down) for n, up, down in axes))
        pairs = [(side.corners[i - 1], corner) for i, corner in enumerate(side.corners)]
        # where the surface ends or bends
        edges = [
            (points[a], points[b])
            for a, b in pairs
            if len(ns := meeting[frozenset((a, b))]) != 2 or sum(p * q for p, q in zip(*ns, strict=True)) < 1 - 1e-6
        ]
        seen[cell].append(Shape((tuple(points.values()),), fill=tone, stroke=tone, width=0.03))
        if mark := marks.get((cell, side.neighbor)):
            seen[cell].append(Shape((_inset([*points.values()]),), fill=mark, stroke="ink", width=0.012))
        if edges:
            seen[cell].append(Shape(tuple(edges), stroke=shade(color, 0.55), width=0.035, closed=False))
    yield from ((_depth(center(lattice, cell)), shapes) for cell, shapes in seen.items())


def _inset(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners of a face, moved toward its middle."""
    u, v = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    return tuple((u + _MARK * (x - u), v + _MARK * (y - v)) for x, y in corners)


def _balls(lattice: Lattice, cells: frozenset[Cell], color: str) -> Iterable[tuple[tuple[float, Vector], list[Shape]]]:
    """Yield each ball with a highlight, and the necks to the balls behind it."""
    outline_color, size = shade(color, 0.55), 0.96 * sqrt(1.5) * lattice.radius
    for cell in cells:
        place = center(lattice, cell)
        x, y = projected(place)
        near = [center(lattice, other) for other in lattice.neighbors(cell) if other in cells]
        behind = [projected(other) for other in near if _depth(other) < _depth(place)]
        lines = [(((x, y), end),) for end in behind]
        widths = (shade(color, 0.55), _NECK + 0.07), (shade(color, 0.85), _NECK)
        necks = [Shape(line, stroke=c, width=w, closed=False) for line in lines for c, w in widths]
        ball = Shape((circle(x, y, size),), color, stroke=outline_color, width=0.035, radius=1.0)
        light = Shape((circle(x + 0.3 * size, y - 0.38 * size, 0.3 * size),), shade(color, 1.3), radius=1.0)
        yield _depth(place), [*necks, ball, light]


def _depth(place: Vector) -> tuple[float, Vector]:
    """Return the sort key of a cell, from the farthest to the nearest."""
    return round(sum(place), 6), place


def projected(place: Vector) -> Point:
    """Return the position of a point in the picture, or the direction of a vector."""
    x, y, z = place
    return ((x - y) * cos(pi / 6), (x + y) / 2 - z)


Array = npt.NDArray[np.float64]

_AXES: tuple[Vector, ...] = (
    (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)
)  # fmt: skip
_NEAR = 1e-6


@dataclass(frozen=True)
class Ahead:
    """The number of each cell, and for each direction and each cell the numbers of the cells that block it."""

    number: Mapping[Cell, int]
    tables: Sequence[Sequence[Sequence[int]]]

    @classmethod
    def of(cls, lattice: Lattice, placements: Sequence[Placement]) -> Ahead:
        """Return the table of the cells of some pieces."""
        cells = sorted(cell for placement in placements for cell in placement.cells)
        return cls({cell: i for i, cell in enumerate(cells)}, cells_ahead(lattice, cells))


Leaving = tuple[tuple[int, ...], Vector | None]
"""A group of pieces, and the direction in which it leaves in drawings; None for the pieces that stay."""


def straight_steps(lattice: Lattice, placements: Sequence[Placement], ahead: Ahead) -> list[Leaving]:
    """Return the pieces of a box in the order in which they leave along straight lines, by step.

    The box is taken apart from the top. If no single piece can leave, the smallest group that can leave as one is a
    step. Pieces that cannot be separated are the last step. `ahead` has at least their cells.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> lid, box = Placement(((1, 0, 0), (1, 0, 1)), "lid"), Placement(((0, 0, 0), (0, 0, 1)), "box")
    >>> [pieces for pieces, _ in straight_steps(LATTICES["cubic"], [lid, box], Ahead.of(LATTICES["cubic"], [lid, box]))]
    [(0,), (1,)]
    """
    number = ahead.number
    owner = {number[cell]: piece for piece, placement in enumerate(placements) for cell in placement.cells}
    blockers = [
        [{owner[o] for cell in p.cells for o in table[number[cell]] if o in owner} - {piece} for table in ahead.tables]
        for piece, p in enumerate(placements)
    ]
    height = [sum(center(lattice, cell)[2] for cell in p.cells) / len(p.cells) for p in placements]
    left = sorted(range(len(placements)), key=lambda piece: (-round(height[piece], 9), piece))
    steps: list[Leaving] = []
    while left:
        leaving, number_of_way = _leaving(blockers, left)
        is_last = number_of_way is None or len(leaving) == len(left)
        steps.append((leaving, None if is_last else slide_directions(lattice)[number_of_way or 0]))
        left = [piece for piece in left if piece not in leaving]
    return steps


def _leaving(blockers: Sequence[Sequence[Collection[int]]], left: Sequence[int]) -> tuple[tuple[int, ...], int | None]:
    """Return the smallest group of pieces that can leave along a straight line, and the number of its direction.

    All pieces and None if none can leave.

    `blockers[piece][direction]` are the pieces that block a piece. The pieces that move along with one are those that
    block it, those that block them, and so on.
    """
    best: tuple[tuple[int, ...], int | None] = tuple(sorted(left)), None
    for direction in range(len(blockers[0])):
        for piece in left:
            group = [piece]
            for mover in group:
                group += [other for other in left if other in blockers[mover][direction] and other not in group]
            if len(group) == 1:
                return tuple(group), direction
            if len(group) < len(best[0]):
                best = tuple(sorted(group)), direction
    return best


def cells_ahead(lattice: Lattice, cells: Sequence[Cell]) -> list[list[list[int]]]:
    """Return for each direction and each cell the numbers of the cells that block it.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> cells_ahead(LATTICES["cubic"], [(0, 0, 0), (1, 0, 0), (2, 0, 0)])[0]
    [[1, 2], [2], []]
    """
    bodies = [solid(lattice, cell) for cell in cells]
    centers = np.array([body.center for body in bodies])
    reach = 2 * max(lattice.radius, *(dist(body.center, point) for body in bodies for point in body.points), 0.0)
    classes = np.array([lattice.class_of(cell) for cell in cells])
    table = []
    for number, direction in enumerate(slide_directions(lattice)):
        heights, seen = centers @ np.array(direction), centers @ _plane(lattice, number).T
        is_ahead = heights[None] > heights[:, None] + _NEAR
        movers, others = np.nonzero(is_ahead & (np.linalg.norm(seen[None] - seen[:, None], axis=2) < reach))
        offsets = seen[others] - seen[movers]
        pairs = classes[movers] * len(lattice.cell_classes) + classes[others]
        blocks = np.zeros(len(pairs), dtype=np.bool_)
        for pair in np.unique(pairs).tolist():
            mover, other = divmod(pair, len(lattice.cell_classes))
            blocks[pairs == pair] = _overlap(lattice, mover, other, number, offsets[pairs == pair])
        rows: list[list[int]] = [[] for _ in cells]
        for cell, blocker in zip(movers[blocks].tolist(), others[blocks].tolist(), strict=True):
            rows[cell].append(blocker)
        table.append(rows)
    return table


@cache
def slide_directions(lattice: Lattice) -> tuple[Vector, ...]:
    """Return the directions along which cells can slide past one another, upwards first.

    They are the axes, the normals of faces, and the lines between touching balls.
    """
    found = list(_AXES)
    for kind in lattice.cell_classes:
        body = solid(lattice, kind.origin)
        points = np.array(body.points)
        normals = [np.cross(points[b] - points[a], points[c] - points[a]) for a, b, c, *_ in body.faces]
        if body.radius:
            normals = [np.array(lattice.embedding) @ np.array(step) for step in kind.steps]
        for normal in normals:
            unit = normal / np.linalg.norm(normal)
            found += [tuple(unit.tolist()), tuple((-unit).tolist())]
    different: dict[Vector, Vector] = {}
    for vector in found:
        key = tuple(round(x, 6) + 0.0 for x in vector)
        different[key] = different.pop(key, vector)
    return tuple(different[key] for key in sorted(different, key=lambda key: (-round(8 * key[2]), -round(8 * key[1]))))


@cache
def _plane(lattice: Lattice, number: int) -> Array:
    """Return two orthonormal rows across a direction."""
    direction = slide_directions(lattice)[number]
    across = np.cross(direction, (1.0, 0.0, 0.0) if abs(direction[0]) < 0.9 else (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across)
    return np.array([across, np.cross(direction, across)])


def _overlap(lattice: Lattice, cell_class: int, other: int, number: int, offsets: Array) -> npt.NDArray[np.bool_]:
    """Return whether the projections of two cells along a direction overlap, for each offset of the other one."""
    if lattice.radius:
        return np.asarray(np.linalg.norm(offsets, axis=1) < 2 * lattice.radius - _NEAR)
    shadows = [_shadow(lattice, each, number) for each in (cell_class, other)]
    sides = np.concatenate([(shadow[:, None] - shadow[None]).reshape(-1, 2) for shadow in shadows])
    lengths = np.linalg.norm(sides, axis=1)
    normals = (sides[lengths > _NEAR] / lengths[lengths > _NEAR, None]) @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    axes = np.unique(normals.round(9), axis=0).T
    (low, high), (least, most) = (((shadow @ axes).min(axis=0), (shadow @ axes).max(axis=0)) for shadow in shadows)
    moved = offsets @ axes
    return np.asarray((np.minimum(high, most + moved) - np.maximum(low, least + moved) > _NEAR).all(axis=1))


@cache
def _shadow(lattice: Lattice, cell_class: int, number: int) -> Array:
    """Return the projections of the points of a cell along a direction, about its center."""
    body = solid(lattice, lattice.cell_classes[cell_class].origin)
    return np.asarray((np.array(body.points) - np.array(body.center)) @ _plane(lattice, number).T)


STATES = 200_000
"""States of one assembly that are searched for a picture or a page: some seconds."""

MAX_PIECES = 25
"""Pieces of an assembly for which moves are searched: more have too many loose groups."""


def solid_moves(
    puzzle: Puzzle, placements: Sequence[Placement], ahead: Ahead, deadline: Deadline = NO_DEADLINE
) -> tuple[Step, ...]:
    """Return the moves that take an assembly apart; none if straight lines do, or if no moves are found.

    Steps number the pieces from 0.
    """
    is_movable = 1 < len(placements) <= MAX_PIECES and unsupported_reason(puzzle.lattice) is None
    if not is_movable or deadline.has_passed:
        return ()
    if all(len(pieces) == 1 for pieces, _ in straight_steps(puzzle.lattice, placements, ahead)):
        return ()
    from cp_puzzles.puzzle.disassembly.distance_tables import refuse_unmovable
    from cp_puzzles.puzzle.disassembly.states import Effort
    from cp_puzzles.puzzle.disassembly.take_apart import take_apart

    tiling = Tiling(puzzle.board_geometry, tuple(placements))
    effort, cells = Effort(STATES, deadline, exits=10), [placement.cells for placement in placements]
    try:
        refuse_unmovable(puzzle.name, puzzle.lattice, [cells])
    except MistakeError:
        return ()
    return take_apart(puzzle.lattice, cells, effort, tiling.fixed, tiling.groups).steps


def drawn_vector(puzzle: Puzzle, step: Step) -> tuple[float, ...]:
    """Return the translation of a step in drawings; of a leaving group the direction."""
    vector = np.array(puzzle.lattice.embedding) @ np.array(step.vector)
    return tuple(round(x, 4) for x in vector.tolist())
