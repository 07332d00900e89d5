"""Outlines of pieces, cells and boards as SVG paths, each computed once for all placements that look the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist, sqrt
from typing import Any

from cp_puzzles.output.draw.board_picture import middle_cell
from cp_puzzles.output.draw.cell_shapes import board_shapes, cell_center, empty_shape, piece_shapes
from cp_puzzles.output.draw.outline import outline
from cp_puzzles.output.draw.picture import Picture, Point, Shape, path_data
from cp_puzzles.puzzle.geometry.cell_solid import Corner, center
from cp_puzzles.puzzle.geometry.footprint import drawn_point, edge_ends, footprint, has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice

_INSET, _RADIUS = 0.03, 0.16
"""Distance of the outline of an edge from its cells' sides, and the radius of its corners, in sides of a cell."""

_BAND = 0.2
"""Width of the band between two edges of a piece that meet in a point, in square roots of a cell's area."""


class Outlines:
    """The different outlines of pieces: for each layer of a piece `[path, number of the cell with the name]`.

    Paths are relative to the center of the piece's first cell.
    """

    def __init__(self) -> None:
        self.outlines: list[list[list[Any]]] = []
        self._numbers: dict[str, int] = {}
        self._cached: dict[Any, int] = {}

    def number(self, lattice: Lattice, cells: Sequence[Cell]) -> int:
        """Return the number of the outline of a piece, given by its cells."""
        first = cells[0]
        key = (lattice.class_of(first), *(subtract(cell, first) for cell in cells), *_crossings(lattice, cells))
        if key not in self._cached:
            layered = _layered(lattice, tuple(cells))
            number = self._numbers.setdefault(repr(layered), len(self.outlines))
            if number == len(self.outlines):
                self.outlines.append([[*layer] for layer in layered])
            self._cached[key] = number
        return self._cached[key]


@lru_cache(maxsize=1 << 12)
def _layered(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[tuple[str, int], ...]:
    """Return the path of each layer and the number of the cell with the name; many pages show the same pieces."""
    parts = layers(lattice, cells)
    return tuple((piece_path(lattice, part, cells[0]), cells.index(middle_cell(lattice, part))) for part in parts)


def piece_path(lattice: Lattice, cells: Sequence[Cell], origin: Cell) -> str:
    """Return the outline of what a piece has in one layer, relative to the center of a cell."""
    return _path(lattice, _filled(lattice, cells), origin)


def cell_path(lattice: Lattice, cell: Cell) -> str:
    """Return the outline of an empty cell about its center."""
    shape = Shape(outline(lattice, [cell], 0.025), "cell", radius=0.12) if has_edges(lattice) else None
    return _path(lattice, [shape or empty_shape(lattice, cell, "cell")], cell)


def board_path(lattice: Lattice, cells: Sequence[Cell]) -> str:
    """Return the outline of the board in one layer, as cells are drawn."""
    return "".join(map(path_data, board_shapes(lattice, cells)))


def _path(lattice: Lattice, shapes: Sequence[Shape], origin: Cell) -> str:
    x, y = center(lattice, origin)[:2]
    moved = Picture(0, 0, tuple(shapes)).moved(-x, -y)
    return "".join(path_data(shape) for shape in moved if isinstance(shape, Shape))


def _crossings(lattice: Lattice, cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the steps out of a wrapped board through which a piece continues, each from a cell of the piece."""
    for cell in cells if lattice.periods else ():
        for near in lattice.unwrapped.neighbors(cell):
            if lattice.reduce(near) != near and lattice.reduce(near) in cells:
                yield subtract(cell, cells[0]), subtract(near, cell)


def _filled(lattice: Lattice, cells: Sequence[Cell]) -> list[Shape]:
    """Return closed shapes, all clockwise: lines between balls and between edges become bands."""
    if has_edges(lattice):
        return [Shape(outline(lattice, cells, _INSET), "piece", radius=_RADIUS), *_joints(lattice, cells)]
    shapes = piece_shapes(lattice, cells, "#000000")
    necks = [_band(a, b, shape.width) for shape in shapes[1:] if lattice.radius and not shape.closed
             for a, b in shape.loops]  # fmt: skip
    return [shape for shape in shapes if shape.fill] + necks


def _joints(lattice: Lattice, cells: Sequence[Cell]) -> Iterator[Shape]:
    """Yield bands from the middles of edges to the vertices where they meet others of the piece."""
    meeting: dict[Corner, list[Cell]] = defaultdict(list)
    for cell in cells:
        for end in edge_ends(lattice, cell):
            meeting[end].append(cell)
    corners = [drawn_point(lattice, corner) for corner in footprint(lattice, cells[0])]
    area = abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)))
    for vertex, edges in meeting.items():
        for edge in edges if len(edges) > 1 else ():
            yield _band(cell_center(lattice, edge), drawn_point(lattice, vertex), 2 * _BAND * sqrt(area / 2))


def _band(start: Point, end: Point, width: float) -> Shape:
    """Return the rectangle of a width about a line."""
    length = dist(start, end)
    x, y = (start[1] - end[1]) * width / (2 * length), (end[0] - start[0]) * width / (2 * length)
    corners = ((start, -1), (end, -1), (end, 1), (start, 1))
    return Shape((tuple((px + side * x, py + side * y) for (px, py), side in corners),), "piece")
