"""The part of a puzzle file under `rules:`, and what is made largest or smallest."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

from cp_puzzles.spec.fields import MAX_NUMBER, Bound, Coordinates, FrozenModel, Multiplicity, Name, mistake, or_short
from cp_puzzles.spec.origin import echo


class Bounds(FrozenModel):
    """A number, or a range {min: 1, max: 4} of which one end may be left away."""

    model_config = ConfigDict(json_schema_extra=or_short({"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}))

    min: Bound = 0
    """At least this."""

    max: Bound | None = None
    """At most this."""

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        if isinstance(value, Bounds) or (isinstance(value, dict) and value):
            return value
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_NUMBER:
            raise mistake(
                f"{echo(value)} is no number to keep to",
                f"write a number from 0 to {MAX_NUMBER:,}, or {{min: 1, max: 4}}",
            )
        return {"min": value, "max": value}

    @model_validator(mode="after")
    def _ordered(self) -> Bounds:
        if self.max is not None and self.min > self.max:
            raise mistake(f"min {self.min} is more than max {self.max}", "swap them")
        return self


class Selection(FrozenModel):
    """So many copies of some tiles together."""

    of: Annotated[tuple[Name, ...], Field(min_length=1)]
    """The names of the tiles."""

    copies: Multiplicity
    """How many copies of them are used, all together: a number or a range."""


class Coloring(FrozenModel):
    """Colours for the pieces of a tiling, so that neighbours differ."""

    with_: Annotated[StrictInt, Field(alias="with", ge=1, le=1000)]
    """The number of colours."""

    corners: StrictBool = False
    """Whether pieces that meet in a corner only are neighbours too."""

    balanced: StrictBool = False
    """Whether every colour is given to as many pieces, or to one more than another."""


def _at_the_rim(value: Any) -> Any:
    """What stands under `border`: the word, names, or bounds."""
    names = isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value)
    if value in (None, "all") or names:
        return value
    if isinstance(value, (str, list, tuple)):
        raise mistake(f"{echo(value)} says not which tiles", "write all, names as in [X, I], a number or a range")
    return Bounds.model_validate(value)


def _motion(value: Any) -> Any:
    """What stands under `motion`: a name, or a matrix."""
    rows = value if isinstance(value, (list, tuple)) else ()
    is_matrix = bool(rows) and all(isinstance(row, (list, tuple)) and len(row) == len(rows) for row in rows)
    if isinstance(value, str) or (is_matrix and all(type(x) is int for row in rows for x in row)):
        return value
    raise mistake(f"{echo(value)} is no motion", "write a name such as half-turn, or a matrix: [[0, 1], [-1, 0]]")


Matrix = tuple[tuple[StrictInt, ...], ...]


class Motion(FrozenModel):
    """A motion of the board by its name or its matrix; of several the one that takes a cell to another."""

    model_config = ConfigDict(
        json_schema_extra=or_short(
            {"type": "string"}, {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
        )
    )

    motion: Annotated[StrictStr | Matrix, BeforeValidator(_motion)]
    """half-turn, quarter-turn, left-right, shift, ..., or its matrix."""

    takes: Coordinates | None = None
    """A cell: needed where several motions have the name, as on a torus."""

    to: Coordinates | None = None
    """The cell to which it comes."""

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        return value if isinstance(value, (Motion, dict)) else {"motion": value}

    @model_validator(mode="after")
    def _both(self) -> Motion:
        if (self.takes is None) != (self.to is None):
            raise mistake("only one of takes and to is there", "write both: a cell, and the one to which it comes")
        return self


Pair = Annotated[tuple[Name, ...], Field(min_length=2, max_length=2)]


class RulesSpec(FrozenModel):
    """What else a tiling must be."""

    model_config = ConfigDict(title="Rules")

    faults: Bounds | None = None
    """How many straight lines (in a box planes) run through the board without crossing a tile; 0: fault-free."""

    crossroads: Bounds | None = None
    """At how many points (in a box edges) four tiles meet; 0: tatami."""

    border: Annotated[Literal["all"] | tuple[Name, ...] | Bounds | None, BeforeValidator(_at_the_rim)] = None
    """`all`: every tile lies at the outer rim; names: these tiles do; a number: so many pieces do."""

    covered: Bounds | None = None
    """How many cells are covered."""

    empty: Bounds | None = None
    """How many cells of the board stay empty."""

    pieces: Bounds | None = None
    """How many pieces lie on the board."""

    touching: Bounds | None = None
    """How many pairs of pieces share a side."""

    touch: tuple[Pair, ...] = ()
    """Pairs of tiles that share a side somewhere."""

    apart: tuple[Pair, ...] = ()
    """Pairs of tiles that share a side nowhere."""

    choose: tuple[Selection, ...] = ()
    """Groups of tiles of which so many copies are used together."""

    connected: Literal["empty"] | None = None
    """`empty`: the empty cells hang together through their sides."""

    isolated: Literal["empty"] | None = None
    """`empty`: no two empty cells share a side."""

    symmetric: Motion | None = None
    """The motion of the board that keeps the tiling: half-turn, quarter-turn, left-right, ..., or its matrix; where
    several are called so, as on a torus, {motion: shift, takes: [0, 0], to: [0, 2]}."""

    colorable: Coloring | None = None
    """Colours that suffice for the pieces, so that neighbours differ."""

    maximal: StrictBool = False
    """Whether nothing more fits: no tile of which a copy is left has room in the empty cells."""


def _objective(value: Any) -> Any:
    """What stands under `maximize` and `minimize`: a name, or a value for each of some tiles."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, dict) and value and all(type(worth) is int for worth in value.values()):
        largest = max(value.values(), key=abs)
        if abs(largest) > MAX_NUMBER:
            raise mistake(f"the value {largest} is too large", f"keep to {MAX_NUMBER:,}")
        return value
    raise mistake(f"{echo(value)} is nothing to measure", "write a measure such as covered, or values: {F: 3, P: 1}")


Value = Annotated[StrictInt, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Objective = Annotated[StrictStr | dict[Name, Value], BeforeValidator(_objective)]
"""What is made largest or smallest: a measure by its name, or the values of tiles."""
