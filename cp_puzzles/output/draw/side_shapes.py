"""Colors of the sides of pieces: a triangle with a letter at each side, in a layer also discs for the other faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist

import numpy as np

from cp_puzzles.output.draw.cell_shapes import cell_center
from cp_puzzles.output.draw.picture import Label, Point, Shape, circle
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, center, ordered_sides, point, side_colors
from cp_puzzles.puzzle.geometry.footprint import drawn_point, footprint, footprint_sides
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.palette import class_color, text_color
from cp_puzzles.puzzle.puzzle import Puzzle

_INSET = 0.09
"""The distance of triangles from the sides, in radii of a cell."""

_LETTER = 0.62
"""The place of a letter between the center of a cell and its side."""


def palette_of_sides(puzzle: Puzzle) -> dict[str, str]:
    """Return the color, `#rrggbb`, of each letter of a color of sides."""
    return {letter: class_color(number) for number, letter in enumerate(puzzle.side_letters)}


def side_shapes(puzzle: Puzzle, shown: Mapping[Cell, str]) -> list[Shape | Label]:
    """Return the shapes of the colors of sides, given what cells of one layer show."""
    palette = palette_of_sides(puzzle)
    items: list[Shape | Label] = []
    for cell, text in shown.items():
        colors = side_colors(text)
        corners, places = side_triangles(puzzle.lattice, cell) if colors else ({}, {})
        for side, triangle in corners.items():
            if colors[side] != NO_COLOR:
                fill = palette[colors[side]]
                items.append(Shape((triangle,), fill, stroke="ink", width=0.012))
                size = 0.5 * min(0.5, dist(*triangle[:2]))
                items.append(Label(*places[side], colors[side], size, text_color(fill)))
        if not puzzle.lattice.is_flat and colors:
            items += _other_faces(puzzle.lattice, cell, colors, [*corners], palette)
    return items


def side_triangles(lattice: Lattice, cell: Cell) -> tuple[dict[int, tuple[Point, ...]], dict[int, Point]]:
    """Return the triangle of each side of a cell on its footprint, by number, and the place of its letter."""
    x, y = middle = cell_center(lattice, cell)
    ring = [drawn_point(lattice, corner) for corner in footprint(lattice, cell)]
    inner = [(x + (1 - _INSET) * (a - x), y + (1 - _INSET) * (b - y)) for a, b in ring]
    ends = zip(footprint_sides(lattice, lattice.class_of(cell)), inner, (*inner[1:], inner[0]), strict=True)
    triangles: dict[int, tuple[Point, ...]] = {side: (a, b, middle) for side, a, b in ends}
    places = {
        side: tuple(m + _LETTER * ((p + q) / 2 - m) for p, q, m in zip(*triangle, strict=True))
        for side, triangle in triangles.items()
    }
    return triangles, {side: (place[0], place[1]) for side, place in places.items()}


def _other_faces(
    lattice: Lattice, cell: Cell, colors: str, beside: list[int], palette: Mapping[str, str]
) -> Iterator[Shape | Label]:
    """Yield a disc for each face of a solid cell that faces up, and a ring around it for each that faces down."""
    x, y = cell_center(lattice, cell)
    solid_center = np.array(center(lattice, cell))
    above: list[tuple[Point, str, str]] = []
    below: list[tuple[Point, str, str]] = []
    for number, side in enumerate(ordered_sides(lattice, cell)):
        if number not in beside and colors[number] != NO_COLOR:
            dx, dy, dz = np.mean([point(lattice, corner) for corner in side.corners], axis=0) - solid_center
            at, fill = (x + 0.9 * float(dx), y + 0.9 * float(dy)), palette[colors[number]]
            (above if dz > 0 else below).append((at, colors[number], fill))
    for (u, v), _, fill in below:
        yield Shape((circle(u, v, 0.19),), fill, stroke="ink", width=0.012, radius=1.0)
    for (u, v), letter, fill in above:
        yield Shape((circle(u, v, 0.12),), fill, stroke="ink", width=0.012, radius=1.0)
        yield Label(u, v, letter, 0.16, text_color(fill))
