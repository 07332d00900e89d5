"""A page of the answers about a family: a heat map of the members, and for each a way to solve it and to play.

The page links to the editor, a page beside it, which solves a puzzle in the browser; the address of a puzzle there
holds its file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log

from cp_puzzles.analysis.design.challenge import plain_spec
from cp_puzzles.analysis.family.family import Family
from cp_puzzles.analysis.family.member import Answer, FamilyResult, Member
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.web.edit_page import link_part
from cp_puzzles.output.web.html_page import html_page
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.spec_text import spec_text

EDITOR = "edit.html"
"""The page beside a heat map on which a puzzle is solved and played."""

LEVELS = 6
"""Shades of a heat map, on a logarithmic scale."""

MAX_MEMBERS = 5_000
"""The largest number of members of a page: its size is a few megabytes."""


def shade_of(numbers: Sequence[int]) -> Callable[[int | None], int]:
    """Return the shade of a number among others, from 1 to `LEVELS`; 0 for none or an unknown number."""
    positive = [number for number in numbers if number]
    low, high = log(min(positive, default=1)), log(max(positive, default=1))

    def level(number: int | None) -> int:
        if not number:
            return 0
        return 1 + min(LEVELS - 1, int(LEVELS * (log(number) - low) / ((high - low) or 1)))

    return level


def play_link(puzzle: Puzzle) -> str:
    """Return the address of a puzzle in the editor; empty for a puzzle that was not built from a spec."""
    return "" if puzzle.spec is None else EDITOR + link_part(spec_text(plain_spec(puzzle)))


@dataclass(frozen=True)
class _Place:
    """A member on the page: its number, the words of the table, row and column, and the title of the table."""

    number: int
    table: str
    row: str
    column: str


def family_page(result: FamilyResult) -> str:
    """Return the page of a family; raise `MistakeError` for more than `MAX_MEMBERS` members."""
    if len(result.members) > MAX_MEMBERS:
        problem = f"a page has at most {MAX_MEMBERS:,} members, not {len(result.members):,}"
        raise MistakeError(Parameter("out"), problem, "write .csv or .jsonl")
    tables: dict[str, dict[str, list[_Place]]] = {}
    for place in _places(result.members):
        tables.setdefault(place.table, {}).setdefault(place.row, []).append(place)
    level = shade_of([answer.solutions or 0 for answer in result.answers])

    def shade(answer: Answer) -> int:
        return level(answer.solutions) if result.question == "count" else LEVELS // 2 if answer.solvable else 0

    links = [_link(result.members, member) for member in result.members]
    return html_page(
        "family.html",
        style="plain.css",
        title=f"{result.name}: {len(result.members):,} members",
        tables=tables,
        result=result,
        shade=shade,
        links=links,
    )


def _places(members: Sequence[Member]) -> Iterator[_Place]:
    """Yield the place of each member: the last of its words across, the one before down, the others as a table."""
    for number, member in enumerate(members):
        words = [str(value) for name, value in member.columns.items() if name != "leave"]
        words = [*words, *member.leave]
        first = [*([""] * max(0, 2 - len(words))), *words]
        if len(words) > 2 and len(member.leave) == len(words):
            first = [*words[2:], *words[:2]]
        yield _Place(number, " ".join(first[:-2]), first[-2], first[-1])


def _link(members: Sequence[Member], member: Member) -> str:
    if member.tiles is not None or not isinstance(members, Family):
        return ""
    try:
        return play_link(members.puzzle(member, members.base(member)))
    except MistakeError:
        return ""
