"""Names of the isometries that map a board to itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from cp_puzzles.puzzle.geometry.isometry import Isometry
from cp_puzzles.puzzle.geometry.lattice import Lattice

_TURNS = {2: "half-turn", 3: "third-turn", 4: "quarter-turn", 6: "sixth-turn"}
_MIRRORS = {
    "left-right": ((-1, 0), (0, 1)),
    "up-down": ((1, 0), (0, -1)),
    "diagonal": ((0, 1), (1, 0)),
    "antidiagonal": ((0, -1), (-1, 0)),
}
"""The matrix of each reflection of a flat board in drawings."""


def named_isometries(lattice: Lattice, isometries: Iterable[Isometry]) -> dict[str, tuple[Isometry, ...]]:
    """Return the isometries except the identity by name: rotations by order, reflections by what they swap.

    Of isometries with the same powers only the first is listed.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> list(named_isometries(square, square.board_isometries(square.box((3, 3)))))
    ['half-turn', 'quarter-turn', 'left-right', 'up-down', 'diagonal', 'antidiagonal']
    """
    names: dict[str, dict[frozenset[Isometry], Isometry]] = defaultdict(dict)
    for isometry in isometries:
        powers = cyclic_group(isometry)
        if isometry.has_shift:
            names[_shift_name(isometry)].setdefault(powers, isometry)
        elif isometry.is_rotation and len(powers) > 1:
            names[_TURNS[len(powers)]].setdefault(powers, isometry)
        elif len(powers) > 1:
            names[_reflection_name(lattice, isometry, len(powers))].setdefault(powers, isometry)
    order = [*_TURNS.values(), *_MIRRORS]
    ranked = sorted(names, key=lambda name: order.index(name) if name in order else len(order))
    return {name: tuple(names[name].values()) for name in ranked}


def _reflection_name(lattice: Lattice, isometry: Isometry, order: int) -> str:
    embedding = np.array(lattice.embedding)
    drawn = embedding @ np.array(isometry.matrix) @ np.linalg.pinv(embedding)
    for name, matrix in _MIRRORS.items():
        if lattice.is_flat and np.allclose(drawn, matrix):
            return name
    return "mirror" if order == 2 else "turn-and-mirror"


def _shift_name(isometry: Isometry) -> str:
    is_identity = all(x == (i == j) for i, row in enumerate(isometry.matrix) for j, x in enumerate(row))
    if is_identity:
        return "shift"
    return "screw" if isometry.is_rotation else "glide"


def cyclic_group(isometry: Isometry) -> frozenset[Isometry]:
    """Return all powers of an isometry of finite order, including the identity.

    >>> len(cyclic_group(Isometry(((0, 1), (-1, 0)), (0, 0))))
    4
    """
    powers, power = {isometry}, isometry
    while (power := isometry.after(power)) not in powers:
        powers.add(power)
    return frozenset(powers)


def inverse(isometry: Isometry) -> Isometry:
    """Return the inverse of an isometry of finite order.

    >>> inverse(Isometry(((0, 1), (-1, 0)), (0, 2)))
    Isometry(matrix=((0, -1), (1, 0)), translation=(2, 0))
    """
    powers = cyclic_group(isometry)
    identity = next(power for power in powers if power.after(power) == power)
    return next(power for power in powers if isometry.after(power) == identity)
