"""An explanation as it is shown in a terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text

from cp_puzzles.proofs.explanation import Explanation
from cp_puzzles.proofs.panels import Panel, panels
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.render.block import Block
from cp_puzzles.render.board import best_grid
from cp_puzzles.render.canvas import Canvas, canvas_of
from cp_puzzles.render.fit import frame
from cp_puzzles.render.layers import draw_layers
from cp_puzzles.render.marks import printable
from cp_puzzles.render.scene import Look, board_scene

_HEADS = {"none": "no solution", "some": "there are solutions", "unknown": "not known"}


@dataclass(frozen=True)
class PanelView:
    """A board with pieces and marked cells."""

    puzzle: Puzzle
    panel: Panel

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.panel.caption:
            yield Text(printable(self.panel.caption), style="dim")
        yield self._block(canvas_of(console, options))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        board = Measurement.get(console, options, self._block(canvas_of(console, options)))
        width = min(options.max_width, max(board.maximum, len(self.panel.caption)))
        return Measurement(width, width)

    def _block(self, canvas: Canvas) -> Block:
        puzzle, grid = self.puzzle, best_grid(self.puzzle, canvas)
        scene = dict(board_scene(puzzle, self.panel.placements, grid.columns))
        bare = {cell: look for cell, look in scene.items() if look.region < 0}
        scene |= {cell: replace(look, text="") for cell, look in bare.items()}
        for cell, (text, color) in self.panel.marks.items():
            scene[cell] = Look(scene[cell].region, text or "#", color)
        return draw_layers(scene, frame(puzzle.lattice, grid), canvas, self.panel.sight)


def explanation_view(explanation: Explanation) -> RenderableType:
    """What is to be seen, then the sentences, then why, where there is more to say."""
    head = Text(f"{printable(explanation.puzzle.name)}: {_HEADS[explanation.answer]}", style="bold")
    return Group(head, *_body(explanation))


def _body(explanation: Explanation) -> list[RenderableType]:
    views = [PanelView(explanation.puzzle, panel) for panel in panels(explanation)]
    parts: list[RenderableType] = [Columns(views, padding=(1, 3))] if len(views) > 1 else [*views]
    parts += [Text(printable(step)) for step in explanation.steps]
    if explanation.because is not None:
        parts += [Text("\nWhy not:", style="bold"), *_body(explanation.because)]
    return parts
