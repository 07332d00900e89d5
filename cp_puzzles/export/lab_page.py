"""The page of a symmetry lab: search trees side by side, and the board at the place that is pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cp_puzzles.export.board_picture import middle_cell, placement_colors
from cp_puzzles.export.cell_shapes import board_shapes, empty_shape, piece_shapes, place, room
from cp_puzzles.export.html_page import asset, html_page
from cp_puzzles.export.outline import outline
from cp_puzzles.export.picture import Picture, Shape, bounds
from cp_puzzles.export.svg import UNIT, path_data
from cp_puzzles.geometry.footprint import has_edges, layers
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import text_color
from cp_puzzles.puzzle.model import Puzzle

GAP = 0.8
"""Between the layers of a box, which stand side by side."""


def lab_page(
    puzzle: Puzzle,
    trees: Sequence[Mapping[str, Any]],
    *,
    kinds: Sequence[str],
    items: Sequence[tuple[str, Cell | None]],
    placements: Mapping[int, Placement],
) -> str:
    """The page of some trees.

    A tree has a `title`, `figures` (pairs of name and number) and `places`: [number of the place above, options chosen
    here, kind, item or -1, orbit size]. `items` are names with the cell that they stand for, `placements` those of the
    options that occur.
    """
    sheet = _Sheet(puzzle)
    colors = placement_colors(puzzle, list(placements.values()))
    return html_page(
        asset("lab_assets/lab.html"),
        title=f"{puzzle.name}: symmetry lab",
        style=asset("lab_assets/lab.css"),
        script=asset("lab_assets/lab.js"),
        data={
            "name": puzzle.name,
            "kinds": kinds,
            "trees": trees,
            "view": sheet.view,
            "board": sheet.board(),
            "items": [{"name": name, "outline": sheet.outline(cell)} for name, cell in items],
            "options": {
                option: sheet.piece(placement, color)
                for (option, placement), color in zip(placements.items(), colors, strict=True)
            },
        },
    )


class _Sheet:
    """Where the cells of each layer are drawn."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._lattice = puzzle, puzzle.lattice
        self._layers = layers(self._lattice, sorted((*puzzle.board.cells, *puzzle.board.left)))
        empty = [shape for cells in self._layers for shape in self._empty(cells)]
        left, top, right, bottom = bounds(empty)
        self._left, self._top, self._step = left - 0.15, top - 0.15, right - left + GAP
        self.view = [
            round((self._step * len(self._layers) - GAP + 0.3) * UNIT),
            round((bottom - top + 0.3) * UNIT),
        ]

    def board(self) -> list[list[Any]]:
        """The bare board, and what is given on it."""
        bare = [its for number, cells in enumerate(self._layers) for its in self._paths(self._empty(cells), number)]
        given = self._puzzle.given
        return bare + [
            path
            for placement, color in zip(given, placement_colors(self._puzzle, given), strict=True)
            for path in self.piece(placement, color)["shapes"]
        ]

    def outline(self, cell: Cell | None) -> list[str]:
        """Where a cell is, to be marked."""
        if cell is None:
            return []
        number = next(number for number, cells in enumerate(self._layers) if cell in cells)
        shape = (
            empty_shape(self._lattice, cell, "cell")
            if has_edges(self._lattice)
            else Shape(outline(self._lattice, [cell], 0.06), radius=0.12)
        )
        return [path[0] for path in self._paths([shape], number)]

    def piece(self, placement: Placement, color: str) -> dict[str, Any]:
        """A piece with its name on it, layer by layer."""
        shapes, letters = [], []
        for number, cells in enumerate(self._layers):
            part = [cell for cell in placement.cells if cell in cells]
            if part:
                shapes += self._paths(piece_shapes(self._lattice, part, color), number)
                named = middle_cell(self._lattice, part)
                x, y = place(self._lattice, named)
                share = min(1.0, room(self._lattice, named))
                size = min(0.42 * share**0.5, 1.25 * share / len(placement.tile))
                letters.append([*self._at(x, y, number), round(size * UNIT, 1), text_color(color)])
        return {"tile": placement.tile, "shapes": shapes, "letters": letters}

    def _empty(self, cells: Sequence[Cell]) -> list[Shape]:
        return [*board_shapes(self._lattice, cells), *(empty_shape(self._lattice, cell, "cell") for cell in cells)]

    def _paths(self, shapes: Iterable[Shape], number: int) -> list[list[Any]]:
        """Shapes in a layer as [path, fill, stroke, width]."""
        moved = Picture(0, 0, tuple(shapes)).moved(number * self._step - self._left, -self._top)
        return [
            [path_data(its), its.fill, its.stroke, round(its.width * UNIT, 2)]
            for its in moved
            if isinstance(its, Shape)
        ]

    def _at(self, x: float, y: float, number: int) -> list[float]:
        return [round((x + number * self._step - self._left) * UNIT, 1), round((y - self._top) * UNIT, 1)]
