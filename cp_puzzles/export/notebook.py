"""How values show themselves in a notebook."""

from __future__ import annotations

from html import escape

from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.export.explanation_picture import explanation_picture
from cp_puzzles.export.page import page_html
from cp_puzzles.export.picture import Picture, framed
from cp_puzzles.export.puzzle_picture import placement_picture, puzzle_picture
from cp_puzzles.export.solution_picture import solution_picture, solutions_picture
from cp_puzzles.export.svg import svg
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.proofs.explanation import Explanation
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.schema import PuzzleSpec

HEIGHT = 460
"""Pixels of a view in space."""

WIDEST = 760
"""Pixels, at most, of a picture's width."""

GALLERY = 12
"""How many solutions of a sequence are drawn."""


def svg_view(value: object) -> str | None:
    """The picture of a spec, a puzzle, a placement, a solution or the first of many, an explanation; else None.

    It is no wider than a notebook's page.
    """
    picture = _picture(value)
    return None if picture is None else svg(picture, widest=WIDEST)


def html_view(value: object) -> str | None:
    """A box that can be turned and taken apart, in a frame of its own, for the solution of one; else None.

    The frame is a sandbox: its script reaches neither the notebook nor any server.
    """
    if not isinstance(value, Solution) or value.puzzle.lattice.is_flat:
        return None
    page = page_html(value.puzzle, [value], bare=True)
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="{escape(value.puzzle.name)}" '
        f'loading="lazy" style="width:100%;max-width:{WIDEST}px;height:{HEIGHT}px;border:0"></iframe>'
    )


def _picture(value: object) -> Picture | None:
    if isinstance(getattr(value, "puzzle", value), Matrix):
        return None
    match value:
        case PuzzleSpec():
            return _picture(build_puzzle(value))
        case Puzzle():
            return framed(puzzle_picture(value))
        case Placement():
            return framed(placement_picture(value), 0.25)
        case Solution():
            return framed(solution_picture(value.puzzle, value.placements))
        case Explanation():
            return explanation_picture(value)
        case Solutions() if value:
            return solutions_picture(value.puzzle, value[:GALLERY])
    return None
