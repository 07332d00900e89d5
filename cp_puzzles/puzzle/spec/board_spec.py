"""The board as the user writes it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, StrictInt, StrictStr, Tag, model_validator

from cp_puzzles.base.text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import (
    MAX_VALUE,
    TEXT_OR_OTHER,
    Colored,
    Coordinates,
    FrozenModel,
    Name,
    Path,
    add_short,
    mistake,
)
from cp_puzzles.puzzle.geometry.tile_sets import BOARD_SHAPES

FORMS = ("size", "drawing", "cells", "window", "hexgrid", *(name for name in BOARD_SHAPES if name != "size"))
"""The keys that define the cells of a board; exactly one is written."""


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, (int, str)) and not isinstance(value, bool) else value


def _part_listed(value: Any) -> Any:
    return [value] if isinstance(value, (dict, FrozenModel)) else value


def _of_length(value: Any) -> Any:
    """Return an even length from 6 on, alone or under its name, as a list."""
    length = value["length"] if isinstance(value, dict) and set(value) == {"length"} else value
    length = length[0] if isinstance(length, (list, tuple)) and len(length) == 1 else length
    if type(length) is not int or length < 6 or length % 2:
        raise mistake(f"{echo(value)} is not the length of a burr", "write an even number from 6 on: {length: 6}")
    return [length]


_NUMBER = {"type": "integer", "minimum": 1}
_LENGTH = {
    "type": "object",
    "properties": {"length": {**_NUMBER, "description": "The length of the sticks."}},
    "required": ["length"],
    "additionalProperties": False,
}

Positive = Annotated[StrictInt, Field(ge=1)]
Size = Annotated[tuple[Positive, ...], Field(min_length=2, max_length=3)]
Numbers = Annotated[
    tuple[Positive, ...],
    Field(min_length=1, max_length=2, json_schema_extra=partial(add_short, [_NUMBER])),
    BeforeValidator(_listed),
]
Length = Annotated[
    tuple[Positive, ...],
    Field(min_length=1, max_length=1, json_schema_extra=partial(add_short, [_NUMBER, _LENGTH])),
    BeforeValidator(_of_length),
]
Period = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=3)]


Wrap = Annotated[
    tuple[Annotated[Annotated[Name, Tag("[text]")] | Annotated[Period, Tag("[other]")], TEXT_OR_OTHER], ...],
    Field(min_length=1, json_schema_extra=partial(add_short, [{"enum": ["tube", "torus"]}])),
    BeforeValidator(_listed),
]
ListOrPart = Annotated[
    Annotated[Annotated[tuple[Coordinates, ...], Field(min_length=1)], Tag("[list]")]
    | Annotated["PartSpec", Tag("[part]")],
    Discriminator(lambda value: "[part]" if isinstance(value, (dict, FrozenModel)) else "[list]"),
]
"""Cells one by one, or a part."""

MAX_PARTS = 1000
"""The largest number of parts of a union."""

Parts = Annotated[
    tuple["PartSpec", ...],
    Field(max_length=MAX_PARTS, json_schema_extra=lambda schema: add_short([schema["items"]], schema)),
    BeforeValidator(_part_listed),
]
Span = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=2)]
Labels = Annotated[
    Annotated[StrictStr, Tag("[text]")] | Annotated[dict[Name, Coordinates], Tag("[other]")], TEXT_OR_OTHER
]
Regions = Annotated[Annotated[StrictStr, Tag("[text]")] | Annotated[Colored, Tag("[other]")], TEXT_OR_OTHER]


class CalendarSpec(FrozenModel):
    """The labels of the months and of the weekdays of a calendar, in any language."""

    months: Annotated[tuple[Name, ...], Field(min_length=12, max_length=12)]
    """The labels of the months, from January on."""

    weekdays: Annotated[tuple[Name, ...], Field(min_length=7, max_length=7)] | None = None
    """The labels of the weekdays, from Monday on."""


class FormSpec(FrozenModel):
    """A set of cells: a size, a drawing, a shape, a window, a list, or a union and a difference of such sets.

    The registry of shapes describes the shapes.
    """

    size: Size | None = None
    parallelogram: Numbers | None = None
    triangle: Numbers | None = None
    trapezoid: Numbers | None = None
    hexagon: Numbers | None = None
    long_hexagon: Annotated[Numbers | None, Field(alias="long-hexagon")] = None
    hexagram: Numbers | None = None
    pyramid: Numbers | None = None
    tetrahedron: Numbers | None = None
    octahedron: Numbers | None = None
    tray: Numbers | None = None
    vertices: Numbers | None = None
    squares: Numbers | None = None
    burr: Length | None = None

    hexgrid: Annotated[dict[Name, Numbers], Field(min_length=1, max_length=1)] | None = None
    """A shape of hexagons, such as {parallelogram: [4, 3]}, each cut into six triangles."""

    layers: Positive | None = None
    """The number of layers of a shape of prisms, by default 1."""

    drawing: StrictStr | None = None
    """Rows of cells: X (or any letter or #) is a cell, ? a cell that may stay empty, . or a space is none.

    An empty line starts the next layer. Hexagons are separated by a space, with shifted rows; triangles are side by
    side as ^ and v.
    """

    cells: ListOrPart | None = None
    """The cells one by one, or a union and a difference of shapes.

    The union {union: [{hexagon: [8, 2]}, {hexagon: [2, 8]}], without: {hexagon: 3}} is a star with a hole.
    """

    window: dict[Name, Span] | None = None
    """The cells with each coordinate in a range, such as {x: [0, 10], y: [0, 4], sum: [2, 11]}.

    The upper bound of a range is excluded; the range of sum, the sum of all coordinates, includes both bounds.
    """

    @property
    def form(self) -> str:
        """The key that defines the cells."""
        return next(key for key in (*FORMS, "union") if self._value(key) is not None)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the shape; empty if the form is not a shape."""
        if self.hexgrid:
            return next(iter(self.hexgrid.values()))
        numbers: tuple[int, ...] = self._value(self.form) if self.form in BOARD_SHAPES else ()
        return numbers

    @property
    def shape(self) -> str:
        """The name of the shape; "" if the form is not a shape."""
        if self.hexgrid:
            return next(iter(self.hexgrid))
        return self.form if self.form in BOARD_SHAPES else ""

    def simple_forms(self, path: Path) -> Iterator[tuple[Path, FormSpec]]:
        """Yield the forms that are no union, each with its path; `path` is the path of this form."""
        if isinstance(self.cells, PartSpec):
            yield from self.cells.simple_forms((*path, "cells"))
        else:
            yield path, self

    def _value(self, key: str) -> Any:
        return getattr(self, key.replace("-", "_"), None)

    def _refuse_form(self, noun: str, *more: str) -> None:
        """Raise a mistake unless there is exactly one form, of the right numbers; `more` are further forms."""
        written = [key for key in (*FORMS, *more) if self._value(key) is not None]
        if not written:
            remedy = "write one of them, or " + ", ".join((*FORMS[2:], *more))
            raise mistake(f"{noun} has neither size nor drawing", remedy)
        if len(written) > 1:
            raise mistake(f"{noun} has both {written[0]} and {written[1]}", "keep one of them")
        if self.hexgrid:
            hexagonal = [name for name, shape in BOARD_SHAPES.items() if "hexagonal" in shape.lattices]
            if self.shape not in hexagonal:
                raise mistake(f"there is no {self.shape} of hexagons", f"write one of {', '.join(hexagonal)}")
        shape = BOARD_SHAPES.get(self.shape)
        if shape is not None and len(self.numbers) not in {len(names) for names in shape.numbers}:
            ways = " or ".join(names[0] if len(names) == 1 else f"[{', '.join(names)}]" for names in shape.numbers)
            problem = f"{shape.name} does not take {counted(len(self.numbers), 'number')}"
            raise mistake(problem, f"write {shape.name}: {ways}")


class PartSpec(FormSpec):
    """A part of a board: a shape or another form, or a union of parts; without further parts."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": [key]} for key in (*FORMS, "union")]})

    union: Annotated[tuple[PartSpec, ...], Field(min_length=1, max_length=MAX_PARTS)] | None = None
    """The parts whose cells are joined."""

    without: Parts = ()
    """A part, or a list of parts, whose cells are removed."""

    at: Period | None = None
    """The distance by which the part is moved from its own coordinates, such as [2, 0].

    Shapes without this key share the center of the first one.
    """

    def simple_forms(self, path: Path) -> Iterator[tuple[Path, FormSpec]]:
        """Yield the forms that are no union, each with its path, removed ones last."""
        if self.union is None:
            yield from super().simple_forms(path)
        for key, parts in (("union", self.union or ()), ("without", self.without)):
            for number, part in enumerate(parts):
                yield from part.simple_forms((*path, key, number))

    @model_validator(mode="after")
    def _one_form(self) -> PartSpec:
        self._refuse_form("the part of the board", "union")
        return self


class BoardSpec(FormSpec):
    """The cells to cover: a size, a drawing, a shape or a list of cells, without the holes."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": [key]} for key in FORMS]})

    wrap: Wrap | None = None
    """A wrapped board: tube joins its left and right sides, torus all opposite sides.

    Or the wrapped axes, such as [row] or [row, column]; or, for other lattices and twisted tori, the periods, such as
    [[4, 1], [0, 6]].
    """

    holes: tuple[Coordinates, ...] = ()
    """Cells that are removed: [row, column] or [layer, row, column], from 0."""

    optional: tuple[Coordinates, ...] = ()
    """Cells that may stay empty."""

    colors: Colored = Field(default_factory=dict)
    """The cells of each color, such as {b: [[0, 0], [1, 1]]}; in a drawing the letters may be the colors."""

    values: dict[Annotated[int, Field(ge=0, le=MAX_VALUE)], tuple[Coordinates, ...]] = Field(default_factory=dict)
    """The cells of each known value, such as {6: [[0, 0], [1, 1]]}; in a drawing a digit is a cell with this value.

    A cell of a tile with a value covers such a cell only if its value is the same.
    """

    regions: Regions = Field(default_factory=dict)
    """The cells of each region, such as {A: [[0, 0], [0, 1]]}, or a drawing of the board; see the rule `regions`.

    The drawing has a letter for each cell of a region, and . for none.
    """

    labels: Labels = Field(default_factory=dict)
    """Names of cells, shown on empty cells and used by --leave.

    As text: rows with a word for each cell from left to right, . for a cell without a name. A board without another
    form has a cell for each word; words below each other are in one column, . is no cell, - a cell without a name.
    """

    calendar: CalendarSpec | None = None
    """The labels of months and weekdays, such as {months: [jan, feb, ...], weekdays: [ma, di, ...]}.

    It is only needed if they are not English, or not in order.
    """

    @model_validator(mode="before")
    @classmethod
    def _drawn_by_labels(cls, value: Any) -> Any:
        """Add the drawing to a board that has labels as text and no form."""
        if not isinstance(value, dict) or not isinstance(value.get("labels"), str) or set(FORMS) & value.keys():
            return value
        drawing, labels = drawn_by_labels(value["labels"])
        return {**value, "drawing": drawing, "labels": labels}

    @model_validator(mode="after")
    def _one_form(self) -> BoardSpec:
        self._refuse_form("the board")
        return self


_WORD = re.compile(r"\S+")


def drawn_by_labels(text: str) -> tuple[str, str]:
    r"""Return the drawing of a board with a cell for each word, and the labels beside it.

    Words below each other are in one column. The word `.` is no cell, and `-` is a cell without a name, which is `.`
    beside a drawing. If words of one line are in the same column, the text is not aligned: then words are counted from
    the left.

    >>> drawing, labels = drawn_by_labels("Jan Feb Mar\n 1   -   .\n         3")
    >>> print(drawing)
    XXX
    XX.
    ..X
    >>> labels
    'Jan Feb Mar\n1 .\n3'
    """
    lines = [list(_WORD.finditer(line)) for line in text.splitlines()]
    columns: list[tuple[int, int]] = []
    for first, last in sorted(word.span() for words in lines for word in words):
        if columns and first < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(last, columns[-1][1]))
        else:
            columns.append((first, last))
    starts = [first for first, _ in columns]
    places = [[bisect_right(starts, word.start()) - 1 for word in words] for words in lines]
    if any(len(set(row)) < len(row) for row in places):
        places = [list(range(len(row))) for row in places]
    cells = [
        {column: word[0] for column, word in zip(row, words, strict=True) if word[0] != "."}
        for row, words in zip(places, lines, strict=True)
    ]
    width = 1 + max((column for row in places for column in row), default=0)
    drawing = [
        "".join(".X"[column in row] for column in range(width)) if line else ""
        for row, line in zip(cells, lines, strict=True)
    ]
    names = [
        " ".join("." if word == "-" else word for word in row.values())
        for row, line in zip(cells, lines, strict=True)
        if row or not line
    ]
    return "\n".join(drawing), "\n".join(names)
