"""Days of calendar puzzles: `today`, `--leave` with a date, and the page of a year."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from cp_puzzles import Puzzle, build_puzzle, count, load_spec, parse_spec
from cp_puzzles.analysis.family.days import calendar_days
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.family_files import PlayPages, days_page
from cp_puzzles.puzzle.board_and_tiles import Calendar
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.cli.program import Program


def test_leave_takes_a_date() -> None:
    """A date and `today` stand for the labels of their month, day and weekday."""
    spec = load_spec("weekday_calendar")
    named, dated = (build_puzzle(spec, leave=leave) for leave in (("Nov", "23", "Mon"), ("2026-11-23",)))
    assert named.board == dated.board
    assert len(build_puzzle(spec, leave=["today"]).board.left_empty) == 3
    with pytest.raises(MistakeError, match="this is not a date"):
        build_puzzle(spec, leave=["2026-11-31"])
    with pytest.raises(MistakeError, match="no 12 labels are the months in their order"):
        build_puzzle(load_spec("genius_square"), leave=["today"])


def test_calendar_days_have_their_counts() -> None:
    """Each day has the number of solutions that its date has alone, and a solution with every piece."""
    puzzle = puzzle_from("calendar")
    days = [*calendar_days(puzzle, date(2026, 12, 31), 2)]
    assert [day.leave for day in days] == [("Dec", "31"), ("Jan", "1")]
    assert [day.solutions for day in days] == [count("calendar", leave=day.leave, jobs=1).count for day in days]
    assert all(len(day.placements) == 8 for day in days)
    with pytest.raises(MistakeError, match="not a calendar puzzle"):
        next(calendar_days(puzzle_from("soma"), date(2026, 1, 1)))


def test_year_page_has_every_day(tmp_path: Path) -> None:
    """The page loads nothing and runs nothing: a cell of the table for each day leads to its hints and a solution.

    The play page beside it is one for all days; the address names the two cells that stay empty.
    """
    puzzle, play = puzzle_from("calendar"), PlayPages(tmp_path / "year.html")
    page = days_page("every day", [*calendar_days(puzzle, date(2026, 10, 5), 3)], play)
    play.write(page)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["year-play.html", "year.html"]
    cells = sorted(puzzle.board.cells)
    labels = {name: cells.index(cell) for name, cell in puzzle.board.labels}
    assert f'href="year-play.html#view=play&amp;empty={labels["Oct"]}.{labels["6"]}"' in page
    assert page.count("<summary>Solution</summary>") == 4
    assert 'href="#m1" title="Tuesday, 6 October: 7 solutions">6</a>' in page
    assert "<script" not in page


def test_today_gives_hints_before_the_answer(run: Program, tmp_path: Path) -> None:
    """The command draws the board and prints hints, draws the solution only if asked, and refuses another puzzle."""
    done = run("today", "calendar", "--date", "2026-10-06")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Tuesday, 6 October: 7 solutions")
    assert "hint: block on Jan" in done.stdout
    assert (done.stdout.count("block"), done.stdout.count("hint: ")) == (1, 1)
    assert "--hints 2 shows another hint" in done.stdout
    assert run("today", "calendar", "--date", "2026-10-06", "--hints", "2").stdout.count("hint: ") == 2
    summary = json.loads(run("today", "calendar", "--date", "2026-10-06", "--json").stdout)
    assert (summary["solutions"], summary["leave"], len(summary["hints"])) == (7, ["Oct", "6"], 3)
    assert run("today", "soma").returncode == 2
    assert "unknown suffix" in run("today", "calendar", "--out", str(tmp_path / "x.pdf")).stderr


DAYS = """
name: days
board:
  size: [4, 11]
  labels: |
    Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov
    Dec 1   2   3   4   5   6   7   8   9   10
    11  12  13  14  15  16  17  18  19  20  21
    22  23  24  25  26  27  28  29  30  31  .
tiles: [%s]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tiles", "date", "status", "solutions"),
    [
        ("{name: bar, drawing: XXXXXXXXXXX, multiplicity: 3}, {name: row, drawing: XXXXXXXXX}", "2026-01-02", 1, 0),
        pytest.param('{name: hook, drawing: "X.\\nXX", multiplicity: 14}', "2026-01-02", 0, 1, marks=pytest.mark.slow),
    ],
)
def test_today_writes_a_page(tiles: str, date: str, status: int, solutions: int, run: Program, tmp_path: Path) -> None:
    """A date without a solution is exit status 1; the page is written in any case."""
    spec = tmp_path / "days.yaml"
    spec.write_text(DAYS % tiles, encoding="utf-8")
    done = run("today", str(spec), "--date", date, "--out", str(tmp_path / "year.html"), "--json")
    assert done.returncode == status, done.stderr
    assert bool(json.loads(done.stdout)["solutions"]) is bool(solutions)
    page = (tmp_path / "year.html").read_text(encoding="utf-8")
    assert page.count('<a href="#m') >= 365


DUTCH = """
name: kalender
board:
  labels: |
    jan feb mrt apr mei jun .
    jul aug sep okt nov dec .
     1   2   3   4   5   6   7
     8   9  10  11  12  13  14
    15  16  17  18  19  20  21
    22  23  24  25  26  27  28
    29  30  31  zo  ma  di  wo
     .   .   .   .  do  vr  za
fill: false
tiles: [{set: monomino}]
"""


def test_calendar_in_another_language_has_dates() -> None:
    """Dutch months by their place, weekdays from Sunday on; a point is no cell, so the board has 50."""
    spec = parse_spec(DUTCH)
    board = build_puzzle(spec, leave=["2026-11-23"]).board
    assert {name for name, cell in board.labels if cell in board.left_empty} == {"nov", "23", "ma"}
    assert len(board.cells) + len(board.left_empty) == 50
    assert len(build_puzzle(parse_spec(spec.to_yaml())).board.cells) == 50
    german = ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"]
    french = ["janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."]
    for months in (german, french):
        labels = [*map(str, range(1, 32)), *months]
        assert Calendar().of(labels).labels_of(date(2026, 2, 3)) == (months[1], "3")


def test_calendar_names_months_and_weekdays() -> None:
    """`board.calendar` lists what place and language do not tell; nothing is guessed, and no option is named."""
    unknown = DUTCH.replace("zo  ma  di  wo", "a   b   c   d").replace("do  vr  za", "e   f   g")
    with pytest.raises(MistakeError, match=r"^board\.labels: the weekdays a b c d e f g are of an unknown language"):
        next(calendar_days(build_puzzle(parse_spec(unknown.replace("fill: false", ""))), date(2026, 11, 23)))
    months = "[jan, feb, mrt, apr, mei, jun, jul, aug, sep, okt, nov, dec]"
    named = unknown.replace("fill:", f"  calendar: {{months: {months}, weekdays: [b, c, d, e, f, g, a]}}\nfill:")
    board = build_puzzle(parse_spec(named), leave=["2026-11-22"]).board
    assert {name for name, cell in board.labels if cell in board.left_empty} == {"nov", "22", "a"}
    board_of_names = build_puzzle(parse_spec(named)).board
    assert Puzzle(board=board_of_names, tiles=["monomino"], fill=False).board.calendar == board.calendar
    with pytest.raises(SpecError, match=r"months\.2: no cell has the label 'mar'"):
        build_puzzle(parse_spec(named.replace("[jan, feb, mrt", "[jan, feb, mar")))
    swapped = DUTCH.replace("jan feb mrt", "feb jan mrt")
    with pytest.raises(MistakeError, match="no 12 labels are the months in their order"):
        build_puzzle(parse_spec(swapped.replace("jun .", "jun").replace("may", "mai")), leave=["2026-11-23"])
