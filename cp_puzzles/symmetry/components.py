"""The motions of a board that falls into several components, each of which is moved by itself.

They are the product of the isometries of each component, and of the exchanges of those that are congruent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ComponentMotions:
    """The motions of the components of a board, its cells numbered in their order.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> motions = ComponentMotions(LATTICES["square"], ((0, 0), (0, 1), (5, 5), (6, 5)))
    >>> motions.count, len({motion.tobytes() for motion in motions})
    (32, 8)
    """

    lattice: Lattice
    board: tuple[Cell, ...]

    @cached_property
    def _alike(self) -> list[list[tuple[Cell, ...]]]:
        """The components, those that are congruent together."""
        alike: list[list[tuple[Cell, ...]]] = []
        for component in self.lattice.components(self.board):
            for others in alike:
                if self.lattice.congruences(others[0], component):
                    others.append(component)
                    break
            else:
                alike.append([component])
        return alike

    @property
    def components(self) -> int:
        """How many components there are."""
        return sum(map(len, self._alike))

    @property
    def count(self) -> int:
        """How many motions there are; some may move the cells alike."""
        return prod(
            len(self.lattice.congruences(others[0], others[0])) ** len(others) * factorial(len(others))
            for others in self._alike
        )

    def __iter__(self) -> Iterator[Places]:
        """For each motion where each cell goes, by number; the identity first."""
        number = {cell: n for n, cell in enumerate(self.board)}
        for moves in product(*(self._exchanged(others, number) for others in self._alike)):
            moved = np.empty(len(self.board), dtype=np.intp)
            for cells, images in (move for several in moves for move in several):
                moved[cells] = images
            yield moved

    def _exchanged(
        self, others: list[tuple[Cell, ...]], number: dict[Cell, int]
    ) -> list[list[tuple[list[int], list[int]]]]:
        """All ways to move some congruent components onto one another: the cells of each, and where they go."""
        places = [[number[cell] for cell in component] for component in others]

        def onto(here: tuple[Cell, ...], there: tuple[Cell, ...]) -> list[list[int]]:
            return [[number[motion(cell)] for cell in here] for motion in self.lattice.congruences(here, there)]

        return [
            list(zip(places, images, strict=True))
            for order in permutations(others)
            for images in product(*(onto(here, there) for here, there in zip(others, order, strict=True)))
        ]
