"""Colors of sides as data of a page, which draws them and marks those that disagree in a game."""

from __future__ import annotations

from collections.abc import Sequence

from cp_puzzles.output.draw.cell_shapes import cell_center
from cp_puzzles.output.draw.picture import Label, Shape, path_data
from cp_puzzles.output.draw.side_shapes import palette_of_sides, side_shapes
from cp_puzzles.output.web.page_types import DrawnSide, PageSides
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.shown import NO_COLOR, ordered_sides
from cp_puzzles.puzzle.palette import text_color
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.sides import SidesMatch


def described_sides(puzzle: Puzzle, cells: Sequence[Cell], shape_of: Sequence[int]) -> PageSides | None:
    """Return the colors of sides, how those of each shape are drawn, and which meet; None without colored sides.

    `shape_of` has the number of the shape of each cell.
    """
    if not puzzle.side_letters:
        return None
    index = {cell: number for number, cell in enumerate(cells)}
    examples = dict(zip(reversed(shape_of), reversed(cells), strict=True))
    rule = next((rule for rule in puzzle.rules if isinstance(rule, SidesMatch)), None)
    meeting = puzzle.board_geometry.inner_sides if rule is not None else ()
    return {
        "colors": {
            letter: {"letter": letter, "color": color, "text": text_color(color)}
            for letter, color in palette_of_sides(puzzle).items()
        },
        "mates": {letter: rule.mate(letter) for letter in puzzle.side_letters} if rule is not None else {},
        "drawn": {shape: _drawn_sides(puzzle, cell) for shape, cell in examples.items()},
        "meeting": [(index[a], m, index[b], n) for (a, m), (b, n) in meeting],
    }


def _drawn_sides(puzzle: Puzzle, cell: Cell) -> list[DrawnSide]:
    """Return the path of each side about the center of a cell, and the place and the size of its letter, if any."""
    x, y = cell_center(puzzle.lattice, cell)
    letter, count = puzzle.side_letters[0], len(ordered_sides(puzzle.lattice, cell))
    drawn: list[DrawnSide] = []
    for number in range(count):
        side: DrawnSide = {"path": ""}
        alone = NO_COLOR * number + letter + NO_COLOR * (count - number - 1)
        for item in side_shapes(puzzle, {cell: f":{alone}"}):
            if isinstance(item, Shape):
                loops = tuple(tuple((u - x, v - y) for u, v in loop) for loop in item.loops)
                side["path"] += path_data(Shape(loops, radius=item.radius))
            elif isinstance(item, Label):
                side["at"] = [round(item.x - x, 4), round(item.y - y, 4), round(item.size, 4)]
        drawn.append(side)
    return drawn
