"""Several solutions in a grid, as small as they stay readable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.style import Style

from cp_puzzles.cover.dlx_problem import DlxProblem
from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.board_view import best_grid, draw_board, text_columns
from cp_puzzles.output.terminal.canvas import GRIDS, Canvas, Grid, canvas_of
from cp_puzzles.output.terminal.option_lines import SCREENFUL, option_lists
from cp_puzzles.output.terminal.text_block import flow
from cp_puzzles.puzzle.puzzle import Puzzle

GAP = 3
"""Columns between two solutions."""

LEGEND_LINES = 12
"""Lines of a screen that are left for the legend and the summary below the solutions."""

_TITLE = Style(bold=True)


@dataclass(frozen=True)
class Gallery:
    """Solutions of one puzzle, numbered from `start`; one solution is drawn large, several are drawn small."""

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    start: int
    small: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        canvas = canvas_of(console, options)
        grid = shown_grid(self.puzzle, canvas, small=self.small)
        blocks = [
            draw_board(self.puzzle, solution.placements, grid, canvas, highlights=solution.highlights).titled(
                f"solution {number}", f"{number}", style=_TITLE
            )
            for number, solution in enumerate(self.solutions, start=self.start)
        ]
        if blocks:
            yield flow(blocks, canvas.width, GAP)


def gallery(
    puzzle: Puzzle, solutions: Iterable[Solution], *, start: int = 1, small: bool | None = None
) -> RenderableType:
    """Return solutions to print, numbered from `start`; `small` None means small if there are several.

    Print many solutions in chunks, each with its `start` and the same `small`.
    """
    if isinstance(puzzle, DlxProblem):
        return option_lists(solutions, start)
    solutions = tuple(solutions)
    return Gallery(puzzle, solutions, start, len(solutions) > 1 if small is None else small)


def screenful(puzzle: Puzzle, console: Console) -> int:
    """Return the number of small drawings that fit a screen of the console beside the summary, at least 1."""
    if isinstance(puzzle, DlxProblem):
        return SCREENFUL
    options = console.options
    canvas = canvas_of(console, options)
    block = draw_board(puzzle, (), shown_grid(puzzle, canvas, small=True), canvas)
    columns = max(1, (canvas.width + GAP) // (block.width + GAP))
    rows = (console.height - LEGEND_LINES) // (len(block.lines) + 2)
    return columns * rows if rows > 1 else columns if rows else 1


def shown_grid(puzzle: Puzzle, canvas: Canvas, *, small: bool) -> Grid:
    """Return the cell size for solutions of a puzzle."""
    return best_grid(puzzle, canvas, _small_grids(puzzle, canvas) if small else GRIDS)


def _small_grids(puzzle: Puzzle, canvas: Canvas) -> Sequence[Grid]:
    """Return cells without lines if colors and names tell all pieces apart, else the narrowest ones for the names."""
    wanted = text_columns(puzzle)
    unlined = [grid for grid in GRIDS if not grid.lines]
    if (
        not puzzle.has_highlights
        and not canvas.names_everywhere
        and wanted <= 2
        and all(tile.maximum <= 1 for tile in puzzle.tiles)
    ):
        return unlined
    lined = sorted((grid for grid in GRIDS if grid.lines), key=lambda grid: (grid.columns < wanted, grid.columns))
    return [*lined, *unlined]
