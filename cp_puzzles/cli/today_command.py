"""The command `today`."""

from __future__ import annotations

from cp_puzzles.base.options import TEXT
from cp_puzzles.cli import exit_status as exits
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option, flag, json_option, options_of, out_option
from cp_puzzles.search.options import TimeLimit

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
@command_option("hints", "number of hints to show, one after the other", default=1)
@flag("answer", "draw a solution after the hints")
@options_of(TimeLimit)
@out_option("write a page, .html, with this day and, for a calendar, the days of a year from it on")
@json_option("one object")
def run(asked: Asked) -> int:
    """Show today's puzzle of a calendar, or the boards of a day of Pips: the number of solutions, and a hint first.

    Examples
    --------
    cp-puzzles today calendar  the number of solutions of today's date, the board, and a hint
    cp-puzzles today calendar --hints 2  the next hint, too
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

    from cp_puzzles.analysis.family.days import days_of
    from cp_puzzles.base.deadline import Deadline
    from cp_puzzles.cli.console import report, say_written, stderr
    from cp_puzzles.errors import MistakeError, Parameter
    from cp_puzzles.output.terminal.place_words import days_summary, days_view
    from cp_puzzles.output.web.family_page import write_days

    if asked.out is not None and Path(asked.out).suffix != ".html":
        raise MistakeError(Parameter("out", asked.out), "unknown suffix", "use .html")
    deadline = Deadline.after(TimeLimit.of_typed(vars(asked)).time_limit)
    with stderr().status("counting") as status:
        days = days_of(asked.spec, asked.date, 1 if asked.out is None else DAYS, deadline, status.update)
    report(asked, days_summary(days), *days_view(days, asked.hints, with_answer=asked.answer))
    if asked.out is not None and days.days:
        write_days(asked.out, days.title, days.days)
        say_written(asked.out, "with a page beside it, to play on")
    if not days.is_complete:
        return exits.TIME
    return 0 if all(day.solutions for day in days.shown) else exits.NONE
