"""The types of the data of a solution page, which its scripts read.

`scripts/page/build_types.py` writes them as the types of the scripts, `scripts/page/page_data.d.ts`.
"""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NotRequired, TypedDict

import numpy as np
import numpy.typing as npt

Coordinates = Sequence[float]
"""Numbers in drawings: a point, or the left, top, width and height of a box."""

DrawnCell = Sequence[float]
"""A cell: the number of its shape, then the coordinates of its center."""


class Dot(TypedDict):
    """The color of a cell: its letter, the color to draw, and the color of text on it; its `value` if it is one."""

    letter: str
    color: str
    text: str
    value: NotRequired[str]


class NumberTable(TypedDict):
    """Numbers of 2 or 4 bytes, little-endian, in base64."""

    bytes: int
    base64: str


class PageShape(TypedDict):
    """The shape of a cell about its center: `radius` of a ball, or `faces` of a polyhedron, only in space."""

    polygon: Sequence[Coordinates]
    path: str
    dot: Coordinates
    radius: NotRequired[float]
    faces: NotRequired[Sequence[Sequence[Coordinates]]]


class PageSpace(TypedDict):
    """The middle, the diagonal and the lowest height of solid cells."""

    middle: Coordinates
    size: float
    low: float


class TileView(TypedDict):
    """The view of an orientation: the `box` of a flat one, the camera of a solid one."""

    box: NotRequired[Coordinates]
    middle: NotRequired[Coordinates]
    size: NotRequired[float]
    turn: NotRequired[float]
    tilt: NotRequired[float]


class TileViews(TypedDict):
    """The views of the orientations of a tile, the largest extent of its pictures, and the orientation shown first."""

    views: Sequence[TileView]
    extent: Coordinates
    first: int


class PageTile(TileViews):
    """A tile with its orientations; `outlines` has the number of the outline of each, `colors` those of its cells.

    `sides` has the colors of the sides of each cell of each orientation, nothing if no side has a color.
    """

    name: str
    color: str
    clear: str
    minimum: int
    maximum: int
    orientations: Sequence[Sequence[DrawnCell]]
    outlines: Sequence[int]
    colors: Sequence[Sequence[Dot | None]]
    sides: Sequence[Sequence[str]]


class HandIsometry(TypedDict):
    """An isometry for a piece in the hand: the image of each orientation of each tile."""

    name: str
    to: Sequence[Sequence[int]]
    isUsed: bool


class PlacementTable(TypedDict):
    """The tile, the orientation, the outline and the cells of each placement; `size` is that of each tile.

    If tiles have colors, `shown` has the number of the color on each cell, from 1, and 0 for none.
    """

    tile: NumberTable
    orientation: NumberTable
    size: Sequence[int]
    outline: NumberTable
    cells: NumberTable
    shown: NotRequired[NumberTable]


class HighlightLine(TypedDict):
    """A line that a rule may highlight: pairs of cells beside it, and segments: a layer and four coordinates."""

    sides: Sequence[Sequence[int]]
    segments: Sequence[Sequence[float]]


class HighlightPoint(TypedDict):
    """A point that a rule may highlight: the cells around it, and its place: a layer and two coordinates."""

    cells: Sequence[int]
    at: Sequence[float]


class PageHighlights(TypedDict):
    """The lines and points that rules may highlight."""

    lines: Sequence[HighlightLine]
    points: Sequence[HighlightPoint]


class PageColoring(TypedDict):
    """The colors of a coloring that solutions are shown in; `clear` are those for people who see fewer colors."""

    colors: Sequence[str]
    clear: Sequence[str]


class PlacementLimit(TypedDict):
    """A bound on the number of placements from a set; a game may break one that is `marked` on the board."""

    minimum: int
    maximum: int
    members: Sequence[int]
    marked: NotRequired[bool]


class BoardExtent(TypedDict):
    """The extent of a board; of a solid one also the directions of moves, and the cells ahead of each cell in each."""

    solid: bool
    box: Coordinates
    space: NotRequired[PageSpace]
    directions: NotRequired[Sequence[Coordinates]]
    ahead: NotRequired[Sequence[Sequence[Sequence[int]]]]


class PageRegion(TypedDict):
    """A condition on the values in a region.

    Of a drawn region also its color, its line in each layer, and the cell, the offset and the size of its sign.
    """

    name: str
    cells: Sequence[int]
    kind: str
    minimum: int | None
    maximum: int | None
    value: int | None
    sign: str
    color: NotRequired[str]
    paths: NotRequired[Sequence[Sequence[Any]]]
    at: NotRequired[Sequence[float]]


class DrawnSide(TypedDict):
    """A side about the center of a cell: its path, and the place and the size of its letter."""

    path: str
    at: NotRequired[Coordinates]


class PageSides(TypedDict):
    """The colors of sides, how the sides of each shape of cells are drawn, the color that each color meets (`mates`).

    `meeting` has the sides that meet: a cell, the number of its side, the other cell, the number of its side.
    """

    colors: Mapping[str, Dot]
    mates: Mapping[str, str]
    drawn: Mapping[int, Sequence[DrawnSide]]
    meeting: Sequence[Sequence[int]]


class PagePuzzle(BoardExtent):
    """A puzzle without solutions. Cells are numbered; `labels` and `colors` have their numbers as keys.

    `layer` has the layer of each cell, `board` the outline of each layer, `outlines` for each layer of a piece the path
    and the number of the cell with the name.
    """

    name: str
    description: str
    cells: Sequence[DrawnCell]
    touching: Sequence[Sequence[int]]
    periods: Sequence[Coordinates]
    names: Sequence[str]
    labels: Mapping[int, str]
    colors: Mapping[int, Dot]
    dots: Sequence[Dot]
    layer: Sequence[int]
    layers: Sequence[str]
    board: Sequence[str]
    letter: float
    required: Sequence[int]
    rules: Sequence[str]
    regions: Sequence[PageRegion]
    sides: PageSides | None
    highlights: PageHighlights
    coloring: PageColoring | None
    limits: Sequence[PlacementLimit]
    left: Sequence[int]
    tiles: Sequence[PageTile]
    isometries: Sequence[HandIsometry]
    placements: PlacementTable
    given: Sequence[int]
    shapes: Sequence[PageShape]
    outlines: Sequence[Sequence[Sequence[Any]]]
    shades: Sequence[float]


class PageGroup(TypedDict):
    """A symmetry group: permutations of placements that generate it.

    `words[i]` composes element i + 1 of an earlier element and a generator.
    """

    words: Sequence[Sequence[int]]
    placements: Sequence[NumberTable]


class SolutionTable(TypedDict):
    """The solutions: rows of `width` numbers, placement + 1, then zeros.

    `own` tells which images belong to which solution, in base64; `classes` has the class of each piece in a coloring.
    """

    count: int
    width: int
    hasEmpty: bool
    rows: NumberTable
    own: str
    classes: NotRequired[NumberTable]


class SolutionTotal(TypedDict):
    """A flag for a page that has all solutions, and how many there are, None if it is not known."""

    complete: bool
    solutions: int | None


class SolutionPage(PagePuzzle):
    """The data of a solution page; `browsing` begins with the solutions instead of the game.

    `moves` has, by the placements of a solution, the moves that take it apart: placements, a translation in drawings,
    and whether the placements leave.
    """

    bare: bool
    embedded: bool
    browsing: bool
    group: PageGroup
    solutions: SolutionTable
    moves: Mapping[str, Sequence[Any]]
    total: SolutionTotal


def bits(table: npt.NDArray[np.bool_]) -> str:
    """Return rows of bits as base64, each padded to whole 32-bit words, the first bit the lowest."""
    words = -(-table.shape[1] // 32)
    packed = np.packbits(table, axis=1, bitorder="little")
    padded = np.zeros((len(table), 4 * words), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return base64.b64encode(padded.tobytes()).decode("ascii")


def numbers(values: Iterable[int], largest: int) -> NumberTable:
    """Return numbers from 0 to `largest` as `{bytes: 2 or 4, base64}`, little-endian."""
    table = array("H" if largest < 2**16 else "I")
    table.extend(values)
    if sys.byteorder == "big":
        table.byteswap()
    return {"bytes": table.itemsize, "base64": base64.b64encode(table.tobytes()).decode("ascii")}
