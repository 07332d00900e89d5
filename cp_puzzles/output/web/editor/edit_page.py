"""The page of the editor."""

from __future__ import annotations

import base64
import zlib

from cp_puzzles.output.web.editor.lattice_data import lattice_data
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.puzzle.palette import PALETTE, SHADES

FRESH = """\
name: my puzzle
board:
  size: [5, 8]
tiles:
- set: pentominoes
  except: [X, W, F, T]
"""
"""The puzzle with which a page begins."""


def edit_page(text: str = FRESH) -> str:
    """Return the page that edits the puzzle with the text of a puzzle file."""
    return html_page(
        "editor.html",
        style="editor.css",
        script="editor.min.js",
        compiles=True,
        title="Puzzle editor",
        framed="page.css",
        data={
            "space": lattice_data(),
            "text": text,
            "fresh": FRESH,
            "palette": PALETTE,
            "shades": SHADES,
            "viewer": _solution_page(),
        },
    )


def _solution_page() -> str:
    """Return the solution page up to its data and its script, which are made by the editor."""
    page = html_page(
        "page.html", style="page.css", script="editor.min.js", title="Solutions", description="", solid=False
    )
    return page.split("<script", 1)[0]


def link_part(text: str) -> str:
    """Return the part of an address after the page that opens a puzzle file there: its text, deflated, in base64."""
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode()) + packer.flush()
    return "#puzzle=" + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
