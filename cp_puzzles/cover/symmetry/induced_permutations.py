"""The permutations of options and items that isometries of the board induce, with or without an exchange of colors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Numbers
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.ragged_rows import Places
from cp_puzzles.puzzle.board_and_tiles import have_twins
from cp_puzzles.puzzle.geometry.cell_solid import letter_of, moved_shown, ordered_sides, side_colors, with_sides
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Matrix
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Orientation, Placement, RowIndex


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

    def orientation(self, lattice: Lattice, orientation: Orientation) -> Orientation:
        """Return the image of an orientation of a tile."""
        cells, shown = orientation.images(lattice, self.isometry)
        return Orientation.of(lattice, cells, tuple(map(self.exchange.shown, shown)))


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
        matrices = self._product[self._matrix[isometry], self._matrix[isometries]]
        translations = self._isometries[isometry].images(self._translations[isometries])
        products = self._index.find(np.column_stack([matrices, translations]))
        composed = [self._exchange_number[self._exchanges[exchange].after(each)] for each in self._exchanges]
        return products * len(self._exchanges) + np.array(composed, dtype=np.int64)[exchanges]


class Induced(NamedTuple):
    """The permutations that an isometry induces, or a row for each of several: images of options, and of items."""

    options: Numbers
    items: Numbers


@dataclass(frozen=True, eq=False)
class SymmetrySubgroup:
    """The symmetries of a puzzle, in order; most of them are products of a few tested ones.

    `elements` have the `numbers` among all elements of the group that was searched. `tested` has what some of them
    induce. Each entry of `products` has the numbers of some products and of their factors: one second, many first.
    """

    elements: tuple[ColoredIsometry, ...]
    numbers: Places
    tested: dict[int, Induced]
    products: list[tuple[Places, int, Places]]

    @property
    def induced(self) -> Induced:
        """The permutations that the symmetries induce."""
        row = {number: place for place, number in enumerate(self.numbers.tolist())}
        induced = Induced(*(np.empty((len(row), len(images)), dtype=np.int32) for images in self.tested[0]))
        for number, permutations in self.tested.items():
            for images, permutation in zip(induced, permutations, strict=True):
                images[row[number]] = permutation
        for numbers, second, firsts in self.products:
            for number, first in zip(numbers.tolist(), firsts.tolist(), strict=True):
                for images in induced:
                    np.take(images[row[second]], images[row[first]], out=images[row[number]], mode="clip")
        return induced


class OptionAction:
    """The action of the isometries of a board on the options of its cover problem.

    The image of an option is the option that covers the images of its cells and shows the same colors on them.
    """

    def __init__(self, cover: Cover) -> None:
        self._cover = cover
        puzzle, problem = cover.puzzle, cover.problem
        self._cells = puzzle.board.cells
        self._board = np.array(self._cells, dtype=np.int64)
        self._cell_number = RowIndex(self._board)
        item = {tile.name: number for number, tile in enumerate(puzzle.tiles, start=problem.tiles.start)}
        # the tile of each given placement, by its cells and what it shows, and whether it is fixed
        self._given = {self._numbered(each): (item[each.tile], each in puzzle.fixed) for each in puzzle.given}
        self._required = np.array([cell in puzzle.required for cell in puzzle.board.cells])
        colors = dict(puzzle.board.cell_colors)
        self._color = np.array([colors.get(cell, "") for cell in puzzle.board.cells])
        # cells are numbered on the board; cells that a given placement covers are no items
        self._cell_of_item = self._cell_number.find(
            np.array(cover.cells, dtype=np.int64).reshape(-1, self._board.shape[1])
        )
        self._item_of_cell = np.full(len(self._board), -1, dtype=np.int32)
        self._item_of_cell[self._cell_of_item] = np.arange(len(cover.cells), dtype=np.int32)
        self._bounds = np.array([(i.minimum, i.maximum) for i in problem.items], dtype=np.int64).reshape(-1, 2)
        behavior = {tile.name: (tile.fixed, tile.groups) for tile in puzzle.tiles}
        numbers = {each: number for number, each in enumerate({(False, ()): 0, **dict.fromkeys(behavior.values())})}
        of_items = [behavior[item.name] if item.kind == "tile" else (False, ()) for item in problem.items]
        # tiles that are fixed, and tiles of other groups, are taken apart differently
        self._behavior = np.array([numbers[each] for each in of_items])
        count = len(cover.placements)
        self._tile = problem.tile_numbers[:count].astype(np.int64)
        self._auxiliary = {auxiliary: option for option, auxiliary in enumerate(cover.auxiliaries, start=count)}
        self._options_of_rules = [problem.covering.row(rule) for rule in problem.rules]
        self._rules = self._equal_rules(self._options_of_rules)
        # the cells of an option determine its tile unless tiles have one shape, differ only in color, or coincide on a
        # torus
        has_colors = any(tile.shown for tile in puzzle.tiles)
        is_determined = not puzzle.lattice.periods and not has_colors and not have_twins(puzzle.tiles)
        # what a tile looks like matters only if it has a placement
        placed = {*self._tile.tolist(), *(tile for tile, _ in self._given.values())}
        oriented = [(tile.orientations if item[tile.name] in placed else ()) for tile in puzzle.tiles]
        self._orientations = [] if is_determined else oriented
        self._orientation_sets = [frozenset(orientations) for orientations in self._orientations]
        no_change = puzzle.lattice.point_group[0].matrix, NO_EXCHANGE
        self._tile_images: dict[tuple[Matrix, ColorExchange], Numbers | None] = {
            no_change: np.arange(len(problem.items), dtype=np.int32)
        }
        classes = np.array([puzzle.lattice.class_of(cell) for cell in cover.cells], dtype=np.int32)
        self._texts = ShownTexts(puzzle.lattice, sorted({"", *chain(*cover.placements.shown)}), classes)
        on_cells = problem.table.kept(problem.table.values < len(cover.cells))
        # placements by size: their options, their cells (and, if needed, their tile) as rows, what they show, and an
        # index of the rows with what is shown
        self._blocks = []
        for size in np.flatnonzero(np.bincount(on_cells.lengths[:count])).tolist():
            members = np.flatnonzero(on_cells.lengths[:count] == size)
            cells = on_cells.take(members).values.reshape(-1, size)
            shown = self._shown(members, cells)
            if self._orientations:
                cells = np.hstack([cells, self._tile[members].astype(np.int32)[:, None]])
            self._blocks.append((members, cells, shown, RowIndex(np.hstack([cells, shown]))))

    @property
    def needs_isometry(self) -> bool:
        """Return whether the image of an option depends on more than the images of its cells."""
        return bool(self._orientations or self._auxiliary)

    def symmetries(
        self, isometries: Sequence[Isometry], exchanges: Sequence[ColorExchange] = (NO_EXCHANGE,)
    ) -> SymmetrySubgroup:
        """Return the symmetries of the puzzle.

        A symmetry is an isometry with an exchange of colors. `isometries` and `exchanges` are groups, the identity
        first. The symmetries are a subgroup of their product, which is extended coset by coset (Dimino's algorithm). An
        element is tested only if no element of its coset was tested before: a torus has thousands of isometries, and a
        product costs far less than a test.
        """
        group = SymmetryProducts(isometries, exchanges)
        elements = [ColoredIsometry(*pair) for pair in product(isometries, exchanges)]
        problem = self._cover.problem
        identity = (np.arange(len(part), dtype=np.int32) for part in (problem.options, problem.items))
        tested = {0: Induced(*identity)}
        products: list[tuple[Places, int, Places]] = []
        members = np.zeros(1, dtype=np.int64)
        is_decided = np.zeros(len(elements), dtype=np.bool_)
        is_decided[0] = True
        for number, element in enumerate(elements):
            if is_decided[number]:
                continue
            # an element that is no symmetry excludes its coset
            induced = self.permuted(self._cell_number.find(element.isometry.images(self._board)), element)
            if induced is None:
                is_decided[group.of(number, members)] = True
                continue
            # a new generator: extend the subgroup by the cosets of its products
            tested[number] = induced
            subgroup, representatives, cosets = members, [0], [members]
            for representative in representatives:
                for generator in [*tested][1:]:
                    factor = np.array([representative])
                    [composed] = group.of(generator, factor).tolist()
                    if not is_decided[composed]:
                        coset = group.of(composed, subgroup)
                        products += (np.array([composed]), generator, factor), (coset, composed, subgroup)
                        is_decided[coset] = True
                        representatives.append(composed)
                        cosets.append(coset)
            members = np.concatenate(cosets)
        members.sort()
        return SymmetrySubgroup(tuple(elements[n] for n in members.tolist()), members, tested, products)

    def permuted(self, moved: Places, element: ColoredIsometry | None = None) -> Induced | None:
        """Return what a permutation of the board's cells induces; None if it is no symmetry of the puzzle.

        `moved` has the number of the image of each cell. `element` has the isometry that moves the cells, and the
        exchange of colors; it is needed if the images of cells do not determine the images of options.
        """
        problem = self._cover.problem
        assert element is not None or not self.needs_isometry
        is_exchange = element is not None and bool(element.exchange.images)
        colors = self._color
        if element is not None and is_exchange:
            colors = np.array([*map(element.exchange.color, colors.tolist())])
        if (self._required[moved] != self._required).any() or (self._color[moved] != colors).any():
            return None
        given_tiles = self._moved_given(moved, element)
        tile_images = None if element is None else self._moved_tiles(element)
        if given_tiles is None or (element is not None and tile_images is None):
            return None
        before, after = given_tiles
        if tile_images is not None and self._orientations and (tile_images[before] != after).any():
            return None
        cells = self._item_of_cell[moved[self._cell_of_item]]
        images = np.empty(len(problem.options), dtype=np.int32)
        for members, block, shown, rows in self._blocks:
            moved_block = cells[block[:, :-1] if self._orientations else block]
            moved_shown = self._texts.moved(shown, block, element)
            if shown.shape[1]:
                moved_shown = np.take_along_axis(moved_shown, np.argsort(moved_block, axis=1), axis=1)
            moved_block = np.sort(moved_block, axis=1)
            if tile_images is not None and self._orientations:
                moved_block = np.hstack([moved_block, tile_images[block[:, -1:]], moved_shown])
            row_numbers = rows.find(moved_block)
            if (row_numbers < 0).any():
                return None
            images[members] = members[row_numbers]
        for auxiliary, option in self._auxiliary.items():
            image = None if element is None else self._auxiliary.get(auxiliary.moved(element.isometry))
            if image is None:
                return None
            images[option] = image
        tiles, rules = self._images_of_tiles(images, given_tiles), self._images_of_rules(images)
        if is_exchange and any(rule.is_registered for rule in self._cover.checks):
            return None
        is_identity = np.array_equal(moved, np.arange(len(moved)))
        if not is_identity and not all(rule.is_symmetric for rule in self._cover.checks):
            return None
        if tiles is None or rules is None or (self._cover.checks and not self._preserves_checks(tiles)):
            return None
        return Induced(images, np.concatenate([cells, tiles, rules]))

    def _shown(self, members: Places, rows: Numbers) -> Numbers:
        """Return a number for what each placement shows on its cells, in the order of their items in `rows`.

        There are no columns if no tile has colors.
        """
        placements = self._cover.placements
        if placements.colorings is None:
            return np.empty((len(rows), 0), dtype=np.int32)
        numbers = np.array(
            [
                [*map(self._texts.number, placements.shown[coloring] or ("",) * rows.shape[1])]
                for coloring in placements.colorings[members].tolist()
            ],
            dtype=np.int32,
        )
        # a placement shows its colors in the order of its sorted cells
        return np.take_along_axis(numbers, np.argsort(np.argsort(self._cell_of_item[rows], axis=1), axis=1), axis=1)

    def _numbered(self, placement: Placement) -> tuple[tuple[int, str], ...]:
        """Return the numbers of the cells of a placement, each with what it shows there."""
        numbers = self._cell_number.find(np.array(placement.cells, dtype=np.int64)).tolist()
        return tuple(sorted(zip(numbers, placement.shown or ("",) * len(numbers), strict=True)))

    def _moved_given(self, moved: Places, element: ColoredIsometry | None) -> tuple[Numbers, Numbers] | None:
        """Return the tile of each given placement, and of its image; None if some image is not given alike."""

        def shown(cell: int, text: str) -> str:
            """Return what the image of a cell shows."""
            return text if element is None else element.shown(self._cover.puzzle.lattice, self._cells[cell], text)

        keys = (sorted((int(moved[cell]), shown(cell, text)) for cell, text in numbered) for numbered in self._given)
        images = [self._given.get(tuple(key), (-1, False)) for key in keys]
        before, after = (np.array([*each], dtype=np.int32).reshape(-1, 2) for each in (self._given.values(), images))
        return None if (before[:, 1] != after[:, 1]).any() or (after < 0).any() else (before[:, 0], after[:, 0])

    def _moved_tiles(self, element: ColoredIsometry) -> Numbers | None:
        """Return the image of each tile item by the colors of its cells; None if some tile has no image.

        The translation of the isometry does not matter, so the result is cached by its matrix.
        """
        key = element.isometry.matrix, element.exchange
        if key in self._tile_images:
            return self._tile_images[key]
        self._tile_images[key] = None
        images = np.arange(len(self._bounds), dtype=np.int32)
        lattice, first = self._cover.puzzle.lattice, self._cover.problem.tiles.start
        tile_of = {orientations: tile for tile, orientations in enumerate(self._orientation_sets, start=first)}
        cell_sets = frozenset().union(*self._orientation_sets)
        # most isometries fail on the first orientation of some tile; a tile may have none on a torus that is too narrow
        first_orientations = [orientations[0] for orientations in self._orientations if orientations]
        if any(element.orientation(lattice, orientation) not in cell_sets for orientation in first_orientations):
            return None
        for tile, orientations in enumerate(self._orientation_sets, start=first):
            moved = frozenset(element.orientation(lattice, orientation) for orientation in orientations)
            if moved not in tile_of:
                return None
            images[tile] = tile if moved == orientations else tile_of[moved]
        self._tile_images[key] = images
        return images

    def _preserves_checks(self, tiles: Numbers) -> bool:
        """Return whether the rules without items treat the images of tiles in the same way as the tiles."""
        items, first = self._cover.problem.items, self._cover.problem.tiles.start
        image = {items[first + k].name: items[tile].name for k, tile in enumerate(tiles.tolist())}
        checks = self._cover.checks
        before = sorted((type(rule).__name__, sorted(rule.named_tiles.items())) for rule in checks)
        return before == sorted(
            (type(rule).__name__, sorted((image[name], group) for name, group in rule.named_tiles.items()))
            for rule in checks
        )

    def _images_of_tiles(self, images: Numbers, given_tiles: tuple[Numbers, Numbers]) -> Numbers | None:
        """Return the image of each tile item; None unless all placements of a tile go to one tile of equal bounds."""
        tiles = self._cover.problem.tiles
        tile_of = np.arange(len(self._bounds), dtype=np.int32)
        before = np.concatenate([self._tile, given_tiles[0]])
        after = np.concatenate([self._tile[images[: len(self._tile)]], given_tiles[1]])
        tile_of[before] = after
        if not (tile_of[before] == after).all():
            return None
        if (self._behavior[tile_of] != self._behavior).any():
            return None
        if not (self._bounds[tile_of] == self._bounds).all() or len(set(tile_of.tolist())) != len(self._bounds):
            return None
        return tile_of[tiles.start : tiles.stop]

    def _images_of_rules(self, images: Numbers) -> Numbers | None:
        """Return the image of each rule item: an item with the same bounds that counts the images of its options.

        Equal rules are mapped in their order, the first to the first.
        """
        moved = self._equal_rules([np.sort(images[options]) for options in self._options_of_rules])
        if {key: len(rules) for key, rules in moved.items()} != {key: len(rules) for key, rules in self._rules.items()}:
            return None
        image = np.empty(len(self._options_of_rules), dtype=np.int32)
        for key, rules in moved.items():
            image[rules] = self._rules[key]
        return image + np.int32(self._cover.problem.rules.start)

    def _equal_rules(self, options_of_rules: Sequence[Numbers]) -> dict[tuple[int, int, bytes], list[int]]:
        """Return the numbers of the rule items by their bounds and the options that they count."""
        equal: dict[tuple[int, int, bytes], list[int]] = {}
        problem = self._cover.problem
        for rule, options in enumerate(options_of_rules):
            item = problem.items[problem.rules[rule]]
            equal.setdefault((item.minimum, item.maximum, options.tobytes()), []).append(rule)
        return equal
