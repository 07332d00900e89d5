"""What a solution page is told of its puzzle: shapes, placements, the board's group and solutions, as plain data.

Nothing in it depends on a lattice: a placement is the cells that it covers, a turn of the board a permutation.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from cp_puzzles.cover.problem import Cover
from cp_puzzles.export.board_picture import cell_colors
from cp_puzzles.export.page_cells import Shapes, beyond, cell_names, layers, periods, touching, turnings
from cp_puzzles.export.page_table import GroupTable, Rows, bits, numbers, owned
from cp_puzzles.geometry.isometry import Cell, Isometry
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import class_color, text_color
from cp_puzzles.puzzle.model import Puzzle, Tile
from cp_puzzles.rules.colorable import Colorable
from cp_puzzles.rules.colours import ColoursFit
from cp_puzzles.symmetry.group import SymmetryGroup


class PageData:
    """A puzzle with the placements that its page knows, first those of the cover problem, then what is given."""

    def __init__(self, cover: Cover, placements: Sequence[Placement]) -> None:
        self.cover = cover
        self.puzzle: Puzzle = cover.puzzle
        self.placements = placements
        self.cells = sorted((*self.puzzle.board.cells, *self.puzzle.board.left))
        self.index = {cell: i for i, cell in enumerate(self.cells)}

    def described(self) -> dict[str, Any]:
        """The puzzle without solutions."""
        puzzle, cells = self.puzzle, self.cells
        shapes = Shapes(puzzle.lattice)
        layer, layer_names = layers(puzzle.lattice, cells)
        return {
            "name": puzzle.name,
            "description": " ".join(filter(None, (puzzle.description, puzzle.lattice.closes, *self._colour_words()))),
            "solid": not puzzle.lattice.is_flat,
            "cells": [shapes.described(cell) for cell in cells],
            "touching": touching(puzzle.lattice, cells),
            "beyond": beyond(puzzle.lattice, cells),
            "periods": periods(puzzle.lattice),
            "names": cell_names(puzzle, cells),
            "labels": {self.index[cell]: name for name, cell in puzzle.board.labels},
            "colours": self._colours(),
            "layer": layer,
            "layers": layer_names,
            "required": [int(cell in puzzle.required) for cell in cells],
            "rules": self._unsaid(),
            "sight": self._sight(),
            "coloring": self._coloring(),
            "limits": self._limits(),
            "left": sorted(self.index[cell] for cell in puzzle.board.left),
            "tiles": [
                {
                    "name": tile.name,
                    "color": color,
                    "text": text_color(color),
                    "minimum": tile.minimum,
                    "maximum": tile.maximum,
                    "orientations": [[shapes.described(cell) for cell in form] for form in self._forms(tile)],
                    "colours": self._tile_colours(tile),
                }
                for tile, color in zip(puzzle.tiles, puzzle.tile_colors.values(), strict=True)
            ],
            "turns": [
                {"name": name, "to": [self._images(tile, motion) for tile in puzzle.tiles]}
                for name, motion in turnings(puzzle.lattice)
            ],
            "placements": self._placements(),
            "given": [number for number, placement in enumerate(self.placements) if placement in puzzle.given],
            "shapes": shapes.shapes,
        }

    def _colour_words(self) -> list[str]:
        """Which cells of pieces may lie on which of the board, and what is seen in a colouring."""
        return [rule.words.capitalize() + "." for rule in self.puzzle.rules if isinstance(rule, ColoursFit | Colorable)]

    def _colours(self) -> dict[int, dict[str, str] | None]:
        """The colours of cells of the board."""
        return {self.index[cell]: self._dot(letter) for cell, letter in self.puzzle.board.colours}

    def _tile_colours(self, tile: Tile) -> list[list[dict[str, str] | None]]:
        """The colours of the cells of each orientation, in their order; where it can have several, the first."""
        looks = {tuple(cell for cell, _ in look): dict(look) for look in reversed(tile.painted)}
        laid = zip(tile.orientations, self._forms(tile), strict=True)
        return [
            [self._dot(looks[own][cell]) for cell in self.puzzle.lattice.laid(form, own)]
            for own, form in (laid if looks else ())
        ]

    def _dot(self, letter: str) -> dict[str, str] | None:
        """What stands for a colour of cells: its letter, a colour to show, and that of text on it."""
        if not letter:
            return None
        shown = cell_colors(self.puzzle)[letter]
        return {"letter": letter, "color": shown, "text": text_color(shown)}

    def group(self, group: SymmetryGroup | None) -> tuple[dict[str, Any], Rows]:
        """The group as data, and the images of all placements under its elements, in the order of the data.

        None stands for the identity alone.
        """
        options, cells = self._permutations(group) if group else self._identity()
        table = GroupTable.of(options)
        largest = max(options.shape[1], cells.shape[1])
        data = {
            "words": table.words,
            "placements": [numbers(options[g].tolist(), largest) for g in table.generators],
            "cells": [numbers(cells[g].tolist(), largest) for g in table.generators],
        }
        return data, options[table.order]

    def solutions(self, rows: Sequence[array[int]], images: Rows) -> dict[str, Any]:
        """The solutions: rows of equal width, index + 1 of each placement, then zeros; and which images are theirs."""
        width = max(map(len, rows), default=0)
        padded = chain.from_iterable((*(o + 1 for o in row), *[0] * (width - len(row))) for row in rows)
        data = {"count": len(rows), "width": width, "rows": numbers(padded, len(self.placements) + 1)}
        return data | {"own": bits(owned(rows, images))}

    def _placements(self) -> dict[str, Any]:
        """Of each placement the tile, the orientation, and the cells in the order of the orientation's."""
        lattice, tiles = self.puzzle.lattice, {tile.name: i for i, tile in enumerate(self.puzzle.tiles)}
        forms = [{form: o for o, form in enumerate(tile.orientations)} for tile in self.puzzle.tiles]
        kind = [tiles[p.tile] for p in self.placements]
        orientation = [forms[t][lattice.normalise(p.cells)] for t, p in zip(kind, self.placements, strict=True)]
        shapes = [self._forms(tile) for tile in self.puzzle.tiles]
        laid = (lattice.laid(shapes[t][o], p.cells) for t, o, p in zip(kind, orientation, self.placements, strict=True))
        largest = max(len(self.cells), len(tiles), *map(len, forms))
        return {
            "tile": numbers(kind, largest),
            "orientation": numbers(orientation, largest),
            "size": [tile.size for tile in self.puzzle.tiles],
            "cells": numbers((self.index[cell] for cells in laid for cell in cells), largest),
        }

    def _sight(self) -> dict[str, Any]:
        """The lines, as the pairs of cells beside them, and the points, as the cells round them, that may be seen."""
        possible = self.puzzle.possible_sight
        return {
            "lines": [[[self.index[cell] for cell in side] for side in line] for line in possible.lines],
            "points": [[self.index[cell] for cell in group] for group in possible.points],
        }

    def _coloring(self) -> dict[str, Any] | None:
        """With how many colours pieces are coloured, and which cells' pieces differ then."""
        rule = next((rule for rule in self.puzzle.rules if isinstance(rule, Colorable)), None)
        if rule is None:
            return None
        return {
            "colors": rule.colors,
            "balanced": rule.balanced,
            "near": [[self.index[cell] for cell in side] for side in rule.near(self.puzzle.ground)],
            "palette": [class_color(number) for number in range(rule.colors)],
        }

    def _unsaid(self) -> list[str]:
        """The rules that the page cannot check, for they are not said by placements alone."""
        return [rule.key for rule in self.puzzle.rules] if self.cover.marks or self.cover.checks else []

    def _limits(self) -> list[dict[str, Any]]:
        """Rules as numbers of placements: at least and at most so many of some."""
        problem, count = self.cover.problem, len(self.cover.placements)
        if len(self.placements) < count:
            return []
        said = [(problem.items[rule], problem.covering[rule]) for rule in problem.rules]
        return [
            {"minimum": item.minimum, "maximum": item.maximum, "members": options}
            for item, options in said
            if all(option < count for option in options)
        ]

    def _identity(self) -> tuple[Rows, Rows]:
        options, cells = (np.arange(n, dtype=np.int32)[None] for n in (len(self.placements), len(self.cells)))
        return options, cells

    def _permutations(self, group: SymmetryGroup) -> tuple[Rows, Rows]:
        """The images of all placements, and of all cells, under the elements of the group."""
        board, own = self.puzzle.board, len(self.cover.cells)
        cells = np.array([self.index[cell] for cell in self.cover.cells], dtype=np.int32)
        place = np.array(sorted(self.index[cell] for cell in board.cells), dtype=np.int32)
        moves = np.tile(np.arange(len(self.cells), dtype=np.int32), (group.order, 1))
        elements = {group.items[g, :own].tobytes(): g for g in range(group.order)}
        points = np.array(board.cells, dtype=np.int64)
        for motion in self.puzzle.lattice.board_isometries(board.cells):
            images = [self.index[tuple(cell)] for cell in motion.images(points).tolist()]
            move = np.arange(len(self.cells), dtype=np.int32)
            move[place] = images
            if len(cells) and set(move[cells].tolist()) == set(cells.tolist()):
                rank = {cell: i for i, cell in enumerate(cells.tolist())}
                key = np.array([rank[c] for c in move[cells].tolist()], dtype=np.int32).tobytes()
                if key in elements:
                    moves[elements.pop(key)] = move
        given = self.puzzle.given
        known = {p: i for i, p in enumerate(given)}
        options = np.empty((group.order, len(self.placements)), dtype=np.int32)
        first = len(self.placements) - len(given)
        for g in range(group.order):
            options[g, :first] = group.options[g, :first]
            for i, placement in enumerate(given):
                image = tuple(sorted(self.cells[moves[g, self.index[cell]]] for cell in placement.cells))
                found = [known[p] for p in given if p.cells == image]
                options[g, first + i] = first + found[0]
        return options, moves

    def _forms(self, tile: Tile) -> list[tuple[Cell, ...]]:
        """The orientations of a tile as a hand holds them: in the plane even if the board is rolled up."""
        return [self.puzzle.lattice.plane_form(tile.form, form) for form in tile.orientations]

    def _images(self, tile: Tile, motion: Isometry) -> list[int]:
        """The orientation that each orientation of a tile becomes; itself where the tile may not be moved so."""
        lattice, forms = self.puzzle.lattice, {form: o for o, form in enumerate(tile.orientations)}
        return [forms.get(lattice.normalise(map(motion, form)), o) for o, form in enumerate(self._forms(tile))]
