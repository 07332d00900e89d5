"""A page of the days of a calendar puzzle: a heat map of the numbers of solutions, with hints and a solution a day."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from cp_puzzles.analysis.family.calendar_days import CalendarDay, hint_text
from cp_puzzles.output.draw.solution_picture import solution_picture
from cp_puzzles.output.web.family_page import play_link, shade_of
from cp_puzzles.output.web.html_page import html_page, inline_picture
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle

HINTS = 3
"""Pieces that are told before the solution."""

_WIDTH = 360.0
"""The width of a picture in pixels."""


def year_page(puzzle: Puzzle, days: Sequence[CalendarDay], today: CalendarDay) -> str:
    """Return a page without scripts: today first, then a table of all days, each with hints, a solution and a link.

    The link leads to the editor beside the page.
    """
    level = shade_of([day.solutions or 0 for day in days])

    def board_of(day: CalendarDay) -> Puzzle:
        assert puzzle.spec is not None
        return build_puzzle(puzzle.spec, leave=day.labels)

    months: dict[str, list[CalendarDay]] = {}
    for day in days:
        months.setdefault(f"{day.day:%b %Y}", []).append(day)
    return html_page(
        "year.html",
        style="plain.css",
        title=f"{puzzle.name}: every day",
        months=months,
        today=today,
        days=days,
        level=lambda day: level(day.solutions),
        link=lambda day: play_link(board_of(day)),
        picture=lambda day: picture_of(board_of(day), day.placements),
        hints=lambda day: [hint_text(puzzle, placement) for placement in day.placements[:HINTS]],
    )


def picture_of(puzzle: Puzzle, placements: Sequence[Placement]) -> Markup:
    """Return a picture of pieces on the board, for a page with the style of its colors."""
    return inline_picture(solution_picture(puzzle, tuple(sorted(placements))), _WIDTH)
