"""What the models of a puzzle file are made of: the base of all, names, numbers, multiplicities."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr, model_validator
from pydantic_core import PydanticCustomError

from cp_puzzles.spec.origin import echo

MAX_COPIES = 1_000_000

MAX_NUMBER = 1_000_000_000
"""No number in a rule or a value need be larger, and all engines add up as many as a board has cells exactly."""


def mistake(problem: str, remedy: str) -> PydanticCustomError:
    """A mistake in a field, with its remedy, in the form that `load` prints."""
    return PydanticCustomError("mistake", "{problem}; {remedy}", {"problem": problem, "remedy": remedy})


class FrozenModel(BaseModel):
    """A value that refuses keys that it does not know; what stands below a field describes it in the JSON Schema."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


Name = Annotated[StrictStr, Field(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]
Count = Annotated[StrictInt, Field(ge=0)]
Bound = Annotated[StrictInt, Field(ge=0, le=MAX_NUMBER)]
Copies = Annotated[StrictInt, Field(ge=0, le=MAX_COPIES)]


def or_short(*ways: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    """What the JSON Schema says of a mapping with entries that may be written in these shorter ways, too."""

    def extend(schema: dict[str, Any]) -> None:
        mapping = {key: schema.pop(key) for key in ("type", "properties", "additionalProperties") if key in schema}
        schema["anyOf"] = [*ways, {**mapping, "minProperties": 1}]

    return extend


class Multiplicity(FrozenModel):
    """How often a tile is used: a number, a range {min: 0, max: 4}, or any (0 up to what fits)."""

    model_config = ConfigDict(
        json_schema_extra=or_short({"type": "integer", "minimum": 0, "maximum": MAX_COPIES}, {"const": "any"})
    )

    min: Copies = 0
    """At least so many copies are used."""

    max: Copies | None = None
    """At most so many copies are used; without it, what fits."""

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        remedy = "write a number, a range such as {min: 0, max: 4}, or any"
        if isinstance(value, Multiplicity) or (isinstance(value, dict) and value):
            return value
        if value == "any":
            return {"min": 0}
        if isinstance(value, bool) or not isinstance(value, int):
            raise mistake(f"{echo(value)} is not a multiplicity", remedy)
        if not 0 <= value <= MAX_COPIES:
            raise mistake(f"{echo(value)} copies cannot be used", remedy)
        return {"min": value, "max": value}

    @model_validator(mode="after")
    def _ordered(self) -> Multiplicity:
        if self.max is not None and self.min > self.max:
            raise mistake(f"min {self.min} is more than max {self.max}", "swap them")
        return self


Coordinates = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=4)]
"""A cell as the user writes it, a number for each axis of the lattice."""


def _fits(value: Any) -> Any:
    """Letters alone stand for colours that fit themselves."""
    if isinstance(value, str):
        value = {letter: letter for letter in value}
    if not isinstance(value, dict) or not value:
        raise mistake(f"{echo(value)} names no colours", "write their letters, as in bw, or {b: b, w: bw}")
    for tile, board in value.items():
        for letter in (tile, *board) if isinstance(tile, str) and isinstance(board, str) else (tile, board):
            if not (isinstance(letter, str) and re.fullmatch("[A-WYZa-z]", letter)):
                raise mistake(f"{echo(letter)} is no letter of a colour", "write one of a to z, A to Z but X")
    return value


_LETTERS = {"type": "string", "pattern": "^[A-WYZa-z]+$"}
Fits = Annotated[dict[str, str], BeforeValidator(_fits), Field(json_schema_extra=or_short(_LETTERS))]
"""Letters of colours of tiles, each with those of the board's cells on which it may lie."""

Colored = dict[Name, tuple[Coordinates, ...]]
"""Cells by the letter of their colour."""


def exactly_one(*keys: str) -> dict[str, Any]:
    """What the JSON Schema says of keys of which one is there."""
    return {"oneOf": [{"required": [key]} for key in keys]}
