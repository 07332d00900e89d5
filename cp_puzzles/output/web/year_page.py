"""A page of the days of a calendar puzzle: a heat map of the numbers of solutions, with hints and a solution a day."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from markupsafe import Markup

from cp_puzzles.analysis.family.calendar_days import CalendarDay, hint_text
from cp_puzzles.output.draw.picture import svg
from cp_puzzles.output.draw.solution_picture import solution_picture
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle

HINTS = 3
"""Pieces that are told before the solution."""

LEVELS = 6
"""Shades of the heat map, on a logarithmic scale."""

_WIDTH = 360.0
"""The width of a picture in pixels."""


def year_page(puzzle: Puzzle, days: Sequence[CalendarDay], today: CalendarDay) -> str:
    """Return a page without scripts: today first, then a table of all days, each with hints and a solution."""
    numbers = [day.solutions for day in days if day.solutions]
    low, high = log(min(numbers, default=1)), log(max(numbers, default=1))

    def level(day: CalendarDay) -> int:
        if not day.solutions:
            return 0
        return 1 + min(LEVELS - 1, int(LEVELS * (log(day.solutions) - low) / ((high - low) or 1)))

    def picture(day: CalendarDay) -> Markup:
        assert puzzle.spec is not None
        board = build_puzzle(puzzle.spec, leave=day.labels)
        before, _, after = svg(solution_picture(board, day.placements), widest=_WIDTH).partition("<style>")
        return Markup(before + after.partition("</style>\n")[2])

    months: dict[str, list[CalendarDay]] = {}
    for day in days:
        months.setdefault(f"{day.day:%b %Y}", []).append(day)
    return html_page(
        "year.html",
        style="year.css",
        title=f"{puzzle.name}: every day",
        months=months,
        today=today,
        days=days,
        level=level,
        picture=picture,
        hints=lambda day: [hint_text(puzzle, placement) for placement in day.placements[:HINTS]],
    )
