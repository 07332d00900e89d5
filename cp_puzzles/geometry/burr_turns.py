"""The turns of BurrTools by their numbers, and the places of pieces that its assemblies write with them.

An assembly says of a piece `x y z t`: turn it by turn t so that its hotspot, a voxel of the grid, comes to x, y, z.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from cp_puzzles.geometry.burr_grids import BurrGrid, Voxel
from cp_puzzles.geometry.isometry import Cell, add, minus

Matrix = tuple[tuple[int, ...], ...]

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
"""Balls keep their layers in 96 more turns: half a turn about a diagonal, then one of the first 24, by its letter."""


@dataclass(frozen=True)
class Turn:
    """A rotation of the cells of a grid about its origin: `matrix / over`."""

    matrix: Matrix
    over: int = 1

    def __call__(self, vector: Cell) -> Cell | None:
        """The image of a difference of cells; None if there is no cell in that place."""
        image = [sum(m * x for m, x in zip(row, vector, strict=True)) for row in self.matrix]
        return None if any(x % self.over for x in image) else tuple(x // self.over for x in image)


@cache
def burr_turns(number: int) -> tuple[Turn, ...]:
    """The turns of a grid in the order in which BurrTools numbers them.

    >>> [len(burr_turns(number)) for number in range(5)]
    [24, 12, 120, 24, 24]
    """
    if number == 1:
        sixths = _powers(_SIXTH, 6)
        return tuple(Turn(_after(sixth, flip)) for flip in (_ONE, _OVER) for sixth in sixths)
    quarters = _powers(_ABOUT_X, 4)
    if number != 2:
        first = (*_powers(_ABOUT_Y, 4), _ABOUT_Z, _powers(_ABOUT_Z, 4)[3])
        turns = [_after(other, quarter) for other in first for quarter in quarters]
        # the cells of cubes are layer, row, column: z, -y, x
        mirror = ((0, 0, 1), (0, -1, 0), (1, 0, 0)) if number == 0 else _ONE
        return tuple(Turn(_after(mirror, _after(turn, mirror))) for turn in turns)
    pairs = [(ball, _after(ball, _BALLS_OVER)) for ball in _BALLS]
    whole = [_after(quarter, its) for pair in pairs for quarter in _powers(_ABOUT_Z, 4) for its in pair]
    more = (
        Turn(_after(whole[ord(then) - ord("a")], _half_turn(_DIAGONALS[int(about)])), 3)
        for about, then in zip(_ABOUT, _THEN, strict=True)
    )
    return (*map(Turn, whole), *more)


def placed(grid: BurrGrid, turn: int, place: Voxel, hotspot: Voxel, voxels: Iterable[Voxel]) -> list[Cell] | None:
    """The cells on which the voxels of a piece come to lie; None if one comes to lie between cells."""
    own, there, move = grid.cell(hotspot), grid.cell(place), burr_turns(grid.number)[turn]
    found = []
    for voxel in voxels:
        vector = move(minus(grid.cell(voxel), own))
        if vector is None:
            return None
        found.append(add(there, vector))
    return found


def matching(grid: BurrGrid, cells: Sequence[Cell], target: Iterable[Cell]) -> Iterable[tuple[int, list[Cell]]]:
    """The turns that make a piece lie on a target, ascending, each with where it puts the cells."""
    goal = sorted(target)
    for number, move in enumerate(burr_turns(grid.number)):
        images = [move(minus(cell, cells[0])) for cell in cells]
        if any(image is None for image in images):
            continue
        least = min(image for image in images if image is not None)
        lie = [
            tuple(x - low + first for x, low, first in zip(image, least, goal[0], strict=True))
            for image in images
            if image is not None
        ]
        if sorted(lie) == goal:
            yield number, lie


def _powers(matrix: Matrix, number: int) -> list[Matrix]:
    powers: list[Matrix] = [_ONE]
    for _ in range(number - 1):
        powers.append(_after(matrix, powers[-1]))
    return powers


def _after(a: Matrix, b: Matrix) -> Matrix:
    """The motion `b`, then `a`."""
    return tuple(tuple(sum(x * b[k][j] for k, x in enumerate(row)) for j in range(3)) for row in a)


def _half_turn(axis: Cell) -> Matrix:
    """Half a turn about a diagonal of the cube, times 3."""
    return tuple(tuple(2 * a * b - 3 * (i == j) for j, b in enumerate(axis)) for i, a in enumerate(axis))
