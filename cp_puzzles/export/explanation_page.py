"""An explanation as a page: its boards, its sentences, and the proof as data that a program can check."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from cp_puzzles.export.explanation_picture import boards_picture
from cp_puzzles.export.html_page import asset, filled
from cp_puzzles.export.svg import svg
from cp_puzzles.files import writing
from cp_puzzles.proofs.explanation import Explanation

WIDEST = 720
"""Pixels, at most, of a picture's width."""


def save_page(explanation: Explanation, path: str) -> None:
    """Write the page; raises `MistakeError` if the file cannot be written."""
    with writing(path):
        Path(path).write_text(explanation_page(explanation), encoding="utf-8")


def explanation_page(explanation: Explanation) -> str:
    """A page that stands alone: no script, nothing to load."""
    parts = {"name": explanation.puzzle.name, "data": json.dumps(explanation.data(), ensure_ascii=False)}
    shown = {name: escape(text) for name, text in parts.items()}
    return filled(asset("explanation_assets/page.html"), shown | {"body": _body(explanation)})


def _body(explanation: Explanation) -> str:
    boards = boards_picture(explanation)
    drawn = f"<figure>{svg(boards, widest=WIDEST)}</figure>\n" if boards else ""
    steps = "".join(f"<li>{escape(step)}</li>\n" for step in explanation.steps)
    why = "" if explanation.because is None else f"<h2>Why not</h2>\n{_body(explanation.because)}"
    return f"{drawn}<ol>\n{steps}</ol>\n{why}"
