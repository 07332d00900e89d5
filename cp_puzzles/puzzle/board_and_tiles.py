"""Boards with labels and dates of a calendar, and tiles, as values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain, groupby

from cp_puzzles.base.text import counted, integer
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.disassembly.piece_groups import TileGroups
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, letter_of, side_colors, value_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Orientation, Polyform

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""Months by the label that calendar puzzles give them, or that the label begins with."""

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
"""Weekdays by the label that calendar puzzles give them, or that the label begins with."""

_WEEKS = (
    "mo di mi do fr sa so",
    "ma di wo do vr za zo",
    "lu ma me je ve sa di",
    "lu ma mi ju vi sá do",
    "lu ma me gi ve sa do",
    "må ti on to fr lö sö",
    "ma ti on to fr lø sø",
    "ma ti ke to pe la su",
    "po wt śr cz pi so ni",
    "po út st čt pá so ne",
)
"""The first two letters of the weekdays in some languages, from Monday on."""

_INITIALS = "jfmamjjasond"
"""The first letters of the months in the languages that took them from Latin."""


@dataclass(frozen=True)
class Calendar:
    """The labels of the months, from January on, and of the weekdays, from Monday on; empty if there are none."""

    months: tuple[str, ...] = ()
    weekdays: tuple[str, ...] = ()

    def of(self, labels: Sequence[str]) -> Calendar:
        """Return the calendar of a board with some labels: the names here, else those by language or by place.

        Twelve labels that are no numbers, one after the other, are the months; seven are the weekdays if their language
        is known, so that their first day is. Raises `MistakeError` without months, or without the days 1 to 31.

        >>> labels = [*"jan feb mrt apr mei jun jul aug sep okt nov dec".split(), *map(str, range(1, 32))]
        >>> Calendar().of([*labels, *"zo ma di wo do vr za".split()]).weekdays
        ('ma', 'di', 'wo', 'do', 'vr', 'za', 'zo')
        """
        runs = _runs(labels)
        months = self.months or _by_name(MONTHS, labels) or _months_by_place(runs)
        weekdays = self.weekdays or _by_name(WEEKDAYS, labels) or _weekdays_by_place(runs)
        remedy = "write board.calendar: {months: [...], weekdays: [...]} in the file"
        if not months:
            names = sum(map(len, runs))
            problem = f"no 12 labels are the months in their order; {names} of {len(labels)} are no numbers"
            raise MistakeError("board.labels", problem, f"use a calendar, or {remedy}")
        rest = [name for run in runs for name in run if name not in {*months, *weekdays}]
        if len(rest) == 7 and not weekdays:
            problem = f"the weekdays {' '.join(rest)} are of an unknown language"
            raise MistakeError("board.labels", problem, remedy)
        for day in range(1, 32):
            if str(day) not in labels:
                raise MistakeError("board.labels", f"no cell has the label {day}", "use a calendar")
        return Calendar(tuple(months), tuple(weekdays))

    def labels_of(self, day: date) -> tuple[str, ...]:
        """Return the labels of a date, with its weekday if there are weekdays.

        >>> Calendar(MONTHS, WEEKDAYS).labels_of(date(2026, 11, 23))
        ('Nov', '23', 'Mon')
        """
        return (self.months[day.month - 1], str(day.day), *self.weekdays[day.weekday() :][:1])

    def dates(self) -> list[tuple[str, ...]]:
        """Return the labels of each date: 366 of a leap year, or 2,562 if there are weekdays, too.

        >>> len(Calendar(MONTHS).dates()), Calendar(MONTHS).dates()[-1], len(Calendar(MONTHS, WEEKDAYS).dates())
        (366, ('Dec', '31'), 2562)
        """
        leap_year = (date(2024, 1, 1) + timedelta(days) for days in range(366))
        weekdays: list[tuple[str, ...]] = [(weekday,) for weekday in self.weekdays] or [()]
        return [(self.months[day.month - 1], str(day.day), *weekday) for day in leap_year for weekday in weekdays]


def read_date(text: str) -> date:
    """Return the date that a text gives in the form 2026-11-23, or today."""
    try:
        return date.today() if text == "today" else date.fromisoformat(text)
    except ValueError:
        raise MistakeError(Parameter("date", text), "this is not a date", "write it as in 2026-11-23") from None


def _by_name(names: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Return the label of each English name; no labels if one is missing."""
    matches = [next((label for label in labels if label[:3].lower() == name.lower()), "") for name in names]
    return matches if all(matches) else []


def _runs(labels: Sequence[str]) -> list[list[str]]:
    """Return the labels that are no numbers, in runs between numbers."""
    runs = groupby(labels, key=lambda label: re.fullmatch(r"\d+", label) is not None)
    return [[*run] for is_numeric, run in runs if not is_numeric]


def _months_by_place(runs: Sequence[list[str]]) -> list[str]:
    """Return the twelve labels in order; none if their initials are those of months in another order.

    Months and weekdays that follow each other are 19 labels, the weekdays first or last.
    """
    for run in runs:
        for names in [run] if len(run) == 12 else [run[:12], run[7:]] if len(run) == 19 else []:
            initials = "".join(name[0].lower() for name in names)
            if initials == _INITIALS or (len(run) == 12 and Counter(initials) != Counter(_INITIALS)):
                return names
    return []


def _weekdays_by_place(runs: Sequence[list[str]]) -> list[str]:
    """Return the seven labels from Monday on, if they are a week in a known language, from any day on."""
    for run in runs:
        for names in [run] if len(run) == 7 else [run[-7:], run[:7]] if len(run) == 19 else []:
            begins = [name[:2].lower() for name in names]
            for week in map(str.split, _WEEKS):
                for first in range(7):
                    if begins == week[first:] + week[:first]:
                        return names[7 - first :] + names[: 7 - first]
    return []


@dataclass(frozen=True)
class Board:
    """A board: the cells to cover.

    Attributes
    ----------
    cells
        The cells that may be covered, sorted.
    optional
        Those of them that may stay empty.
    labels
        Pairs of a name and its cell.
    left_empty
        The cells that were removed to stay empty (`leave`).
    cell_colors
        Pairs of a cell and its color letter, in order.
    regions
        Pairs of a letter and the cells of its region, sorted.
    calendar
        The labels of months and weekdays as the file lists them.
    """

    cells: tuple[Cell, ...]
    optional: frozenset[Cell] = frozenset()
    labels: tuple[tuple[str, Cell], ...] = ()
    left_empty: frozenset[Cell] = frozenset()
    cell_colors: tuple[tuple[Cell, str], ...] = ()
    regions: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    calendar: Calendar = Calendar()

    def __repr__(self) -> str:
        optional = f", {integer(len(self.optional))} optional" if self.optional else ""
        return f"Board({counted(len(self.cells), 'cell')}{optional})"

    @cached_property
    def required(self) -> tuple[Cell, ...]:
        """Return the cells that are not optional, in order."""
        return tuple(cell for cell in self.cells if cell not in self.optional)

    @cached_property
    def extents(self) -> tuple[int, ...]:
        """Return the number of values of each coordinate over the cells, including `left_empty`."""
        return tuple(max(column) - min(column) + 1 for column in zip(*self.cells, *self.left_empty, strict=True))


@dataclass(frozen=True)
class Tile:
    """A tile with its orientations and the bounds on its multiplicity.

    Attributes
    ----------
    name
        The name of the tile, different from all others.
    form
        The cells as the file gives them, in normal position.
    orientations
        The distinct orientations with what their cells show, sorted; several may have the same cells. Omit them in a
        tile that you make for a puzzle: they are computed.
    minimum, maximum
        The bounds on the number of copies.
    display_color
        The color in pictures, #rrggbb, or None.
    fixed
        True if its pieces do not move when a solution is taken apart.
    groups
        The groups of its pieces, which may stay together, each with the largest number of copies that belong to it.
    shown
        What each cell of the form shows, in order; empty if nothing is shown.
    """

    name: str
    form: Polyform
    orientations: tuple[Orientation, ...] = ()
    minimum: int = 1
    maximum: int = 1
    display_color: str | None = None
    fixed: bool = False
    groups: TileGroups = ()
    shown: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.form, tuple):
            raise TypeError(f"Tile(): form must be a tuple of cells, not {type(self.form).__name__}")

    def __repr__(self) -> str:
        many = str(self.minimum) if self.minimum == self.maximum else f"{self.minimum} to {self.maximum}"
        return f"Tile({self.name!r}, {counted(self.size, 'cell')}, multiplicity {many})"

    @property
    def shape(self) -> Orientation:
        """Return the form with what its cells show."""
        return Orientation(self.form, self.shown)

    @property
    def has_sides(self) -> bool:
        """Return whether a side of the tile has a color."""
        return any(map(side_colors, self.shown))

    @property
    def has_values(self) -> bool:
        """Return whether a cell of the tile has a value."""
        return any(value_of(letter_of(text)) is not None for text in self.shown)

    @property
    def size(self) -> int:
        """Return the number of cells of one copy."""
        return len(self.form)

    @property
    def copies(self) -> str:
        """Return the multiplicity as text, nothing for one: `3`, `0-4`."""
        if self.minimum == self.maximum:
            return "" if self.maximum == 1 else str(self.maximum)
        return f"{self.minimum}-{self.maximum}"

    @property
    def caption(self) -> str:
        """Return the name, and the multiplicity if that is not one.

        >>> Tile("T", ((0, 0),), minimum=0, maximum=4).caption
        'T ×0-4'
        """
        return f"{self.name} \u00d7{self.copies}" if self.copies else self.name


def have_twins(tiles: Iterable[Tile]) -> bool:
    """Return whether two tiles have a common orientation, so that only their names tell them apart."""
    images = [*chain.from_iterable(tile.orientations for tile in tiles)]
    return len({*images}) < len(images)


def side_letters(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Return the letters of all colors of the sides of some tiles, sorted."""
    return tuple(sorted({letter for tile in tiles for text in tile.shown for letter in side_colors(text)} - {NO_COLOR}))
