"""The corners and sides of cells, and what a cell of a tile shows: a color or a value, colors of its sides.

The text `b:rg.y` has the letter b and the colors r, g and y on three of four sides. A cell without colored sides has no
colon: `b`, `12`, or nothing. Isometries keep the letter and move the sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import atan2, tau
from typing import NamedTuple

import numpy as np

from cp_puzzles.puzzle.geometry.cell_class import Facet
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Matrix, add, dot
from cp_puzzles.puzzle.geometry.lattice import Lattice

NO_COLOR = "."
"""A side without a color."""


def letter_of(shown: str) -> str:
    """Return the letter or the value that a cell shows, "" for none.

    >>> letter_of("12:rg.y"), letter_of("b")
    ('12', 'b')
    """
    return shown.partition(":")[0]


def value_of(text: str) -> int | None:
    """Return the value that a cell shows as text; None if it shows none, or the letter of a color."""
    return int(text) if text.isdecimal() else None


def side_colors(shown: str) -> str:
    """Return the colors of the sides of a cell in their order, `.` for none; "" if no side has one."""
    return shown.partition(":")[2]


def with_sides(letter: str, colors: str) -> str:
    """Return what a cell with a letter and colors of sides shows."""
    return f"{letter}:{colors}" if colors.strip(NO_COLOR) else letter


@dataclass(frozen=True)
class ColorExchange:
    """A permutation of letters of colors, of cells and of sides alike; values of cells stay.

    >>> ColorExchange((("r", "g"), ("g", "r"))).shown("b:rg.r")
    'b:gr.g'
    """

    images: tuple[tuple[str, str], ...] = ()

    def color(self, letter: str) -> str:
        """Return the image of a letter."""
        return dict(self.images).get(letter, letter)

    def shown(self, text: str) -> str:
        """Return what a cell shows after the exchange."""
        if not text or not self.images:
            return text
        colors = "".join(map(self.color, side_colors(text)))
        return with_sides(self.color(letter_of(text)), colors)

    def after(self, first: ColorExchange) -> ColorExchange:
        """Return the composition: first `first`, then this exchange."""
        letters = sorted({letter for letter, _ in (*first.images, *self.images)})
        images = ((letter, self.color(first.color(letter))) for letter in letters)
        return ColorExchange(tuple((letter, image) for letter, image in images if letter != image))


NO_EXCHANGE = ColorExchange()


def has_sides(lattice: Lattice) -> bool:
    """Return whether each side of a cell is a side of one other cell; balls and edges have no such sides."""
    outlines = [class_outline(lattice, number) for number in range(len(lattice.cell_classes))]
    return all(outline.steps_across and None not in outline.steps_across for outline in outlines)


def unsupported_sides(lattice: Lattice) -> str | None:
    """Return why the sides of cells cannot have colors; None if they can."""
    return None if has_sides(lattice) else "cells do not meet side by side, so sides have no colors"


def ordered_sides(lattice: Lattice, cell: Cell) -> tuple[Side, ...]:
    """Return the sides of a cell in the order of their colors.

    Those of a flat cell follow each other clockwise in drawings, from the one that begins at the top corner, the left
    one of two. The faces of a solid cell are sorted from the top to the bottom, those of one height clockwise seen from
    above, from the back.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> [side.neighbor for side in ordered_sides(LATTICES["cubic"], (0, 0, 0))]
    [(1, 0, 0), (0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (-1, 0, 0)]
    """
    sides = sides_of(lattice, cell)
    return tuple(sides[number] for number in side_order(lattice, lattice.class_of(cell)))


def moved_shown(lattice: Lattice, isometry: Isometry, cell: Cell, shown: str) -> str:
    """Return what the image of a cell under an isometry shows.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> [moved_shown(square, isometry, (0, 0), "b:1234") for isometry in square.point_group[:3]]
    ['b:1234', 'b:3412', 'b:4123']
    """
    letter, _, colors = shown.partition(":")
    if not colors:
        return shown
    base, image = lattice.unwrapped, lattice.class_of(isometry(cell))
    order = _sources(base, isometry.matrix, lattice.class_of(cell), image)
    return f"{letter}:{''.join(colors[number] for number in order)}"


@cache
def side_order(lattice: Lattice, number: int) -> tuple[int, ...]:
    """Return the facets of a cell class, by number, in the order of the colors of sides."""
    outline = class_outline(lattice, number)
    if lattice.is_flat:
        return tuple(range(len(outline.facets)))
    centers = [
        np.array(lattice.embedding) @ np.mean([outline.corners[i] for i in facet], axis=0) for facet in outline.facets
    ]
    places = [(-round(float(z), 6), round(atan2(x, -y) % tau, 6) % round(tau, 6)) for x, y, z in centers]
    return tuple(sorted(range(len(places)), key=places.__getitem__))


@cache
def _sources(lattice: Lattice, matrix: Matrix, number: int, image: int) -> tuple[int, ...]:
    """Return the side of a cell that a matrix maps to each side of its image, given the classes of both."""
    linear = Isometry(matrix, (0,) * len(matrix))
    before, after = class_outline(lattice, number), class_outline(lattice, image)
    place = {
        frozenset(linear(before.corners[i]) for i in before.facets[facet]): side
        for side, facet in enumerate(side_order(lattice, number))
    }
    return tuple(
        place[frozenset(after.corners[i] for i in after.facets[facet])] for facet in side_order(lattice, image)
    )


Point = tuple[float, ...]
"""A position in drawings: (x to the right, y down), or (x to the right, y towards the viewer, z up)."""

Corner = tuple[int, ...]
"""A corner of a cell in exact coordinates: cells that share a corner have equal ones."""


@dataclass(frozen=True)
class Solid:
    """A cell in space: a polyhedron with `points` and `faces`, or a ball with a `radius` about its `center`.

    A face lists the numbers of its points in the order in which (b - a) x (c - a) points outwards.
    """

    center: Point
    points: tuple[Point, ...] = ()
    faces: tuple[Facet, ...] = ()
    radius: float = 0.0


@dataclass(frozen=True)
class Side:
    """A side (two corners) or a face of a cell, with the cell across it; None if no cell shares all of it."""

    corners: tuple[Corner, ...]
    neighbor: Cell | None


def center(lattice: Lattice, cell: Cell) -> Point:
    """Return the center of a cell."""
    return _drawn(lattice, cell, 1)


def corners(lattice: Lattice, cell: Cell) -> tuple[Corner, ...]:
    """Return the exact corners of a cell: of a polygon clockwise in drawings from the top, of a ball none."""
    start = tuple(lattice.unit * x for x in cell)
    return tuple(add(start, corner) for corner in class_outline(lattice, lattice.class_of(cell)).corners)


def point(lattice: Lattice, corner: Corner) -> Point:
    """Return the position of a corner in drawings."""
    return _drawn(lattice, corner, lattice.unit)


def polygon(lattice: Lattice, cell: Cell) -> tuple[Point, ...]:
    """Return the corners of a flat cell in drawings, clockwise from the top.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> polygon(LATTICES["square"], (2, 5))
    ((4.5, 1.5), (5.5, 1.5), (5.5, 2.5), (4.5, 2.5))
    """
    return tuple(point(lattice, corner) for corner in corners(lattice, cell))


def solid(lattice: Lattice, cell: Cell) -> Solid:
    """Return a cell in space as a solid.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> cube = solid(LATTICES["cubic"], (0, 0, 3))
    >>> cube.center, len(cube.points), len(cube.faces)
    ((3.0, 0.0, 0.0), 8, 6)
    """
    points = tuple(point(lattice, corner) for corner in corners(lattice, cell))
    return Solid(center(lattice, cell), points, class_outline(lattice, lattice.class_of(cell)).facets, lattice.radius)


def sides_of(lattice: Lattice, cell: Cell) -> tuple[Side, ...]:
    """Return the sides or faces of a cell in order, each with the neighbor across it. A ball has none.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> [side.neighbor for side in sides_of(LATTICES["square"], (0, 0))]
    [(-1, 0), (0, 1), (1, 0), (0, -1)]
    """
    shape = class_outline(lattice, lattice.class_of(cell))
    cell_corners = corners(lattice, cell)
    return tuple(
        Side(tuple(cell_corners[i] for i in facet), None if step is None else add(cell, step))
        for facet, step in zip(shape.facets, shape.steps_across, strict=True)
    )


class Outline(NamedTuple):
    """The corners of a cell class in drawing order, its facets, and the step across each facet, None if there is none.

    Corners are relative to the cell.
    """

    corners: tuple[Corner, ...]
    facets: tuple[Facet, ...]
    steps_across: tuple[Cell | None, ...]


@cache
def class_outline(lattice: Lattice, number: int) -> Outline:
    """Return the outline of the cell class with a number."""
    cell_class = lattice.cell_classes[number]
    ordered, facets = list(cell_class.corners), cell_class.facets
    mirrored = np.linalg.det(np.array(lattice.embedding)) < 0
    if ordered and lattice.is_flat:
        if mirrored:
            ordered.reverse()
        heights = [tuple(round(x, 9) for x in reversed(_drawn(lattice, corner, 1))) for corner in ordered]
        top = heights.index(min(heights))
        ordered = ordered[top:] + ordered[:top]
    elif mirrored:
        facets = tuple(facet[::-1] for facet in facets)
    across: dict[Cell, set[Corner]] = {}
    for step in cell_class.steps:
        neighbor = lattice.cell_classes[lattice.class_of(add(cell_class.origin, step))]
        shift = tuple(lattice.unit * x for x in step)
        across[step] = {add(shift, corner) for corner in neighbor.corners}
    shared = ({ordered[i] for i in facet} for facet in facets)
    steps = tuple(next((step for step, corners in across.items() if side <= corners), None) for side in shared)
    return Outline(tuple(ordered), facets, steps)


def _drawn(lattice: Lattice, place: Cell, unit: int) -> Point:
    return tuple(dot(row, place) / unit for row in lattice.embedding)
