"""The legend: color, mark, name and number of each tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment

from cp_puzzles.output.terminal.canvas import TIMES, canvas_of
from cp_puzzles.output.terminal.scene import marks_of
from cp_puzzles.output.terminal.solution_grid import shown_grid
from cp_puzzles.output.terminal.text_block import Block, flow
from cp_puzzles.output.terminal.tile_marks import printable
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.tile import Tile

_LONGEST = 24


@dataclass(frozen=True)
class Legend:
    """The legend of a puzzle's tiles, as the drawings show them."""

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
    """Return the legend of a puzzle, with the multiplicity of each tile or its number among the placements.

    `small` as in `gallery`: narrow cells have short names, which the legend explains.
    """
    used = None if placements is None else Counter(placement.tile for placement in placements)
    return Legend(puzzle, small, used)


def copies(tile: Tile) -> str:
    """Return the multiplicity of a tile, nothing for one: `3`, `0-4`."""
    if tile.minimum == tile.maximum:
        return "" if tile.maximum == 1 else str(tile.maximum)
    return f"{tile.minimum}-{tile.maximum}"


def _dense(block: Block) -> Block:
    return Block(block.width, tuple(line for line in block.lines if line))
