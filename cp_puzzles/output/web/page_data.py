"""The data of a solution page: shapes, placements, isometries, and moves that take solutions apart.

Nothing in it depends on a lattice: a placement is a set of cells, a symmetry of the board a permutation.
"""

from __future__ import annotations

import base64
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.deadline import NO_DEADLINE, Deadline
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.output.draw.board_picture import cell_colors, drawn_puzzle
from cp_puzzles.output.draw.cell_shapes import point_of, runs_of
from cp_puzzles.output.draw.solid_pieces import Ahead, cells_ahead, drawn_vector, slide_directions, solid_moves
from cp_puzzles.output.web.page_cells import (
    Data,
    Outline,
    described_board,
    described_cell,
    described_regions,
    described_sides,
    hand_isometries,
    numbered_layers,
    outline_number,
)
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.cell_solid import letter_of, side_colors, value_of
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.placement import Orientation, Placement
from cp_puzzles.puzzle.palette import SHADES, accessible_color, class_color, text_color
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.colorable import Colorable
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.rules.sides import BoundaryColors, SidesMatch

MOVED_SOLUTIONS = 1000
"""Maximum number of solutions whose moves are searched; for the others the page moves pieces along straight lines."""

MOVES_SECONDS = 10.0
"""Maximum time for the search of the moves of a page."""

MAX_CELLS_APART = 3_000
"""The most cells of a solid board whose pieces a page takes apart: the table of 1,728 cells takes 1.4 seconds."""


class PageData:
    """A puzzle with the placements on its page: those of the cover problem, then the given ones."""

    def __init__(self, cover: Cover, placements: Sequence[Placement]) -> None:
        self.cover = cover
        self.puzzle: Puzzle = cover.puzzle
        self.placements = placements
        self.cells = sorted((*self.puzzle.board.cells, *self.puzzle.board.left_empty))
        self.index = {cell: i for i, cell in enumerate(self.cells)}
        self.drawn = drawn_puzzle(self.puzzle)
        self.places = [self.drawn.lattice.reduce(cell) for cell in self.cells]
        """The cells that are drawn, those of the board in the same order."""

    def described(self) -> Data:
        """Return the puzzle without solutions."""
        puzzle, cells = self.puzzle, self.cells
        puzzle.refuse_overlap(puzzle.name, "a page shows one piece for each cell", "draw a picture: .svg, .png or .pdf")
        lattice, outlines = puzzle.lattice, dict[Outline, int]()
        drawn, places, is_solid = self.drawn, self.places, not lattice.is_flat
        return {
            "name": puzzle.name,
            "description": " ".join(filter(None, self._sentences())),
            "solid": is_solid,
            **({"directions": slide_directions(lattice), "ahead": self._ahead} if is_solid else {}),
            **described_board(puzzle, cells, drawn.lattice, places),
            "colors": {self.index[cell]: self._dot(letter) for cell, letter in puzzle.board.cell_colors},
            "dots": [self._dot(letter) for letter in puzzle.color_letters],
            "rules": self._unchecked_rules(),
            "regions": described_regions(drawn, {place: i for i, place in enumerate(places)}),
            "sides": described_sides(drawn, places, [*map(lattice.class_of, places)]),
            "highlights": self._highlights(),
            "coloring": self._coloring(),
            "limits": self._limits(),
            "tiles": [
                {
                    "name": tile.name,
                    "color": color,
                    "clear": accessible_color(number),
                    "minimum": tile.minimum,
                    "maximum": tile.maximum,
                    "orientations": [[described_cell(lattice, cell) for cell in form] for form in self._forms(tile)],
                    "outlines": [outline_number(outlines, lattice.unwrapped, form) for form in self._forms(tile)],
                    **self._tile_shown(tile),
                }
                for number, (tile, color) in enumerate(zip(puzzle.tiles, puzzle.tile_colors.values(), strict=True))
            ],
            "isometries": self._isometries(),
            "placements": self._placements(outlines),
            "given": [number for number, placement in enumerate(self.placements) if placement in puzzle.given],
            "outlines": [*outlines],
            "shades": SHADES,
        }

    def moves(self, rows: Sequence[array[int]]) -> dict[str, list[Any]]:
        """Return the moves of solutions that straight lines do not take apart, by their placements in order.

        A move lists placements, a translation in drawings, and whether the placements leave.
        """
        if self.puzzle.lattice.is_flat or not self._ahead:
            return {}
        ahead = Ahead({cell: i for i, cell in enumerate(self.cells)}, self._ahead)
        deadline = NO_DEADLINE
        found = {}
        for row in rows[:MOVED_SOLUTIONS]:
            steps = solid_moves(self.puzzle, [self.placements[number] for number in row], ahead, deadline)
            if deadline is NO_DEADLINE:
                deadline = Deadline.after(MOVES_SECONDS)  # without the compilation for the first solution
            if steps:
                drawn = ((step, drawn_vector(self.puzzle, step)) for step in steps)
                moves = [[[row[k] for k in step.pieces], vector, int(step.leaves)] for step, vector in drawn]
                found[",".join(map(str, sorted(row)))] = moves
        return found

    @cached_property
    def _ahead(self) -> list[list[list[int]]]:
        """The cells that block each cell of a solid board, by direction; empty for a board of too many cells."""
        return cells_ahead(self.puzzle.lattice, self.cells) if len(self.cells) <= MAX_CELLS_APART else []

    def _place(self, cell: Cell) -> Cell:
        """Return the cell that is drawn for a cell of the board."""
        return self.places[self.index[cell]]

    def _sentences(self) -> Iterator[str]:
        """Yield the sentences below the title: of the puzzle, of its colors, and of the cells that stay empty."""
        puzzle = self.puzzle
        yield from (puzzle.description, puzzle.lattice.wrap_description)
        ruled = (rule.words for rule in puzzle.rules if isinstance(rule, ColorsFit | Colorable))
        yield from (f"{words.capitalize()}." for words in ruled if words)
        left = [name for name, cell in puzzle.board.labels if cell in puzzle.board.left_empty]
        if left:
            yield f"{' and '.join(left)} {'stays' if len(left) == 1 else 'stay'} empty."

    def _tile_shown(self, tile: Tile) -> Data:
        """Return the colors of the cells of each orientation, and those of their sides if any side has one."""
        image, shown = self.puzzle.lattice.ordered_image, [each.shown_at() for each in tile.orientations if each.shown]
        pairs = zip(shown, self._forms(tile), strict=False)
        rows = [[texts[cell] for cell in image(form, tuple(texts))] for texts, form in pairs]
        letters, sides = ([[of(text) for text in row] for row in rows] for of in (letter_of, side_colors))
        colors = [[self._dot(letter) if letter else None for letter in row] for row in letters]
        return {"colors": colors, "sides": sides if any(map(any, sides)) else []}

    def _dot(self, letter: str) -> Data:
        """Return the letter of a color of cells, the color to draw, and the color of text on it."""
        shown = cell_colors(self.puzzle)[letter]
        value = {} if value_of(letter) is None else {"value": letter}
        return {"letter": letter, "color": shown, "text": text_color(shown), **value}

    def _isometries(self) -> list[Data]:
        """Return the isometries for a piece in the hand with their images of orientations; some are not used."""
        described: list[Data] = []
        for name, isometry in hand_isometries(self.puzzle.lattice):
            to = [self._images(tile, isometry) for tile in self.puzzle.tiles]
            if isometry.is_rotation:
                is_used = any(images != list(range(len(images))) for images in to)
            else:  # rotations do not reach each orientation of a tile from the first one
                is_used = False
                for number, images in enumerate(to):
                    reached = [0]
                    for orientation in reached:
                        reached += {each["to"][number][orientation] for each in described} - set(reached)
                    is_used |= len(reached) < len(images)
            described.append({"name": name, "to": to, "isUsed": is_used})
        return described

    def _placements(self, outlines: dict[Outline, int]) -> Data:
        """Return the tile, the orientation, the outline and the cells of each placement, cells in the tile's order.

        If tiles have colors, `shown` has the number of the color on each cell, from 1, and 0 for none.
        """
        lattice, tiles = self.puzzle.lattice, {tile.name: i for i, tile in enumerate(self.puzzle.tiles)}
        forms = [{form: o for o, form in enumerate(tile.orientations)} for tile in self.puzzle.tiles]
        kind = [tiles[p.tile] for p in self.placements]
        orientation = [forms[t][p.orientation(lattice)] for t, p in zip(kind, self.placements, strict=True)]
        shapes = [self._forms(tile) for tile in self.puzzle.tiles]
        looks = zip(kind, orientation, self.placements, strict=True)
        ordered = [lattice.ordered_image(shapes[t][o], p.cells) for t, o, p in looks]
        outline = [outline_number(outlines, self.drawn.lattice, map(self._place, cells)) for cells in ordered]
        largest = max(len(self.cells), len(tiles), len(outlines), *map(len, forms))
        number = {letter: place for place, letter in enumerate(("", *self.puzzle.color_letters))}
        shown = [p.letters_at() for p in self.placements]
        colors = (number[at.get(cell, "")] for at, cells in zip(shown, ordered, strict=True) for cell in cells)
        table: Data = {
            "tile": numbers(kind, largest),
            "orientation": numbers(orientation, largest),
            "size": [tile.size for tile in self.puzzle.tiles],
            "outline": numbers(outline, largest),
            "cells": numbers((self.index[cell] for cells in ordered for cell in cells), largest),
        }
        if any(shown):
            table["shown"] = numbers(colors, len(number))
        return table

    def _highlights(self) -> Data:
        """Return all lines and points that rules may highlight.

        A line has `sides`, the pairs of cells beside it, and `segments`, each a layer and four coordinates. A point has
        the `cells` around it and `at`, a layer and two coordinates.
        """
        possible, lattice = self.puzzle.all_highlights, self.puzzle.lattice
        layer = numbered_layers(lattice, self.cells)
        lines: list[Data] = []
        points: list[Data] = []
        for line in possible.lines:
            parts: dict[int, list[Any]] = {}
            for a, b in line:
                parts.setdefault(layer[self.index[a]], []).append((self._place(a), self._place(b)))
            runs = [(number, *a, *b) for number, part in parts.items() for a, b in runs_of(self.drawn.lattice, part)]
            lines.append({"sides": [[self.index[cell] for cell in side] for side in line], "segments": runs})
        for group in possible.points:
            if (point := point_of(self.drawn.lattice, [*map(self._place, group)])) is not None:
                cells = [self.index[cell] for cell in group]
                points.append({"cells": cells, "at": (layer[cells[0]], *point)})
        return {"lines": lines, "points": points}

    def _coloring(self) -> Data | None:
        """Return the colors of a coloring that solutions are shown in; None without such a rule."""
        rule = next((rule for rule in self.puzzle.rules if isinstance(rule, Colorable)), None)
        if rule is None:
            return None
        colors = range(rule.colors)
        return {"colors": [class_color(n) for n in colors], "clear": [accessible_color(n) for n in colors]}

    def _unchecked_rules(self) -> list[str]:
        """Return the keys of the rules if the page cannot check them by placements alone."""
        if all(isinstance(rule, RegionRule | ColorsFit | SidesMatch | BoundaryColors) for rule in self.puzzle.rules):
            return []
        return [rule.key for rule in self.puzzle.rules] if self.cover.auxiliaries or self.cover.checks else []

    def _limits(self) -> list[Data]:
        """Return the rules that bound the number of placements from a set."""
        problem, count = self.cover.problem, len(self.cover.placements)
        if len(self.placements) < count:
            return []
        conditions = {rule.key for rule in self.puzzle.rules if isinstance(rule, RegionRule)}
        counted = [rule for rule in problem.rules if self.cover.rule_of(rule) not in conditions]
        limits: list[Data] = []
        for rule in counted:
            item, options = problem.items[rule], problem.covering[rule]
            if all(option < count for option in options):
                marked = {"marked": True} if self.cover.rule_of(rule) == SidesMatch.key else {}
                limits.append({"minimum": item.minimum, "maximum": item.maximum, "members": options, **marked})
        return limits

    def _forms(self, tile: Tile) -> list[tuple[Cell, ...]]:
        """Return the cells of the orientations of a tile, on the unwrapped lattice if the board is wrapped."""
        return [self.puzzle.lattice.unwrapped_orientation(tile.form, each.cells) for each in tile.orientations]

    def _images(self, tile: Tile, isometry: Isometry) -> list[int]:
        """Return the image of each orientation of a tile; the orientation itself if the tile does not allow it."""
        lattice = self.puzzle.lattice
        numbered = {each: o for o, each in enumerate(tile.orientations)}
        forms = zip(self._forms(tile), tile.orientations, strict=True)
        images = [Orientation(form, each.shown).moved(lattice, isometry) for form, each in forms]
        return [numbered.get(image, o) for o, image in enumerate(images)]


def bits(table: npt.NDArray[np.bool_]) -> str:
    """Return rows of bits as base64, each padded to whole 32-bit words, the first bit the lowest."""
    padded = np.pad(table, ((0, 0), (0, -table.shape[1] % 32)))
    return base64.b64encode(np.packbits(padded, axis=1, bitorder="little").tobytes()).decode("ascii")


def numbers(values: Iterable[int], largest: int) -> Data:
    """Return numbers from 0 to `largest` as `{bytes: 2 or 4, base64}`, little-endian."""
    table = np.fromiter(values, dtype="<u2" if largest < 2**16 else "<u4")
    return {"bytes": table.itemsize, "base64": base64.b64encode(table.tobytes()).decode("ascii")}
