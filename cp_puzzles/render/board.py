"""The picture of a board with pieces on it, as large as the console allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement

from cp_puzzles.cover.solution import Solution
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.render.block import Block
from cp_puzzles.render.canvas import GRIDS, Canvas, Grid, canvas_of
from cp_puzzles.render.fit import frame
from cp_puzzles.render.layers import draw_layers, widths
from cp_puzzles.render.scene import board_scene
from cp_puzzles.rules.sight import NOTHING, Sight


@dataclass(frozen=True)
class BoardView:
    """A board with placements, one of them perhaps highlighted, or the bare board when they are None."""

    puzzle: Puzzle
    placements: tuple[Placement, ...] | None = None
    highlight: Placement | None = None
    sight: Sight = NOTHING

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._block(canvas_of(console, options))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._block(canvas_of(console, options)))

    def _block(self, canvas: Canvas) -> Block:
        grid = best_grid(self.puzzle, canvas)
        return draw_board(self.puzzle, self.placements, grid, canvas, self.highlight, self.sight)


def board_view(
    puzzle: Puzzle, placements: Iterable[Placement] | None = None, *, highlight: Placement | None = None
) -> BoardView:
    """The board of a puzzle with placements on it; without them, as it is before anything is placed.

    `highlight` is the one of the placements that keeps its colour, as a hint does.
    """
    if placements is None:
        return BoardView(puzzle, puzzle.given or None)
    return BoardView(puzzle, tuple(placements), highlight)


def solution_view(solution: Solution) -> BoardView:
    """The board with a solution on it, and what its rules speak of: fault lines, crossings, colours."""
    return BoardView(solution.puzzle, solution.placements, sight=solution.sight)


def draw_board(
    puzzle: Puzzle,
    placements: tuple[Placement, ...] | None,
    grid: Grid,
    canvas: Canvas,
    highlight: Placement | None = None,
    sight: Sight = NOTHING,
) -> Block:
    """Draw a board with cells of a given size, with what is to be seen of a solution."""
    scene = board_scene(puzzle, placements, grid.columns, highlight=highlight, classes=sight.classes)
    return draw_layers(scene, frame(puzzle.lattice, grid), canvas, sight)


def best_grid(puzzle: Puzzle, canvas: Canvas, grids: Sequence[Grid] = GRIDS) -> Grid:
    """The first of the grids on which the whole board fits, with room for names; else any on which it fits wrapped."""
    cells, wanted = (*puzzle.board.cells, *puzzle.board.left), text_columns(puzzle)
    needed = [widths(cells, frame(puzzle.lattice, grid)) for grid in grids]
    for grid, (width, _) in zip(grids, needed, strict=True):
        if grid.lines and grid.columns >= wanted and width <= canvas.width:
            return grid
    fitting = (grid for grid, (_, least) in zip(grids, needed, strict=True) if least <= canvas.width)
    return next(fitting, grids[-1])


def text_columns(puzzle: Puzzle) -> int:
    """The columns, 1 to 3, that names of tiles, labels and letters of cells ask for."""
    names = [cell_len(tile.name) for tile in puzzle.tiles]
    if not puzzle.lattice.is_flat:
        names += [1 + len(str(tile.maximum)) for tile in puzzle.tiles if tile.maximum > 1]
    widest = max(*names, *(cell_len(label) for label, _ in puzzle.board.labels), 1)
    return min(3, widest + bool(puzzle.board.colours))
