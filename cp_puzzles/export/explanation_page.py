"""An explanation as a page: its boards, its sentences, and the proof as data that a program can check."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from cp_puzzles.export.explanation_picture import boards_picture
from cp_puzzles.export.svg import svg
from cp_puzzles.files import writing
from cp_puzzles.proofs.explanation import Explanation

WIDEST = 720
"""Pixels, at most, of a picture's width."""

_STYLE = """
:root { color-scheme: light dark; --paper: #faf8f4; --ink: #1e2127; --muted: #666b75; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --ink: #eceae5; --muted: #9aa0ab; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; } summary, details { color: var(--muted); }
svg { max-width: 100%; height: auto; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }
"""


def save_page(explanation: Explanation, path: str) -> None:
    """Write the page; raises `MistakeError` if the file cannot be written."""
    with writing(path):
        Path(path).write_text(explanation_page(explanation), encoding="utf-8")


def explanation_page(explanation: Explanation) -> str:
    """A page that stands alone: no script, nothing to load."""
    name = escape(explanation.puzzle.name)
    data = escape(json.dumps(explanation.data(), ensure_ascii=False))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{name}: why there is no solution</title><style>{_STYLE}</style></head>\n"
        f"<body><main><h1>{name}</h1>\n{_body(explanation)}"
        f"<details><summary>The proof as data</summary><pre>{data}</pre></details>\n</main></body></html>\n"
    )


def _body(explanation: Explanation) -> str:
    boards = boards_picture(explanation)
    drawn = f"<figure>{svg(boards, widest=WIDEST)}</figure>\n" if boards else ""
    steps = "".join(f"<li>{escape(step)}</li>\n" for step in explanation.steps)
    why = "" if explanation.because is None else f"<h2>Why not</h2>\n{_body(explanation.because)}"
    return f"{drawn}<ol>\n{steps}</ol>\n{why}"
