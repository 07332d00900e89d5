"""Views of values in a notebook."""

from __future__ import annotations

from html import escape

from cp_puzzles.cover.dlx_problem import DlxProblem
from cp_puzzles.cover.proofs.explanation import Explanation
from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.output.draw.picture import Picture, framed, svg
from cp_puzzles.output.draw.puzzle_picture import (
    explanation_picture,
    placement_picture,
    puzzle_picture,
    solution_picture,
    solutions_picture,
)
from cp_puzzles.output.terminal.rich_views import table_html
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

HEIGHT = 460
"""Height of a view in space, in pixels."""

WIDEST = 760
"""Greatest width of a picture, in pixels."""

GALLERY = 12
"""Solutions of a sequence that are drawn."""

PICTURED = (PuzzleSpec, Puzzle, Placement, Solution, Solutions, Explanation)
"""Values with a picture; others are tables."""


def svg_view(value: object) -> str | None:
    """Return the SVG picture of a spec, puzzle, placement, solution, solutions or explanation; else None.

    The picture is at most as wide as the page of a notebook.
    """
    picture = _picture(value)
    return None if picture is None else svg(picture, widest=WIDEST)


def html_view(value: object) -> str | None:
    """Return a frame with a solid solution that can be turned and taken apart, or a table.

    The frame is a sandbox: its script reaches neither the notebook nor any server. None for a value with a picture.
    """
    if not isinstance(value, PICTURED):
        return table_html(value)
    if not isinstance(value, Solution) or value.puzzle.lattice.is_flat:
        return None
    page = page_html(value.puzzle, [value], bare=True)
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="{escape(value.puzzle.name)}" '
        f'loading="lazy" style="width:100%;max-width:{WIDEST}px;height:{HEIGHT}px;border:0"></iframe>'
    )


def _picture(value: object) -> Picture | None:
    if isinstance(getattr(value, "puzzle", value), DlxProblem):
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
