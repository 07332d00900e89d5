"""The oracle itself, against numbers that are easy to count by hand or long published."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from tests.oracle import Cell, Tile, orbits, solutions, symmetries

DOMINO = [(0, 0), (0, 1)]
CORNER = [(0, 0), (1, 0), (1, 1)]
LARGE_CORNER = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]
T_TETROMINO = [(0, 0), (0, 1), (0, 2), (1, 1)]
BENT_TRICUBE = [(0, 0, 0), (0, 0, 1), (0, 1, 0)]
LEFT_TETRACUBE = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 0)]


def box(*size: int) -> list[Cell]:
    return list(product(*map(range, size)))


def free(cells: Sequence[Cell], minimum: int = 1, maximum: int = 1) -> Tile:
    return cells, True, len(cells[0]) == 2, minimum, maximum


@pytest.mark.parametrize(
    ("primary", "optional", "tiles", "off", "rotations", "full"),
    [
        pytest.param(box(2, 2), [], {"domino": free(DOMINO, 2, 2)}, 2, 1, 1, id="dominoes 2x2"),
        pytest.param(box(2, 3), [], {"domino": free(DOMINO, 0, 9)}, 3, 2, 2, id="dominoes 2x3"),
        pytest.param(box(4, 4), [], {"domino": free(DOMINO, 8, 8)}, 36, 12, 9, id="dominoes 4x4, Kasteleyn 1961"),
        pytest.param([], box(2, 2), {"domino": free(DOMINO, 0, 2)}, 7, 3, 3, id="matchings 2x2"),
        pytest.param([], box(3, 3), {"domino": free(DOMINO, 0, 4)}, 131, 36, 21, id="matchings 3x3, OEIS A028420"),
        pytest.param(box(4, 4), [], {"T": free(T_TETROMINO, 4, 4)}, 2, 2, 1, id="a left and a right whirl"),
        pytest.param(
            box(3, 3),
            [],
            {"cell": free([(0, 0)]), "small": free(CORNER), "large": free(LARGE_CORNER)},
            16,
            4,
            3,
            id="three corners",
        ),
        pytest.param(box(2, 2, 2), [], {"dicube": free([(0, 0, 0), (0, 0, 1)], 4, 4)}, 9, 2, 2, id="dicubes 2x2x2"),
        pytest.param(box(2, 2, 3), [], {"bent": free(BENT_TRICUBE, 4, 4)}, 44, 9, 6, id="bent tricubes 2x2x3"),
        pytest.param(
            box(1, 3, 3),
            [(1, y, x) for y in range(3) for x in range(3)],
            {"left": free(LEFT_TETRACUBE, 0, 4)},
            4,
            1,
            1,
            id="a chiral tile, optional cells above",
        ),
        pytest.param(
            box(2, 2),
            [],
            {"domino": (DOMINO, False, False, 0, 2), "cell": free([(0, 0)], 0, 4)},
            4,
            3,
            3,
            id="dominoes that do not turn",
        ),
    ],
)
def test_oracle_counts(
    primary: list[Cell],
    optional: list[Cell],
    tiles: dict[str, Tile],
    off: int,
    rotations: int,
    full: int,
) -> None:
    """The numbers of solutions, and of classes under rotations and under all isometries, are the known ones."""
    problem = (primary, optional, tiles)
    everything = solutions(*problem)
    assert len(everything) == off
    assert len(orbits(everything, symmetries(*problem, rotations_only=True))) == rotations
    classes = orbits(everything, symmetries(*problem))
    assert len(classes) == full
    assert set().union(*classes) == everything
