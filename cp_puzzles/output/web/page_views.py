"""Views of pieces and boards on the solution page: boxes of flat ones, cameras and extents of solid ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.output.web.page_cells import short
from cp_puzzles.puzzle.geometry.cell_solid import center, solid
from cp_puzzles.puzzle.geometry.footprint import drawn_point, footprint
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

Points = npt.NDArray[np.float64]

_CAMERAS = ((0.62, 0.55), (0.62, 1.15), (-0.35, 0.55), (1.5, 0.55), (0.1, 0.3), (1.1, 0.9))
"""Angles of a camera, in radians: about the upright axis, and above the table. The usual one is first."""

_ENOUGH = 0.6
"""The share of the best view's area from which on a piece is seen well in the usual view."""

_DECIMALS = 6
"""Places to which areas are compared, so that of equal views the first is taken."""

_CHIP = 0.88
"""The side of the picture of a solid piece, in lengths of its diagonal."""


def flat_box(lattice: Lattice, cells: Iterable[Cell]) -> list[float]:
    """Return left, top, width and height of cells seen from above."""
    points = np.array([drawn_point(lattice, corner) for cell in cells for corner in footprint(lattice, cell)])
    return [short(x) for x in (*points.min(axis=0), *np.ptp(points, axis=0))]


def space(lattice: Lattice, cells: Iterable[Cell]) -> dict[str, Any]:
    """Return the middle, the diagonal and the lowest height of solid cells."""
    bodies = [solid(lattice, cell) for cell in cells]
    points = np.array([point for body in bodies for point in body.points or (body.center,)])
    low, high = points.min(axis=0) - lattice.radius, points.max(axis=0) + lattice.radius
    middle = [short(x) for x in (low + high) / 2]
    return {"middle": middle, "size": short(float(np.linalg.norm(high - low))), "low": short(low[2])}


def tile_views(lattice: Lattice, forms: Sequence[Sequence[Cell]]) -> dict[str, Any]:
    """Return the `views` of the orientations of a tile, the largest `extent` of its pictures, and the `first` to show.

    The view of a flat orientation is its `box`; that of a solid one is a camera from which its cells hide one another
    least. The first orientation of a solid piece is the one that the usual camera shows best.
    """
    if lattice.is_flat:
        boxes = [flat_box(lattice, form) for form in forms]
        extent = [max(box[side] for box in boxes) for side in (2, 3)]
        return {"views": [{"box": box} for box in boxes], "extent": extent, "first": 0}
    centers = [np.array([center(lattice, cell) for cell in form]) for form in forms]
    areas = np.array([[_spread(points, *camera) for camera in _CAMERAS] for points in centers]).round(_DECIMALS)
    best = [0 if row[0] > _ENOUGH * row.max() else int(row.argmax()) for row in areas]
    views = [
        _frame(points) | dict(zip(("turn", "tilt"), _CAMERAS[number], strict=True))
        for points, number in zip(centers, best, strict=True)
    ]
    side = short(_CHIP * max(view["size"] for view in views))
    shares = [area / view["size"] ** 2 for area, view in zip(areas[:, 0], views, strict=True)]
    return {"views": views, "extent": [side, side], "first": int(np.argmax(np.round(shares, _DECIMALS)))}


def _frame(centers: Points) -> dict[str, Any]:
    """Return the middle and the diagonal of cells of side 1."""
    low, high = centers.min(axis=0), centers.max(axis=0)
    return {
        "middle": [short(x) for x in (low + high) / 2],
        "size": short(float(np.linalg.norm(high - low + 1))),
    }


def _spread(centers: Points, turn: float, tilt: float) -> float:
    """Return the area over which cells are spread in a view: that of an ellipse about their centers."""
    right = np.array([np.cos(turn), -np.sin(turn), 0])
    up = np.array([-np.sin(turn) * np.sin(tilt), -np.cos(turn) * np.sin(tilt), np.cos(tilt)])
    seen = centers @ np.array([right, up]).T
    away = seen - seen.mean(axis=0)
    return float(np.sqrt(max(0.0, np.linalg.det(away.T @ away)))) / len(centers)
