"""An explanation as a page: its boards, its sentences, and the proof as data that a program can check."""

from __future__ import annotations

import json

from markupsafe import Markup

from cp_puzzles.base.file_access import write_file
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.output.draw.puzzle_picture import boards_picture
from cp_puzzles.output.web.html_page import html_page, inline_picture

_WIDTH_PIXELS = 720
"""The greatest width of a picture."""


def save_page(explanation: Explanation, path: str) -> None:
    """Write the page; raises `MistakeError` if the file cannot be written."""
    write_file(path, explanation_page(explanation))


def explanation_page(explanation: Explanation) -> str:
    """Return a page without scripts that loads nothing."""
    return html_page(
        "explanation.html",
        style="plain.css",
        title=f"{explanation.puzzle.name}: why there is no solution",
        explanation=explanation,
        picture=_picture,
        proof_data=json.dumps(explanation.data(), ensure_ascii=False),
    )


def _picture(explanation: Explanation) -> Markup:
    """Return the boards of an explanation; empty if it has none."""
    boards = boards_picture(explanation)
    return inline_picture(boards, _WIDTH_PIXELS) if boards else Markup("")
