"""The picture of an explanation: boards with marks, and what they show in words."""

from __future__ import annotations

from textwrap import wrap

from cp_puzzles.export.board_picture import board_picture
from cp_puzzles.export.picture import Label, Picture, below, framed, gallery
from cp_puzzles.proofs.explanation import Explanation
from cp_puzzles.proofs.panels import Panel, panels
from cp_puzzles.puzzle.model import Puzzle

LINE = 60
"""Letters of a line of text."""

SIZE = 0.4


def explanation_picture(explanation: Explanation) -> Picture:
    """The boards of an explanation, its sentences below them, and then why, where there is more to say."""
    return framed(_picture(explanation))


def _picture(explanation: Explanation) -> Picture:
    boards = boards_picture(explanation)
    parts = [*([boards] if boards else []), _text(explanation.steps)]
    if explanation.because is not None:
        parts.append(_picture(explanation.because))
    return below(parts, gap=0.6, title=f"{explanation.puzzle.name}: why there is no solution")


def boards_picture(explanation: Explanation) -> Picture | None:
    """The boards of an explanation alone; None if there is nothing to be seen."""
    drawn = [(panel.caption, _panel(explanation.puzzle, panel)) for panel in panels(explanation)]
    if len(drawn) == 1 and not drawn[0][0]:
        return drawn[0][1]
    return gallery(drawn, explanation.puzzle.name) if drawn else None


def _panel(puzzle: Puzzle, panel: Panel) -> Picture:
    return board_picture(puzzle, panel.placements, marks=panel.marks, sight=panel.sight)


def _text(steps: tuple[str, ...]) -> Picture:
    """Sentences below each other, broken into lines."""
    lines = [line for step in steps for line in wrap(step, LINE)]
    height = 1.5 * SIZE
    labels = (Label(0, (n + 0.5) * height, line, SIZE, "ink", start=True) for n, line in enumerate(lines))
    width = 0.56 * SIZE * max(map(len, lines), default=1)
    return Picture(width, height * len(lines), tuple(labels))
