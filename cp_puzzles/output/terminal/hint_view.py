"""Hints for a person at the table."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from cp_puzzles.analysis.hint import Hint
from cp_puzzles.output.terminal.board_view import board_view
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle

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
