"""The cells of a board as the solution page knows them: flat or solid shapes, their middles, what touches what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.geometry.isometry import Cell, Isometry
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import Point, centre, point, polygon, sides, solid
from cp_puzzles.puzzle.model import Puzzle

Matrix = npt.NDArray[np.float64]


def shape(lattice: Lattice, cell: Cell) -> dict[str, Any]:
    """The shape of a cell about its centre: a `polygon`, or `vertices` and `faces`, or the `radius` of a ball."""
    middle = centre(lattice, cell)
    if lattice.is_flat:
        return {"polygon": [_about(middle, corner) for corner in polygon(lattice, cell)]}
    found = solid(lattice, cell)
    if found.radius:
        return {"radius": _short(found.radius)}
    return {"vertices": [_about(middle, corner) for corner in found.points], "faces": found.faces}


class Shapes:
    """The different shapes of the cells met so far, and cells as `[shape, x, y(, z)]`."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._numbers: dict[str, int] = {}
        self.shapes: list[dict[str, Any]] = []

    def described(self, cell: Cell) -> list[float]:
        """A cell as the number of its shape and the coordinates of its middle."""
        found = shape(self._lattice, cell)
        number = self._numbers.setdefault(repr(found), len(self.shapes))
        if number == len(self.shapes):
            self.shapes.append(found)
        return [number, *(_short(x) for x in centre(self._lattice, cell))]


def touching(lattice: Lattice, cells: Sequence[Cell]) -> list[list[int]]:
    """For each cell the cells that share a side with it, by number, ascending."""
    index = {cell: i for i, cell in enumerate(cells)}
    return [sorted(index[n] for n in lattice.neighbours(cell) if n in index) for cell in cells]


def beyond(lattice: Lattice, cells: Sequence[Cell]) -> dict[int, list[list[float]]]:
    """Of each cell at a side through which a rolled-up board goes on: the cell beyond, and the ends of the side.

    The ends are x, y, x, y as seen from the middle of the cell, which lies to their right.
    """
    if lattice.periods is None or not lattice.is_flat:
        return {}
    index = {cell: i for i, cell in enumerate(cells)}
    found: dict[int, list[list[float]]] = {}
    for i, cell in enumerate(cells):
        for side in sides(lattice.unrolled, cell):
            other = None if side.beyond is None or side.beyond in index else lattice.reduced(side.beyond)
            if other in index:
                ends = [_about(centre(lattice, cell), point(lattice, corner)) for corner in side.corners]
                found.setdefault(i, []).append([index[other], *ends[0], *ends[1]])
    return found


def periods(lattice: Lattice) -> list[list[float]]:
    """The steps, as they are drawn, after which a rolled-up board is at the same cell again; none if it is not."""
    basis = lattice.periods.basis if lattice.periods else ()
    return [[_short(float(x)) for x in np.array(lattice.embedding) @ np.array(period)] for period in basis]


def cell_names(puzzle: Puzzle, cells: Iterable[Cell]) -> list[str]:
    """What the cells are called: their labels, or their coordinates as a spec has them."""
    labels = {cell: name for name, cell in puzzle.board.labels}
    lattice = puzzle.lattice
    return [
        labels.get(cell)
        or ", ".join(f"{axis} {x}" for axis, x in zip(lattice.axes, lattice.written(cell), strict=True))
        for cell in cells
    ]


def layers(lattice: Lattice, cells: Sequence[Cell]) -> tuple[list[int], list[str]]:
    """The layer of each cell, from the lowest, and the layers' names as the terminal has them; one on a flat board."""
    if lattice.is_flat:
        return [0] * len(cells), [""]
    heights = [_short(centre(lattice, cell)[2]) for cell in cells]
    rank = {height: i for i, height in enumerate(sorted(set(heights)))}
    numbers = {rank[height]: rank[height] for height in heights}
    if "layer" in lattice.axes:
        axis = lattice.axes.index("layer")
        numbers = {rank[h]: lattice.written(cell)[axis] for h, cell in zip(heights, cells, strict=True)}
    names = [f"layer {numbers[i]}" + (" (bottom)" if i == 0 and len(rank) > 1 else "") for i in range(len(rank))]
    return [rank[height] for height in heights], names


def turnings(lattice: Lattice) -> list[tuple[str, Isometry]]:
    """The motions that a hand makes, by name: on a table turn and flip, in space also tip and roll.

    Each turn is the smallest about its axis that the lattice has; a mirror image comes last.
    """
    flat = lattice.is_flat
    axes = [("turn", 2)] if flat else [("turn", 2), ("tip", 0), ("roll", 1)]
    found: list[tuple[str, Isometry]] = []
    for name, axis in axes:
        turns = [
            (angle, motion)
            for motion in lattice.point_group
            if motion.is_rotation
            for angle in [_angle_about(_embedded(lattice, motion), axis)]
            if angle is not None
        ]
        if turns:
            found.append((name, min(turns, key=lambda turn: turn[0])[1]))
    mirror = np.diag([-1.0, 1.0, 1.0][: len(lattice.embedding)])
    mirrors = [motion for motion in lattice.point_group if not motion.is_rotation]
    if mirrors:
        mirrors.sort(key=lambda motion: float(np.abs(_embedded(lattice, motion) - mirror).sum()))
        found.append(("flip" if flat else "mirror", mirrors[0]))
    return found


def _embedded(lattice: Lattice, motion: Isometry) -> Matrix:
    """The matrix of a motion in the coordinates in which cells are drawn."""
    embedding = np.array(lattice.embedding)
    return np.asarray(embedding @ np.array(motion.matrix) @ np.linalg.pinv(embedding))


def _angle_about(matrix: Matrix, axis: int) -> float | None:
    """The angle, above 0, by which a rotation turns clockwise as seen on the page about an axis; None for others."""
    if len(matrix) == 2:
        solid = np.eye(3)
        solid[:2, :2] = matrix
        matrix = solid
    if abs(matrix[axis, axis] - 1) > 1e-9:
        return None
    u, v = (axis + 1) % 3, (axis + 2) % 3
    angle = float(np.arctan2(matrix[v, u], matrix[u, u])) % (2 * np.pi)
    return angle if 1e-9 < angle < 2 * np.pi - 1e-9 else None


def _about(middle: Point, corner: Point) -> list[float]:
    return [_short(x - m) for x, m in zip(corner, middle, strict=True)]


def _short(number: float) -> float:
    """A number without digits that nobody sees."""
    rounded = round(number, 5)
    return int(rounded) if rounded == int(rounded) else rounded
