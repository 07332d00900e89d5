"""Explanations in a terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text

from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.cover.proofs.explanation_panels import Panel, panels
from cp_puzzles.output.terminal.board_view import best_grid
from cp_puzzles.output.terminal.canvas import Canvas, canvas_of
from cp_puzzles.output.terminal.frame_search import frame
from cp_puzzles.output.terminal.layers_view import draw_layers
from cp_puzzles.output.terminal.scene import CellView, board_scene
from cp_puzzles.output.terminal.text_block import Block
from cp_puzzles.output.terminal.tile_marks import printable
from cp_puzzles.puzzle.puzzle import Puzzle

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
        bare = {cell: view for cell, view in scene.items() if view.region < 0}
        scene |= {cell: replace(view, text="") for cell, view in bare.items()}
        for cell, (text, color) in self.panel.marks.items():
            scene[cell] = CellView(scene[cell].region, text or "#", color)
        return draw_layers(scene, frame(puzzle.lattice, grid), canvas, self.panel.highlights)


def explanation_view(explanation: Explanation) -> RenderableType:
    """Return boards, sentences, and the reason behind them if there is one."""
    head = Text(f"{printable(explanation.puzzle.name)}: {_HEADS[explanation.answer]}", style="bold")
    return Group(head, *_body(explanation))


def _body(explanation: Explanation) -> list[RenderableType]:
    views = [PanelView(explanation.puzzle, panel) for panel in panels(explanation)]
    parts: list[RenderableType] = [Columns(views, padding=(1, 3))] if len(views) > 1 else [*views]
    parts += [Text(printable(step)) for step in explanation.steps]
    if explanation.because is not None:
        parts += [Text("\nReason:", style="bold"), *_body(explanation.because)]
    return parts
