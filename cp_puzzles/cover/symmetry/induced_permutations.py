"""The permutations of options and items that isometries of the board induce."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Numbers
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.ragged_rows import Places
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.placement import Placement, RowIndex
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, normalize_colored


class Induced(NamedTuple):
    """The permutations that an isometry induces, or a row for each of several: images of options, and of items."""

    options: Numbers
    items: Numbers


class OptionAction:
    """The action of the isometries of a board on the options of its cover problem.

    The image of an option is the option that covers the images of its cells and shows the same colors on them.
    """

    def __init__(self, cover: Cover) -> None:
        self._cover = cover
        puzzle, problem = cover.puzzle, cover.problem
        self._board = np.array(puzzle.board.cells, dtype=np.int64)
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
        # the cells of an option determine its tile unless tiles differ only in color, or coincide on a torus
        is_determined = not puzzle.lattice.periods and not any(tile.colored_orientations for tile in puzzle.tiles)
        self._orientations = [] if is_determined else [_colored_orientations(tile) for tile in puzzle.tiles]
        self._orientation_sets = [frozenset(orientations) for orientations in self._orientations]
        self._tile_images: dict[tuple[Cell, ...], Numbers | None] = {}
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

    def symmetries(self, isometries: Sequence[Isometry]) -> tuple[tuple[Isometry, ...], Induced]:
        """Return the isometries that are symmetries of the puzzle, in order, and the permutations that they induce.

        `isometries` is a group. The symmetries are a subgroup of it, which is extended coset by coset (Dimino's
        algorithm). An isometry is tested only if no isometry of its coset was tested before: a torus has thousands of
        isometries, and a product costs far less than a test.
        """
        products = IsometryProducts(isometries)
        problem = self._cover.problem
        options, items = (
            np.empty((len(isometries), size), dtype=np.int32) for size in (len(problem.options), len(problem.items))
        )
        members = np.empty(0, dtype=np.int64)
        generators: list[int] = []
        is_decided = np.zeros(len(isometries), dtype=np.bool_)
        for number, isometry in enumerate(isometries):
            if is_decided[number]:
                continue
            induced = self.permuted(self._moved(isometry), isometry)
            if induced is None:
                is_decided[products.of(number, members)] = True
                continue
            options[number], items[number] = induced.options, induced.items
            if not len(members):
                members = np.array([number])
                is_decided[number] = True
                continue
            generators.append(number)
            subgroup, representatives, cosets = members, [int(members[0])], [members]
            for representative in representatives:
                for generator in generators:
                    [product] = products.of(generator, np.array([representative])).tolist()
                    if not is_decided[product]:
                        for images in (options, items):
                            images[product] = images[generator][images[representative]]
                        coset = products.of(product, subgroup)
                        for member, element in zip(coset.tolist(), subgroup.tolist(), strict=True):
                            for images in (options, items):
                                np.take(images[product], images[element], out=images[member], mode="clip")
                        is_decided[coset] = True
                        representatives.append(product)
                        cosets.append(coset)
            members = np.concatenate(cosets)
        if len(members) == len(isometries):
            return tuple(isometries), Induced(options, items)
        members.sort()
        return tuple(isometries[n] for n in members.tolist()), Induced(options[members], items[members])

    def permuted(self, moved: Places, isometry: Isometry | None = None) -> Induced | None:
        """Return what a permutation of the board's cells induces; None if it is no symmetry of the puzzle.

        `moved` has the number of the image of each cell. `isometry` is the isometry that moves the cells; it is needed
        if the images of cells do not determine the images of options.
        """
        problem = self._cover.problem
        given_tiles = self._moved_given(moved)
        if given_tiles is None:
            return None
        if (self._required[moved] != self._required).any() or (self._color[moved] != self._color).any():
            return None
        assert isometry is not None or not self.needs_isometry
        tile_images = None if isometry is None else self._moved_tiles(isometry)
        if isometry is not None and tile_images is None:
            return None
        before, after = given_tiles
        if tile_images is not None and self._orientations and (tile_images[before] != after).any():
            return None
        cells = self._item_of_cell[moved[self._cell_of_item]]
        images = np.empty(len(problem.options), dtype=np.int32)
        for members, block, shown, rows in self._blocks:
            moved_block = cells[block[:, :-1] if self._orientations else block]
            moved_shown = np.take_along_axis(shown, np.argsort(moved_block, axis=1)[:, : shown.shape[1]], axis=1)
            moved_block = np.sort(moved_block, axis=1)
            if tile_images is not None and self._orientations:
                moved_block = np.hstack([moved_block, tile_images[block[:, -1:]], moved_shown])
            row_numbers = rows.find(moved_block)
            if (row_numbers < 0).any():
                return None
            images[members] = members[row_numbers]
        for auxiliary, option in self._auxiliary.items():
            image = None if isometry is None else self._auxiliary.get(auxiliary.moved(isometry))
            if image is None:
                return None
            images[option] = image
        tiles, rules = self._images_of_tiles(images, given_tiles), self._images_of_rules(images)
        is_identity = np.array_equal(moved, np.arange(len(moved)))
        if not is_identity and not all(rule.is_symmetric for rule in self._cover.checks):
            return None
        if tiles is None or rules is None or not self._preserves_checks(tiles):
            return None
        return Induced(images, np.concatenate([cells, tiles, rules]))

    def _shown(self, members: Places, rows: Numbers) -> Numbers:
        """Return a number for what each placement shows on its cells, in the order of their items in `rows`.

        There are no columns if no tile has colors.
        """
        placements = self._cover.placements
        if placements.colorings is None:
            return np.empty((len(rows), 0), dtype=np.int32)
        letters = {letter: number for number, letter in enumerate(sorted({"", *chain(*placements.shown)}))}
        numbers = np.array(
            [
                [letters[letter] for letter in placements.shown[coloring] or ("",) * rows.shape[1]]
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

    def _moved_given(self, moved: Places) -> tuple[Numbers, Numbers] | None:
        """Return the tile of each given placement, and of its image; None if some image is not given alike."""
        keys = (sorted((int(moved[cell]), letter) for cell, letter in numbered) for numbered in self._given)
        images = [self._given.get(tuple(key), (-1, False)) for key in keys]
        before, after = (np.array([*each], dtype=np.int32).reshape(-1, 2) for each in (self._given.values(), images))
        return None if (before[:, 1] != after[:, 1]).any() or (after < 0).any() else (before[:, 0], after[:, 0])

    def _moved(self, isometry: Isometry) -> Places:
        """Return the number of the image of each cell of the board."""
        return self._cell_number.find(isometry.images(self._board))

    def _moved_tiles(self, isometry: Isometry) -> Numbers | None:
        """Return the image of each tile item by the colors of its cells; None if some tile has no image.

        The translation of the isometry does not matter, so the result is cached by its matrix.
        """
        if isometry.matrix not in self._tile_images:
            self._tile_images[isometry.matrix] = self._compute_tile_images(isometry)
        return self._tile_images[isometry.matrix]

    def _compute_tile_images(self, isometry: Isometry) -> Numbers | None:
        images = np.arange(len(self._bounds), dtype=np.int32)
        if isometry.matrix == self._cover.puzzle.lattice.point_group[0].matrix:
            return images
        first = self._cover.problem.tiles.start
        tile_of = {orientations: tile for tile, orientations in enumerate(self._orientation_sets, start=first)}
        cell_sets = frozenset().union(*self._orientation_sets)
        # most isometries fail on the first orientation of some tile; a tile may have none on a torus that is too narrow
        first_orientations = [orientations[0] for orientations in self._orientations if orientations]
        if any(self._moved_cells(isometry, orientation) not in cell_sets for orientation in first_orientations):
            return None
        for tile, orientations in enumerate(self._orientation_sets, start=first):
            moved = frozenset(self._moved_cells(isometry, orientation) for orientation in orientations)
            if moved not in tile_of:
                return None
            images[tile] = tile if moved == orientations else tile_of[moved]
        return images

    def _moved_cells(self, isometry: Isometry, orientation: ColoredCells) -> ColoredCells:
        """Return the image of an orientation in normal position."""
        cells, colors = zip(*orientation, strict=True)
        moved = dict(zip(isometry.images_of(cells), colors, strict=True))
        return normalize_colored(self._cover.puzzle.lattice, moved)

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


def _colored_orientations(tile: Tile) -> tuple[ColoredCells, ...]:
    """Return the orientations of a tile with the colors of cells, "" for none."""
    return tile.colored_orientations or tuple(tuple((cell, "") for cell in form) for form in tile.orientations)


class IsometryProducts:
    """The products of the isometries of a group, which are numbered in their order.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> IsometryProducts(square.board_isometries(square.box((2, 2)))).of(1, np.arange(8)).tolist()
    [1, 0, 3, 2, 5, 4, 7, 6]
    """

    def __init__(self, isometries: Sequence[Isometry]) -> None:
        self._isometries = isometries
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
        """Return the number of each product: apply one of the isometries `first`, then the isometry `second`."""
        matrices = self._product[self._matrix[second], self._matrix[first]]
        translations = self._isometries[second].images(self._translations[first])
        return self._index.find(np.column_stack([matrices, translations]))
