"""A page of the boards of a day of Pips: each with hints, a solution and a link to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cp_puzzles.analysis.family.day_boards import DayBoard
from cp_puzzles.output.web.family_page import play_link
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.output.web.year_page import picture_of


@dataclass(frozen=True)
class DayView:
    """A solved board, and its hints in words."""

    board: DayBoard
    hints: tuple[str, ...]

    def summary(self) -> dict[str, Any]:
        """Return the board as plain data."""
        puzzle = self.board.puzzle
        placements = [piece.data(puzzle.lattice) for piece in self.board.placements]
        return {
            "name": puzzle.name,
            "solutions": self.board.solutions,
            "hints": list(self.hints),
            "placements": placements,
        }


def day_page(source: str, views: Sequence[DayView]) -> str:
    """Return a page without scripts with the boards of a file or folder; its links lead to the editor beside it."""
    return html_page(
        "day.html",
        style="plain.css",
        title=views[0].board.puzzle.name if len(views) == 1 else Path(source).stem,
        views=views,
        board=lambda view: picture_of(view.board.puzzle, view.board.puzzle.given),
        link=lambda view: play_link(view.board.puzzle),
        picture=lambda view: picture_of(view.board.puzzle, (*view.board.puzzle.given, *view.board.placements)),
    )
