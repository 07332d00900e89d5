"""Challenges without their solutions."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from cp_puzzles.analysis.design.challenge import Challenge
from cp_puzzles.output.draw.puzzle_picture import tile_caption
from cp_puzzles.output.terminal.board_view import board_view
from cp_puzzles.output.terminal.tile_marks import printable


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
