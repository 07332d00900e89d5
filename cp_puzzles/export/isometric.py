"""Isometric pictures of boxes, assembled or with the pieces moved apart.

Seen from above, in front and the right: columns run to the lower right, rows to the lower left, layers up. Pieces are
moved by whole cells, so that cells drawn in the order of column + row + layer never hide what lies before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi

from cp_puzzles.export.picture import Picture, Point, Shape
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import shade

_AXES: tuple[Cell, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_BRIGHTNESS = (1.0, 0.93, 0.85)
"""Of the faces that look up, to the front and to the right."""

_SPREADS = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)


def isometric(placements: Sequence[Placement], colors: Sequence[str], *, exploded: bool = False) -> Picture:
    """The pieces of a box in space, in their colours; `exploded` moves them apart from the middle."""
    steps = explosion(placements) if exploded else [(0, 0, 0)] * len(placements)
    faces: list[tuple[int, Cell, list[Shape]]] = []
    for placement, color, step in zip(placements, colors, steps, strict=True):
        cells = set(placement.cells)
        for cell in placement.cells:
            moved = _plus(cell, step)
            seen = [shape for axis in range(3) for shape in _face(cells, cell, step, axis, color)]
            faces.append((sum(moved), moved, seen))
    shapes = [shape for _, _, group in sorted(faces, key=lambda face: face[:2]) for shape in group]
    points = [point for shape in shapes for loop in shape.loops for point in loop] or [(0.0, 0.0)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    items = Picture(0, 0, tuple(shapes)).moved(-left, -top)
    return Picture(right - left, bottom - top, items)


def explosion(placements: Sequence[Placement]) -> list[Cell]:
    """How far, in whole cells, each piece is moved from the middle: so that no two touch, if that can be had.

    >>> explosion([Placement(((0, 0, 0),), "a"), Placement(((0, 0, 1),), "b"), Placement(((0, 0, 2),), "c")])
    [(0, 0, -1), (0, 0, 0), (0, 0, 1)]
    """
    middles = [[sum(axis) / len(p.cells) for axis in zip(*p.cells, strict=True)] for p in placements]
    if not middles:
        return []
    centre = [sum(axis) / len(middles) for axis in zip(*middles, strict=True)]
    best: list[Cell] = [(0, 0, 0)] * len(middles)
    for spread in _SPREADS:
        steps = [tuple(round(spread * (x - c)) for x, c in zip(m, centre, strict=True)) for m in middles]
        owners = _owners(placements, steps)
        if owners is not None:
            best = steps
            if _are_apart(owners):
                break
    return best


def _owners(placements: Sequence[Placement], steps: Sequence[Cell]) -> dict[Cell, int] | None:
    """Which piece is where after the steps; None if two pieces are in one place."""
    owner: dict[Cell, int] = {}
    for number, (placement, step) in enumerate(zip(placements, steps, strict=True)):
        for cell in placement.cells:
            if owner.setdefault(_plus(cell, step), number) != number:
                return None
    return owner


def _are_apart(owner: dict[Cell, int]) -> bool:
    return all(owner.get(_plus(cell, axis), own) == own for cell, own in owner.items() for axis in _AXES)


def _face(cells: set[Cell], cell: Cell, step: Cell, axis: int, color: str) -> list[Shape]:
    """The face of a cell that looks along an axis, and those of its edges where the surface bends or ends."""
    out = _AXES[axis]
    if _plus(cell, out) in cells:
        return []
    u, v = (a for i, a in enumerate(_AXES) if i != axis)
    start = _plus(_plus(cell, step), out)
    corners = (start, _plus(start, u), _plus(_plus(start, u), v), _plus(start, v))
    beyond = (_minus(cell, v), _plus(cell, u), _plus(cell, v), _minus(cell, u))
    a, b, c, d = (_project(corner) for corner in corners)
    edges = tuple(
        side
        for side, other in zip(((a, b), (b, c), (c, d), (d, a)), beyond, strict=True)
        if other not in cells or _plus(other, out) in cells
    )
    tone = shade(color, _BRIGHTNESS[axis])
    face = Shape(((a, b, c, d),), fill=tone, stroke=tone, width=0.03)
    lines = [Shape(edges, stroke=shade(color, 0.55), width=0.035, closed=False)] if edges else []
    return [face, *lines]


def _project(cell: Cell) -> Point:
    layer, row, column = cell
    return ((column - row) * cos(pi / 6), (column + row) / 2 - layer)


def _plus(a: Cell, b: Cell) -> Cell:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def _minus(a: Cell, b: Cell) -> Cell:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
