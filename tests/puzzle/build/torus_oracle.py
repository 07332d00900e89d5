"""Wrapped boards by brute force: an oracle that shares no code with the package.

Points of the plane have two coordinates along axes at right angles, or 60 degrees apart. Two points are one if they
differ by a sum of periods, which is found out by Cramer's rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from tests import oracle

Cell = tuple[int, ...]
Matrix = tuple[tuple[int, int], tuple[int, int]]
Option = tuple[str, frozenset[int]]
Solution = frozenset[Option]


SQUARE: list[Matrix] = [((a, 0), (0, b)) for a in (1, -1) for b in (1, -1)] + [
    ((0, a), (b, 0)) for a in (1, -1) for b in (1, -1)
]
HEXAGON: list[Matrix] = [
    ((1, 0), (0, 1)), ((0, -1), (1, 1)), ((-1, -1), (1, 0)), ((-1, 0), (0, -1)), ((0, 1), (-1, -1)), ((1, 1), (-1, 0)),
    ((0, 1), (1, 0)), ((-1, 0), (1, 1)), ((-1, -1), (0, 1)), ((0, -1), (-1, 0)), ((1, 0), (-1, -1)), ((1, 1), (0, -1)),
]  # fmt: skip


def is_turn(matrix: Matrix) -> bool:
    (a, b), (c, d) = matrix
    return a * d - b * c == 1


def moved(matrix: Matrix, point: Cell) -> Cell:
    return tuple(a * point[0] + b * point[1] for a, b in matrix)


def is_period(periods: Sequence[Cell], vector: Cell) -> bool:
    """Return whether a vector is an integer combination of one or two periods."""
    x, y = vector
    (a, b), (c, d) = (*periods, (0, 0))[:2]
    determinant = a * d - b * c
    if determinant:
        return (x * d - y * c) % determinant == 0 and (a * y - b * x) % determinant == 0
    times = [x // a] if a else [y // b]
    return any((n * a, n * b) == (x, y) for n in times)


class Torus:
    """A board of cells, its `periods`, and the matrices of its lattice."""

    def __init__(self, cells: Collection[Cell], periods: Sequence[Cell], matrices: Sequence[Matrix]) -> None:
        self.cells, self.periods, self.matrices = sorted(cells), periods, matrices

    def at(self, point: Cell) -> int | None:
        """Return the number of the cell at a point; None if it is not a cell."""
        for number, cell in enumerate(self.cells):
            if is_period(self.periods, (point[0] - cell[0], point[1] - cell[1])):
                return number
        return None

    def placements(self, piece: Sequence[Cell], *, reflect: bool) -> set[frozenset[int]]:
        """Return the sets of cells that a piece covers in any orientation without covering a cell twice."""
        found: set[frozenset[int]] = set()
        for matrix in self.matrices:
            if reflect or is_turn(matrix):
                image = [moved(matrix, cell) for cell in piece]
                for x, y in self.cells:
                    put = [self.at((px - image[0][0] + x, py - image[0][1] + y)) for px, py in image]
                    lies = frozenset(cell for cell in put if cell is not None)
                    if len(lies) == len(put):
                        found.add(lies)
        return found

    def motions(self, *, reflect: bool) -> set[tuple[int, ...]]:
        """Return the permutations of the cells by rotations, reflections and translations that preserve the periods."""
        found = set()
        for matrix in self.matrices:
            if not all(is_period(self.periods, moved(matrix, period)) for period in self.periods):
                continue
            if reflect or is_turn(matrix):
                start = moved(matrix, self.cells[0])
                for x, y in self.cells:
                    shift = (x - start[0], y - start[1])
                    images = [moved(matrix, cell) for cell in self.cells]
                    put = [self.at((px + shift[0], py + shift[1])) for px, py in images]
                    to = tuple(cell for cell in put if cell is not None)
                    if len(to) == len(put):
                        found.add(to)
        return found


def tilings(size: int, options: Collection[Option], most: Mapping[str, int]) -> set[Solution]:
    """Return the exact covers of cells 0 to size - 1 by options (name, cells), at most `most[name]` of each name."""

    def search(covered: frozenset[int], chosen: tuple[Option, ...]) -> Iterator[Solution]:
        bare = next((cell for cell in range(size) if cell not in covered), None)
        if bare is None:
            yield frozenset(chosen)
            return
        for name, cells in options:
            if bare in cells and not covered & cells and sum(name == n for n, _ in chosen) < most[name]:
                yield from search(covered | cells, (*chosen, (name, cells)))

    return set(search(frozenset(), ()))


def orbits(solutions: Collection[Solution], motions: Collection[tuple[int, ...]]) -> int:
    """Return the number of orbits of solutions under some isometries."""

    def images(solution: Solution) -> Iterator[Solution]:
        return (frozenset((name, frozenset(map(to.__getitem__, c))) for name, c in solution) for to in motions)

    return len([*oracle.orbits(solutions, images)])


def crossings(rows: int, columns: int, is_closed: tuple[bool, bool], owner: Mapping[Cell, int]) -> tuple[int, int]:
    """Return the numbers of fault lines and of crossroads of a filled square board."""
    lines = points = 0
    for axis, (length, other) in enumerate(((rows, columns), (columns, rows))):
        for k in range(length if is_closed[axis] else length - 1):
            pairs = [
                ((k, j), ((k + 1) % length, j)) if axis == 0 else ((j, k), (j, (k + 1) % length)) for j in range(other)
            ]
            lines += all(owner[a] != owner[b] for a, b in pairs)
    for i, j in product(range(rows if is_closed[0] else rows - 1), range(columns if is_closed[1] else columns - 1)):
        near = {owner[(i + a) % rows, (j + b) % columns] for a in (0, 1) for b in (0, 1)}
        points += len(near) == 4
    return lines, points
