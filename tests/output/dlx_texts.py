"""Cover problems as texts in Knuth's format, and back."""

from __future__ import annotations

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.output.formats.dlx import dlx_lines, parse_dlx


def to_dlx(problem: CoverProblem, name: str = "") -> str:
    """Return a cover problem as the text of a file."""
    return "".join(f"{line}\n" for line in dlx_lines(problem, name))


def from_dlx(text: str, place: str = "dlx") -> CoverProblem:
    """Return the cover problem of a text."""
    return parse_dlx(text, place, place).problem
