"""Names for the motions that map a board to itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from cp_puzzles.geometry.isometry import Isometry
from cp_puzzles.geometry.lattice import Lattice

_TURNS = {2: "half-turn", 3: "third-turn", 4: "quarter-turn", 6: "sixth-turn"}
_MIRRORS = {
    "left-right": ((-1, 0), (0, 1)),
    "up-down": ((1, 0), (0, -1)),
    "diagonal": ((0, 1), (1, 0)),
    "antidiagonal": ((0, -1), (-1, 0)),
}
"""What a mirror does to a flat board as it is drawn."""


def named_motions(lattice: Lattice, motions: Iterable[Isometry]) -> dict[str, tuple[Isometry, ...]]:
    """The motions other than the identity by name: turns by their order, mirrors by what they swap in the drawing.

    Of motions with the same powers one is enough.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> list(named_motions(square, square.board_isometries(square.box((3, 3)))))
    ['half-turn', 'quarter-turn', 'left-right', 'up-down', 'diagonal', 'antidiagonal']
    """
    names: dict[str, dict[frozenset[Isometry], Isometry]] = defaultdict(dict)
    for motion in motions:
        powers = generated(motion)
        if motion.slides:
            names[_slide(motion)].setdefault(powers, motion)
        elif motion.is_rotation and len(powers) > 1:
            names[_TURNS[len(powers)]].setdefault(powers, motion)
        elif len(powers) > 1:
            names[_mirror(lattice, motion, len(powers))].setdefault(powers, motion)
    order = [*_TURNS.values(), *_MIRRORS]
    ranked = sorted(names, key=lambda name: order.index(name) if name in order else len(order))
    return {name: tuple(names[name].values()) for name in ranked}


def _mirror(lattice: Lattice, motion: Isometry, order: int) -> str:
    embedding = np.array(lattice.embedding)
    drawn = embedding @ np.array(motion.matrix) @ np.linalg.pinv(embedding)
    for name, matrix in _MIRRORS.items():
        if lattice.is_flat and np.allclose(drawn, matrix):
            return name
    return "mirror" if order == 2 else "turn-and-mirror"


def _slide(motion: Isometry) -> str:
    is_shift = all(x == (i == j) for i, row in enumerate(motion.matrix) for j, x in enumerate(row))
    return "shift" if is_shift else "screw" if motion.is_rotation else "glide"


def generated(motion: Isometry) -> frozenset[Isometry]:
    """All powers of a motion of finite order, the identity among them.

    >>> len(generated(Isometry(((0, 1), (-1, 0)), (0, 0))))
    4
    """
    powers, power = {motion}, motion
    while (power := motion.after(power)) not in powers:
        powers.add(power)
    return frozenset(powers)


def inverse(motion: Isometry) -> Isometry:
    """The motion that takes another one of finite order back.

    >>> inverse(Isometry(((0, 1), (-1, 0)), (0, 2)))
    Isometry(matrix=((0, -1), (1, 0)), translation=(2, 0))
    """
    powers = generated(motion)
    identity = next(power for power in powers if power.after(power) == power)
    return next(power for power in powers if motion.after(power) == identity)
