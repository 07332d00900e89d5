"""The numbered rotations of BurrTools, and the positions of pieces in its assemblies.

An assembly describes a piece as `x y z t`: rotation t maps its hotspot, a voxel of the grid, to x, y, z.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from cp_puzzles.output.burrtools.voxel_grids import BurrGrid, Voxel
from cp_puzzles.puzzle.geometry.isometry import Cell, Matrix, add, matrix_product, subtract

_ONE = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_ABOUT_X = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
_ABOUT_Y = ((0, 0, -1), (0, 1, 0), (1, 0, 0))
_ABOUT_Z = ((0, -1, 0), (1, 0, 0), (0, 0, 1))
_SIXTH = ((0, -1, 0), (1, 1, 0), (0, 0, 1))
_OVER = ((-1, -1, 0), (0, 1, 0), (0, 0, -1))
_BALLS = (_ONE, ((0, 0, 1), (1, 0, 0), (0, 1, 0)), ((0, 0, 1), (0, 1, 0), (-1, 0, 0)))
_BALLS_OVER = ((0, 0, 1), (0, -1, 0), (1, 0, 0))

_DIAGONALS = ((1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1))
_ABOUT = "113322330022001122110033000000000000000000222222222222222222111111111111111111333333333333333333"
_THEN = "vuvurnrnvbvbrkrkxexetetefhxdolinpmjuawcqsgltpjhuwdqfsmcoigkawqtsmnopijlfhgbadcxwqsmpojilkfhgbadc"
"""Balls have 96 more rotations: half a rotation about a diagonal, then one of the first 24, by its letter."""


@dataclass(frozen=True)
class VoxelRotation:
    """A rotation of the cells of a grid about its origin: `matrix` / `divisor`."""

    matrix: Matrix
    divisor: int = 1

    def __call__(self, vector: Cell) -> Cell | None:
        """Return the image of a difference of cells; None if it is not a cell difference."""
        image = [sum(m * x for m, x in zip(row, vector, strict=True)) for row in self.matrix]
        return None if any(x % self.divisor for x in image) else tuple(x // self.divisor for x in image)


@cache
def burr_rotations(number: int) -> tuple[VoxelRotation, ...]:
    """Return the rotations of a grid in the order of their BurrTools numbers.

    >>> [len(burr_rotations(number)) for number in range(5)]
    [24, 12, 120, 24, 24]
    """
    if number == 1:
        sixths = _powers(_SIXTH, 6)
        return tuple(VoxelRotation(matrix_product(sixth, flip)) for flip in (_ONE, _OVER) for sixth in sixths)
    quarters = _powers(_ABOUT_X, 4)
    if number != 2:
        first = (*_powers(_ABOUT_Y, 4), _ABOUT_Z, _powers(_ABOUT_Z, 4)[3])
        rotations = [matrix_product(other, quarter) for other in first for quarter in quarters]
        # the cells of cubes are layer, row, column: z, -y, x
        mirror = ((0, 0, 1), (0, -1, 0), (1, 0, 0)) if number == 0 else _ONE
        return tuple(VoxelRotation(matrix_product(mirror, matrix_product(rotation, mirror))) for rotation in rotations)
    pairs = [(ball, matrix_product(ball, _BALLS_OVER)) for ball in _BALLS]
    integral = [matrix_product(quarter, ball) for pair in pairs for quarter in _powers(_ABOUT_Z, 4) for ball in pair]
    more = (
        VoxelRotation(matrix_product(integral[ord(then) - ord("a")], _half_rotation(_DIAGONALS[int(about)])), 3)
        for about, then in zip(_ABOUT, _THEN, strict=True)
    )
    return (*map(VoxelRotation, integral), *more)


def placed(grid: BurrGrid, number: int, place: Voxel, hotspot: Voxel, voxels: Iterable[Voxel]) -> list[Cell] | None:
    """Return the images of the voxels of a piece; None if one of them is not a cell."""
    center, target, rotation = grid.cell(hotspot), grid.cell(place), burr_rotations(grid.number)[number]
    cells = []
    for voxel in voxels:
        vector = rotation(subtract(grid.cell(voxel), center))
        if vector is None:
            return None
        cells.append(add(target, vector))
    return cells


def matching(grid: BurrGrid, cells: Sequence[Cell], target: Iterable[Cell]) -> Iterable[tuple[int, list[Cell]]]:
    """Yield the rotations that map a piece onto a target, ascending, with the images of the cells."""
    goal = sorted(target)
    for number, rotation in enumerate(burr_rotations(grid.number)):
        images = [rotation(subtract(cell, cells[0])) for cell in cells]
        if any(image is None for image in images):
            continue
        least = min(image for image in images if image is not None)
        moved = [
            tuple(x - low + first for x, low, first in zip(image, least, goal[0], strict=True))
            for image in images
            if image is not None
        ]
        if sorted(moved) == goal:
            yield number, moved


def _powers(matrix: Matrix, number: int) -> list[Matrix]:
    powers: list[Matrix] = [_ONE]
    for _ in range(number - 1):
        powers.append(matrix_product(matrix, powers[-1]))
    return powers


def _half_rotation(axis: Cell) -> Matrix:
    """Return the half rotation about a diagonal of the cube, times 3."""
    return tuple(tuple(2 * a * b - 3 * (i == j) for j, b in enumerate(axis)) for i, a in enumerate(axis))
