"""The command `today`."""

from __future__ import annotations

import click

from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.option_types import Seconds
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import Value, flag, json_option, option, out_option


@command(
    """
cp-puzzles today calendar  the number of solutions of today's date, and hints
cp-puzzles today calendar --answer  a solution, too
cp-puzzles today weekday_calendar --date 2026-11-23  another day
cp-puzzles today calendar --out year.html  a page for the phone with every day of a year
""",
    """0 there is a solution; 1 the date has none; 2 mistake; 3 the time limit was reached; 130 interrupted""",
)
@click.argument("spec", metavar="CALENDAR", help="a calendar puzzle: a file, or a name from `cp-puzzles list`")
@option("date", "the date, as in 2026-11-23 (default: today)", Value(str, "DATE"))
@flag("answer", "draw a solution after the hints")
@option("time_limit", "stop after S seconds", Seconds)
@out_option("write a page, .html, with this day and the days of a year from it on")
@json_option("one object")
def run(options: Options) -> int:
    """Show today's puzzle of a calendar: the number of solutions, and hints before the answer."""
    from pathlib import Path

    from cp_puzzles.analysis.family.calendar_days import calendar_days, hint_text
    from cp_puzzles.base.cancellation import deadline_after
    from cp_puzzles.base.number_text import counted
    from cp_puzzles.cli.console import report, say_written, stderr
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.output.terminal.board_view import solution_view
    from cp_puzzles.output.web.edit_page import edit_page
    from cp_puzzles.output.web.family_page import EDITOR
    from cp_puzzles.output.web.year_page import HINTS, year_page
    from cp_puzzles.puzzle.calendar_dates import read_date
    from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from

    if options.out is not None and Path(options.out).suffix != ".html":
        raise MistakeError(Parameter("out", options.out), "unknown suffix", "use .html")
    first, puzzle = read_date(options.date or "today"), puzzle_from(options.spec)
    with stderr().status("") as status:
        days = calendar_days(
            puzzle,
            first,
            1 if options.out is None else 366,
            deadline=deadline_after(options.time_limit),
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
        write_file(options.out, year_page(puzzle, days, day))
        editor = Path(options.out).with_name(EDITOR)
        write_file(editor, edit_page())
        say_written(options.out, f"with {editor.name} beside it, to play on")
        if len(days) < 366:
            return exits.TIME
    return 0 if day.solutions else exits.NONE
