"""The command `today`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.options import TEXT
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option, flag, json_option, options_of, out_option
from cp_puzzles.search.options import TimeLimit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cp_puzzles.analysis.family.days import DayPuzzle

DAYS = 366
"""The days of the page of a calendar."""


@command
@argument(
    "spec",
    "CALENDAR",
    "a calendar puzzle: a file, or a name from `cp-puzzles list`; or boards of Pips: the JSON of a day, a puzzle "
    "file that `import` made, or a folder with a file for each day",
)
@command_option("date", "the date, as in 2026-11-23 (default: today)", TEXT, metavar="DATE")
@flag("answer", "draw a solution after the hints")
@options_of(TimeLimit)
@out_option("write a page, .html, with this day and, for a calendar, the days of a year from it on")
@json_option("one object")
def run(asked: Asked) -> int:
    """Show today's puzzle of a calendar, or the boards of a day of Pips: the number of solutions, and hints first.

    Examples
    --------
    cp-puzzles today calendar  the number of solutions of today's date, and hints
    cp-puzzles today calendar --answer  a solution, too
    cp-puzzles today weekday_calendar --date 2026-11-23  another day
    cp-puzzles today calendar --out year.html  a page for the phone with every day of a year
    cp-puzzles today 2026-11-23.json --out day.html  the three boards of a day of Pips
    cp-puzzles today ./pips --date 2026-11-23  those of a day in the folder pips

    Exit status
    -----------
    0 there is a solution; 1 the date, or a board, has none; 2 mistake; 3 the time limit was reached;
    130 interrupted
    """
    from pathlib import Path

    from cp_puzzles.analysis.family.days import boards_of, calendar_days, solved_boards
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, stderr
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.output.web.family_page import hints_of
    from cp_puzzles.puzzle.board_and_tiles import read_date
    from cp_puzzles.puzzle.puzzle import puzzle_from

    if asked.out is not None and Path(asked.out).suffix != ".html":
        raise MistakeError(Parameter("out", asked.out), "unknown suffix", "use .html")
    deadline, boards = Deadline.after(TimeLimit.of_typed(vars(asked)).time_limit), boards_of(asked.spec, asked.date)
    wanted = len(boards) or (1 if asked.out is None else DAYS)
    title = Path(asked.spec).stem
    days: list[DayPuzzle] = []
    with stderr().status("counting") as status:
        if boards:
            solved = solved_boards(boards, deadline)
        else:
            calendar = puzzle_from(asked.spec)
            title = f"{calendar.name}: every day"
            solved = calendar_days(calendar, read_date(asked.date or "today"), wanted, deadline)
        for day in solved:
            days.append(day)
            status.update(day.title)
    shown: list[object] = []
    for day in days if boards else days[:1]:
        shown += _views(day, hints_of(day), with_answer=asked.answer)
    is_whole = len(days) == wanted
    if not is_whole and (boards or not days):
        shown.append("the time limit came first")
    ending = "complete" if days and (is_whole or not boards) else "time-limit"
    summaries = [day.summary(hints_of(day)) for day in days[: None if boards else 1]]
    data = {"boards": summaries} if boards else summaries[0] if days else {"date": asked.date or "today"}
    report(asked, {**data, "status": ending}, *shown)  # type: ignore[arg-type]
    if asked.out is not None and days:
        _write_page(asked.out, title if len(boards) != 1 else days[0].title, days)
    if not is_whole:
        return exits.TIME
    return 0 if all(day.solutions for day in days[: None if boards else 1]) else exits.NONE


def _views(day: DayPuzzle, hints: list[str], *, with_answer: bool) -> Iterator[object]:
    """Yield the number of solutions, the board, hints, and on request a solution instead of the board."""
    from cp_puzzles.base.text import counted
    from cp_puzzles.output.terminal.board_view import board_view, solution_view
    from cp_puzzles.puzzle.rules.region_values import condition_signs

    has_answer = with_answer and bool(day.placements)
    yield f"{day.title}: {counted(day.solutions or 0, 'solution')}"
    if not has_answer:
        yield board_view(day.puzzle)
        if signs := condition_signs(day.puzzle.rules):
            yield signs
    yield from (f"hint: {text}" for text in hints)
    if has_answer:
        yield solution_view(day.solution)


def _write_page(out: str, title: str, days: list[DayPuzzle]) -> None:
    """Write a page, and the pages beside it on which its puzzles are played."""
    from pathlib import Path

    from cp_puzzles.cli.console import say_written
    from cp_puzzles.output.web.family_page import PlayPages, days_page

    play = PlayPages(Path(out))
    write_file(out, days_page(title, days, play))
    play.write()
    say_written(out, "with a page beside it, to play on")
