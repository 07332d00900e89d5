"""Brute force for puzzles on every lattice, in coordinates of drawings, flat or in space.

A cell is its corners (of a ball: its center) and the middles of its sides or faces. A piece lies on a board if a motion
of the lattice maps its cells to cells of the board. A board may be rolled up along periods: points that differ by a
combination of them are one point. No search, symmetry or wrapping of the package is used; its drawings place the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from math import atan2, floor, tau
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cp_puzzles.puzzle.geometry.cell_solid import center, has_sides, solid
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.puzzle.geometry.drawn_lattices import drawn, ends, turns_of
from tests.puzzle.rules.side_oracle import CELL, Piece

Cell = tuple[int, ...]
Point = NDArray[np.float64]
Key = tuple[int, ...]
Motion = dict[tuple[int, int], tuple[int, int]]
"""The image of each side of each cell, and of each cell as its side `CELL`."""


def key(point: Point) -> Key:
    """Return a point as numbers that are equal for points at the same place, also at fractions such as 3/16."""
    return tuple(floor(float(x) * 1000 + 0.123) for x in point)


def sides_of(lattice: str, cell: Cell) -> list[Point]:
    """Return the middles of the sides of a cell from its center, in the order of their colors; none on balls and edges.

    Sides of a flat cell follow each other clockwise from the top corner. Faces are sorted from the top to the bottom,
    those of one height clockwise seen from above, from the back.
    """
    space = LATTICES[lattice]
    if not has_sides(space):
        return []
    middle = np.array(center(space, cell))
    if space.is_flat:
        corners = drawn(space, cell)
        return [*((corners + np.roll(corners, -1, axis=0)) / 2 - middle)]
    shape = solid(space, cell)
    middles = [np.mean([shape.points[number] for number in face], axis=0) - middle for face in shape.faces]
    return sorted(middles, key=lambda v: (-round(v[2], 6), round(atan2(v[0], -v[1]) % tau, 6) % round(tau, 6)))


class Board:
    """The cells of a board by their centers, with their sides by the middles of these.

    Attributes
    ----------
    polygons
        The middles of the sides of each cell, from its center.
    sides
        The sides, as pairs of a cell and the number of its side, at each place; two where cells meet.
    touching
        The pairs of cells that share a side; of balls those in contact, of edges those that share an end.
    """

    def __init__(self, lattice: str, cells: Sequence[Cell], periods: Iterable[Cell] = ()) -> None:
        self.lattice, self.cells = LATTICES[lattice], cells
        self.periods = [np.array(self.lattice.embedding) @ np.array(period) for period in periods]
        self.along = np.linalg.pinv(np.array(self.periods).T) if self.periods else None
        self.turns = turns_of(self.lattice)
        self.centers = [np.array(center(self.lattice, cell)) for cell in cells]
        self.number = {self.at(middle): n for n, middle in enumerate(self.centers)}
        self.shapes = [{key(point) for point in self.points(cell)} for cell in cells]
        self.polygons = [sides_of(lattice, cell) for cell in cells]
        self.side_at = [{key(v): side for side, v in enumerate(sides)} for sides in self.polygons]
        self.sides: dict[Key, list[tuple[int, int]]] = {}
        for n, sides in enumerate(self.polygons):
            for side, middle in enumerate(sides):
                self.sides.setdefault(self.at(self.centers[n] + middle), []).append((n, side))
        self.touching = self._touching()

    def points(self, cell: Cell) -> Point:
        """Return the corners of a cell from its center."""
        found: Point = drawn(self.lattice, cell) - np.array(center(self.lattice, cell))
        return found

    def at(self, point: Point) -> Key:
        """Return a point as numbers that are equal for points at the same place of the board."""
        if self.along is not None:
            for number, period in zip(np.floor(self.along @ point + 1e-6), self.periods, strict=True):
                point = point - number * period
        return key(point)

    def _touching(self) -> list[frozenset[int]]:
        if has_sides(self.lattice):
            found = {frozenset(n for n, _ in pair) for pair in self.sides.values() if len(pair) == 2}
            return [pair for pair in found if len(pair) == 2]
        if self.lattice.radius:
            shifts = [sum(n * v for n, v in zip(of, self.periods, strict=True)) for of in self._combined()]
            return [
                frozenset(pair)
                for pair in combinations(range(len(self.cells)), 2)
                if any(
                    abs(np.linalg.norm(self.centers[pair[0]] - self.centers[pair[1]] + shift) - 2 * self.lattice.radius)
                    < 1e-6
                    for shift in shifts
                )
            ]
        corners = [{self.at(end) for end in ends(self.lattice, cell)} for cell in self.cells]
        return [frozenset(pair) for pair in combinations(range(len(corners)), 2) if corners[pair[0]] & corners[pair[1]]]

    @property
    def near(self) -> list[frozenset[int]]:
        """The pairs of cells that share a corner."""
        corners = [
            {self.at(middle + point) for point in self.points(cell)}
            for middle, cell in zip(self.centers, self.cells, strict=True)
        ]
        return [frozenset(pair) for pair in combinations(range(len(corners)), 2) if corners[pair[0]] & corners[pair[1]]]

    def _combined(self) -> list[tuple[int, ...]]:
        return [*product(range(-3, 4), repeat=len(self.periods))]

    def placed(self, middle: Point, points: Point) -> int | None:
        """Return the cell at a center, if it has these corners from there; None if it is no cell of the board."""
        cell = self.number.get(self.at(middle))
        return cell if cell is not None and {key(point) for point in points} == self.shapes[cell] else None

    def pieces(
        self, name: str, tile: Sequence[tuple[Cell, str]], *, rotate: bool | Literal["upright"], reflect: bool
    ) -> set[Piece]:
        """Return all positions of a tile, by the covered cells and what they show on sides and on themselves.

        The text of each cell has the letters of its sides in order, then that of the cell.
        """
        allowed = [t for t in self.turns if reflect or np.linalg.det(t) > 0] if rotate else self.turns[:1]
        if rotate == "upright" and not self.lattice.is_flat:
            allowed = [turn for turn in allowed if np.allclose(turn[2], (0, 0, 1))]
        middles = [np.array(center(self.lattice, cell)) for cell, _ in tile]
        points = [self.points(cell) for cell, _ in tile]
        sides = [sides_of(self.lattice.name, cell) for cell, _ in tile]
        found = set()
        for turn in allowed:
            for target in self.centers:
                put = [
                    self.placed(turn @ (middle - middles[0]) + target, each @ turn.T)
                    for middle, each in zip(middles, points, strict=True)
                ]
                numbers = [number for number in put if number is not None]
                if len({*numbers}) < len(tile):
                    continue
                shown = {
                    (number, self.side_at[number][key(turn @ middle)], color)
                    for number, of, (_, text) in zip(numbers, sides, tile, strict=True)
                    for middle, color in zip(of, text, strict=False)
                    if color != "."
                }
                letters = {
                    (number, CELL, text[len(of) :])
                    for number, of, (_, text) in zip(numbers, sides, tile, strict=True)
                    if len(text) > len(of)
                }
                found.add((name, frozenset(numbers), frozenset(shown | letters)))
        return found

    def turned(self) -> list[tuple[Motion, Point]]:
        """Return all motions of the board, each with its matrix; the identity first."""
        found: list[tuple[Motion, Point]] = []
        for turn in self.turns:
            if any(any(self.at(turn @ period)) for period in self.periods):
                continue
            for target in self.centers:
                put = [
                    self.placed(turn @ (middle - self.centers[0]) + target, self.points(cell) @ turn.T)
                    for middle, cell in zip(self.centers, self.cells, strict=True)
                ]
                numbers = [number for number in put if number is not None]
                if len(numbers) < len(put):
                    continue
                motion = {(n, CELL): (number, CELL) for n, number in enumerate(numbers)} | {
                    (n, side): (number, self.side_at[number][key(turn @ middle)])
                    for n, number in enumerate(numbers)
                    for side, middle in enumerate(self.polygons[n])
                }
                if all(motion != other for other, _ in found):
                    found.append((motion, turn))
        return found

    def crosses(self, one: Piece, other: Piece) -> bool:
        """Return whether the ends of two pieces of edges alternate around a vertex."""
        if not self.lattice.spokes:
            return False
        around: dict[Key, list[tuple[float, bool]]] = {}
        for piece in (one, other):
            for number in piece[1]:
                first, second = ends(self.lattice, self.cells[number])
                for here, there in ((first, second), (second, first)):
                    angle = atan2(*(there - here)[::-1])
                    around.setdefault(self.at(here), []).append((angle, piece is one))
        owners = [[mine for _, mine in sorted(angles)] for angles in around.values()]
        return any(sum(a != b for a, b in zip(of, [*of[1:], of[0]], strict=True)) > 2 for of in owners)
