"""Files about a family: answers, reasons and certificates; pages with a heat map and for each member a way to play.

A page has no scripts. Its members are those of a family, the days of a calendar, or the boards of a day. A play page
beside it serves all members of one puzzle: the address tells which of its cells stay empty.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from cp_puzzles.analysis.analysis_options import EXPLAIN_SECONDS
from cp_puzzles.analysis.family.days import DayPuzzle
from cp_puzzles.analysis.family.family import Family
from cp_puzzles.analysis.family.member import Answer, FamilyResult, Member, sequence_of
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline
from cp_puzzles.base.file_access import csv_text, file_stem, write_file
from cp_puzzles.base.text import counted, integer
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.puzzle_picture import solution_picture
from cp_puzzles.output.search_files import SearchFiles
from cp_puzzles.output.terminal.annotated_boards import hints_of
from cp_puzzles.output.web.html_page import html_page, inline_picture
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.search.search import count_solutions
from cp_puzzles.search.search_options import CountOptions

if TYPE_CHECKING:
    from cp_puzzles.cover.proofs.explanation import Explanation


@dataclass
class FamilyCertificates:
    """The number of members whose certificates are written, and the names of those without one in time."""

    written: int = 0
    missing: list[str] = field(default_factory=list)


def certified(
    result: FamilyResult,
    folder: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    deadline: Deadline | None = None,
    show: Callable[[str], None] = lambda text: None,
) -> tuple[FamilyResult, FamilyCertificates]:
    r"""Return the answers with the reasons of members without a solution, and write their certificates into a folder.

    Each certificate has a folder of its own, named after the member. The time limit holds for each member, the deadline
    for all: members that are not reached keep their answers. An interrupt ends the explanations, too.

    >>> from cp_puzzles.analysis.family.each import each
    >>> spec = {"name": "T", "board": {"size": [4, "{n}"]}, "parameters": {"n": 4}}
    >>> spec["tiles"] = [{"name": "T", "drawing": "XXX\n.X.", "multiplicity": "any"}]
    >>> certified(each(spec, for_="n=5", jobs=1))[0].answers[0].reason.split(".")[0]
    'Write the numbers shown into the cells'
    """
    from cp_puzzles.analysis.explain import explain  # with all proofs

    answers, certificates, deadline = list(result.answers), FamilyCertificates(), deadline or NO_DEADLINE
    for number, answer in enumerate(result.answers):
        if answer.solvable is not False or deadline.has_passed:
            continue
        member = result.members[number]
        seconds = deadline.earlier(min(time_limit or EXPLAIN_SECONDS, EXPLAIN_SECONDS)).seconds or EXPLAIN_SECONDS
        show(f"explaining {member}")
        assert isinstance(result.members, Family)
        try:
            puzzle = result.members.puzzle(member, result.members.base(member))
            explanation = explain(puzzle, time_limit=seconds)
            if explanation.answer == "none":
                answers[number] = replace(answer, reason=" ".join(explanation.steps))
                place = None if folder is None else Path(folder) / file_stem(str(member))
                if place and _is_certified(puzzle, explanation, place, seconds):
                    certificates.written += 1
                elif place:
                    certificates.missing.append(str(member))
        except (KeyboardInterrupt, CanceledError):
            break
    return replace(result, answers=tuple(answers)), certificates


def _is_certified(puzzle: Puzzle, explanation: Explanation, place: Path, seconds: float) -> bool:
    """Write the certificate of a puzzle without a solution, which was explained; return whether there was time."""
    from cp_puzzles.analysis.certificate.writer import certify_weights  # imports numba

    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        certify_weights(puzzle, explanation, place)
    except MistakeError:
        options = CountOptions(time_limit=seconds, jobs=1, certificate=str(place), on_note=lambda note: None)
        record = SearchFiles(puzzle, options)
        record.finish(count_solutions(puzzle, record.timed(options)), sets=False)
    return place.exists()


def save_answers(result: FamilyResult, path: str | os.PathLike[str]) -> None:
    """Write the answers to a file, in the format of its suffix; raise `MistakeError` for another suffix.

    `.csv`, `.md` and `.jsonl` have a row for each member, `.json` the summary, `.txt` a line `n value` for each term of
    a sequence, as b-files of the OEIS have it. Beside a page, `.html`, stand pages on which members are played.
    """
    refuse_suffix(path)
    if Path(path).suffix == PAGE:
        play = PlayPages(Path(path))
        play.write(family_page(result, play))
    else:
        write_file(path, WRITERS[Path(path).suffix](result))


def refuse_suffix(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` for a file with another suffix than those of `WRITERS` and `PAGE`."""
    if Path(path).suffix not in (*WRITERS, PAGE):
        raise MistakeError(Parameter("out", path), "unknown suffix", f"use {', '.join([*WRITERS, PAGE])}")


def _table(result: FamilyResult) -> list[list[object]]:
    """Return the names of columns, then a row for each member: what varies, then the answer."""
    pairs = zip(result.members, result.answers, strict=True)
    rows = [{**member.columns, **answer.data(result.question)} for member, answer in pairs]
    header = list(dict.fromkeys(key for row in rows for key in row))
    words = {None: "", True: "yes", False: "no"}
    cells = ([row.get(key) for key in header] for row in rows)
    return [[*header], *([words[x] if x is None or isinstance(x, bool) else x for x in row] for row in cells)]


def _markdown(result: FamilyResult) -> str:
    header, *rows = _table(result)
    lines: list[list[object]] = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(value).replace("|", "\\|") for value in line) + " |\n" for line in lines)


def _b_file(result: FamilyResult) -> str:
    pairs = sequence_of(result)
    if pairs is None:
        problem = "the answers are not a sequence: known numbers for one parameter in steps of one"
        raise MistakeError(Parameter("out"), problem, "use --for n=1..12 --count, or write .csv")
    return "".join(f"{n} {value}\n" for n, value in pairs)


WRITERS: Mapping[str, Callable[[FamilyResult], str]] = {
    ".csv": lambda result: csv_text(_table(result)),
    ".md": _markdown,
    ".jsonl": lambda result: "".join(json.dumps(row) + "\n" for row in result.summary()["members"]),
    ".json": lambda result: json.dumps(result.summary()) + "\n",
    ".txt": _b_file,
}
"""The writers of answers by suffix."""

PAGE = ".html"
"""The suffix of a page of answers."""


LEVELS = 6
"""Shades of a heat map, on a logarithmic scale."""

MAX_MEMBERS = 5_000
"""The largest number of members of a page: its size is a few megabytes."""

MAX_PLAYED = 60
"""The largest number of play pages beside a page: each has a tenth of a megabyte or more."""

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


class PlayPages:
    """The play pages beside a page: one for each puzzle, up to the cells that stay empty."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._puzzles: list[tuple[PuzzleSpec, Puzzle]] = []

    def link(self, puzzle: Puzzle) -> str:
        """Return the address on which a puzzle is played; empty without a spec, and beyond `MAX_PLAYED` pages."""
        number = next((n for n, (spec, _) in enumerate(self._puzzles) if spec == puzzle.spec), len(self._puzzles))
        if puzzle.spec is None or number == MAX_PLAYED:
            return ""
        if number == len(self._puzzles):
            self._puzzles.append((puzzle.spec, build_puzzle(puzzle.spec)))
        board = self._puzzles[number][1].board
        cells = sorted((*board.cells, *board.left_empty))
        empty = ".".join(str(cells.index(cell)) for cell in sorted(puzzle.board.left_empty))
        return f"{self._name(number)}#view=play" + (f"&empty={empty}" if empty else "")

    def write(self, page: str) -> None:
        """Write the page and its play pages."""
        write_file(self._out, page)
        for number, (_, puzzle) in enumerate(self._puzzles):
            write_file(self._out.with_name(self._name(number)), page_html(puzzle, ()))

    def _name(self, number: int) -> str:
        return f"{self._out.stem}-play{number + 1 if number else ''}.html"


def family_page(result: FamilyResult, play: PlayPages) -> str:
    """Return the page of a family; raise `MistakeError` for more than `MAX_MEMBERS` members."""
    if len(result.members) > MAX_MEMBERS:
        problem = f"a page has at most {MAX_MEMBERS:,} members, not {len(result.members):,}"
        raise MistakeError(Parameter("out"), problem, "write .csv or .jsonl")
    is_count = result.question == "count"
    levels = _levels([answer.solutions for answer in result.answers])

    def shade(answer: Answer) -> int:
        return levels.get(answer.solutions or 0, 0) if is_count else LEVELS // 2 if answer.solvable else 0

    pairs = zip(result.members, result.answers, strict=True)
    members = [
        PageMember(str(member), _words(answer), _link(result.members, member, play), shade(answer), _place(member))
        for member, answer in pairs
    ]
    legend = _legend(levels) if is_count else ((0, "no solution, or not known"), (LEVELS // 2, "solvable"))
    name = result.name.translate({ord("{"): None, ord("}"): None})  # a parameter of the family
    return _page(f"{name}: {len(result.members):,} members", (), members, legend)


def days_page(title: str, days: Sequence[DayPuzzle], play: PlayPages) -> str:
    """Return the page of the days of a calendar, the first one before all, or of the boards of a day."""
    levels = _levels([day.solutions for day in days])

    def times(copies: int) -> str:
        return f" ({copies} times)" if copies > 1 else ""

    members = [
        PageMember(
            day.title,
            "There may be solutions." if day.solutions is None else _words(Answer("complete", True, day.solutions)),
            play.link(day.puzzle),
            levels.get(day.solutions or 0, 0),
            ("", f"{day.day:%b %Y}", str(day.day.day)) if day.day is not None else ("", "", ""),
            hints_of(day),
            "" if day.day is not None else _picture(day.puzzle, day.puzzle.given),
            "" if day.day is not None else ", ".join(tile.name + times(tile.maximum) for tile in day.puzzle.tiles),
            _picture(day.puzzle, day.solution.placements) if day.placements else "",
        )
        for day in days
    ]
    if days[0].day is None:
        return _page(title, members, (), ())
    today = replace(members[0], board=_picture(days[0].puzzle, days[0].puzzle.given))
    return _page(title, (today,), members, _legend(levels))


def _page(
    title: str, first: Sequence[PageMember], members: Sequence[PageMember], legend: Sequence[tuple[int, str]]
) -> str:
    rows: dict[str, dict[str, list[tuple[int, PageMember] | None]]] = {}
    for number, member in enumerate(members):
        table, row, _ = member.place
        rows.setdefault(table, {}).setdefault(row, []).append((number, member))
    tables = {name: _aligned(of) for name, of in rows.items()}
    return html_page(
        "family.html", style="plain.css", title=title, first=first, tables=tables, members=members, legend=legend
    )


def _aligned(
    rows: Mapping[str, Sequence[tuple[int, PageMember] | None]],
) -> Mapping[str, Sequence[tuple[int, PageMember] | None]]:
    """Return rows in which each member is in the column of its last word, None where there is none."""
    at = {row: {cell[1].place[2]: cell for cell in cells if cell} for row, cells in rows.items()}
    columns = list(dict.fromkeys(column for cells in at.values() for column in cells))
    if all(map(str.isdecimal, columns)):
        columns.sort(key=int)
    is_table = all(len(at[row]) == len(cells) for row, cells in rows.items())
    return {row: [cells.get(column) for column in columns] for row, cells in at.items()} if is_table else rows


def _picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Markup:
    """Return a picture of pieces on the board, for a page with the style of its colors."""
    return inline_picture(solution_picture(puzzle, tuple(placements)), _WIDTH)


def _levels(numbers: Sequence[int | None]) -> dict[int, int]:
    """Return the shade of each number of solutions, from 1 to `LEVELS`, and 0 for none if a member has none.

    >>> _levels([1, 2, None, 100])
    {1: 1, 2: 1, 100: 6}
    """
    positive = sorted({number for number in numbers if number})
    low, high = (log(positive[0]), log(positive[-1])) if positive else (0.0, 0.0)
    shares = {number: LEVELS * (log(number) - low) / ((high - low) or 1) for number in positive}
    none = {0: 0} if 0 in numbers else {}
    return none | {number: 1 + min(LEVELS - 1, int(share)) for number, share in shares.items()}


def _legend(levels: Mapping[int, int]) -> tuple[tuple[int, str], ...]:
    """Return the shades with the numbers that they stand for.

    >>> _legend({0: 0, 1: 1, 2: 1, 100: 6})
    ((0, '0'), (1, '1 to 2'), (6, '100'))
    """
    ends = {level: [number for number, each in levels.items() if each == level] for level in levels.values()}
    return tuple((level, " to ".join(map(integer, sorted({min(ns), max(ns)})))) for level, ns in ends.items())


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
    columns = [(name, str(value)) for name, value in member.columns.items() if name != "leave"]
    words = [*(f"{name} = {value}" for name, value in columns), *member.leave]
    if columns and not member.leave:
        words[-1] = columns[-1][1]
    first = [*([""] * max(0, 2 - len(words))), *words]
    if len(words) > 2 and len(member.leave) == len(words):
        first = [*words[2:], *words[:2]]
    return " ".join(first[:-2]), first[-2], first[-1]


def _link(members: Sequence[Member], member: Member, play: PlayPages) -> str:
    if member.tiles is not None or not isinstance(members, Family):
        return ""
    try:
        return play.link(members.puzzle(member, members.base(member)))
    except MistakeError:
        return ""


def write_days(path: str, title: str, days: Sequence[DayPuzzle]) -> None:
    """Write the page of some days, and beside it the page on which their puzzles are played."""
    play = PlayPages(Path(path))
    play.write(days_page(title, days, play))
