"""The page of a symmetry lab: search trees side by side, and the board at the selected node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from cp_puzzles.output.draw.board_picture import middle_cell, placement_colors
from cp_puzzles.output.draw.cell_shapes import board_shapes, cell_center, empty_shape, inscribed_diameter, piece_shapes
from cp_puzzles.output.draw.outline import outline
from cp_puzzles.output.draw.picture import Label, Picture, Shape, bounds
from cp_puzzles.output.draw.svg import UNIT, markup
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.output.web.tree_drawing import KINDS, Tree, described
from cp_puzzles.puzzle.geometry.footprint import has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import text_color
from cp_puzzles.puzzle.puzzle import Puzzle

GAP = 0.8
"""The distance between the layers of a box, in sides of a cell."""


def lab_page(
    puzzle: Puzzle, trees: Sequence[Tree], items: Sequence[tuple[str, Cell | None]], placements: Mapping[int, Placement]
) -> str:
    """Return the page of some trees; `items` are names with their cells, `placements` those of the options."""
    sheet = _Sheet(puzzle)
    pieces = zip(placements.values(), placement_colors(puzzle, list(placements.values())), strict=True)
    names = [name for name, _ in items]
    tiles = {option: placement.tile for option, placement in placements.items()}
    used = {place.kind for tree in trees for place in tree.places}
    return html_page(
        "lab.html",
        style="lab.css",
        script="lab.min.js",
        title=f"{puzzle.name}: symmetry lab",
        name=puzzle.name,
        trees=trees,
        kinds={kind: words for kind, words in KINDS.items() if kind in used},
        view=sheet.view,
        board=Markup(sheet.board()),
        data={
            "trees": [described(tree, names, tiles) for tree in trees],
            "outlines": [sheet.outline(cell) for _, cell in items],
            "options": dict(zip(placements, (sheet.piece(*piece) for piece in pieces), strict=True)),
        },
    )


class _Sheet:
    """The drawing of the layers of a board, side by side, as SVG elements."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._lattice = puzzle, puzzle.lattice
        self._layers = layers(self._lattice, sorted((*puzzle.board.cells, *puzzle.board.left_empty)))
        empty = [shape for cells in self._layers for shape in self._empty(cells)]
        left, top, right, bottom = bounds(empty)
        self._left, self._top, self._step = left - 0.15, top - 0.15, right - left + GAP
        width, height = self._step * len(self._layers) - GAP + 0.3, bottom - top + 0.3
        self.view = f"0 0 {round(width * UNIT)} {round(height * UNIT)}"

    def board(self) -> str:
        """Return the board with the given pieces."""
        given = self._puzzle.given
        pieces = zip(given, placement_colors(self._puzzle, given), strict=True)
        bare = [self._drawn(self._empty(cells), number) for number, cells in enumerate(self._layers)]
        return "\n".join([*bare, *(self.piece(*piece) for piece in pieces)])

    def outline(self, cell: Cell | None) -> str:
        """Return the outline of a cell, to mark it; nothing for None."""
        if cell is None:
            return ""
        number = next(number for number, cells in enumerate(self._layers) if cell in cells)
        edge = Shape(outline(self._lattice, [cell], 0.06), radius=0.12)
        return self._drawn([edge if has_edges(self._lattice) else empty_shape(self._lattice, cell, "cell")], number)

    def piece(self, placement: Placement, color: str) -> str:
        """Return a piece with its name, layer by layer."""
        drawn = []
        for number, cells in enumerate(self._layers):
            part = [cell for cell in placement.cells if cell in cells]
            if part:
                named = middle_cell(self._lattice, part)
                share = min(1.0, inscribed_diameter(self._lattice, named))
                size = min(0.42 * share**0.5, 1.25 * share / len(placement.tile))
                label = Label(*cell_center(self._lattice, named), placement.tile, size, text_color(color))
                drawn.append(self._drawn([*piece_shapes(self._lattice, part, color), label], number))
        return "\n".join(drawn)

    def _empty(self, cells: Sequence[Cell]) -> list[Shape]:
        return [*board_shapes(self._lattice, cells), *(empty_shape(self._lattice, cell, "cell") for cell in cells)]

    def _drawn(self, items: Iterable[Shape | Label], number: int) -> str:
        """Return shapes and labels of a layer."""
        return markup(Picture(0, 0, tuple(items)).moved(number * self._step - self._left, -self._top))
