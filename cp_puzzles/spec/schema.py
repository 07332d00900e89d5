"""The schema of a puzzle file: frozen pydantic models that refuse unknown keys.

What stands below a field describes it in the JSON Schema, which editors show to the author of a puzzle file.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

import webcolors
from pydantic import (
    AfterValidator,
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

from cp_puzzles.display import Displayed
from cp_puzzles.errors import SpecError
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.tile_sets import TILE_SETS
from cp_puzzles.spec.board_spec import BoardSpec
from cp_puzzles.spec.fields import (
    Colored,
    Coordinates,
    Count,
    Fits,
    FrozenModel,
    Multiplicity,
    Name,
    exactly_one,
    mistake,
)
from cp_puzzles.spec.origin import Origin, Path, echo
from cp_puzzles.spec.rules_spec import Objective, RulesSpec

JSON_SCHEMA_URI = "https://json-schema.org/draft/2020-12/schema"


def _colour(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return webcolors.normalize_hex(value) if value.startswith("#") else webcolors.name_to_hex(value)
        except ValueError:
            pass
    raise mistake(f"{echo(value)} is not a colour", "write a CSS colour name such as teal, or '#rrggbb' in quotes")


Color = Annotated[StrictStr, BeforeValidator(_colour)]
"""A CSS colour name or #rrggbb, kept as #rrggbb."""


def _lattice(name: str) -> str:
    if name not in LATTICES:
        near = get_close_matches(str(name), LATTICES, 1)
        remedy = f"did you mean {near[0]!r}?" if near else "write one of " + ", ".join(LATTICES)
        raise mistake(f"there is no lattice {echo(name)}", remedy)
    return name


LatticeName = Annotated[StrictStr, AfterValidator(_lattice), Field(json_schema_extra={"enum": list(LATTICES)})]
"""The name of a lattice."""


class _TileRules(FrozenModel):
    multiplicity: Multiplicity = Multiplicity(min=1, max=1)

    rotate: StrictBool = True
    """Whether the tile may be turned."""

    reflect: StrictBool | None = None
    """Whether the tile may be turned over or mirrored.

    By default true on flat boards and false in space; false for one-sided sets.
    """

    color: Color | None = None
    """A CSS colour name, or #rrggbb in quotes."""


class TileSetEntry(_TileRules):
    """Every tile of a named set, or only some of them; the rules hold for each."""

    model_config = ConfigDict(json_schema_extra={"not": {"required": ["only", "except"]}})

    set: Annotated[StrictStr, Field(json_schema_extra={"enum": list(TILE_SETS)})]
    """The name of the set."""

    only: tuple[Name, ...] | None = None
    """The names of the tiles to take."""

    except_: Annotated[tuple[Name, ...] | None, Field(alias="except")] = None
    """The names of the tiles to leave out."""

    @model_validator(mode="after")
    def _one_selection(self) -> TileSetEntry:
        if self.only is not None and self.except_ is not None:
            raise mistake("both only and except are given", "keep one of them")
        return self


class TileEntry(_TileRules):
    """A tile of one's own: a name and a drawing or cells."""

    model_config = ConfigDict(json_schema_extra=exactly_one("drawing", "cells"))

    name: Name
    """What the tile is called; every tile has a name of its own."""

    drawing: StrictStr | None = None
    """Rows of cells: X (or any letter or #) a cell, . or a space no cell; an empty line begins the next layer.

    Hexagons stand with a space between, rows shifted by one; triangles side by side as ^ and v.
    """

    cells: Annotated[tuple[Coordinates, ...], Field(min_length=1)] | None = None
    """[row, column] or [layer, row, column] of each cell; on other lattices the coordinates of the lattice."""

    colors: Colored = Field(default_factory=dict)
    """Cells by the letter of their colour, such as {b: [[0, 0]]}; a drawing has the letters instead."""

    disconnected: StrictBool = False
    """Must be true for a tile whose cells do not hang together through their sides."""

    @model_validator(mode="after")
    def _one_form(self) -> TileEntry:
        if self.cells is None and self.drawing is None:
            raise mistake(f"{echo(self.name)} has neither drawing nor cells", "give one of them")
        if self.cells is not None and self.drawing is not None:
            raise mistake(f"{echo(self.name)} has both drawing and cells", "keep one of them")
        return self


def _entry_kind(value: Any) -> str:
    has_set = "set" in value if isinstance(value, dict) else isinstance(value, TileSetEntry)
    return "set" if has_set else "tile"


Entry = Annotated[Annotated[TileSetEntry, Tag("set")] | Annotated[TileEntry, Tag("tile")], Discriminator(_entry_kind)]


class GivenPlacement(FrozenModel):
    """A placement that is already there."""

    tile: Name
    """The name of the tile."""

    cells: Annotated[tuple[Coordinates, ...], Field(min_length=1)]
    """The cells that it covers."""


class GivenDrawing(FrozenModel):
    """Placements as a drawing laid over that of the board."""

    drawing: StrictStr
    """Rows of letters: that of a tile where it lies, . elsewhere; an empty line begins the next layer."""


def _given_kind(value: Any) -> str:
    has_drawing = "drawing" in value if isinstance(value, dict) else isinstance(value, GivenDrawing)
    return "[drawn]" if has_drawing else "[listed]"


Given = Annotated[
    Annotated[GivenDrawing, Tag("[drawn]")] | Annotated[GivenPlacement, Tag("[listed]")], Discriminator(_given_kind)
]


def _all_given(value: Any) -> Any:
    return ({"drawing": value},) if isinstance(value, str) else value


def _or_drawing(schema: dict[str, Any]) -> None:
    """What is given is written as a list, or as a drawing."""
    array = {key: schema.pop(key) for key in ("type", "items")}
    schema["anyOf"] = [{"type": "string"}, array]


class Expected(FrozenModel):
    """Counts that `check --solve` and the tests compare with."""

    options: Count | None = None
    """The number of placements."""

    off: Count | None = None
    """The number of solutions, each image under a symmetry counted."""

    rotations: Count | None = None
    """The number of solutions up to rotations of the board."""

    full: Count | None = None
    """The number of solutions up to rotations and reflections of the board."""

    components: Count | None = None
    """The number of solutions where each separate part of the board is moved by itself."""

    best: StrictInt | None = None
    """The value of the best solutions, where something is made largest or smallest."""


class PuzzleSpec(FrozenModel, Displayed):
    """A puzzle as the user wrote it."""

    model_config = ConfigDict(title="A tiling puzzle of cp_puzzles")

    name: Name
    """What the puzzle is called."""

    description: StrictStr | None = None
    """What the puzzle is about."""

    source: StrictStr | None = None
    """Who made it, or who published its counts."""

    lattice: LatticeName | None = None
    """What the cells are; by default squares or cubes as the board's dimensions say, or what its shape says."""

    board: BoardSpec

    fill: StrictBool = True
    """Whether every cell that is not optional is covered; otherwise each is covered at most once."""

    tiles: Annotated[tuple[Entry, ...], Field(min_length=1)]
    """Sets of tiles and tiles of one's own."""

    colors: Fits | None = None
    """Letters of colours of cells. With bw a tile's cell b lies on a cell b of the board, and w on w.

    {b: b, w: bw} says on which a tile's cell lies; cells without a colour, such as X, fit all.
    """

    given: Annotated[tuple[Given, ...], BeforeValidator(_all_given), Field(json_schema_extra=_or_drawing)] = ()
    """Placements that are already there, one by one, or as a drawing of the board.

    A drawing has the letter of a tile where it lies, and . elsewhere.
    """

    rules: RulesSpec = RulesSpec()
    """What else a tiling must be."""

    maximize: Objective | None = None
    """Solutions are those in which this is largest: a measure, or the values of tiles {F: 3, P: 1} together."""

    minimize: Objective | None = None
    """Solutions are those in which this is smallest."""

    expected: Expected = Expected()

    _origin: Origin = PrivateAttr(default_factory=Origin)

    def __eq__(self, other: object) -> bool:
        """Two specs are equal when they say the same, wherever they were read from."""
        return isinstance(other, PuzzleSpec) and self.model_dump() == other.model_dump()

    def __hash__(self) -> int:
        return hash(self.model_dump_json())

    def located(self, origin: Origin) -> PuzzleSpec:
        """The same spec, knowing where it was written."""
        copy = self.model_copy()
        copy._origin = origin
        return copy

    def data(self) -> dict[str, Any]:
        """What was written, as plain data, of which the same spec can be made again."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)

    @property
    def origin(self) -> Origin:
        """Where it was written."""
        return self._origin

    def error(self, path: Path, problem: str, remedy: str) -> SpecError:
        """A mistake in the field at `path`, ready to be raised."""
        return SpecError(self._origin.place(path), problem, remedy)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a puzzle file, by which editors complete and check what is typed.

    >>> json_schema()["required"]
    ['name', 'board', 'tiles']
    """
    schema = _as_written(PuzzleSpec.model_json_schema())
    return {"$schema": JSON_SCHEMA_URI, "title": PuzzleSpec.model_config["title"], **schema}


def _as_written(schema: Any) -> Any:
    """Drop what pydantic adds for its own sake: null for a key that is absent, and a title for each field."""
    if isinstance(schema, list):
        return [_as_written(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _as_written(part) for key, part in schema.items() if part is not None}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    if "description" in kept and isinstance(kept["description"], str):
        kept["description"] = " ".join(kept["description"].split())
    if "patternProperties" in kept:
        [(pattern, values)] = kept.pop("patternProperties").items()
        kept["propertyNames"]["pattern"] = pattern
        kept["additionalProperties"] = values
    branches = kept.get("anyOf", [])
    if {"type": "null"} in branches:
        branches.remove({"type": "null"})
        if len(branches) == 1:
            del kept["anyOf"]
            kept = {**branches[0], **kept}
    return kept
