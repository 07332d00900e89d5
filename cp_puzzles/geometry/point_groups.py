"""Point groups: the isometries of a lattice about its origin, as integer matrices.

Each is a group, rotations first, the identity the very first.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product

from cp_puzzles.geometry.isometry import Isometry

Matrix = tuple[tuple[int, ...], ...]


def signed_permutations(dimension: int) -> tuple[Isometry, ...]:
    """The isometries of the n-cube.

    >>> [len(signed_permutations(n)) for n in (1, 2, 3)]
    [2, 8, 48]
    """
    origin = (0,) * dimension
    maps = [
        Isometry(
            tuple(tuple(sign if column == axis else 0 for column in range(dimension)) for axis, sign in rows),
            origin,
        )
        for axes in permutations(range(dimension))
        for signs in product((1, -1), repeat=dimension)
        for rows in [tuple(zip(axes, signs, strict=True))]
    ]
    return tuple(sorted(maps, key=lambda m: -m.determinant))


def generated(*generators: Matrix) -> tuple[Isometry, ...]:
    """The group that some matrices generate.

    >>> len(generated(((0, -1), (1, 1)), ((0, 1), (1, 0))))
    12
    """
    dimension = len(generators[0])
    identity = tuple(tuple(int(i == j) for j in range(dimension)) for i in range(dimension))
    found = {identity}
    frontier = [identity]
    while frontier:
        frontier = list({_product(g, m) for m in frontier for g in generators} - found)
        found.update(frontier)
    maps = (Isometry(matrix, (0,) * dimension) for matrix in sorted(found, reverse=True))
    return tuple(sorted(maps, key=lambda m: (m.matrix != identity, -m.determinant)))


def _product(a: Matrix, b: Matrix) -> Matrix:
    return tuple(tuple(sum(x * b[k][j] for k, x in enumerate(row)) for j in range(len(b))) for row in a)


def _upright(motions: Iterable[Isometry]) -> tuple[Matrix, ...]:
    """The motions of a plane as motions of space that keep the third axis."""
    return tuple((*((*row, 0) for row in motion.matrix), (0, 0, 1)) for motion in motions)


SQUARE = signed_permutations(2)
"""The 8 isometries of the square."""

CUBE = signed_permutations(3)
"""The 48 isometries of the cube."""

HEXAGON = generated(((0, -1), (1, 1)), ((0, 1), (1, 0)))
"""The 12 isometries of the hexagon, for two axes 60 degrees apart: a turn by 60 degrees and a mirror."""

PRISM = generated(*_upright(HEXAGON), ((1, 0, 0), (0, 1, 0), (0, 0, -1)))
"""The 24 isometries of the hexagonal prism: those of the hexagon, and upside down."""
