"""The days of a calendar puzzle: of each its number of solutions, and one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from cp_puzzles.analysis.family.member import Member
from cp_puzzles.analysis.family.shared_cover import SharedCover, can_share
from cp_puzzles.base.deadline import NO_DEADLINE, Deadline
from cp_puzzles.engines.registry import FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.calendar_dates import labels_of_date
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class CalendarDay:
    """A day with the labels of its cells, the number of its solutions (None: not counted), and one solution.

    The placements are in reading order.
    """

    day: date
    labels: tuple[str, ...]
    solutions: int | None
    placements: tuple[Placement, ...]

    @property
    def title(self) -> str:
        """The date in words."""
        return f"{self.day:%A}, {self.day.day} {self.day:%B}"


def calendar_days(
    puzzle: Puzzle,
    first: date,
    number: int = 1,
    *,
    deadline: Deadline = NO_DEADLINE,
    on_day: Callable[[CalendarDay], None] | None = None,
) -> tuple[CalendarDay, ...]:
    """Return some days from the first one on; raise `MistakeError` for a puzzle without months and days.

    At the deadline the remaining days are omitted.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> [day] = calendar_days(puzzle_from("calendar"), date(2026, 10, 6))
    >>> day.title, day.solutions
    ('Tuesday, 6 October', 7)
    """
    labels = [name for name, _ in puzzle.board.labels]
    if not can_share(puzzle, "count", "off", None) or not labels:
        raise MistakeError(puzzle.name, "this is not a calendar puzzle", "name one, such as calendar")
    shared, days = SharedCover(puzzle, FASTEST), []
    for offset in range(number):
        day = first + timedelta(days=offset)
        member = Member(leave=labels_of_date(day, labels))
        if not shared.is_exact(member):
            raise MistakeError(puzzle.name, "its tiles do not fill the board around a date", "name a calendar puzzle")

        def stop() -> bool:
            return deadline.has_passed

        found, counted = (shared.answer(member, question, stop) for question in ("solvable", "count"))
        if stop():
            break
        placements = sorted(Placement(cells, tile, puzzle.lattice) for tile, cells in found.placements)
        days.append(CalendarDay(day, member.leave, counted.solutions, tuple(placements)))
        if on_day is not None:
            on_day(days[-1])
    return tuple(days)


def hint_text(puzzle: Puzzle, placement: Placement) -> str:
    """Return the place of a piece in words: the labels that it covers.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> hint_text(puzzle_from("calendar"), Placement(((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)), "P"))
    'P covers Jan, Feb, Mar, Jul and Aug'
    """
    names = {cell: name for name, cell in puzzle.board.labels}
    words = [names.get(cell, "a cell without a name") for cell in placement.cells]
    return f"{placement.tile} covers {', '.join(words[:-1])} and {words[-1]}"
