"""Dates of calendar puzzles, by the labels of their cells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from cp_puzzles.errors import MistakeError, Parameter, echo

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""Months by the label that calendar puzzles give them, or that the label begins with."""

LAST_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of each month in a leap year."""

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
"""Weekdays by the label that calendar puzzles give them, or that the label begins with."""


def calendar_dates(labels: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the labels of each date: 366 of a leap year, or 2,562 if the board has weekdays, too.

    >>> labels = [*MONTHS, *map(str, range(1, 32))]
    >>> len(calendar_dates(labels)), calendar_dates(labels)[-1], len(calendar_dates([*labels, *WEEKDAYS]))
    (366, ('Dec', '31'), 2562)
    """
    months, weekdays = _labels_of(MONTHS, labels), _labels_of(WEEKDAYS, labels)
    for day in range(1, 32):
        _require(str(day), labels)
    return [
        (months[month], str(day), *weekday)
        for month, last in enumerate(LAST_DAYS)
        for day in range(1, last + 1)
        for weekday in ([(name,) for name in weekdays] if weekdays else [()])
    ]


def labels_of_date(day: date, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of a date, with its weekday if the board has weekdays.

    >>> labels_of_date(date(2026, 11, 23), [*MONTHS, *map(str, range(1, 32)), *WEEKDAYS])
    ('Nov', '23', 'Mon')
    """
    months, weekdays = _labels_of(MONTHS, labels), _labels_of(WEEKDAYS, labels)
    _require(str(day.day), labels)
    return (months[day.month - 1], str(day.day), *((weekdays[day.weekday()],) if weekdays else ()))


def read_date(text: str) -> date:
    """Return the date that a text gives in the form 2026-11-23, or today."""
    try:
        return date.today() if text == "today" else date.fromisoformat(text)
    except ValueError:
        raise MistakeError(Parameter("date", text), "this is not a date", "write it as in 2026-11-23") from None


def _labels_of(names: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Return the label of each name; no labels if weekdays are missing. Raises `MistakeError` without months."""
    found = [next((label for label in labels if label[:3].lower() == name.lower()), None) for name in names]
    if all(found):
        return [label for label in found if label]
    if names is MONTHS:
        missing = names[found.index(None)]
        raise MistakeError(Parameter("leaves", "dates"), f"no label begins with {echo(missing)}", "use a calendar")
    return []


def _require(day: str, labels: Sequence[str]) -> None:
    if day not in labels:
        raise MistakeError(Parameter("leaves", "dates"), f"no cell has the label {day}", "use a calendar")
