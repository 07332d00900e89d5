"""The entries under `tiles:` and `given:` of a puzzle file: frozen pydantic models."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

import webcolors
from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    Tag,
    model_validator,
)

from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import (
    CellValue,
    Colored,
    Coordinates,
    FrozenModel,
    Group,
    Multiplicity,
    Name,
    mistake,
)
from cp_puzzles.puzzle.geometry.tile_sets import FAMILIES, SETS


def _color(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return webcolors.normalize_hex(value) if value.startswith("#") else webcolors.name_to_hex(value)
        except ValueError:
            pass
    raise mistake(f"{echo(value)} is not a color", "write a CSS color name such as teal, or '#rrggbb' in quotes")


Color = Annotated[StrictStr, BeforeValidator(_color)]
"""A CSS color name or #rrggbb, kept as #rrggbb."""


def _rotation(value: Any) -> Any:
    if isinstance(value, bool) or value == "upright":
        return value
    raise mistake(f"expected true or false, found {echo(value)}", "write true, false or upright")


Rotation = Annotated[bool | Literal["upright"], BeforeValidator(_rotation)]
"""Whether a tile may be rotated, or only about the vertical axis."""


class _TileRules(FrozenModel):
    multiplicity: Multiplicity = Multiplicity.model_construct(min=1, max=1)

    rotate: Rotation = True
    """Whether the tile may be rotated; upright: only about the vertical axis, as a box that must not be tipped."""

    reflect: StrictBool | None = None
    """Whether the tile may be reflected (turned over).

    By default true on flat boards and false in space; false for one-sided sets.
    """

    orientations: Annotated[tuple[Annotated[StrictInt, Field(ge=1)], ...], Field(min_length=1)] | None = None
    """Instead of rotate and reflect: the numbers of the orientations to use, such as [1, 3].

    The command show --orientations draws all rotations and reflections of a tile with their numbers.
    """

    color: Color | None = None
    """A CSS color name, or #rrggbb in quotes."""

    fixed: StrictBool = False
    """Whether pieces of this tile do not move when a solution is taken apart, as for a box or a frame."""

    group: Group | None = None
    """Pieces of one group may stay together when a solution is taken apart.

    A name, or the largest number of copies that belong to each group, such as {frame: 2, cage: 1}.
    """

    @model_validator(mode="after")
    def _numbered(self) -> Self:
        written = [key for key in ("rotate", "reflect") if key in self.model_fields_set]
        if self.orientations is not None and written:
            raise mistake(f"both orientations and {written[0]} are written", "keep one of them")
        return self


class _Selection(_TileRules):
    model_config = ConfigDict(json_schema_extra={"not": {"required": ["only", "except"]}})

    only: tuple[Name, ...] | None = None
    """The names of the tiles to use."""

    except_: Annotated[tuple[Name, ...] | None, Field(alias="except")] = None
    """The names of the tiles to omit."""

    @model_validator(mode="after")
    def _one_selection(self) -> Self:
        if self.only is not None and self.except_ is not None:
            raise mistake("both only and except are written", "keep one of them")
        return self


_NUMBERED = r"^(wang|tetravex|eternity)-|\{.*\}"


class TileSetEntry(_Selection):
    """Every tile of a named set, or some of them; the other keys apply to each."""

    set: Annotated[StrictStr, Field(json_schema_extra={"anyOf": [{"enum": list(SETS)}, {"pattern": _NUMBERED}]})]
    """The name of the set."""


def _family(name: str) -> str:
    if name not in FAMILIES:
        problem = f"there is no family {echo(name)}"
        raise mistake(problem, suggestion(name, FAMILIES, "write one of " + ", ".join(FAMILIES)))
    return name


def _sizes(value: Any) -> Any:
    if value is None:
        return None
    sizes = [value, value] if type(value) is int else value
    is_range = isinstance(sizes, list | tuple) and len(sizes) == 2 and all(type(size) is int for size in sizes)
    if is_range and sizes[0] > sizes[1]:
        raise mistake(f"the first size, {sizes[0]}, is more than the last, {sizes[1]}", "swap them")
    if not is_range or sizes[0] < 1:
        raise mistake(f"{echo(value)} is not a range of sizes", "write the first and the last size, as in [1, 12]")
    return value


Sizes = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=2)]


class TileFamilyEntry(_Selection):
    """Every tile of a family that fits the board: a tile for each shape; the other keys apply to each."""

    family: Annotated[StrictStr, AfterValidator(_family), Field(json_schema_extra={"enum": list(FAMILIES)})]
    """The name of the family."""

    cells: Annotated[StrictInt | Sizes | None, BeforeValidator(_sizes)] = None
    """The smallest and the largest number of cells, such as [1, 12], or one number; by default whatever fits."""


def _sides(value: Any) -> Any:
    if value is None:
        return None
    remedy = "write a letter, a digit or . for each side, in quotes, as in 'rgby', or {0: 'rgby'} with numbers of cells"
    texts = value.values() if isinstance(value, dict) and value else [value]
    for text in texts:
        if not (isinstance(text, str) and re.fullmatch("[A-Za-z0-9.]+", text)):
            raise mistake(f"{echo(text)} is not a text with the colors of sides", remedy)
    if isinstance(value, dict):
        try:
            return {int(cell): text for cell, text in value.items()}
        except (TypeError, ValueError):
            raise mistake(f"{echo(next(iter(value)))} is not the number of a cell", remedy) from None
    return value


SideColors = Annotated[StrictStr, Field(pattern="^[A-Za-z0-9.]+$")]


def _named_unless_sized(schema: dict[str, Any]) -> None:
    """Extend the JSON Schema of a tile: a tile with a size needs no name."""
    schema.pop("required", None)
    schema["oneOf"] = [{"required": ["name", "drawing"]}, {"required": ["name", "cells"]}, {"required": ["size"]}]


class TileEntry(_TileRules):
    """A new tile: a name and a drawing or cells; or the size of a rectangle or a box."""

    model_config = ConfigDict(json_schema_extra=_named_unless_sized)

    name: Name
    """The name of the tile, different from the names of all other tiles."""

    drawing: StrictStr | None = None
    """Rows of cells: X (or any letter or #) is a cell, . or a space is no cell; an empty line starts the next layer.

    Hexagons are separated by a space, with shifted rows; triangles are side by side as ^ and v.
    """

    cells: Annotated[tuple[Coordinates, ...], Field(min_length=1)] | None = None
    """[row, column] or [layer, row, column] of each cell; on other lattices the coordinates of the lattice."""

    size: Annotated[tuple[Annotated[StrictInt, Field(ge=1)], ...], Field(min_length=2, max_length=3)] | None = None
    """[rows, columns] of a rectangle, or [layers, rows, columns] of a box; its name is 2x3 unless it has another."""

    values: tuple[CellValue | None, ...] | None = None
    """The values of the listed cells, in their order, null for none; in a drawing a digit is a cell with this value."""

    sides: Annotated[SideColors | dict[StrictInt, SideColors] | None, BeforeValidator(_sides)] = None
    """The colors of the sides of listed or drawn cells by their number, as {0: rgby}; for one cell rgby alone.

    A letter or a digit is a color, . is none. Sides follow each other clockwise from the top.
    """

    colors: Colored = Field(default_factory=dict)
    """The cells of each color, such as {b: [[0, 0]]}; in a drawing the letters are the colors."""

    disconnected: StrictBool = False
    """Must be true for a tile whose cells are not connected through their sides."""

    @model_validator(mode="before")
    @classmethod
    def _named_by_size(cls, value: Any) -> Any:
        size = value.get("size") if isinstance(value, dict) and "name" not in value else None
        return {**value, "name": "x".join(map(str, size))} if isinstance(size, list | tuple) and size else value

    @model_validator(mode="after")
    def _one_form(self) -> TileEntry:
        forms = [key for key in ("drawing", "cells", "size") if getattr(self, key) is not None]
        if not forms:
            raise mistake(f"{echo(self.name)} has neither drawing nor cells", "write one of them, or size")
        if len(forms) > 1:
            raise mistake(f"{echo(self.name)} has both {forms[0]} and {forms[1]}", "keep one of them")
        return self


def _entry_kind(value: Any) -> str:
    if isinstance(value, dict):
        return next((kind for kind in ("set", "family") if kind in value), "tile")
    return "set" if isinstance(value, TileSetEntry) else "family" if isinstance(value, TileFamilyEntry) else "tile"


Entry = Annotated[
    Annotated[TileSetEntry, Tag("set")] | Annotated[TileFamilyEntry, Tag("family")] | Annotated[TileEntry, Tag("tile")],
    Discriminator(_entry_kind),
]
"""An entry under `tiles:`."""


Shown = Annotated[
    Annotated[StrictInt, Tag("[number]")] | Annotated[StrictStr, Tag("[word]")],
    Discriminator(lambda value: "[number]" if type(value) is int else "[word]"),
]


class GivenPlacement(FrozenModel):
    """A placement that every solution contains."""

    tile: Name
    """The name of the tile."""

    cells: Annotated[tuple[Coordinates, ...], Field(min_length=1)]
    """The covered cells."""

    shown: Annotated[tuple[Shown, ...], Field(min_length=1)] | None = None
    """What the piece shows on each of these cells, in their order: the letter of a color, "" for none.

    It is only needed for a tile that can lie on these cells in several ways.
    """

    fixed: StrictBool = False
    """Whether the piece does not move when a solution is taken apart."""


class GivenDrawing(FrozenModel):
    """Placements as a drawing of the board."""

    drawing: StrictStr
    """Rows of letters: the letter of a tile on its cells, . elsewhere; an empty line starts the next layer."""


def _given_kind(value: Any) -> str:
    has_drawing = "drawing" in value if isinstance(value, dict) else isinstance(value, GivenDrawing)
    return "[drawn]" if has_drawing else "[listed]"


Given = Annotated[
    Annotated[GivenDrawing, Tag("[drawn]")] | Annotated[GivenPlacement, Tag("[listed]")], Discriminator(_given_kind)
]


def _all_given(value: Any) -> Any:
    return ({"drawing": value},) if isinstance(value, str) else value
