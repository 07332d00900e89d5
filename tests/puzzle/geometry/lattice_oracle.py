"""Lattices by brute force over plain geometry, as an oracle that shares no code with the package.

A cell is its corners as points of the plane or of space (of balls: its center), rounded. Pieces are turned by real
matrices about the origin and put wherever their first cell finds one of the board. Nothing here knows a translation,
a kind of cell or an integer matrix.
"""

from __future__ import annotations

from itertools import permutations, product
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray


def rounded(points: NDArray[np.float64]) -> frozenset[tuple[float, ...]]:
    """A cell that compares equal however it was worked out."""
    return frozenset(tuple(round(float(x), 4) + 0.0 for x in point) for point in points)


def plane_turns(order: int) -> list[NDArray[np.float64]]:
    """Return the rotations and reflections of a regular polygon, rotations first."""
    angles = [2 * pi * k / order for k in range(order)]
    turns = [np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]]) for angle in angles]
    return turns + [turn @ np.diag([1.0, -1.0]) for turn in turns]


def cube_turns(frame: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """The 48 isometries of the cube whose axes, as they are drawn, are the columns of a frame; rotations first."""
    found = []
    for columns in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            matrix = np.zeros((3, 3))
            matrix[range(3), columns] = signs
            found.append(frame @ matrix @ np.linalg.inv(frame))
    return sorted(found, key=lambda turn: -np.linalg.det(turn))


def prism_turns() -> list[NDArray[np.float64]]:
    """The 24 isometries of the hexagonal prism, rotations first."""
    found = []
    for turn in plane_turns(6):
        for sign in (1.0, -1.0):
            matrix = np.diag([1.0, 1.0, sign])
            matrix[:2, :2] = turn
            found.append(matrix)
    return sorted(found, key=lambda turn: -np.linalg.det(turn))


def placements(
    board: list[NDArray[np.float64]], piece: list[NDArray[np.float64]], turns: list[NDArray[np.float64]]
) -> set[frozenset[int]]:
    """Every set of the board's cells that some image of the piece covers; cells are arrays of points."""
    cells = {rounded(cell): number for number, cell in enumerate(board)}
    found = set()
    for turn in turns:
        image = [np.asarray(cell) @ turn.T for cell in piece]
        for target in board:
            shift = np.mean(target, axis=0) - np.mean(image[0], axis=0)
            put = [rounded(cell + shift) for cell in image]
            if all(cell in cells for cell in put):
                found.add(frozenset(cells[cell] for cell in put))
    return found
