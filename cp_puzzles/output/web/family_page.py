"""A page of puzzles with their answers, without scripts: a heat map, and for each a way to solve it and to play.

They are the members of a family, the days of a calendar, or the boards of a day. The page links to the editor, a page
beside it, which solves a puzzle in the browser; the address of a puzzle there holds its file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from markupsafe import Markup

from cp_puzzles.analysis.design.challenge import plain_spec
from cp_puzzles.analysis.family.days import DayPuzzle
from cp_puzzles.analysis.family.family import Family
from cp_puzzles.analysis.family.member import Answer, FamilyResult, Member
from cp_puzzles.base.number_text import counted
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.solution_picture import solution_picture
from cp_puzzles.output.terminal.place_words import piece_words
from cp_puzzles.output.web.edit_page import link_part
from cp_puzzles.output.web.html_page import html_page, inline_picture
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.spec_text import spec_text

EDITOR = "edit.html"
"""The page beside a heat map on which a puzzle is solved and played."""

LEVELS = 6
"""Shades of a heat map, on a logarithmic scale."""

MAX_MEMBERS = 5_000
"""The largest number of members of a page: its size is a few megabytes."""

HINTS = 3
"""Pieces that are told before the solution."""

_WIDTH = 360.0
"""The width of a picture in pixels."""


@dataclass(frozen=True)
class PageMember:
    """A puzzle on the page: its answer in words and as a shade, its link, hints, board, pieces and solution.

    `place` has the title of its table, its row and its column.
    """

    title: str
    answer: str
    link: str
    level: int = 0
    place: tuple[str, str, str] = ("", "", "")
    hints: Sequence[str] = ()
    board: Markup | str = ""
    pieces: str = ""
    picture: Markup | str = ""


def family_page(result: FamilyResult) -> str:
    """Return the page of a family; raise `MistakeError` for more than `MAX_MEMBERS` members."""
    if len(result.members) > MAX_MEMBERS:
        problem = f"a page has at most {MAX_MEMBERS:,} members, not {len(result.members):,}"
        raise MistakeError(Parameter("out"), problem, "write .csv or .jsonl")
    level = _level_of([answer.solutions for answer in result.answers])

    def shade(answer: Answer) -> int:
        return level(answer.solutions) if result.question == "count" else LEVELS // 2 if answer.solvable else 0

    pairs = zip(result.members, result.answers, strict=True)
    members = [
        PageMember(str(member), _words(answer), _link(result.members, member), shade(answer), _place(member))
        for member, answer in pairs
    ]
    return _page(f"{result.name}: {len(result.members):,} members", (), members)


def days_page(title: str, days: Sequence[DayPuzzle]) -> str:
    """Return the page of the days of a calendar, the first one before all, or of the boards of a day."""
    level = _level_of([day.solutions for day in days])
    members = [
        PageMember(
            day.title,
            "There may be solutions." if day.solutions is None else _words(Answer("complete", True, day.solutions)),
            play_link(day.puzzle),
            level(day.solutions),
            ("", f"{day.day:%b %Y}", str(day.day.day)) if day.day is not None else ("", "", ""),
            hints_of(day),
            "" if day.day is not None else _picture(day.puzzle, day.puzzle.given),
            "" if day.day is not None else _pieces(day.puzzle),
            _picture(day.puzzle, day.solution.placements) if day.placements else "",
        )
        for day in days
    ]
    is_calendar = days[0].day is not None
    return _page(title, members[:1] if is_calendar else members, members if is_calendar else ())


def _page(title: str, first: Sequence[PageMember], members: Sequence[PageMember]) -> str:
    tables: dict[str, dict[str, list[tuple[int, PageMember]]]] = {}
    for number, member in enumerate(members):
        table, row, _ = member.place
        tables.setdefault(table, {}).setdefault(row, []).append((number, member))
    return html_page("family.html", style="plain.css", title=title, first=first, tables=tables, members=members)


def hints_of(day: DayPuzzle) -> list[str]:
    """Return where the first pieces of a solution are, in words."""
    return [piece_words(day.puzzle, placement) for placement in day.placements[:HINTS]]


def play_link(puzzle: Puzzle) -> str:
    """Return the address of a puzzle in the editor; empty for a puzzle that was not built from a spec."""
    return "" if puzzle.spec is None else EDITOR + link_part(spec_text(plain_spec(puzzle)))


def _picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Markup:
    """Return a picture of pieces on the board, for a page with the style of its colors."""
    return inline_picture(solution_picture(puzzle, tuple(placements)), _WIDTH)


def _pieces(puzzle: Puzzle) -> str:
    """Return the names of the pieces, with the number of copies."""
    tiles = ((tile.name, tile.maximum) for tile in puzzle.tiles)
    return ", ".join(f"{name} ({number} times)" if number > 1 else name for name, number in tiles)


def _level_of(numbers: Sequence[int | None]) -> Callable[[int | None], int]:
    """Return the shade of a number among others, from 1 to `LEVELS`; 0 for none or an unknown number."""
    positive = [number for number in numbers if number]
    low, high = log(min(positive, default=1)), log(max(positive, default=1))

    def level(number: int | None) -> int:
        if not number:
            return 0
        return 1 + min(LEVELS - 1, int(LEVELS * (log(number) - low) / ((high - low) or 1)))

    return level


def _words(answer: Answer) -> str:
    if answer.solvable is None:
        return answer.reason or "not known"
    if not answer.solvable or answer.solutions == 0:
        return f"no solution{f': {answer.reason}' if answer.reason else ''}"
    if answer.solutions is not None:
        return counted(answer.solutions, "solution")
    return "solvable" if answer.value is None else str(answer.value)


def _place(member: Member) -> tuple[str, str, str]:
    """Return the place of a member: the last of its words across, the one before down, the others as a table."""
    words = [str(value) for name, value in member.columns.items() if name != "leave"]
    words = [*words, *member.leave]
    first = [*([""] * max(0, 2 - len(words))), *words]
    if len(words) > 2 and len(member.leave) == len(words):
        first = [*words[2:], *words[:2]]
    return " ".join(first[:-2]), first[-2], first[-1]


def _link(members: Sequence[Member], member: Member) -> str:
    if member.tiles is not None or not isinstance(members, Family):
        return ""
    try:
        return play_link(members.puzzle(member, members.base(member)))
    except MistakeError:
        return ""
