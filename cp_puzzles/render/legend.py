"""The legend: colour, mark, name and number of each tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment

from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle, Tile
from cp_puzzles.render.block import Block, flow
from cp_puzzles.render.canvas import TIMES, canvas_of
from cp_puzzles.render.gallery import shown_grid
from cp_puzzles.render.marks import printable
from cp_puzzles.render.scene import marks_of

_LONGEST = 24


@dataclass(frozen=True)
class Legend:
    """The tiles of a puzzle as the drawings beside it show them."""

    puzzle: Puzzle
    small: bool
    used: Counter[str] | None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        canvas = canvas_of(console, options)
        columns = min(3, shown_grid(self.puzzle, canvas, small=self.small).columns)
        marks = marks_of(self.puzzle, columns)
        widest = max(cell_len(mark) for mark in marks.values())
        entries = []
        for tile in self.puzzle.tiles:
            swatch = Segment(
                f" {set_cell_size(marks[tile.name], widest)} ", canvas.style(self.puzzle.tile_colors[tile.name])
            )
            name = printable(tile.name)
            words = [name if cell_len(name) <= _LONGEST else set_cell_size(name, _LONGEST - 3) + "..."]
            if marks[tile.name] == name:
                words = []
            words += [canvas.glyph(TIMES) + number for number in [self._number(tile)] if number]
            text = " ".join(words)
            line = (swatch, Segment(" " + text if text else ""))
            entries.append(Block(sum(segment.cell_length for segment in line), (line,)))
        yield _dense(flow(entries, canvas.width, 1 + any(len(entry.lines[0][1].text) for entry in entries)))

    def _number(self, tile: Tile) -> str:
        if self.used is not None and tile.maximum > 1:
            return f"{self.used[tile.name]}"
        return copies(tile)


def legend(puzzle: Puzzle, *, small: bool = False, placements: Iterable[Placement] | None = None) -> Legend:
    """The legend of drawings of a puzzle's solutions, with how often a tile may be used, or is by the placements.

    `small` as in `gallery`: where cells are narrow, long names are shortened and the legend tells how.
    """
    used = None if placements is None else Counter(placement.tile for placement in placements)
    return Legend(puzzle, small, used)


def copies(tile: Tile) -> str:
    """How often a tile is used, nothing where it is once: `3`, `0-4`."""
    if tile.minimum == tile.maximum:
        return "" if tile.maximum == 1 else str(tile.maximum)
    return f"{tile.minimum}-{tile.maximum}"


def _dense(block: Block) -> Block:
    return Block(block.width, tuple(line for line in block.lines if line))
