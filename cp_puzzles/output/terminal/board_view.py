"""Boards with pieces: one as large as the console allows, or several in a grid, with the legend of their tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from math import inf

from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.segment import Segment
from rich.text import Text

from cp_puzzles.cover.dlx_problem import DlxProblem
from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.canvas import (
    BOLD,
    FEW_COLORS,
    GRIDS,
    TIMES,
    Block,
    BlockDrawing,
    Canvas,
    Grid,
    canvas_of,
    flow,
    frame,
)
from cp_puzzles.output.terminal.scene import LAYER_GAP, board_scene, draw_scene, marks_of, printable, text_columns
from cp_puzzles.puzzle.geometry.footprint import layers
from cp_puzzles.puzzle.geometry.placement import Placement, sheets
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights


def board_view(
    puzzle: Puzzle,
    placements: Iterable[Placement] | None = None,
    highlights: Highlights = NO_HIGHLIGHTS,
    *,
    hinted: Placement | None = None,
) -> BlockDrawing:
    """Return the board of a puzzle with placements; without them, the board before anything is placed.

    Only the `hinted` placement keeps its color.
    """
    shown = puzzle.given or None if placements is None else tuple(placements)
    return BlockDrawing(lambda canvas: draw_board(puzzle, shown, best_grid(puzzle, canvas), canvas, hinted, highlights))


def solution_view(solution: Solution) -> BlockDrawing:
    """Return the board with a solution and its highlights: fault lines, crossings, color classes."""
    return board_view(solution.puzzle, solution.placements, solution.highlights)


def draw_board(
    puzzle: Puzzle,
    placements: tuple[Placement, ...] | None,
    grid: Grid,
    canvas: Canvas,
    hinted: Placement | None = None,
    highlights: Highlights = NO_HIGHLIGHTS,
) -> Block:
    """Draw a board with cells of a given size and with highlights; pieces that overlap are on several boards."""
    if placements and puzzle.has_overlap and len(parts := sheets(placements)) > 1:
        drawn = [draw_board(puzzle, tuple(part), grid, canvas, hinted, highlights) for part in parts]
        return flow(drawn, canvas.width, 1)
    scene = board_scene(puzzle, placements, grid.columns, hinted=hinted, classes=highlights.classes)
    return draw_scene(puzzle.lattice, scene, grid, canvas, highlights)


def best_grid(puzzle: Puzzle, canvas: Canvas, grids: Sequence[Grid] = GRIDS) -> Grid:
    """Return the first grid that fits the whole board with its names, else the first that fits it in rows of layers."""
    lattice, wanted = puzzle.lattice.drawn, text_columns(puzzle)
    cells = [*map(lattice.reduce, (*puzzle.board.cells, *puzzle.board.left_empty))]
    count, fitting = len(layers(lattice, cells)), []
    for grid in grids:
        left, _, right, _ = frame(lattice, grid).box(cells)
        width = right - left  # of a layer
        if grid.lines and grid.columns >= wanted and count * (width + LAYER_GAP) - LAYER_GAP <= canvas.width:
            return grid
        fitting += [grid] * (width <= canvas.width)
    return (*fitting, grids[-1])[0]


GAP = 3
"""Columns between two solutions."""

MAX_LISTED = 5
"""Solutions without a board that are listed by default."""

LEGEND_LINES = 12
"""Lines of a screen that are left for the legend and the summary below the solutions."""


def gallery(
    puzzle: Puzzle, solutions: Iterable[Solution], *, start: int = 1, small: bool | None = None
) -> RenderableType:
    """Return solutions to print, numbered from `start`; `small` None means small if there are several.

    Print many solutions in chunks, each with its `start` and the same `small`.
    """
    if isinstance(puzzle, DlxProblem):
        numbered = enumerate(solutions, start=start)
        titled = ((Text(f"solution {number}", BOLD), option_list(each)) for number, each in numbered)
        return Group(*chain.from_iterable(titled))
    solutions = tuple(solutions)
    small = len(solutions) > 1 if small is None else small

    def draw(canvas: Canvas) -> Block:
        grid = shown_grid(puzzle, canvas, small=small)
        blocks = []
        for number, each in enumerate(solutions, start=start):
            block = draw_board(puzzle, each.placements, grid, canvas, highlights=each.highlights)
            blocks.append(block.titled(f"solution {number}", f"{number}", style=BOLD))
        return flow(blocks, canvas.width, GAP)

    return BlockDrawing(draw)


def option_list(solution: Solution) -> Text:
    """Return the options of a solution without a board, a line for each, as written in the file."""
    return Text("\n".join(f" {placement.tile}" for placement in solution.placements))


def screenful(puzzle: Puzzle, console: Console) -> int:
    """Return the number of small drawings that fit a screen of the console beside the summary, at least 1."""
    if isinstance(puzzle, DlxProblem):
        return MAX_LISTED
    options = console.options
    canvas = canvas_of(console, options)
    block = draw_board(puzzle, (), shown_grid(puzzle, canvas, small=True), canvas)
    columns = max(1, (canvas.width + GAP) // (block.width + GAP))
    rows = (console.height - LEGEND_LINES) // (len(block.lines) + 2)
    return columns * rows if rows > 1 else columns if rows else 1


def shown_grid(puzzle: Puzzle, canvas: Canvas, *, small: bool) -> Grid:
    """Return the cell size for solutions of a puzzle.

    Small cells have no lines if colors and names tell all pieces apart; else they are the narrowest ones for the names.
    """
    wanted = text_columns(puzzle)
    is_clear = not puzzle.highlighting and canvas.colors > FEW_COLORS and wanted <= 2
    if small and is_clear and all(tile.maximum <= 1 for tile in puzzle.tiles):
        return best_grid(puzzle, canvas, [grid for grid in GRIDS if not grid.lines])
    by_size = sorted(GRIDS, key=lambda grid: (not grid.lines, grid.lines and (grid.columns < wanted, grid.columns)))
    return best_grid(puzzle, canvas, by_size if small else GRIDS)


_LONGEST = 24


def legend(puzzle: Puzzle, *, small: bool = False, placements: Iterable[Placement] | None = None) -> BlockDrawing:
    """Return the legend of a puzzle, with the multiplicity of each tile or its number among the placements.

    `small` as in `gallery`: narrow cells have short names, which the legend explains.
    """
    used = None if placements is None else Counter(placement.tile for placement in placements)

    def draw(canvas: Canvas) -> Block:
        marks = marks_of(puzzle, min(3, shown_grid(puzzle, canvas, small=small).columns))
        widest = max(map(cell_len, marks.values()))
        entries = []
        for tile in puzzle.tiles:
            if not tile.maximum:
                continue
            mark, name = marks[tile.name], printable(tile.name)
            swatch = Segment(f" {set_cell_size(mark, widest)} ", canvas.style(puzzle.tile_colors[tile.name]))
            words = [name if cell_len(name) <= _LONGEST else set_cell_size(name, _LONGEST - 3) + "..."]
            number = tile.copies if used is None or tile.maximum <= 1 else str(used[tile.name])
            words = words[mark == name :] + [canvas.glyph(TIMES) + number] * bool(number)
            line = (swatch, Segment("".join(f" {word}" for word in words)))
            entries.append(Block(sum(segment.cell_length for segment in line), (line,)))
        block = flow(entries, canvas.width, 1 + any(entry.lines[0][1].text for entry in entries))
        return Block(block.width, tuple(filter(None, block.lines)))

    return BlockDrawing(draw)


class Drawings:
    """Drawings of the first `show` solutions (infinite: all; None: as many as fit), in chunks of a screen each."""

    def __init__(self, puzzle: Puzzle, console: Console, show: float | None) -> None:
        self._puzzle, self._console, self._asked = puzzle, console, show
        self.streams = show == inf
        """Whether solutions are drawn while the search runs."""
        self._waiting: list[Solution] = []
        self._drawn = self._chunk = 0

    def add(self, solution: Solution) -> None:
        """Add the next solution."""
        # laying out a large board takes time, so not before the first one
        self._chunk = self._chunk or screenful(self._puzzle, self._console)
        most = self._chunk if self._asked is None else self._asked
        if self._drawn + len(self._waiting) < most:
            self._waiting.append(solution)
            if self.streams and len(self._waiting) >= self._chunk:
                self._draw()

    def finish(self) -> None:
        """Draw the remaining solutions, and the legend below."""
        self._draw()
        if self._drawn and self._puzzle.tiles:
            self._console.print()
            self._console.print(legend(self._puzzle, small=self._drawn > 1))

    def _draw(self) -> None:
        if self._waiting:
            if self._drawn:
                self._console.print()
            small = self.streams or self._drawn + len(self._waiting) > 1
            self._console.print(gallery(self._puzzle, self._waiting, start=self._drawn + 1, small=small))
            self._drawn += len(self._waiting)
            self._waiting = []
