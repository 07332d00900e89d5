"""The permutations of options and items that isometries of the board, with or without exchanges of colors, induce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Numbers
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.ragged_rows import Places, Ragged
from cp_puzzles.puzzle.board_and_tiles import have_twins
from cp_puzzles.puzzle.geometry.cell_solid import NO_EXCHANGE, ColorExchange, moved_shown, ordered_sides, side_colors
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Matrix
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Orientation, Placement, RowIndex


@dataclass(frozen=True)
class ColoredIsometry:
    """An isometry of the board, after which colors are exchanged."""

    isometry: Isometry
    exchange: ColorExchange = NO_EXCHANGE

    def after(self, first: ColoredIsometry) -> ColoredIsometry:
        """Return the composition: first `first`, then this one."""
        has_exchange = self.exchange.images or first.exchange.images
        exchange = self.exchange.after(first.exchange) if has_exchange else NO_EXCHANGE
        return ColoredIsometry(self.isometry.after(first.isometry), exchange)

    def shown(self, lattice: Lattice, cell: Cell, text: str) -> str:
        """Return what the image of a cell shows."""
        return self.exchange.shown(moved_shown(lattice, self.isometry, cell, text))

    def orientation(self, lattice: Lattice, orientation: Orientation) -> Orientation:
        """Return the image of an orientation of a tile."""
        cells, shown = orientation.images(lattice, self.isometry)
        return Orientation.of(lattice, cells, tuple(map(self.exchange.shown, shown)))


class Induced(NamedTuple):
    """The permutations that an isometry induces, or a row for each of several: images of options, and of items."""

    options: Numbers
    items: Numbers


@dataclass(frozen=True, eq=False)
class SymmetrySubgroup:
    """The symmetries of a puzzle, in order; most of them are products of a few tested ones.

    `sources` has what each of them induces, or its two factors, the second one first, which are listed before it.
    """

    elements: tuple[ColoredIsometry, ...]
    sources: Mapping[ColoredIsometry, Induced | tuple[ColoredIsometry, ColoredIsometry]]

    @property
    def induced(self) -> Induced:
        """The permutations that the symmetries induce."""
        row, identity = (
            {element: number for number, element in enumerate(self.elements)},
            self.sources[self.elements[0]],
        )
        assert isinstance(identity, Induced)
        induced = Induced(*(np.empty((len(row), len(images)), dtype=np.int32) for images in identity))
        for element, source in self.sources.items():
            for number, images in enumerate(induced):
                if isinstance(source, Induced):
                    images[row[element]] = source[number]
                else:
                    np.take(images[row[source[0]]], images[row[source[1]]], out=images[row[element]], mode="clip")
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
        self._rules = self._equal_rules(self._options_of_rules) if self._options_of_rules else {}
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
        # the texts that cells show, by number
        self._text_number = {text: number for number, text in enumerate(sorted({"", *chain(*cover.placements.shown)}))}
        self._has_sides = any(map(side_colors, self._text_number))
        # the cells of placements (padded, and with their tile, if needed), what they show, and an index of both
        self._covered = cover.placements.covered.padded(len(cover.cells))
        self._shown = np.empty((count, 0), dtype=np.int32)
        if cover.placements.colorings is not None:
            self._shown = self._shown_texts(cover.placements.colorings)
        tiles = self._tile[:, None].astype(np.int32)[:, : len(self._orientations)]
        self._rows = RowIndex(np.hstack([self._covered, tiles, self._shown]))

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
        elements = [ColoredIsometry(*pair) for pair in product(isometries, exchanges)]
        problem, identity = self._cover.problem, elements[0]
        unmoved = Induced(*(np.arange(len(part), dtype=np.int32) for part in (problem.options, problem.items)))
        sources: dict[ColoredIsometry, Induced | tuple[ColoredIsometry, ColoredIsometry]] = {identity: unmoved}
        generators: list[ColoredIsometry] = []
        excluded: set[ColoredIsometry] = set()
        for element in elements:
            if element in sources or element in excluded:
                continue
            induced = self.permuted(self._cell_number.find(element.isometry.images(self._board)), element)
            if induced is None:
                excluded.update(element.after(member) for member in sources)
                continue
            # a new generator: extend the subgroup by the cosets of its products
            generators.append(element)
            subgroup, representatives = [*sources], [identity]
            for representative in representatives:
                for generator in generators:
                    composed = generator.after(representative)
                    if composed not in sources:
                        sources[composed] = induced if composed == element else (generator, representative)
                        representatives.append(composed)
                        sources.update((composed.after(member), (composed, member)) for member in subgroup[1:])
        return SymmetrySubgroup(tuple(element for element in elements if element in sources), sources)

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
        none = np.empty(0, dtype=np.int32)
        given_tiles = self._moved_given(moved, element) if self._given else (none, none)
        tile_images = None if element is None else self._moved_tiles(element)
        if given_tiles is None or (element is not None and tile_images is None):
            return None
        before, after = given_tiles
        if tile_images is not None and self._orientations and (tile_images[before] != after).any():
            return None
        cells = self._item_of_cell[moved[self._cell_of_item]]
        rows, shown = np.append(cells, np.int32(len(cells)))[self._covered], self._shown
        if element is not None and shown.size and (self._has_sides or is_exchange):
            shown = self._moved_texts(element)
        if shown.shape[1]:
            shown = np.take_along_axis(shown, np.argsort(rows, axis=1), axis=1)
        rows = np.sort(rows, axis=1)
        if tile_images is not None and self._orientations:
            rows = np.hstack([rows, tile_images[self._tile[:, None]], shown])
        images = np.empty(len(problem.options), dtype=np.int32)
        images[: len(rows)] = self._rows.find(rows)
        if (images[: len(rows)] < 0).any():
            return None
        if self._auxiliary and not self._move_auxiliaries(images, element, is_exchange=is_exchange):
            return None
        tiles = self._images_of_tiles(images, given_tiles)
        rules = self._images_of_rules(images) if self._rules else none
        if is_exchange and any(rule.is_registered for rule in self._cover.checks):
            return None
        is_identity = np.array_equal(moved, np.arange(len(moved)))
        if not is_identity and not all(rule.is_symmetric for rule in self._cover.checks):
            return None
        if tiles is None or rules is None or (self._cover.checks and not self._preserves_checks(tiles)):
            return None
        return Induced(images, np.concatenate([cells, tiles, rules]))

    def _move_auxiliaries(self, images: Numbers, element: ColoredIsometry | None, *, is_exchange: bool) -> bool:
        """Add the images of auxiliaries to those of placements; return False if one has none.

        An exchange of colors may exchange rules, too: then the image of an auxiliary is that which is defined by the
        images of placements.
        """
        for auxiliary, option in self._auxiliary.items():
            image = None if element is None else self._auxiliary.get(auxiliary.moved(element.isometry))
            if is_exchange and option in self._definitions:
                placements, number = self._definitions[option]
                image = self._defined.get((frozenset(images[list(placements)].tolist()), number))
            if image is None:
                return False
            images[option] = image
        return True

    @cached_property
    def _definitions(self) -> dict[int, tuple[frozenset[int], int]]:
        """For each auxiliary, the placements of which it excludes all, and its number among those with the same ones.

        Exactly one of them and the auxiliary is chosen.
        """
        definitions = dict[int, tuple[frozenset[int], int]]()
        numbers = Counter[frozenset[int]]()
        for rule in self._cover.problem.rules:
            options = self._cover.problem.covering.row(rule)
            if (
                self._cover.problem.items[rule].is_exact_one
                and len(options) > 1
                and options[-2] < len(self._cover.placements) <= options[-1]
            ):
                placements = frozenset(options[:-1].tolist())
                definitions.setdefault(int(options[-1]), (placements, numbers[placements]))
                numbers[placements] += 1
        return definitions

    @cached_property
    def _defined(self) -> dict[tuple[frozenset[int], int], int]:
        """The auxiliary of each definition."""
        return {definition: option for option, definition in self._definitions.items()}

    def _shown_texts(self, colorings: Numbers) -> Numbers:
        """Return a number for what placements show on their cells, in the order of their items; 0 is padding."""
        shown = Ragged.of([[*map(self._text_number.__getitem__, texts)] for texts in self._cover.placements.shown])
        numbers = np.pad(shown.padded(0), ((0, 0), (0, self._covered.shape[1])))[:, : self._covered.shape[1]]
        # a placement shows its colors in the order of its sorted cells
        cells = np.append(self._cell_of_item, len(self._board))[self._covered]
        return np.take_along_axis(numbers[colorings], np.argsort(np.argsort(cells, axis=1), axis=1), axis=1)

    def _moved_texts(self, element: ColoredIsometry) -> Numbers:
        """Return the numbers of the images of shown texts, -1 for one that no cell shows."""
        lattice = self._cover.puzzle.lattice

        def image(cell: Cell, text: str) -> int:
            """Return the number of the image of a text on a cell; -1 also if this cell cannot show the text."""
            if len(side_colors(text)) not in (0, len(ordered_sides(lattice, cell))):
                return -1
            return self._text_number.get(element.shown(lattice, cell, text), -1)

        table = np.array([[image(each.origin, text) for text in self._text_number] for each in lattice.cell_classes])
        classes = np.array([*map(lattice.class_of, self._cover.cells), 0], dtype=np.int32)
        return np.asarray(table[classes[self._covered], self._shown], dtype=np.int32)

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
