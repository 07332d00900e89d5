"""Groups beyond that of the board: symmetries of its components, and exchanges of colors.

These isometries combine an isometry of each component with exchanges of congruent components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice, permutations, product
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.cell_solid import ColorExchange, letter_of, side_colors
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

MAX_EXCHANGES = 5_040
"""The largest number of exchanges: all of seven colors."""


def color_exchanges(cover: Cover) -> tuple[ColorExchange, ...]:
    """Return the exchanges of colors that occur equally often on the board, and together on tiles, the identity first.

    They form a group. An exchange may be a symmetry of the puzzle only together with an isometry of the board. Raises
    `MistakeError` if there are more than `MAX_EXCHANGES`.
    """
    puzzle = cover.puzzle
    tiles = [tile for tile in puzzle.tiles if tile.shown and tile.orientations and tile.maximum]
    letters = sorted({*puzzle.side_letters, *filter(str.isalpha, puzzle.color_letters)})
    mappings = _mappings(letters, tiles, Counter(letter for _, letter in puzzle.board.cell_colors))
    pairs = (zip(letters, mapping, strict=True) for mapping in islice(mappings, MAX_EXCHANGES + 1))
    exchanges = tuple(ColorExchange(tuple(pair for pair in each if len({*pair}) > 1)) for each in pairs)
    if len(exchanges) > MAX_EXCHANGES:
        raise MistakeError(
            Parameter("symmetry", "colors"),
            f"the {len(letters)} colors can be exchanged in more than {MAX_EXCHANGES:,} ways",
            "ask for full",
        )
    return exchanges


def _mappings(letters: Sequence[str], tiles: Sequence[Tile], on_board: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Yield the images of letters that occur equally often on the board, and together on tiles; the identity first."""
    of_tiles = [
        (tile.minimum, tile.maximum, Counter("".join(letter_of(text) + side_colors(text) for text in tile.shape.shown)))
        for tile in tiles
    ]
    together = {
        (a, b): sorted(Counter((least, most, times[a] * times[b]) for least, most, times in of_tiles).items())
        for a, b in product(letters, repeat=2)
    }
    signature = {a: (on_board[a], together[a, a], sorted(together[a, b] for b in letters)) for a in letters}

    def continued(images: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the mappings that begin with these images."""
        if len(images) == len(letters):
            yield images
            return
        letter = letters[len(images)]
        for image in sorted({*letters} - {*images}, key=lambda other: (other != letter, other)):
            if signature[image] == signature[letter] and all(
                together[a, letter] == together[b, image] for a, b in zip(letters, images, strict=False)
            ):
                yield from continued((*images, image))

    yield from continued(())


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
        sizes = [(len(self._onto(each[0], each[0])), len(each)) for each in self._congruence_classes]
        return prod(isometries**number * factorial(number) for isometries, number in sizes)

    @property
    def kernel(self) -> int:
        """The number of isometries that fix every block and label; isometries with the same images of cells are one."""
        return prod(len(self._images(one, one)) // len(self._onto(one, one)) for one in self._components)

    def __iter__(self) -> Iterator[Places]:
        """Yield the image of each cell, by number, under each combination; the identity first."""
        number = {cell: n for n, cell in enumerate(self.board)}
        sources = self._components
        cells = [number[cell] for source in sources for cell in source]
        pairs = chain.from_iterable(product(congruent, repeat=2) for congruent in self._congruence_classes)
        onto = {pair: self._onto(*pair) for pair in pairs}
        for arrangement in product(*map(permutations, self._congruence_classes)):
            for images in product(*map(onto.__getitem__, zip(sources, chain.from_iterable(arrangement), strict=True))):
                moved = np.empty(len(self.board), dtype=np.intp)
                moved[cells] = [number[cell] for image in images for cell in image]
                yield moved

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
