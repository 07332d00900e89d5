"""Isometries of a board with several components, which are moved independently of each other.

These isometries combine an isometry of each component with exchanges of congruent components.
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
    """The combinations of isometries of the components of a board, whose cells are numbered in order.

    Of isometries that have the same effect on all `blocks` (sets of cells) and on the `labels` of cells, only one is
    kept. `kernel` is the number of isometries that fix all blocks and labels.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> isometries = ComponentIsometries(LATTICES["square"], ((0, 0), (0, 1), (5, 5), (6, 5)))
    >>> isometries.count, len({isometry.tobytes() for isometry in isometries})
    (8, 8)
    >>> dominoes = [frozenset({(0, 0), (0, 1)}), frozenset({(5, 5), (6, 5)})]
    >>> isometries = ComponentIsometries(isometries.lattice, isometries.board, dominoes)
    >>> isometries.count, isometries.kernel
    (2, 4)
    """

    lattice: Lattice
    board: tuple[Cell, ...]
    blocks: Collection[frozenset[Cell]] | None = None
    labels: Mapping[Cell, Hashable] = field(default_factory=dict)

    @cached_property
    def _congruence_classes(self) -> list[list[tuple[Cell, ...]]]:
        """The components, grouped by congruence."""
        classes: list[list[tuple[Cell, ...]]] = []
        for component in self.lattice.components(self.board):
            for congruent in classes:
                if self.lattice.congruences(congruent[0], component):
                    congruent.append(component)
                    break
            else:
                classes.append([component])
        return classes

    @property
    def _components(self) -> list[tuple[Cell, ...]]:
        """The components, in the order of `_congruence_classes`."""
        return [component for congruent in self._congruence_classes for component in congruent]

    @cached_property
    def _blocks(self) -> dict[tuple[Cell, ...], list[list[Cell]]] | None:
        """The blocks in each component; None if they are not known, or some belong to several components."""
        component_of = {cell: component for component in self._components for cell in component}
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
        return len(self._components)

    @property
    def count(self) -> int:
        """The number of combinations."""
        count = 1
        for congruent in self._congruence_classes:
            isometries, number = len(self._onto(congruent[0], congruent[0])), len(congruent)
            count *= isometries**number * factorial(number)
        return count

    @property
    def kernel(self) -> int:
        """The number of isometries that fix every block and label; isometries with the same images of cells are one."""
        return prod(len(self._images(one, one)) // len(self._onto(one, one)) for one in self._components)

    def __iter__(self) -> Iterator[Places]:
        """Yield the image of each cell, by number, under each combination; the identity first."""
        number = {cell: n for n, cell in enumerate(self.board)}
        for bijections in product(*(self._bijections(congruent, number) for congruent in self._congruence_classes)):
            moved = np.empty(len(self.board), dtype=np.intp)
            for bijection in bijections:
                for cells, images in bijection:
                    moved[cells] = images
            yield moved

    def _bijections(
        self, congruent: list[tuple[Cell, ...]], number: dict[Cell, int]
    ) -> list[list[tuple[list[int], list[int]]]]:
        """Return all ways to map congruent components onto each other.

        Each way lists, for every component, the numbers of its cells and of their images.
        """
        cell_numbers = [[number[cell] for cell in component] for component in congruent]
        onto = {
            (source, target): [[number[cell] for cell in images] for images in self._onto(source, target)]
            for source, target in product(congruent, repeat=2)
        }
        bijections = []
        for targets in permutations(congruent):
            choices = (onto[source, target] for source, target in zip(congruent, targets, strict=True))
            bijections += [list(zip(cell_numbers, images, strict=True)) for images in product(*choices)]
        return bijections

    def _onto(self, source: tuple[Cell, ...], target: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
        """Return the images of a component's cells under the isometries onto a congruent component.

        Of isometries with the same effect on blocks and labels, only the first is used.
        """
        all_images = self._images(source, target)
        if self._blocks is None:
            return all_images
        distinct: dict[object, tuple[Cell, ...]] = {}
        for images in all_images:
            image_of = dict(zip(source, images, strict=True))
            moved_blocks = tuple(frozenset(image_of[cell] for cell in block) for block in self._blocks[source])
            distinct.setdefault((moved_blocks, tuple(self.labels.get(cell) for cell in images)), images)
        return list(distinct.values())

    def _images(self, source: tuple[Cell, ...], target: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
        """Return the distinct images of a component's cells under the isometries onto a congruent component."""
        isometries = self.lattice.congruences(source, target)
        return list(dict.fromkeys(tuple(map(isometry, source)) for isometry in isometries))
