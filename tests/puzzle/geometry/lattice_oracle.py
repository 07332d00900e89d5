"""Lattices by brute force over plain geometry, as an oracle that shares no code with the package.

A cell is its corners as points of the plane or of space (of balls: its center), rounded. Pieces are turned by real
matrices and put wherever their first cell finds one of the board. Nothing here knows a translation,
a kind of cell or an integer matrix.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray


def rounded(points: NDArray[np.float64]) -> frozenset[tuple[float, ...]]:
    """A cell that compares equal however it was worked out."""
    return frozenset(tuple(round(float(x), 4) + 0.0 for x in point) for point in points)


def isometries(
    near: list[NDArray[np.float64]], far: list[NDArray[np.float64]], targets: list[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Return the matrices of the isometries that map the cells near the first of `near` to cells: the identity first.

    The first cell goes to one of the targets. Independent points close to its middle have images with the same scalar
    products, so all such images are tried. Rotations come before reflections.
    """
    start = near[0].mean(axis=0)
    frame, points = start[None][:0], _points(near, start)
    for point in points:
        if np.linalg.matrix_rank(np.vstack([frame, point])) > len(frame):
            frame = np.vstack([frame, point])
    outlines = set(map(rounded, far))
    found: list[NDArray[np.float64]] = []
    for end in (target.mean(axis=0) for target in targets):
        points = _points(far, end)
        lengths = np.linalg.norm(points, axis=1)
        images = (points[np.isclose(lengths, length)] for length in np.linalg.norm(frame, axis=1))
        for image in map(np.array, product(*images)):
            if np.allclose(image @ image.T, frame @ frame.T):
                matrix = np.linalg.solve(frame, image).T
                is_new = not any(np.allclose(matrix, each) for each in found)
                if is_new and all(rounded((cell - start) @ matrix.T + end) in outlines for cell in near):
                    found.append(matrix)
    return sorted(found, key=lambda matrix: (-np.linalg.det(matrix).round(), -np.trace(matrix)))


def _points(cells: list[NDArray[np.float64]], middle: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points of some cells relative to a middle, closest first."""
    points = np.unique(np.round(np.concatenate(cells) - middle, 9), axis=0)
    return points[np.argsort(np.linalg.norm(points, axis=1), kind="stable")]


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
