"""Several solutions in a grid, as small as they stay readable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.style import Style

from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.render.block import flow
from cp_puzzles.render.board import best_grid, draw_board, text_columns
from cp_puzzles.render.canvas import GRIDS, Canvas, Grid, canvas_of
from cp_puzzles.render.option_lists import SCREENFUL, option_lists

GAP = 3
"""Columns between two solutions."""

LEGEND_LINES = 12
"""Lines of a screen that are left for the legend and the summary below the solutions."""

_TITLE = Style(bold=True)


@dataclass(frozen=True)
class Gallery:
    """Solutions of one puzzle, numbered from `start`; a single one is drawn large, several are drawn small."""

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    start: int
    small: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        canvas = canvas_of(console, options)
        grid = shown_grid(self.puzzle, canvas, small=self.small)
        blocks = [
            draw_board(self.puzzle, solution.placements, grid, canvas, sight=solution.sight).titled(
                f"solution {number}", f"{number}", style=_TITLE
            )
            for number, solution in enumerate(self.solutions, start=self.start)
        ]
        if blocks:
            yield flow(blocks, canvas.width, GAP)


def gallery(
    puzzle: Puzzle, solutions: Iterable[Solution], *, start: int = 1, small: bool | None = None
) -> RenderableType:
    """Solutions to be printed, numbered from `start`; `small` None: small as soon as there is more than one.

    Many solutions are best printed in chunks, each with its `start` and the same `small`.
    """
    if isinstance(puzzle, Matrix):
        return option_lists(solutions, start)
    solutions = tuple(solutions)
    return Gallery(puzzle, solutions, start, len(solutions) > 1 if small is None else small)


def screenful(puzzle: Puzzle, console: Console) -> int:
    """How many small drawings of solutions a screen of the console holds beside what is said about them; at least 1."""
    if isinstance(puzzle, Matrix):
        return SCREENFUL
    options = console.options
    canvas = canvas_of(console, options)
    block = draw_board(puzzle, (), shown_grid(puzzle, canvas, small=True), canvas)
    columns = max(1, (canvas.width + GAP) // (block.width + GAP))
    rows = (console.height - LEGEND_LINES) // (len(block.lines) + 2)
    return columns * rows if rows > 1 else columns if rows else 1


def shown_grid(puzzle: Puzzle, canvas: Canvas, *, small: bool) -> Grid:
    """The size of the cells in which solutions of a puzzle are drawn."""
    return best_grid(puzzle, canvas, _small_grids(puzzle, canvas) if small else GRIDS)


def _small_grids(puzzle: Puzzle, canvas: Canvas) -> Sequence[Grid]:
    """Without lines where colours and names tell all pieces apart, else the narrowest cells that hold the names."""
    wanted = text_columns(puzzle)
    unlined = [grid for grid in GRIDS if not grid.lines]
    if (
        not puzzle.is_seen
        and not canvas.names_everywhere
        and wanted <= 2
        and all(tile.maximum <= 1 for tile in puzzle.tiles)
    ):
        return unlined
    lined = sorted((grid for grid in GRIDS if grid.lines), key=lambda grid: (grid.columns < wanted, grid.columns))
    return [*lined, *unlined]
