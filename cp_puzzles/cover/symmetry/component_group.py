"""Groups beyond that of the board: symmetries of its components, and exchanges of colors.

These isometries combine an isometry of each component with exchanges of congruent components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, permutations, product
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.induced_permutations import ColorExchange
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.cell_solid import letter_of, side_colors
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Orientation, shown_orientations

MAX_EXCHANGES = 5_040
"""The largest number of exchanges: all of seven colors."""

Signature = tuple[object, ...]


def color_exchanges(cover: Cover) -> tuple[ColorExchange, ...]:
    """Return the exchanges of colors that map tiles to tiles of equal bounds, up to isometries, the identity first.

    They form a group. An exchange may be a symmetry of the puzzle only together with an isometry of the board. Raises
    `MistakeError` if there are more than `MAX_EXCHANGES`.
    """
    return tuple(_Exchanges(cover).found())


class _Exchanges:
    """The search for exchanges: letters are distinguished by their occurrences in tiles, then mapped one by one."""

    def __init__(self, cover: Cover) -> None:
        puzzle = cover.puzzle
        lattice, self._is_wrapped = puzzle.lattice.unwrapped, bool(puzzle.lattice.periods)
        tiles = [tile for tile in puzzle.tiles if tile.shown and tile.orientations and tile.maximum]
        self._forms = [tile.shape for tile in tiles]
        self._bounds = [(tile.minimum, tile.maximum) for tile in tiles]
        self._class_of: dict[Orientation, Orientation] = {}
        for form in self._forms:
            images = shown_orientations(lattice, form, reflect=True)
            self._class_of.update(dict.fromkeys(images, images[0]))
        self._kinds = self._counted(self._forms)
        self._colors = [
            [*chain.from_iterable((letter_of(text), *side_colors(text)) for text in form.shown)] for form in self._forms
        ]
        self._pairs: dict[tuple[str, str], tuple[object, ...]] = {}
        self._board = Counter(letter for _, letter in puzzle.board.cell_colors)
        self._letters = sorted({*puzzle.side_letters, *filter(str.isalpha, puzzle.color_letters)})
        self._signature = self._signatures()

    def found(self) -> Iterator[ColorExchange]:
        """Yield the exchanges, the identity first."""
        count = 0
        for images in self._mappings(()):
            exchange = ColorExchange(
                tuple(pair for pair in zip(self._letters, images, strict=True) if len({*pair}) > 1)
            )
            moved = [Orientation(form.cells, tuple(map(exchange.shown, form.shown))) for form in self._forms]
            # different tiles may become the same on a wrapped board; the letters on its tiles are compared alone
            if self._is_wrapped or self._counted(moved) == self._kinds:
                count += 1
                if count > MAX_EXCHANGES:
                    raise MistakeError(
                        Parameter("symmetry", "colors"),
                        f"the {len(self._letters)} colors can be exchanged in more than {MAX_EXCHANGES:,} ways",
                        "ask for full",
                    )
                yield exchange

    def _counted(self, forms: Sequence[Orientation]) -> Counter[object]:
        """Return how many tiles of each class and with each bounds there are among some forms."""
        classes = (self._class_of.get(form) for form in forms)
        return Counter(zip(classes, self._bounds, strict=True))

    def _mappings(self, images: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield the images of the letters that continue those of the first ones, the identity first."""
        if len(images) == len(self._letters):
            yield images
            return
        letter = self._letters[len(images)]
        for image in sorted({*self._letters} - {*images}, key=lambda other: (other != letter, other)):
            if self._signature[image] == self._signature[letter] and all(
                self._together(a, letter) == self._together(b, image)
                for a, b in zip(self._letters, images, strict=False)
            ):
                yield from self._mappings((*images, image))

    def _signatures(self) -> dict[str, Signature]:
        """Return a value for each letter that exchanges keep."""
        return {
            letter: (
                self._board[letter],
                self._together(letter, letter),
                sorted(self._together(letter, other) for other in self._letters),
            )
            for letter in self._letters
        }

    def _together(self, a: str, b: str) -> tuple[object, ...]:
        """Return how often two letters are on one tile, by the tile's bounds."""
        if (a, b) not in self._pairs:
            counted = Counter(
                (bounds, colors.count(a) * colors.count(b))
                for colors, bounds in zip(self._colors, self._bounds, strict=True)
            )
            self._pairs[a, b] = tuple(sorted(counted.items()))
        return self._pairs[a, b]


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
