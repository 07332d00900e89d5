"""Views of the puzzles of a day: boards, hints, and a solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType

from cp_puzzles.analysis.family.days import DayPuzzle, Days
from cp_puzzles.base.text import counted
from cp_puzzles.output.terminal.board_view import board_view, solution_view
from cp_puzzles.output.terminal.place_words import piece_words
from cp_puzzles.puzzle.rules.region_values import condition_signs

HINTS = 3
"""Pieces that are told before the solution."""


def hints_of(day: DayPuzzle) -> list[str]:
    """Return where the first pieces of a solution are, in words."""
    return [piece_words(day.puzzle, placement) for placement in day.placements[:HINTS]]


def days_summary(days: Days) -> dict[str, Any]:
    """Return the puzzles of the day as plain data, with hints in words."""
    summaries = [day.summary(hints_of(day)) for day in days.shown]
    data = {"boards": summaries} if days.has_boards else summaries[0] if summaries else {"date": days.asked}
    is_ended = bool(days.days) and (days.is_complete or not days.has_boards)
    return {**data, "status": "complete" if is_ended else "time-limit"}


def days_view(days: Days, hints: int, *, with_answer: bool) -> Iterator[RenderableType]:
    """Yield the board, so many hints and, if it is wanted, a solution of each puzzle of the day."""
    for day in days.shown:
        yield from _day_view(day, hints, with_answer=with_answer and bool(day.placements))
    if not days.is_complete and (days.has_boards or not days.days):
        yield "the time limit came first"


def _day_view(day: DayPuzzle, hints: int, *, with_answer: bool) -> Iterator[RenderableType]:
    yield f"{day.title}: {counted(day.solutions or 0, 'solution')}"
    if not with_answer:
        yield board_view(day.puzzle)
        if signs := condition_signs(day.puzzle.rules):
            yield signs
    every = hints_of(day)
    yield from (f"hint: {text}" for text in every[:hints])
    if hints < len(every) and not with_answer:
        yield f"--hints {hints + 1} shows another hint"
    if with_answer:
        yield solution_view(day.solution)
