"""Text grids: the place of each cell of a lattice in a drawing of characters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.point_groups import Matrix

Place = tuple[int, int, int]
"""A character of a drawing: layer, row from the top, column."""


@dataclass(frozen=True)
class TextGrid:
    """Where the cells of a lattice stand in a drawing.

    The product of `matrix` with the coordinates that people write, over `scale`, is the place of a cell: layer, row
    and column. `marks` are characters that stand for one kind of cell alone, with its number. A cell takes `columns`
    columns of its row. `joints` are characters between cells, which mean nothing. `how` tells how to draw.
    """

    matrix: Matrix
    scale: int = 1
    marks: tuple[tuple[str, int], ...] = ()
    columns: int = 1
    joints: str = ""
    how: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether the coordinates of a cell are themselves its row, column and layer."""
        return self.columns == self.scale == 1 and not self.marks and self.matrix[-1][-1] == 1

    def place(self, written: Cell) -> Place:
        """The place of a cell."""
        layer, row, column = (
            sum(m * x for m, x in zip(line, written, strict=True)) // self.scale for line in self.matrix
        )
        return layer, row, column

    def written(self, place: Place, kinds: int) -> tuple[Cell, ...]:
        """The coordinates, as people write them, of each kind of cell that stands at a place; kinds = 0: no number.

        >>> TextGrid(((0, 0, 0), (0, -1, 0), (2, 1, 1))).written((0, -1, 4), 2)
        ((1, 1, 1),)
        """
        found = []
        for kind in range(max(kinds, 1)):
            tail = (kind,) if kinds else ()
            size = len(self.matrix[0]) - len(tail)
            target = [
                self.scale * p - sum(m * x for m, x in zip(line[size:], tail, strict=True))
                for p, line in zip(place, self.matrix, strict=True)
            ]
            solution = _solved([line[:size] for line in self.matrix], target)
            if solution is not None:
                found.append((*solution, *tail))
        return tuple(found)


def _solved(matrix: list[Cell], target: list[int]) -> Cell | None:
    """The integer solution of a system of equations; None if there is none."""
    rows = [[Fraction(x) for x in (*line, t)] for line, t in zip(matrix, target, strict=True)]
    size = len(matrix[0])
    for column in range(size):
        pivot = next(r for r in range(column, len(rows)) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / rows[column][column] for x in rows[column]]
        for r, row in enumerate(rows):
            if r != column and row[column]:
                rows[r] = [x - row[column] * y for x, y in zip(row, rows[column], strict=True)]
    values = [row[-1] for row in rows[:size]]
    if any(row[-1] for row in rows[size:]) or any(value.denominator > 1 for value in values):
        return None
    return tuple(int(value) for value in values)
