"""Isometries with exchanges of colors: their products, and their action on what cells show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cp_puzzles.base.arrays import Ints, Numbers
from cp_puzzles.puzzle.geometry.cell_solid import letter_of, moved_shown, ordered_sides, side_colors, with_sides
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import ColoredCells, RowIndex, moved_colors, normalize_colored


@dataclass(frozen=True)
class ColorExchange:
    """A permutation of letters of colors, of cells and of sides alike; values of cells stay.

    >>> ColorExchange((("r", "g"), ("g", "r"))).shown("b:rg.r")
    'b:gr.g'
    """

    images: tuple[tuple[str, str], ...] = ()

    def color(self, letter: str) -> str:
        """Return the image of a letter."""
        return dict(self.images).get(letter, letter)

    def shown(self, text: str) -> str:
        """Return what a cell shows after the exchange."""
        if not text or not self.images:
            return text
        return with_sides(self.color(letter_of(text)), side_colors(text).translate(self._table))

    @property
    def _table(self) -> dict[int, str]:
        return str.maketrans(dict(self.images))

    def after(self, first: ColorExchange) -> ColorExchange:
        """Return the composition: first `first`, then this exchange."""
        letters = sorted({letter for letter, _ in (*first.images, *self.images)})
        images = ((letter, self.color(first.color(letter))) for letter in letters)
        return ColorExchange(tuple((letter, image) for letter, image in images if letter != image))


NO_EXCHANGE = ColorExchange()


@dataclass(frozen=True)
class ColoredIsometry:
    """An isometry of the board, after which colors are exchanged."""

    isometry: Isometry
    exchange: ColorExchange = NO_EXCHANGE

    def shown(self, lattice: Lattice, cell: Cell, text: str) -> str:
        """Return what the image of a cell shows."""
        return self.exchange.shown(moved_shown(lattice, self.isometry, cell, text))

    def orientation(self, lattice: Lattice, cells: ColoredCells) -> ColoredCells:
        """Return the image of an orientation of a tile in normal position."""
        moved = moved_colors(lattice, self.isometry, dict(cells))
        return normalize_colored(lattice, {cell: self.exchange.shown(text) for cell, text in moved.items()})


class ShownTexts:
    """The numbers of the texts that cells show in placements, and of their images.

    `classes` has the class of each item of a cell.
    """

    def __init__(self, lattice: Lattice, texts: Sequence[str], classes: Numbers) -> None:
        self._lattice, self._texts, self._classes = lattice, texts, classes
        self._number: Mapping[str, int] = {text: number for number, text in enumerate(texts)}
        self._has_sides = any(map(side_colors, texts))

    def number(self, text: str) -> int:
        """Return the number of a text."""
        return self._number[text]

    def moved(self, shown: Numbers, cells: Numbers, element: ColoredIsometry | None) -> Numbers:
        """Return the numbers of the images of shown texts, -1 for one that no cell shows.

        The rows of `shown` and `cells` have the text of each cell of a placement, and its item.
        """
        if element is None or not shown.size or not (self._has_sides or element.exchange.images):
            return shown
        origins = [each.origin for each in self._lattice.cell_classes]
        table = np.array([[self._image(element, origin, text) for text in self._texts] for origin in origins])
        return np.asarray(table[self._classes[cells[:, : shown.shape[1]]], shown], dtype=np.int32)

    def _image(self, element: ColoredIsometry, cell: Cell, text: str) -> int:
        """Return the number of the image of a text on a cell; -1 if no cell shows it, or this cell cannot show it."""
        if len(side_colors(text)) not in (0, len(ordered_sides(self._lattice, cell))):
            return -1
        return self._number.get(element.shown(self._lattice, cell, text), -1)


class SymmetryProducts:
    """The products of a group of isometries with exchanges of colors, which are numbered in their order.

    Element i * e + k has isometry i and exchange k of e exchanges.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> SymmetryProducts(square.board_isometries(square.box((2, 2)))).of(1, np.arange(8)).tolist()
    [1, 0, 3, 2, 5, 4, 7, 6]
    """

    def __init__(self, isometries: Sequence[Isometry], exchanges: Sequence[ColorExchange] = (NO_EXCHANGE,)) -> None:
        self._isometries, self._exchanges = isometries, exchanges
        self._exchange_number = {exchange: number for number, exchange in enumerate(exchanges)}
        matrices = list(dict.fromkeys(isometry.matrix for isometry in isometries))
        number = {matrix: n for n, matrix in enumerate(matrices)}
        self._matrix = np.array([number[isometry.matrix] for isometry in isometries])
        self._translations = np.array([isometry.translation for isometry in isometries], dtype=np.int64)
        self._index = RowIndex(np.column_stack([self._matrix, self._translations]))
        factors = np.array(matrices, dtype=np.int64)
        squared = factors.shape[1] ** 2
        table = (factors[:, None] @ factors).reshape(-1, squared)
        self._product = RowIndex(factors.reshape(-1, squared)).find(table).reshape(len(factors), -1)

    def of(self, second: int, first: Ints) -> Ints:
        """Return the number of each product: apply one of the elements `first`, then the element `second`."""
        isometry, exchange = divmod(second, len(self._exchanges))
        isometries, exchanges = np.divmod(first, len(self._exchanges))
        return self._isometry_products(isometry, isometries) * len(self._exchanges) + self._exchange_products(
            exchange, exchanges
        )

    def _isometry_products(self, second: int, first: Ints) -> Ints:
        matrices = self._product[self._matrix[second], self._matrix[first]]
        translations = self._isometries[second].images(self._translations[first])
        return self._index.find(np.column_stack([matrices, translations]))

    def _exchange_products(self, second: int, first: Ints) -> Ints:
        composed = [self._exchanges[second].after(exchange) for exchange in self._exchanges]
        return np.array([self._exchange_number[exchange] for exchange in composed], dtype=np.int64)[first]
