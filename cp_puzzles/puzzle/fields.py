"""Values in a puzzle file: origins, the base model, names, numbers, bounds, multiplicities, coordinates, colors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    SerializerFunctionWrapHandler,
    StrictInt,
    StrictStr,
    model_serializer,
    model_validator,
)
from pydantic_core import PydanticCustomError

from cp_puzzles.errors import LONGEST, Parameter, SpecError, Text, echo

Path = tuple[str | int, ...]
"""The path to a field: keys and 0-based list positions from the top."""

Source = str | Parameter
"""The name of a source in messages: a file, or a parameter whose value is YAML."""


def place_in(source: Source, rest: str) -> Text:
    """Return a place within a source."""
    return f"{source}{rest}" if isinstance(source, str) else (source, rest)


class Mistakes(list[SpecError]):
    """The mistakes in a puzzle file, collected so that one error reports all."""

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Collect a `SpecError` that is raised in the block."""
        try:
            yield
        except SpecError as error:
            self.append(error)

    def raise_all(self) -> None:
        """Raise the collected mistakes, if there are any."""
        if self:
            raise SpecError.together(self)


@dataclass(frozen=True)
class Origin:
    """A source and the positions (line, column, both 1-based) of its fields.

    `elsewhere` has the origins of fields that another source adds: for the path of a field, the number of the first
    list item that comes from the other source (0 for all of the field), and the origin of the addition.

    >>> Origin("a.yaml", {("tiles", 0): (7, 5)}).place(("tiles", 0, "name"))
    'a.yaml:7:5: tiles.0.name'
    """

    source: Source = "spec"
    positions: Mapping[Path, tuple[int, int]] = field(default_factory=dict)
    elsewhere: Mapping[Path, tuple[int, Origin]] = field(default_factory=dict)

    def continued(self, prefix: Path, origin: Origin, start: int = 0) -> Origin:
        """Return this origin, with another one for the field at `prefix`, or for its list items from `start` on."""
        return Origin(self.source, self.positions, {**self.elsewhere, prefix: (start, origin)})

    def place(self, path: Path) -> Text:
        """Return `source:line:column: path`, with the position of the nearest written field above it."""
        for prefix, (start, origin) in self.elsewhere.items():
            rest = path[len(prefix) :]
            if path[: len(prefix)] == prefix and (not start or (rest and int(rest[0]) >= start)):
                return origin.place((*prefix, *((int(rest[0]) - start, *rest[1:]) if start else rest)))
        written = next((path[:n] for n in range(len(path), -1, -1) if path[:n] in self.positions), None)
        position = "" if written is None else ":{}:{}".format(*self.positions[written])
        dotted = ".".join(map(_part, path))
        return place_in(self.source, position + (f": {dotted}" if dotted else ""))


def _part(part: str | int) -> str:
    text = str(part)
    return text if text.isprintable() and len(text) <= LONGEST else echo(text)


MAX_COPIES = 1_000_000

MAX_NUMBER = 1_000_000_000
"""The largest number in a rule or a value: sums over all cells of a board stay exact in every engine."""


def mistake(problem: str, remedy: str) -> PydanticCustomError:
    """Return a mistake in a field and its remedy, as `validation` reads them."""
    return PydanticCustomError("mistake", "{problem}; {remedy}", {"problem": problem, "remedy": remedy})


class FrozenModel(BaseModel):
    """A frozen model that refuses unknown keys; the docstring of a field describes it in the JSON Schema."""

    model_config = ConfigDict(frozen=True, extra="forbid")


MAX_NAME_CHARACTERS = 200
"""Maximum characters of a name: file names, of at most 255 characters, begin with it."""

NAME_PATTERN = r"^\S(.*\S)?$"
Name = Annotated[StrictStr, Field(min_length=1, max_length=MAX_NAME_CHARACTERS, pattern=NAME_PATTERN)]
Count = Annotated[StrictInt, Field(ge=0)]
Bound = Annotated[StrictInt, Field(ge=0, le=MAX_NUMBER)]
Copies = Annotated[StrictInt, Field(ge=0, le=MAX_COPIES)]


def add_short(ways: Iterable[dict[str, Any]], schema: dict[str, Any]) -> None:
    """Add shorter forms to the JSON Schema of a mapping or a list that may be written in these ways, too."""
    keys = ("type", "properties", "additionalProperties", "items", "minItems", "maxItems")
    full = {key: schema.pop(key) for key in keys if key in schema}
    schema["anyOf"] = [*ways, full if full["type"] == "array" else {**full, "minProperties": 1}]


TEXT_OR_OTHER = Discriminator(lambda value: "[text]" if isinstance(value, str) else "[other]")
"""The distinction between two forms of a value, of which one is a text."""


class Bounds(FrozenModel):
    """A number, or a range {min: 1, max: 4} of which one end may be omitted."""

    model_config = ConfigDict(
        json_schema_extra=partial(add_short, [{"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}])
    )

    min: Bound = 0
    """The lower bound."""

    max: Bound | None = None
    """The upper bound."""

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        if isinstance(value, Bounds) or (isinstance(value, dict) and value):
            return value
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_NUMBER:
            remedy = f"write an integer from 0 to {MAX_NUMBER:,}, or {{min: 1, max: 4}}"
            raise mistake(f"{echo(value)} is not a bound", remedy)
        return {"min": value, "max": value}

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.max is not None and self.min > self.max:
            raise mistake(f"min {self.min} is more than max {self.max}", "swap them")
        return self

    @model_serializer(mode="wrap")
    def _nonempty(self, serialize: SerializerFunctionWrapHandler) -> dict[str, int]:
        """Write at least one end, since the reader refuses an empty mapping."""
        return serialize(self) or {"min": self.min}


_COPIES: list[dict[str, Any]] = [{"type": "integer", "minimum": 0, "maximum": MAX_COPIES}, {"const": "any"}]
_COPIES += [{"type": "string", "pattern": "^[0-9]+-[0-9]+$"}]


class Multiplicity(Bounds):
    """The number of copies of a tile: a number, a range 0-4 or {min: 0, max: 4}, or any (0 up to what fits)."""

    model_config = ConfigDict(json_schema_extra=partial(add_short, _COPIES))

    min: Copies = 0
    """The smallest number of copies."""

    max: Copies | None = None
    """The largest number of copies; by default what fits."""

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        remedy = "write a number, a range such as {min: 0, max: 4}, or any"
        if isinstance(value, Multiplicity) or (isinstance(value, dict) and value):
            return value
        if value == "any":
            return {"min": 0}
        if isinstance(value, str) and (ends := re.fullmatch(r"([0-9]{1,7})\s*[-\u2013]\s*([0-9]{1,7})", value)):
            return {"min": int(ends[1]), "max": int(ends[2])}
        if isinstance(value, bool) or not isinstance(value, int):
            raise mistake(f"{echo(value)} is not a multiplicity", remedy)
        if not 0 <= value <= MAX_COPIES:
            raise mistake(f"{echo(value)} copies cannot be used", remedy)
        return {"min": value, "max": value}


def _group(value: Any) -> Any:
    form = "write its name, or how many copies belong to each, as in {frame: 2, cage: 1}"
    if isinstance(value, str) or (isinstance(value, dict) and value):
        for name, size in value.items() if isinstance(value, dict) else [(value, 1)]:
            if not (isinstance(name, str) and len(name) <= MAX_NAME_CHARACTERS and re.fullmatch(NAME_PATTERN, name)):
                raise mistake(f"{echo(name)} is not the name of a group", form)
            if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= MAX_COPIES:
                raise mistake(f"{echo(size)} copies cannot belong to the group {echo(name)}", form)
        return value
    raise mistake(f"{echo(value)} is not a group", form)


Group = Annotated[
    Name | Annotated[dict[Name, Annotated[StrictInt, Field(ge=1, le=MAX_COPIES)]], Field(min_length=1)],
    BeforeValidator(_group),
]
"""The group of a tile, or the largest number of copies that belong to each of several groups."""

Coordinates = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=4)]
"""A cell as the user writes it: a number for each axis of the lattice."""


def _fits(value: Any) -> Any:
    if isinstance(value, str):  # each color fits itself
        value = {letter: letter for letter in value}
    if not isinstance(value, dict) or not value:
        raise mistake(f"{echo(value)} names no colors", "write their letters, as in bw, or {b: b, w: bw}")
    for tile, board in value.items():
        for letter in (tile, *board) if isinstance(tile, str) and isinstance(board, str) else (tile, board):
            if not (isinstance(letter, str) and re.fullmatch("[A-WYZa-z]", letter)):
                problem = f"{echo(letter)} is not the letter of a color"
                raise mistake(problem, "write a letter from a to z or A to Z, except X")
    return value


_LETTERS = {"type": "string", "pattern": "^[A-WYZa-z]+$"}
Fits = Annotated[dict[str, str], BeforeValidator(_fits), Field(json_schema_extra=partial(add_short, [_LETTERS]))]
"""Letters of tile colors, each with the letters of the board colors that it fits."""

Colored = dict[Name, tuple[Coordinates, ...]]
"""Cells by the letter of their color."""

MAX_VALUE = 99
"""The largest value of a cell: sums have an auxiliary option for each unit."""

CellValue = Annotated[StrictInt, Field(ge=0, le=MAX_VALUE)]
"""The value of a cell."""
