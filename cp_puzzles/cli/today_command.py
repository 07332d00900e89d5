"""The command `today`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.option_types import Seconds
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import Value, flag, json_option, option, out_option

if TYPE_CHECKING:
    from cp_puzzles.puzzle.puzzle import Puzzle


@command(
    """
cp-puzzles today calendar  the number of solutions of today's date, and hints
cp-puzzles today calendar --answer  a solution, too
cp-puzzles today weekday_calendar --date 2026-11-23  another day
cp-puzzles today calendar --out year.html  a page for the phone with every day of a year
cp-puzzles today 2026-11-23.json --out day.html  the three boards of a day of Pips
cp-puzzles today ./pips --date 2026-11-23  those of a day in the folder pips
""",
    """0 there is a solution; 1 the date, or a board, has none; 2 mistake; 3 the time limit was reached;
130 interrupted""",
)
@click.argument(
    "spec",
    metavar="CALENDAR",
    help="a calendar puzzle: a file, or a name from `cp-puzzles list`; or boards of Pips: the JSON of a day, a puzzle "
    "file that `import` made, or a folder with a file for each day",
)
@option("date", "the date, as in 2026-11-23 (default: today)", Value(str, "DATE"))
@flag("answer", "draw a solution after the hints")
@option("time_limit", "stop after S seconds", Seconds)
@out_option("write a page, .html, with this day and, for a calendar, the days of a year from it on")
@json_option("one object")
def run(options: Options) -> int:
    """Show today's puzzle of a calendar, or the boards of a day of Pips: the number of solutions, and hints first."""
    from pathlib import Path

    from cp_puzzles.analysis.family.calendar_days import calendar_days, hint_text
    from cp_puzzles.analysis.family.day_boards import day_puzzles
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.base.number_text import counted
    from cp_puzzles.cli.console import report, stderr
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.output.terminal.board_view import solution_view
    from cp_puzzles.output.web.year_page import HINTS, year_page
    from cp_puzzles.puzzle.calendar_dates import read_date
    from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from

    if options.out is not None and Path(options.out).suffix != ".html":
        raise MistakeError(Parameter("out", options.out), "unknown suffix", "use .html")
    boards = day_puzzles(options.spec, options.date)
    if boards:
        return _show_boards(options, boards)
    first, puzzle = read_date(options.date or "today"), puzzle_from(options.spec)
    with stderr().status("") as status:
        days = calendar_days(
            puzzle,
            first,
            1 if options.out is None else 366,
            deadline=Deadline.after(options.time_limit),
            on_day=lambda day: status.update(day.title),
        )
    if not days:
        report(options, {"date": first.isoformat(), "status": "time-limit"}, "the time limit came first")
        return exits.TIME
    day = days[0]
    hints = [hint_text(puzzle, placement) for placement in day.placements[:HINTS]]
    summary: dict[str, object] = {"date": day.day.isoformat(), "leave": list(day.labels), "solutions": day.solutions}
    summary |= {"hints": hints, "placements": [each.data(puzzle.lattice) for each in day.placements]}
    drawn = [f"{day.title}: {counted(day.solutions or 0, 'solution')}", *(f"hint: {text}" for text in hints)]
    shown: list[object] = list(drawn)
    if options.answer and day.placements and puzzle.spec is not None:
        from cp_puzzles.cover.solution import Solution

        solved = Solution(build_puzzle(puzzle.spec, leave=day.labels), day.placements)
        shown.append(solution_view(solved))
    report(options, {**summary, "status": "complete"}, *shown)  # type: ignore[arg-type]
    if options.out is not None:
        _write_page(options.out, year_page(puzzle, days, day))
        if len(days) < 366:
            return exits.TIME
    return 0 if day.solutions else exits.NONE


def _write_page(out: str, page: str) -> None:
    """Write a page, and the editor beside it, to which it links."""
    from pathlib import Path

    from cp_puzzles.cli.console import say_written
    from cp_puzzles.output.web.edit_page import edit_page
    from cp_puzzles.output.web.family_page import EDITOR

    write_file(out, page)
    write_file(Path(out).with_name(EDITOR), edit_page())
    say_written(out, f"with {EDITOR} beside it, to play on")


def _show_boards(options: Options, puzzles: tuple[Puzzle, ...]) -> int:
    """Show boards of Pips: each with its number of solutions and hints, and on request an answer."""
    from cp_puzzles.analysis.family.day_boards import solved_boards
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.base.number_text import counted
    from cp_puzzles.cli.console import report, stderr
    from cp_puzzles.cover.solution import Solution
    from cp_puzzles.output.terminal.board_view import board_view, solution_view
    from cp_puzzles.output.terminal.place_words import piece_words
    from cp_puzzles.output.web.day_page import DayView, day_page
    from cp_puzzles.output.web.year_page import HINTS
    from cp_puzzles.puzzle.rules.region_values import condition_signs

    views = []
    with stderr().status("counting"):
        for board in solved_boards(puzzles, Deadline.after(options.time_limit)):
            hints = tuple(piece_words(board.puzzle, piece) for piece in board.placements[:HINTS])
            views.append(DayView(board, hints))
    shown: list[object] = []
    for view in views:
        puzzle, answer = view.board.puzzle, options.answer and view.board.placements
        shown += [f"{puzzle.name}: {counted(view.board.solutions, 'solution')}"]
        shown += [] if answer else [board_view(puzzle), condition_signs(puzzle.rules)]
        shown += [f"hint: {text}" for text in view.hints]
        if answer:
            shown.append(solution_view(Solution(puzzle, tuple(sorted((*puzzle.given, *view.board.placements))))))
    is_whole = len(views) == len(puzzles)
    if not is_whole:
        shown.append("the time limit came first")
    summary = {"boards": [view.summary() for view in views], "status": "complete" if is_whole else "time-limit"}
    report(options, summary, *shown)  # type: ignore[arg-type]
    if options.out is not None:
        _write_page(options.out, day_page(options.spec, views))
    if not is_whole:
        return exits.TIME
    return 0 if all(view.board.solutions for view in views) else exits.NONE
