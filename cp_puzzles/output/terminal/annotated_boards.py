"""Boards with sentences: explanations, hints, challenges."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from cp_puzzles.analysis.design.challenge import Challenge
from cp_puzzles.analysis.hint import Hint
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.cover.proofs.explanation_panels import Panel, panels
from cp_puzzles.output.draw.puzzle_picture import tile_caption
from cp_puzzles.output.terminal.board_view import best_grid, board_view
from cp_puzzles.output.terminal.canvas import Canvas
from cp_puzzles.output.terminal.character_frame import frame
from cp_puzzles.output.terminal.layer_drawing import draw_layers
from cp_puzzles.output.terminal.scene import CellView, board_scene, printable
from cp_puzzles.output.terminal.text_block import Block, BlockDrawing
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle

_HEADS = {"none": "no solution", "some": "there are solutions", "unknown": "not known"}


def explanation_view(explanation: Explanation) -> RenderableType:
    """Return boards, sentences, and the reason behind them if there is one."""
    head = Text(f"{printable(explanation.puzzle.name)}: {_HEADS[explanation.answer]}", style="bold")
    return Group(head, *_body(explanation))


def _body(explanation: Explanation) -> list[RenderableType]:
    views = [_panel_view(explanation.puzzle, panel) for panel in panels(explanation)]
    parts: list[RenderableType] = [Columns(views, padding=(1, 3))] if len(views) > 1 else [*views]
    parts += [Text(printable(step)) for step in explanation.steps]
    if explanation.because is not None:
        parts += [Text("\nReason:", style="bold"), *_body(explanation.because)]
    return parts


def _panel_view(puzzle: Puzzle, panel: Panel) -> Group:
    """Return a board with pieces and marked cells, below its caption."""
    caption = [Text(printable(panel.caption), style="dim")] if panel.caption else []
    return Group(*caption, BlockDrawing(partial(_panel_block, puzzle, panel)))


def _panel_block(puzzle: Puzzle, panel: Panel, canvas: Canvas) -> Block:
    grid = best_grid(puzzle, canvas)
    scene = dict(board_scene(puzzle, panel.placements, grid.columns))
    scene |= {cell: replace(view, text="") for cell, view in scene.items() if view.region < 0}
    for cell, (text, color) in panel.marks.items():
        scene[cell] = CellView(scene[cell].region, text or "#", color)
    return draw_layers(scene, frame(puzzle.lattice, grid), canvas, panel.highlights)


MAX_CHOICES = 5
"""Placements on a cell that a person can compare: with more, the number is no reason."""

_WORDS = {
    "finished": "All pieces are placed: the puzzle is finished.",
    "none": "The puzzle cannot be completed from here.",
    "time-limit": "The time limit was reached before it was known whether the puzzle can be completed.",
    "interrupted": "Interrupted before it was known whether the puzzle can be completed.",
}


def hint_view(hint: Hint) -> RenderableType:
    """Return the board with the given pieces and the piece to place next, and a sentence about it."""
    if hint.placement is None:
        return Text(_WORDS[hint.status] + (f" Reason: {hint.reason}." if hint.reason else ""))
    placements = tuple(sorted((*hint.puzzle.given, hint.placement)))
    cells = [_cell_name(hint.puzzle, cell) for cell in hint.placement.cells]
    sentence = f"Place {hint.placement.tile} on {', '.join(cells)}."
    if hint.cell is not None and hint.choices == 1:
        sentence += f" It is the only placement that can cover {_cell_name(hint.puzzle, hint.cell)}."
    elif hint.cell is not None and hint.choices <= MAX_CHOICES:
        sentence += f" Only {hint.choices} placements can cover {_cell_name(hint.puzzle, hint.cell)}."
    return Group(board_view(hint.puzzle, placements, hinted=hint.placement), Text(sentence))


def _cell_name(puzzle: Puzzle, cell: Cell) -> str:
    """Return the label of a cell, or its coordinates as in a puzzle file."""
    labels = {labeled: name for name, labeled in reversed(puzzle.board.labels)}
    return labels.get(cell) or str(list(puzzle.lattice.coordinates(cell)))


def challenge_view(challenge: Challenge) -> RenderableType:
    """Return number and grade, the board with given pieces, and the reason of the grade."""
    puzzle = challenge.puzzle
    title = f"challenge {challenge.number}" + (f": {challenge.grade}" if challenge.grade else "")
    parts: list[RenderableType] = [Text(title, style="bold"), board_view(puzzle)]
    left = [tile_caption(tile) for tile in puzzle.remaining_tiles if tile.maximum]
    parts.append(Text(f"to place: {printable(', '.join(left) or 'nothing')}"))
    if challenge.difficulty is not None:
        parts.append(Text(str(challenge.difficulty), style="dim"))
    return Group(*parts, Text())
