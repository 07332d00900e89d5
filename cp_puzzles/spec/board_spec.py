"""The board as the user writes it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, StrictInt, StrictStr, Tag, model_validator

from cp_puzzles.geometry.board_shapes import BOARD_SHAPES
from cp_puzzles.spec.fields import Colored, Coordinates, FrozenModel, Name, exactly_one, mistake

FORMS = ("size", "drawing", "cells", "window", "hexgrid", *(name for name in BOARD_SHAPES if name != "size"))
"""The keys of which one says what the cells of a board are."""


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, (int, str)) and not isinstance(value, bool) else value


def _with_word(schema: dict[str, Any]) -> None:
    """A list of one word may be written as the word."""
    array = {key: schema.pop(key) for key in ("type", "items", "minItems")}
    schema["anyOf"] = [{"enum": ["tube", "torus"]}, array]


def _with_number(schema: dict[str, Any]) -> None:
    """A list of one number may be written as the number."""
    array = {key: schema.pop(key) for key in ("type", "items", "minItems", "maxItems")}
    schema["anyOf"] = [array["items"], array]


Positive = Annotated[StrictInt, Field(ge=1)]
Size = Annotated[tuple[Positive, ...], Field(min_length=2, max_length=3)]
Numbers = Annotated[
    tuple[Positive, ...],
    Field(min_length=1, max_length=2, json_schema_extra=_with_number),
    BeforeValidator(_listed),
]
Period = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=3)]
Wrap = Annotated[
    tuple[Name | Period, ...],
    Field(min_length=1, json_schema_extra=_with_word),
    BeforeValidator(_listed),
]
Span = Annotated[tuple[StrictInt, ...], Field(min_length=2, max_length=2)]


def _labels_kind(value: Any) -> str:
    return "[drawn]" if isinstance(value, str) else "[listed]"


Labels = Annotated[
    Annotated[StrictStr, Tag("[drawn]")] | Annotated[dict[Name, Coordinates], Tag("[listed]")],
    Discriminator(_labels_kind),
]


def _shape(name: str) -> Any:
    return Field(default=None, alias=name, description=BOARD_SHAPES[name].about)


class BoardSpec(FrozenModel):
    """The cells to cover: a size, a drawing, a shape or a list of cells, less the holes."""

    model_config = ConfigDict(json_schema_extra=exactly_one(*FORMS))

    size: Size | None = _shape("size")
    parallelogram: Numbers | None = _shape("parallelogram")
    triangle: Numbers | None = _shape("triangle")
    trapezoid: Numbers | None = _shape("trapezoid")
    hexagon: Numbers | None = _shape("hexagon")
    long_hexagon: Numbers | None = _shape("long-hexagon")
    hexagram: Numbers | None = _shape("hexagram")
    pyramid: Numbers | None = _shape("pyramid")
    tetrahedron: Numbers | None = _shape("tetrahedron")
    octahedron: Numbers | None = _shape("octahedron")
    tray: Numbers | None = _shape("tray")
    vertices: Numbers | None = _shape("vertices")
    squares: Numbers | None = _shape("squares")

    hexgrid: Annotated[dict[Name, Numbers], Field(min_length=1, max_length=1)] | None = None
    """A shape of hexagons, such as {parallelogram: [4, 3]}, each cut into six triangles."""

    layers: Positive | None = None
    """The number of layers of a shape of prisms, by default 1."""

    drawing: StrictStr | None = None
    """Rows of cells: X (or any letter or #) a cell, ? a cell that may stay empty, . or a space no cell.

    An empty line begins the next layer. Hexagons stand with a space between, rows shifted by one; triangles side by
    side as ^ and v.
    """

    cells: Annotated[tuple[Coordinates, ...], Field(min_length=1)] | None = None
    """The cells one by one."""

    window: dict[Name, Span] | None = None
    """The cells with each coordinate in a range, such as {x: [0, 10], y: [0, 4], sum: [2, 11]}.

    A range goes up to below its second number, like a size; sum, of all coordinates, includes both its numbers.
    """

    wrap: Wrap | None = None
    """The board rolled up: tube joins its left and right sides, torus all opposite sides.

    Or the axes along which it closes, such as [row] or [row, column]; or, for other lattices and twisted tori, the
    translations after which one is at the same cell again, such as [[4, 1], [0, 6]].
    """

    holes: tuple[Coordinates, ...] = ()
    """Cells that are taken away: [row, column] or [layer, row, column], counted from 0."""

    optional: tuple[Coordinates, ...] = ()
    """Cells that may stay empty."""

    colors: Colored = Field(default_factory=dict)
    """Cells by the letter of their colour, such as {b: [[0, 0], [1, 1]]}; a drawing may have the letters instead."""

    labels: Labels = Field(default_factory=dict)
    """Names of cells, shown where a cell stays empty and used by --leave.

    As text they are drawn: a word for each cell of a row, from left to right, . for a cell without a name.
    """

    @property
    def form(self) -> str:
        """Which of the keys says what the cells are."""
        return next(key for key in FORMS if self._value(key) is not None)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the shape, none if the form is no shape."""
        numbers: tuple[int, ...] = self._value(self.form) if self.form in BOARD_SHAPES else ()
        return next(iter(self.hexgrid.values())) if self.hexgrid else numbers

    @property
    def shape(self) -> str:
        """The name of the shape; "" if the form is none."""
        return next(iter(self.hexgrid)) if self.hexgrid else self.form if self.form in BOARD_SHAPES else ""

    def _value(self, key: str) -> Any:
        return getattr(self, key.replace("-", "_"))

    @model_validator(mode="after")
    def _one_form(self) -> BoardSpec:
        given = [key for key in FORMS if self._value(key) is not None]
        if not given:
            raise mistake("the board has neither size nor drawing", "give one of them, or " + ", ".join(FORMS[2:]))
        if len(given) > 1:
            raise mistake(f"the board has both {given[0]} and {given[1]}", "keep one of them")
        if self.hexgrid and "hexagonal" not in (
            BOARD_SHAPES[self.shape].lattices if self.shape in BOARD_SHAPES else ()
        ):
            known = ", ".join(name for name, its in BOARD_SHAPES.items() if "hexagonal" in its.lattices)
            raise mistake(f"there is no {self.shape} of hexagons", f"write one of {known}")
        shape = BOARD_SHAPES.get(self.shape)
        if shape is not None and len(self.numbers) not in {len(names) for names in shape.numbers}:
            ways = " or ".join(names[0] if len(names) == 1 else f"[{', '.join(names)}]" for names in shape.numbers)
            raise mistake(f"{shape.name} does not take {len(self.numbers)} numbers", f"write {shape.name}: {ways}")
        return self
