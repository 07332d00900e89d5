"""Cells and pieces on the solution page, conditions on regions and colors of sides, which the page draws and checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import dist, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.output.draw.board_picture import REGION_INSET, middle_cell, region_colors, sign_place
from cp_puzzles.output.draw.cell_shapes import (
    board_shapes,
    cell_center,
    empty_shape,
    inscribed_diameter,
    outline,
    piece_shapes,
    side_shapes,
)
from cp_puzzles.output.draw.picture import Label, Picture, Shape, path_data
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, Corner, Point, center, ordered_sides, side_order, solid
from cp_puzzles.puzzle.geometry.footprint import drawn_point, edge_ends, footprint, has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, add, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.palette import text_color
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.rules.sides import SidesMatch

Matrix = npt.NDArray[np.float64]

Data = dict[str, Any]
"""An object of the data of a page; `scripts/page/page_data.d.ts` has its type."""

_INSET, _RADIUS = 0.03, 0.16
"""Distance of the outline of an edge from its cells' sides, and the radius of its corners, in sides of a cell."""

_BAND = 0.2
"""Width of the band between two edges of a piece that meet in a point, in square roots of a cell's area."""

_DOT, _DOT_OF_TRIANGLE = 0.62, 0.5
"""Distance of the dot of a cell from the middle to a corner, as a share."""


def shape(lattice: Lattice, cell: Cell) -> Data:
    """Return the shape of a cell about its center.

    It has the `polygon` and the `path` of its footprint, the place of the `dot` of its color, and in space the `radius`
    of a ball or the `faces` of a polyhedron, in the order of the colors of sides, each as points that go around its
    outer normal.
    """
    middle = center(lattice, cell)
    polygon = [_about(middle[:2], drawn_point(lattice, corner)) for corner in footprint(lattice, cell)]
    share = _DOT if len(polygon) > 3 else _DOT_OF_TRIANGLE
    dot = [short(share * x) for x in min(polygon, key=sum)]
    drawn: Data = {"polygon": polygon, "path": cell_path(lattice, cell), "dot": dot}
    if lattice.is_flat:
        return drawn
    body = solid(lattice, cell)
    if body.radius:
        drawn["radius"] = short(body.radius)
    else:
        vertices = [_about(middle, corner) for corner in body.points]
        order = side_order(lattice, lattice.class_of(cell))
        drawn["faces"] = [[vertices[i] for i in body.faces[number]] for number in order]
    return drawn


def letter_size(lattice: Lattice, cell: Cell) -> float:
    """Return the size of names on pieces, compared with that on squares."""
    width = inscribed_diameter(lattice, cell)
    return round(max(0.4, min(1.0, width if has_edges(lattice) else width**0.5)), 2)


def described_board(puzzle: Puzzle, cells: Sequence[Cell], drawn: Lattice, places: Sequence[Cell]) -> Data:
    """Return the cells of a board in order, drawn at places of a lattice, with their names, neighbors and layers.

    `periods` are those of a wrapped board in the coordinates of drawings.
    """
    lattice, index = puzzle.lattice, {cell: number for number, cell in enumerate(cells)}
    to_drawing = np.array(lattice.embedding)
    return {
        "cells": [described_cell(lattice, cell) for cell in places],
        "touching": [sorted(index[near] for near in lattice.neighbors(cell) if near in index) for cell in cells],
        "periods": [[*map(short, (to_drawing @ np.array(period)).tolist())] for period in lattice.periods.basis],
        "names": cell_names(puzzle, cells),
        "labels": {index[cell]: name for name, cell in puzzle.board.labels},
        "layer": numbered_layers(lattice, cells),
        "board": ["".join(map(path_data, board_shapes(drawn, part))) for part in layers(drawn, places)],
        "letter": letter_size(lattice, cells[0]),
        "required": [int(cell in puzzle.required) for cell in cells],
        "left": sorted(index[cell] for cell in puzzle.board.left_empty),
        "shapes": [shape(lattice, kind.origin) for kind in lattice.cell_classes],
    }


def described_cell(lattice: Lattice, cell: Cell) -> list[float]:
    """Return a cell as `[shape, x, y(, z)]`: the number of its class, which has a shape, and its center."""
    return [lattice.class_of(cell), *(short(x) for x in center(lattice, cell))]


COUNTED = ("layer", "row", "column")
"""Coordinates that people count from 1."""


def cell_names(puzzle: Puzzle, cells: Iterable[Cell]) -> list[str]:
    """Return the names of cells: their labels, or their coordinates; layers, rows and columns are counted from 1."""
    labels = {cell: name for name, cell in puzzle.board.labels}
    lattice = puzzle.lattice
    at = ((cell, zip(lattice.axes, lattice.coordinates(cell), strict=True)) for cell in cells)
    return [labels.get(c) or ", ".join(f"{axis} {x + (axis in COUNTED)}" for axis, x in each) for c, each in at]


def numbered_layers(lattice: Lattice, cells: Sequence[Cell]) -> list[int]:
    """Return the layer of each cell, from the lowest; a flat board has one layer."""
    number = {cell: i for i, layer in enumerate(layers(lattice, cells)) for cell in layer}
    return [number[cell] for cell in cells]


def hand_isometries(lattice: Lattice) -> list[tuple[str, Isometry]]:
    """Return the isometries for a piece in the hand, by name: rotate and flip, in space also tip, roll and mirror.

    Each rotation is the smallest about its axis in the point group; a reflection is last.
    """
    flat, embedding = lattice.is_flat, np.array(lattice.embedding)
    rotations = (isometry for isometry in lattice.point_group if isometry.is_rotation)
    drawn = [(isometry, embedding @ np.array(isometry.matrix) @ np.linalg.pinv(embedding)) for isometry in rotations]
    named: list[tuple[str, Isometry]] = []
    for name, axis in [("rotate", 2)] if flat else [("rotate", 2), ("tip", 0), ("roll", 1)]:
        u, v = (axis + 1) % 3, (axis + 2) % 3
        about = ((each, matrix) for each, matrix in drawn if flat or abs(matrix[axis, axis] - 1) < 1e-9)
        angles = ((float(np.arctan2(matrix[v, u], matrix[u, u])) % (2 * np.pi), each) for each, matrix in about)
        turning = [(angle, each) for angle, each in angles if 1e-9 < angle < 2 * np.pi - 1e-9]  # clockwise
        if turning:
            named.append((name, min(turning, key=lambda pair: pair[0])[1]))
    if not lattice.flip.is_rotation:
        named.append(("flip" if flat else "mirror", lattice.flip))
    return named


def _about(middle: Point, corner: Point) -> list[float]:
    return [short(x - m) for x, m in zip(corner, middle, strict=True)]


def short(number: float) -> float:
    """Return a number rounded to five decimals, an integer if it is one."""
    rounded = round(number, 5)
    return int(rounded) if rounded == int(rounded) else rounded


Outline = tuple[tuple[str, int], ...]
"""For each layer of a piece its path, and the number of the cell with the name."""


def outline_number(outlines: dict[Outline, int], lattice: Lattice, cells: Iterable[Cell]) -> int:
    """Return the number of the outline of a piece among those so far, relative to the center of its first cell."""
    first, *others = cells
    # on a wrapped board it depends on the place where a piece continues beyond the board
    start = first if lattice.periods else lattice.cell_classes[lattice.class_of(first)].origin
    move = subtract(start, first)
    outline = _layered(lattice, (start, *(add(cell, move) for cell in others)))
    return outlines.setdefault(outline, len(outlines))


@lru_cache(maxsize=1 << 12)
def _layered(lattice: Lattice, cells: tuple[Cell, ...]) -> Outline:
    """Return the path of each layer and the number of the cell with the name; many pages show the same pieces."""
    parts = [(_filled(lattice, part), cells.index(middle_cell(lattice, part))) for part in layers(lattice, cells)]
    return tuple((_path(lattice, shapes, cells[0]), named) for shapes, named in parts)


def cell_path(lattice: Lattice, cell: Cell) -> str:
    """Return the outline of an empty cell about its center."""
    shape = Shape(outline(lattice, [cell], 0.025), "cell", radius=0.12) if has_edges(lattice) else None
    return _path(lattice, [shape or empty_shape(lattice, cell, "cell")], cell)


def _path(lattice: Lattice, shapes: Sequence[Shape], origin: Cell) -> str:
    x, y = center(lattice, origin)[:2]
    moved = Picture(0, 0, tuple(shapes)).moved(-x, -y)
    return "".join(path_data(shape) for shape in moved if isinstance(shape, Shape))


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


def described_regions(puzzle: Puzzle, index: Mapping[Cell, int]) -> list[Data]:
    """Return the conditions on values: cells, kind and bounds.

    A drawn region has its color, its line in each layer, and the cell, the offset and the size of its sign, too.
    """
    colors = dict(zip(puzzle.drawn_regions, region_colors(puzzle), strict=True))
    lattice, regions = puzzle.lattice, list[Data]()
    layer = numbered_layers(lattice, sorted(index, key=index.__getitem__))
    for rule in puzzle.rules:
        if isinstance(rule, RegionRule):
            region: Data = {
                "name": rule.region,
                "cells": [index[cell] for cell in rule.cells],
                "kind": rule.kind,
                "minimum": rule.minimum,
                "maximum": rule.maximum,
                "value": rule.value,
                "sign": rule.sign,
            }
            if rule in colors:
                parts: dict[int, list[Cell]] = {}
                for cell in rule.cells:
                    parts.setdefault(layer[index[cell]], []).append(cell)
                drawn = {} if has_edges(lattice) else parts
                loops = ((number, outline(lattice, part, REGION_INSET)) for number, part in drawn.items())
                region["paths"] = [(number, path_data(Shape(loop, radius=0.1))) for number, loop in loops]
                cell, x, y, size = sign_place(puzzle, parts[max(parts)])
                middle = cell_center(lattice, cell)
                region["color"], region["at"] = colors[rule], (index[cell], x - middle[0], y - middle[1], size)
            regions.append(region)
    return regions


def described_sides(puzzle: Puzzle, cells: Sequence[Cell], shape_of: Sequence[int]) -> Data | None:
    """Return the colors of sides, how those of each shape are drawn, and which meet; None without colored sides.

    `shape_of` has the number of the shape of each cell.
    """
    if not puzzle.side_letters:
        return None
    index = {cell: number for number, cell in enumerate(cells)}
    examples = dict(zip(reversed(shape_of), reversed(cells), strict=True))
    rule = next((rule for rule in puzzle.rules if isinstance(rule, SidesMatch)), None)
    meeting = puzzle.board_geometry.inner_sides if rule is not None else ()
    return {
        "colors": {
            letter: {"letter": letter, "color": color, "text": text_color(color)}
            for letter, color in puzzle.side_palette.items()
        },
        "mates": {letter: rule.mate(letter) for letter in puzzle.side_letters} if rule is not None else {},
        "drawn": {shape: _drawn_sides(puzzle, cell) for shape, cell in examples.items()},
        "meeting": [(index[a], m, index[b], n) for (a, m), (b, n) in meeting],
    }


def _drawn_sides(puzzle: Puzzle, cell: Cell) -> list[Data]:
    """Return the path of each side about the center of a cell, and the place and the size of its letter, if any."""
    x, y = cell_center(puzzle.lattice, cell)
    letter, count = puzzle.side_letters[0], len(ordered_sides(puzzle.lattice, cell))
    drawn: list[Data] = []
    for number in range(count):
        side: Data = {"path": ""}
        alone = NO_COLOR * number + letter + NO_COLOR * (count - number - 1)
        for item in side_shapes(puzzle, {cell: f":{alone}"}):
            if isinstance(item, Shape):
                loops = tuple(tuple((u - x, v - y) for u, v in loop) for loop in item.loops)
                side["path"] += path_data(Shape(loops, radius=item.radius))
            elif isinstance(item, Label):
                side["at"] = [round(item.x - x, 4), round(item.y - y, 4), round(item.size, 4)]
        drawn.append(side)
    return drawn
