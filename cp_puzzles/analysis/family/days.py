"""The puzzles of a day, of a calendar or of Pips: of each the number of its solutions, and the pieces of one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from cp_puzzles.analysis.family.member import Member
from cp_puzzles.analysis.family.member_search import SharedCover, can_share
from cp_puzzles.base.deadline import NO_DEADLINE, Deadline, propagate_interrupt
from cp_puzzles.base.named_values import loaded
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import FASTEST
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.board_and_tiles import read_date
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, puzzle_from
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.spec.loader import read_source
from cp_puzzles.search.search import count_solutions, find_solutions
from cp_puzzles.search.search_options import SearchOptions

LEVELS = ("easy", "medium", "hard")
"""The levels of the boards of a day."""

PIPS_READER = "output.importing.foreign_pieces:read_pips"
"""The reader of a file with the boards of a day, imported when needed."""


@dataclass(frozen=True)
class DayPuzzle:
    """A puzzle with the number of its solutions (None: not counted) and the pieces of one, in the order of hints.

    `day` is the date of a calendar, whose cells the puzzle leaves empty.
    """

    title: str
    puzzle: Puzzle
    solutions: int | None
    placements: tuple[Placement, ...]
    day: date | None = None
    leave: tuple[str, ...] = ()

    @property
    def solution(self) -> Solution:
        """The solution with these pieces."""
        return Solution(self.puzzle, tuple(sorted((*self.puzzle.given, *self.placements))))

    def summary(self, hints: Sequence[str]) -> dict[str, Any]:
        """Return the puzzle as plain data, with hints in words."""
        head = {"name": self.puzzle.name} if self.day is None else {"date": f"{self.day}", "leave": list(self.leave)}
        placements = [each.data(self.puzzle.lattice) for each in self.placements]
        return {**head, "solutions": self.solutions, "hints": list(hints), "placements": placements}


@dataclass(frozen=True)
class Days:
    """The puzzles of one day or of several, those that were solved before the deadline; `wanted` is their number.

    Of a calendar one day is shown, of Pips all boards.
    """

    title: str
    asked: str
    days: tuple[DayPuzzle, ...]
    wanted: int
    has_boards: bool

    @property
    def is_complete(self) -> bool:
        """Return whether all puzzles are solved."""
        return len(self.days) == self.wanted

    @property
    def shown(self) -> tuple[DayPuzzle, ...]:
        """The puzzles of the day that was asked for."""
        return self.days if self.has_boards else self.days[:1]


def days_of(source: str, day: str | None, number: int, deadline: Deadline, on_day: Callable[[str], None]) -> Days:
    """Return the boards of a day of Pips, or some days of a calendar from a date on, by default today.

    `on_day` is called with the title of each puzzle that is solved.
    """
    boards, days = boards_of(source, day), list[DayPuzzle]()
    if boards:
        number, title = len(boards), boards[0].name if len(boards) == 1 else Path(source).stem
        solved = solved_boards(boards, deadline)
    else:
        calendar = puzzle_from(source)
        first, title = read_date(day or "today"), f"{calendar.name}: every day"
        solved = calendar_days(calendar, first, number, deadline)
    for each in solved:
        days.append(each)
        on_day(each.title)
    return Days(title, day or "today", tuple(days), number, bool(boards))


def calendar_days(
    puzzle: Puzzle, first: date, number: int = 1, deadline: Deadline = NO_DEADLINE
) -> Iterator[DayPuzzle]:
    """Yield some days from the first one on, until the deadline; the pieces of each are in reading order.

    Raises `MistakeError` for a puzzle without months and days.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> [day] = calendar_days(puzzle_from("calendar"), date(2026, 10, 6))
    >>> day.title, day.solutions
    ('Tuesday, 6 October', 7)
    """
    labels = [name for name, _ in puzzle.board.labels]
    if not can_share(puzzle, "count", "off", None) or not labels or puzzle.spec is None:
        raise MistakeError(puzzle.name, "this is not a calendar puzzle", "name one, such as calendar")
    shared, calendar = SharedCover(puzzle, FASTEST), puzzle.board.calendar.of(labels)
    for offset in range(number):
        day = first + timedelta(days=offset)
        member = Member(leave=calendar.labels_of(day))
        if not shared.is_exact(member):
            raise MistakeError(puzzle.name, "its tiles do not fill the board around a date", "name a calendar puzzle")
        solved, counted = (shared.answer(member, asked, lambda: deadline.has_passed) for asked in ("solvable", "count"))
        if deadline.has_passed:
            return
        left = build_puzzle(puzzle.spec, leave=member.leave)
        title = f"{day:%A}, {day.day} {day:%B}"
        yield DayPuzzle(title, left, counted.solutions, tuple(sorted(solved.placements)), day, member.leave)


def boards_of(source: str, day: str | None) -> tuple[Puzzle, ...]:
    """Return the boards of a file of Pips, of a day in a folder, or of a puzzle file with regions; else nothing.

    A folder has a file for each day, such as `2026-11-23.json`, or the puzzle files that `import` made of it.
    """
    if os.path.isdir(source):  # False also for a name that is too long
        return _of_folder(Path(source), read_date(day or "today"))
    is_file = source.endswith(".json")
    boards = _of_json(source) if is_file else tuple(filter(_has_regions, [puzzle_from(source)]))
    if boards and day is not None:
        problem = "a file has the boards of one day"
        raise MistakeError(Parameter("date", day), problem, "omit the date, or name the folder of the files")
    return boards


def _has_regions(puzzle: Puzzle) -> bool:
    return not puzzle.board.labels and any(isinstance(rule, RegionRule) for rule in puzzle.rules)


def solved_boards(puzzles: tuple[Puzzle, ...], deadline: Deadline) -> Iterator[DayPuzzle]:
    """Yield each board with its number of solutions, and a solution; end early at the deadline.

    A piece comes before others if a cell that it covers has fewer possible placements.
    """
    for puzzle in puzzles:
        options = SearchOptions(symmetry="off", jobs=1, time_limit=deadline.seconds)
        counted = propagate_interrupt(partial(count_solutions, puzzle, options))
        found = propagate_interrupt(partial(find_solutions, puzzle, replace(options, limit=1)))
        if counted.status != "complete" or found.status == "time-limit":
            return
        yield DayPuzzle(puzzle.name, puzzle, counted.count, tuple(_ordered(puzzle, found.solutions)))


def _ordered(puzzle: Puzzle, solutions: Sequence[Solution]) -> list[Placement]:
    """Return the pieces of the first solution, if there is one, without those that are given."""
    cover = build_cover(puzzle)
    choices = dict(zip(cover.cells, map(len, cover.problem.covering), strict=False))
    pieces = [piece for solution in solutions[:1] for piece in solution.placements if piece not in puzzle.given]
    return sorted(pieces, key=lambda piece: (min(choices[cell] for cell in piece.cells), piece))


def _of_folder(folder: Path, day: date) -> tuple[Puzzle, ...]:
    files = sorted(folder.glob(f"*{day.isoformat()}.json"))
    if files:
        return _of_json(str(files[0]))
    imported = [path for level in LEVELS for path in sorted(folder.glob(f"*{day.isoformat()}-{level}.yaml"))[:1]]
    if not imported:
        problem = f"there is no file {day.isoformat()}.json"
        raise MistakeError(str(folder), problem, ("name a day that has one: ", Parameter("date", "2026-11-23")))
    return tuple(map(puzzle_from, map(str, imported)))


def _of_json(source: str) -> tuple[Puzzle, ...]:
    boards = loaded(PIPS_READER)(*read_source(source), Path(source).stem)
    return tuple(map(build_puzzle, boards.values()))
