"""Assembly orders of boxes: pieces move in straight lines past the others, or by the moves that take them apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import dist
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.deadline import NO_DEADLINE, Deadline
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.disassembly.piece_groups import unsupported_reason
from cp_puzzles.puzzle.geometry.cell_solid import center, solid
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import Tiling

if TYPE_CHECKING:
    from cp_puzzles.puzzle.disassembly.take_apart import Step

Vector = tuple[float, ...]
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
