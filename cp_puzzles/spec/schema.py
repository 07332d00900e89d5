"""The schema of a puzzle file: frozen pydantic models that refuse unknown keys."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import webcolors
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PrivateAttr,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from cp_puzzles.display import Displayed
from cp_puzzles.errors import SpecError
from cp_puzzles.spec.origin import Origin, Path

JSON_SCHEMA_URI = "https://json-schema.org/draft/2020-12/schema"


def mistake(problem: str, remedy: str) -> PydanticCustomError:
    """A mistake in a field, with its remedy, in the form that `load` prints."""
    return PydanticCustomError("mistake", "{problem}; {remedy}", {"problem": problem, "remedy": remedy})


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _colour(value: Any) -> Any:
    if not isinstance(value, str):
        raise mistake(f"{value!r} is not a colour", "write a colour name or '#rrggbb' in quotes")
    try:
        return webcolors.normalize_hex(value) if value.startswith("#") else webcolors.name_to_hex(value)
    except ValueError:
        raise mistake(
            f"{value!r} is not a colour", "write a CSS colour name such as teal, or '#rrggbb' in quotes"
        ) from None


def _label_names(value: Any) -> Any:
    return {str(key): cell for key, cell in value.items()} if isinstance(value, dict) else value


Coordinates = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=3)]
"""A cell as the user writes it: [row, column] or [layer, row, column], 0-based."""

Color = Annotated[StrictStr, BeforeValidator(_colour)]
"""A CSS colour name or #rrggbb, kept as #rrggbb."""

Name = Annotated[StrictStr, Field(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]
Count = Annotated[StrictInt, Field(ge=0)]


class Multiplicity(_Model):
    """How often a tile is used: a number, a range {min, max}, or `any` (0 up to what fits).

    `max` is None for "what fits".
    """

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"const": "any"},
                {
                    "type": "object",
                    "properties": {
                        "min": {"type": "integer", "minimum": 0},
                        "max": {"type": "integer", "minimum": 0},
                    },
                    "additionalProperties": False,
                    "minProperties": 1,
                },
            ],
            "type": None,
            "properties": None,
            "additionalProperties": None,
        }
    )
    min: Count = 0
    max: Count | None = None

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        remedy = "write a number, a range such as {min: 0, max: 4}, or any"
        if isinstance(value, Multiplicity) or (isinstance(value, dict) and value):
            return value
        if value == "any":
            return {}
        if isinstance(value, bool) or not isinstance(value, int):
            raise mistake(f"{value!r} is not a multiplicity", remedy)
        if value < 0:
            raise mistake(f"{value} copies cannot be used", remedy)
        return {"min": value, "max": value}

    @model_validator(mode="after")
    def _ordered(self) -> Multiplicity:
        if self.max is not None and self.min > self.max:
            raise mistake(f"min {self.min} is more than max {self.max}", "swap them")
        return self


class Board(_Model):
    """The cells to cover: a `size` or a `drawing`, less the `holes`; `labels` names cells."""

    size: Annotated[tuple[Annotated[StrictInt, Field(ge=1)], ...], Field(min_length=2, max_length=3)] | None = None
    drawing: StrictStr | None = None
    holes: tuple[Coordinates, ...] = ()
    labels: Annotated[dict[Name, Coordinates], BeforeValidator(_label_names)] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_form(self) -> Board:
        if (self.size is None) == (self.drawing is None):
            found = "neither" if self.size is None else "both"
            raise mistake(f"the board has {found} size and drawing", "give exactly one of them")
        return self


class _TileRules(_Model):
    multiplicity: Multiplicity = Multiplicity(min=1, max=1)
    rotate: StrictBool = True
    reflect: StrictBool | None = None
    color: Color | None = None


class TileSetEntry(_TileRules):
    """Every tile of a named set, or `only` some, or all `except` some; the rules hold for each of them."""

    set: StrictStr
    only: tuple[Name, ...] | None = None
    except_: tuple[Name, ...] | None = Field(default=None, alias="except")

    @model_validator(mode="after")
    def _one_selection(self) -> TileSetEntry:
        if self.only is not None and self.except_ is not None:
            raise mistake("both only and except are given", "keep one of them")
        return self


class TileEntry(_TileRules):
    """A tile of one's own: a `name` and a `drawing` or `cells`.

    A tile whose cells do not hang together through their sides must say `disconnected: true`.
    """

    name: Name
    drawing: StrictStr | None = None
    cells: Annotated[tuple[Coordinates, ...], Field(min_length=1)] | None = None
    disconnected: StrictBool = False

    @model_validator(mode="after")
    def _one_form(self) -> TileEntry:
        if (self.cells is None) == (self.drawing is None):
            found = "neither" if self.cells is None else "both"
            raise mistake(f"tile {self.name!r} has {found} drawing and cells", "give exactly one of them")
        return self


def _entry_kind(value: Any) -> str:
    has_set = "set" in value if isinstance(value, dict) else isinstance(value, TileSetEntry)
    return "set" if has_set else "tile"


Entry = Annotated[Annotated[TileSetEntry, Tag("set")] | Annotated[TileEntry, Tag("tile")], Discriminator(_entry_kind)]


class GivenPlacement(_Model):
    """A placement that is already there."""

    tile: Name
    cells: Annotated[tuple[Coordinates, ...], Field(min_length=1)]


class Expected(_Model):
    """Counts that `check --solve` and the tests compare with: options, and solutions at each symmetry."""

    options: Count | None = None
    off: Count | None = None
    rotations: Count | None = None
    full: Count | None = None


class PuzzleSpec(_Model, Displayed):
    """A puzzle as the user wrote it.

    Two specs are equal when they say the same, wherever they were read from.
    """

    model_config = ConfigDict(title="A tiling puzzle of cp_puzzles")

    name: Name
    description: StrictStr | None = None
    source: StrictStr | None = None
    lattice: Literal["square", "cubic"] | None = None
    board: Board
    fill: StrictBool = True
    tiles: Annotated[tuple[Entry, ...], Field(min_length=1)]
    given: tuple[GivenPlacement, ...] = ()
    expected: Expected = Expected()

    _origin: Origin = PrivateAttr(default_factory=Origin)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PuzzleSpec) and self.model_dump() == other.model_dump()

    def __hash__(self) -> int:
        return hash(self.model_dump_json())

    def located(self, origin: Origin) -> PuzzleSpec:
        """The same spec, knowing where it was written."""
        copy = self.model_copy()
        copy._origin = origin
        return copy

    @property
    def origin(self) -> Origin:
        """Where it was written."""
        return self._origin

    def error(self, path: Path, problem: str, remedy: str) -> SpecError:
        """A mistake in the field at `path`, ready to be raised."""
        return SpecError(self._origin.place(path), problem, remedy)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a puzzle file, for editors.

    >>> json_schema()["required"]
    ['name', 'board', 'tiles']
    """
    return {"$schema": JSON_SCHEMA_URI, **_without_nulls(PuzzleSpec.model_json_schema())}


def _without_nulls(schema: Any) -> Any:
    """Drop what pydantic adds for None: a key that is absent may not be written as null."""
    if isinstance(schema, list):
        return [_without_nulls(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {k: _without_nulls(v) for k, v in schema.items() if v is not None}
    branches = kept.get("anyOf")
    if branches and {"type": "null"} in branches:
        branches.remove({"type": "null"})
        if len(branches) == 1:
            del kept["anyOf"]
            kept.update(branches[0])
    return kept
