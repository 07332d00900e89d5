"""Pictures of explanations: boards and sentences."""

from __future__ import annotations

from textwrap import wrap

from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.cover.proofs.explanation_panels import Panel, panels
from cp_puzzles.output.draw.board_picture import board_picture
from cp_puzzles.output.draw.picture import Label, Picture, framed, gallery, stacked
from cp_puzzles.puzzle.puzzle import Puzzle

LINE = 60
"""Letters of a line of text."""

SIZE = 0.4


def explanation_picture(explanation: Explanation) -> Picture:
    """Return the boards of an explanation, its sentences, and those of the reason behind it."""
    return framed(_picture(explanation))


def _picture(explanation: Explanation) -> Picture:
    boards = boards_picture(explanation)
    parts = [*([boards] if boards else []), _text(explanation.steps)]
    if explanation.because is not None:
        parts.append(_picture(explanation.because))
    return stacked(parts, gap=0.6, title=f"{explanation.puzzle.name}: why there is no solution")


def boards_picture(explanation: Explanation) -> Picture | None:
    """Return the boards of an explanation; None if it has none."""
    drawn = [(panel.caption, _panel(explanation.puzzle, panel)) for panel in panels(explanation)]
    if len(drawn) == 1 and not drawn[0][0]:
        return drawn[0][1]
    return gallery(drawn, explanation.puzzle.name) if drawn else None


def _panel(puzzle: Puzzle, panel: Panel) -> Picture:
    return board_picture(puzzle, panel.placements, marks=panel.marks, highlights=panel.highlights)


def _text(steps: tuple[str, ...]) -> Picture:
    """Return sentences below each other, broken into lines."""
    lines = [line for step in steps for line in wrap(step, LINE)]
    height = 1.5 * SIZE
    labels = (Label(0, (n + 0.5) * height, line, SIZE, "ink", start=True) for n, line in enumerate(lines))
    width = 0.56 * SIZE * max(map(len, lines), default=1)
    return Picture(width, height * len(lines), tuple(labels))
