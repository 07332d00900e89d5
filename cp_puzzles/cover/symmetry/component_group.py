"""Isometries of a board with several components, each of which is moved by itself.

They are the product of the isometries of each component, and of the exchanges of those that are congruent.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ComponentIsometries:
    """The isometries of the components of a board, with its cells numbered in order.

    Of isometries that move all `blocks` (sets of cells) and the `labels` of cells alike, only one is kept; `kernel` of
    them fix both.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> motions = ComponentIsometries(LATTICES["square"], ((0, 0), (0, 1), (5, 5), (6, 5)))
    >>> motions.count, len({motion.tobytes() for motion in motions})
    (8, 8)
    >>> dominoes = [frozenset({(0, 0), (0, 1)}), frozenset({(5, 5), (6, 5)})]
    >>> motions = ComponentIsometries(motions.lattice, motions.board, dominoes)
    >>> motions.count, motions.kernel
    (2, 4)
    """

    lattice: Lattice
    board: tuple[Cell, ...]
    blocks: Collection[frozenset[Cell]] | None = None
    labels: Mapping[Cell, Hashable] = field(default_factory=dict)

    @cached_property
    def _alike(self) -> list[list[tuple[Cell, ...]]]:
        """The components, grouped by congruence."""
        alike: list[list[tuple[Cell, ...]]] = []
        for component in self.lattice.components(self.board):
            for others in alike:
                if self.lattice.congruences(others[0], component):
                    others.append(component)
                    break
            else:
                alike.append([component])
        return alike

    @cached_property
    def _blocks(self) -> dict[tuple[Cell, ...], list[list[Cell]]] | None:
        """The blocks in each component; None if they are not known, or some belong to several components."""
        component_of = {cell: component for others in self._alike for component in others for cell in component}
        blocks: dict[tuple[Cell, ...], list[list[Cell]]] = {component: [] for component in component_of.values()}
        for block in self.blocks or ():
            first, *more = {component_of[cell] for cell in block}
            if more:
                return None
            blocks[first].append(sorted(block))
        return None if self.blocks is None else blocks

    @property
    def components(self) -> int:
        """The number of components."""
        return sum(map(len, self._alike))

    @property
    def count(self) -> int:
        """The number of combinations."""
        ways = ((len(self._onto(others[0], others[0])), len(others)) for others in self._alike)
        return prod(each**number * factorial(number) for each, number in ways)

    @property
    def kernel(self) -> int:
        """The number of isometries that fix every block and label, each counted once for the same images of cells."""
        components = [component for others in self._alike for component in others]
        each = (len(self._images(one, one)) // len(self._onto(one, one)) for one in components)
        return prod(each)

    def __iter__(self) -> Iterator[Places]:
        """Yield the image of each cell, by number, under each combination; the identity first."""
        number = {cell: n for n, cell in enumerate(self.board)}
        for moves in product(*(self._exchanged(others, number) for others in self._alike)):
            moved = np.empty(len(self.board), dtype=np.intp)
            for cells, images in (move for several in moves for move in several):
                moved[cells] = images
            yield moved

    def _exchanged(
        self, others: list[tuple[Cell, ...]], number: dict[Cell, int]
    ) -> list[list[tuple[list[int], list[int]]]]:
        """Return all ways to map congruent components onto one another: the cells of each, and their images."""
        places = [[number[cell] for cell in component] for component in others]
        onto = {
            (here, there): [[number[cell] for cell in images] for images in self._onto(here, there)]
            for here, there in product(others, repeat=2)
        }
        return [
            list(zip(places, images, strict=True))
            for order in permutations(others)
            for images in product(*(onto[here, there] for here, there in zip(others, order, strict=True)))
        ]

    def _onto(self, here: tuple[Cell, ...], there: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
        """Return images of a component's cells on a congruent one: one of those that move blocks and labels alike."""
        every = self._images(here, there)
        if self._blocks is None:
            return every
        distinct: dict[object, tuple[Cell, ...]] = {}
        for images in every:
            image = dict(zip(here, images, strict=True))
            moved = tuple(frozenset(image[cell] for cell in block) for block in self._blocks[here])
            distinct.setdefault((moved, tuple(self.labels.get(cell) for cell in images)), images)
        return list(distinct.values())

    def _images(self, here: tuple[Cell, ...], there: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
        """Return the distinct images of a component's cells under the isometries onto a congruent one."""
        isometries = self.lattice.congruences(here, there)
        return list(dict.fromkeys(tuple(map(isometry, here)) for isometry in isometries))
