"""A hint as it is shown to a person at the table."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from cp_puzzles.analysis.hint import Hint
from cp_puzzles.number import counted
from cp_puzzles.render.board import board_view

_WORDS = {
    "finished": "Nothing is left to place: the puzzle is finished.",
    "none": "From here the puzzle cannot be finished.",
    "time-limit": "The time limit came before it was known whether the puzzle can be finished.",
    "interrupted": "Interrupted before it was known whether the puzzle can be finished.",
}


def hint_view(hint: Hint) -> RenderableType:
    """The board with what is given and the piece to place next, and a sentence about it."""
    if hint.placement is None:
        return Text(_WORDS[hint.status] + (f" Reason: {hint.reason}." if hint.reason else ""))
    placements = tuple(sorted((*hint.puzzle.given, hint.placement)))
    written = hint.puzzle.lattice.written
    sentence = (
        f"Place {hint.placement.tile} on {', '.join(str(list(cell)) for cell in map(written, hint.placement.cells))}. "
        f"One of its cells has only {counted(hint.choices, 'choice')} left."
    )
    return Group(board_view(hint.puzzle, placements, highlight=hint.placement), Text(sentence))
