"""Text grids: the position of each cell of a lattice in an ASCII drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from cp_puzzles.puzzle.geometry.isometry import Cell, Matrix, dot

Place = tuple[int, int, int]
"""The position of a character in a drawing: layer, row from the top, column."""


@dataclass(frozen=True)
class TextGrid:
    """The positions of the cells of a lattice in an ASCII drawing.

    `matrix` times the coordinates of a cell in puzzle files, divided by `scale`, is its place: layer, row and column.
    `marks` pairs each character that stands for one cell class only with the number of the class. A cell takes
    `columns` columns of its row. `joints` are characters between cells without a meaning. `how` tells users how to
    draw.
    """

    matrix: Matrix
    scale: int = 1
    marks: tuple[tuple[str, int], ...] = ()
    columns: int = 1
    joints: str = ""
    how: str = ""

    @property
    def is_plain(self) -> bool:
        """Return True if the coordinates of a cell are its layer, row and column."""
        return self.columns == self.scale == 1 and not self.marks and self.matrix[-1][-1] == 1

    def place(self, coordinates: Cell) -> Place:
        """Return the place of a cell."""
        layer, row, column = (dot(line, coordinates) // self.scale for line in self.matrix)
        return layer, row, column

    def coordinates_at(self, place: Place, classes: int) -> tuple[Cell, ...]:
        """Return the coordinates of the cell of each class at a place; `classes` is 0 without class numbers.

        >>> TextGrid(((0, 0, 0), (0, -1, 0), (2, 1, 1))).coordinates_at((0, -1, 4), 2)
        ((1, 1, 1),)
        """
        solutions = []
        for number in range(max(classes, 1)):
            tail = (number,) if classes else ()
            size = len(self.matrix[0]) - len(tail)
            target = [self.scale * p - dot(line[size:], tail) for p, line in zip(place, self.matrix, strict=True)]
            solution = _solved(tuple(line[:size] for line in self.matrix), target)
            if solution is not None:
                solutions.append((*solution, *tail))
        return tuple(solutions)


def _solved(matrix: Matrix, target: list[int]) -> Cell | None:
    """Return the integer solution of a system of equations; None if there is none."""
    solution = tuple(round(dot(line, target)) for line in _inverse(matrix))
    return solution if [dot(line, solution) for line in matrix] == target else None


@cache
def _inverse(matrix: Matrix) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, np.linalg.pinv(np.array(matrix)).tolist()))
