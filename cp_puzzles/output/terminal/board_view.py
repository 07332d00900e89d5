"""Boards with pieces, as large as the console allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.canvas import GRIDS, Canvas, Grid
from cp_puzzles.output.terminal.character_frame import frame
from cp_puzzles.output.terminal.layer_drawing import draw_layers, widths
from cp_puzzles.output.terminal.scene import board_scene
from cp_puzzles.output.terminal.text_block import Block, BlockDrawing
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights


def board_view(
    puzzle: Puzzle, placements: Iterable[Placement] | None = None, *, hinted: Placement | None = None
) -> BlockDrawing:
    """Return the board of a puzzle with placements; without them, the board before anything is placed.

    Only the `hinted` placement keeps its color.
    """
    shown = puzzle.given or None if placements is None else tuple(placements)
    return BlockDrawing(lambda canvas: draw_board(puzzle, shown, best_grid(puzzle, canvas), canvas, hinted))


def solution_view(solution: Solution) -> BlockDrawing:
    """Return the board with a solution and its highlights: fault lines, crossings, color classes."""
    puzzle, placements, highlights = solution.puzzle, solution.placements, solution.highlights
    return BlockDrawing(
        lambda canvas: draw_board(puzzle, placements, best_grid(puzzle, canvas), canvas, None, highlights)
    )


def draw_board(
    puzzle: Puzzle,
    placements: tuple[Placement, ...] | None,
    grid: Grid,
    canvas: Canvas,
    hinted: Placement | None = None,
    highlights: Highlights = NO_HIGHLIGHTS,
) -> Block:
    """Draw a board with cells of a given size and with highlights."""
    scene = board_scene(puzzle, placements, grid.columns, hinted=hinted, classes=highlights.classes)
    return draw_layers(scene, frame(puzzle.lattice, grid), canvas, highlights)


def best_grid(puzzle: Puzzle, canvas: Canvas, grids: Sequence[Grid] = GRIDS) -> Grid:
    """Return the first grid that fits the whole board with its names, else the first that fits it in rows of layers."""
    cells, wanted = (*puzzle.board.cells, *puzzle.board.left_empty), text_columns(puzzle)
    needed = [widths(cells, frame(puzzle.lattice, grid)) for grid in grids]
    for grid, (width, _) in zip(grids, needed, strict=True):
        if grid.lines and grid.columns >= wanted and width <= canvas.width:
            return grid
    fitting = (grid for grid, (_, least) in zip(grids, needed, strict=True) if least <= canvas.width)
    return next(fitting, grids[-1])


def text_columns(puzzle: Puzzle) -> int:
    """Return the number of columns, 1 to 3, that names, labels and cell colors need."""
    names = [cell_len(tile.name) for tile in puzzle.tiles]
    if not puzzle.lattice.is_flat:
        names += [1 + len(str(tile.maximum)) for tile in puzzle.tiles if tile.maximum > 1]
    widest = max(*names, *(cell_len(label) for label, _ in puzzle.board.labels), 1)
    return min(3, widest + bool(puzzle.board.cell_colors))
