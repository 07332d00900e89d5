"""Texts for what a cell of a tile shows: the letter of its color or its value, and the colors of its sides.

The text `b:rg.y` has the letter b and the colors r, g and y on three of four sides. A cell without colored sides has no
colon: `b`, `12`, or nothing. Isometries keep the letter and move the sides.
"""

from __future__ import annotations

from functools import cache
from math import atan2, tau

import numpy as np

from cp_puzzles.puzzle.geometry.cell_solid import Side, class_outline, sides_of
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Matrix
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
