"""How values show themselves in a notebook."""

from __future__ import annotations

from html import escape

from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.export.explanation_picture import explanation_picture
from cp_puzzles.export.page import page_html
from cp_puzzles.export.picture import framed
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


def solutions_svg(solutions: Solutions) -> str:
    """A gallery of solutions."""
    return svg(solutions_picture(solutions.puzzle, solutions), widest=WIDEST)


def svg_view(value: object) -> str | None:
    """The picture of a spec, a puzzle, a placement, a solution or the first of many, an explanation; else None.

    It is no wider than a notebook's page.
    """
    if isinstance(getattr(value, "puzzle", value), Matrix):
        return None
    match value:
        case PuzzleSpec():
            return spec_svg(value)
        case Puzzle():
            return puzzle_svg(value)
        case Placement():
            return placement_svg(value)
        case Solution():
            return solution_svg(value)
        case Explanation():
            return svg(explanation_picture(value), widest=WIDEST)
        case Solutions() if value:
            return solutions_svg(value[:GALLERY])
    return None


def html_view(value: object) -> str | None:
    """A box that can be turned, for the solution of one; None for every other value."""
    if isinstance(value, Solution) and not value.puzzle.lattice.is_flat:
        return solution_view_html(value)
    return None


def spec_svg(spec: PuzzleSpec) -> str:
    """The puzzle that a spec describes; raises `SpecError`."""
    return puzzle_svg(build_puzzle(spec))


def puzzle_svg(puzzle: Puzzle) -> str:
    """The board with what is given, and the tiles."""
    return svg(framed(puzzle_picture(puzzle)), widest=WIDEST)


def placement_svg(placement: Placement, puzzle: Puzzle | None = None) -> str:
    """A placement, on its board if the puzzle is known."""
    return svg(framed(placement_picture(placement, puzzle), 0.25), widest=WIDEST)


def solution_svg(solution: Solution) -> str:
    """A solution; of a box the layers and the assembly in space."""
    return svg(framed(solution_picture(solution.puzzle, solution.placements)), widest=WIDEST)


def solution_view_html(solution: Solution) -> str:
    """A solution as HTML: a box to be turned and taken apart, in a frame of its own, or the picture of a flat board.

    The frame is a sandbox: its script reaches neither the notebook nor any server.
    """
    if solution.puzzle.lattice.is_flat:
        return solution_svg(solution)
    page = page_html(solution.puzzle, [solution], bare=True)
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="{escape(solution.puzzle.name)}" '
        f'loading="lazy" style="width:100%;max-width:{WIDEST}px;height:{HEIGHT}px;border:0"></iframe>'
    )
