"""Sets and families of tiles, and shapes of boards, by name; the functions that make them are imported when needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from string import ascii_letters, ascii_lowercase, digits
from typing import TYPE_CHECKING, Literal, cast

from cp_puzzles.base.named_values import Named, Registry, loaded
from cp_puzzles.base.text import suggestion
from cp_puzzles.base.values import check_type
from cp_puzzles.errors import MistakeError, echo
from cp_puzzles.puzzle.geometry.isometry import Cell

if TYPE_CHECKING:
    from cp_puzzles.puzzle.geometry.board_shapes import BoardShape
    from cp_puzzles.puzzle.geometry.tile_families import BoxTest

Tiles = Mapping[str, tuple[Cell, ...]]
"""Polyforms by name, in the order of the set."""


class TooManyTilesError(Exception):
    """More polyforms of one size than allowed."""


ONE_SIDED = "one-sided-"

VALUE_SETS = {"dominoes-0-6": 6, "dominoes-0-9": 9}
"""Sets of dominoes with values from 0, and the largest value; the name of a domino has the values of its cells."""

BURR_SETS = {"burr-pieces": 6, "burr-pieces-8": 8}
"""The sets of all pieces of six-piece burrs with their lengths; some burrs of high level need the longer sticks."""

TAN = ((-1, 0), (0, 1))
"""Half a square as two of its quarters, the block of polyaboloes."""

MAX_WANG_COLORS = 5
MAX_RANDOM_TILES = 1_024
RANDOM_COLORS = digits + ascii_letters
FRAME = "x"
"""The color of the frame of random tiles with one."""
FRAMED_COLORS = ascii_lowercase.replace(FRAME, "")


class TooFewColorsError(ValueError):
    """A random set for which no coloring was found in which all tiles differ."""


@dataclass(frozen=True)
class TileSet:
    """A named set of tiles.

    Attributes
    ----------
    name, lattice
        The name of the set, and of the lattice of its tiles.
    place, arguments
        The place `module:function` of the function that makes the tiles, and its arguments.
    shows
        Where the name of a tile says what its cells show: the values of both, or the colors of the sides of one cell.
    is_one_sided
        True if the tiles differ from their mirror images and must not be reflected.
    is_drawn
        True if the tiles are not rotated, unless the puzzle file has the key.
    """

    name: str
    lattice: str
    place: str
    arguments: tuple[object, ...] = ()
    shows: Literal["", "values", "sides"] = ""
    is_one_sided: bool = False
    is_drawn: bool = False

    @cached_property
    def tiles(self) -> Tiles:
        """Return the tiles; raise `TooFewColorsError` for random tiles that cannot all differ."""
        return cast(Tiles, loaded(self.place)(*self.arguments))

    def shown(self, tile: str) -> list[str]:
        """Return what each cell of a tile shows; empty if the cells show nothing."""
        return {"": [], "values": tile.split("-"), "sides": [f":{tile}"]}[self.shows]


@dataclass(frozen=True)
class _Family:
    """The sets of all polyforms of a lattice, one for each number of cells from 1 on.

    `names` has the name of each set, separated by spaces. `letters` has one letter for each set: it begins the names
    of polyforms that `tile_names.ini` does not name; `?` if it names all of them. Polyforms consist of `block`s. On a
    flat lattice there are one-sided sets, too.
    """

    lattice: str
    names: str
    letters: str
    block: tuple[Cell, ...] | None = None
    is_flat: bool = True


_FAMILIES = (
    _Family(
        "square", "monomino domino trominoes tetrominoes pentominoes hexominoes heptominoes octominoes", "?????HSO"
    ),
    _Family("hexagonal", "monohex dihex trihexes tetrahexes pentahexes hexahexes", "????PH"),
    _Family(
        "triangular", "moniamond diamond triamond tetriamonds pentiamonds hexiamonds heptiamonds octiamonds", "????P?SO"
    ),
    _Family("sticks", "monostick disticks tristicks tetrasticks", "????"),
    _Family("trigs", "monotrig ditrigs tritrigs", "MDT"),
    _Family("twigs", "monotwig ditwig tritwigs tetratwigs pentatwigs", "MDTQP"),
    _Family("tetrakis", "monabolo diaboloes triaboloes tetraboloes", "MDTQ", block=TAN),
    _Family("balls", "monosphere disphere trispheres tetraspheres", "MDTQ", is_flat=False),
)


def _all_sets() -> Iterator[TileSet]:
    polyforms = "puzzle.geometry.polyform_sets"
    for family in _FAMILIES:
        for size, (name, letter) in enumerate(zip(family.names.split(), family.letters, strict=True), start=1):
            yield TileSet(name, family.lattice, f"{polyforms}:free", (family.lattice, size, letter, family.block))
            if family.is_flat:
                arguments = (name, family.lattice, size)
                yield TileSet(ONE_SIDED + name, family.lattice, f"{polyforms}:one_sided", arguments, is_one_sided=True)
    yield TileSet("tricubes", "cubic", f"{polyforms}:tricubes")
    yield TileSet("soma", "cubic", f"{polyforms}:soma")
    for name in ("bedlam", "big-brother", "tetracubes", "pentacubes"):
        yield TileSet(name, "cubic", f"{polyforms}:solid_pieces", (name,))
    for name, length in BURR_SETS.items():
        yield TileSet(name, "cubic", f"{polyforms}:burr_pieces", (length,))
    yield TileSet("burr-notchable", "cubic", f"{polyforms}:notchable_burr")
    for name in ("kanoodle", "iq-puzzler-pro"):
        yield TileSet(name, "square", f"{polyforms}:flat", (name,))
    for name, largest in VALUE_SETS.items():
        yield TileSet(name, "square", "puzzle.geometry.tile_sets:dominoes", (largest,), "values")
    for name, lattice, colors in (("squares", "square", 3), ("triangles", "triangular", 4)):
        yield TileSet(f"macmahon-{name}", lattice, f"{polyforms}:macmahon_polygons", (lattice, colors), "sides")
    yield TileSet("macmahon-cubes", "cubic", f"{polyforms}:macmahon_cubes", (), "sides")


SETS = {entry.name: entry for entry in _all_sets()}
"""All sets by name, in the order of the documentation."""


def dominoes(largest: int) -> Tiles:
    """Return the dominoes with two values from 0 to the largest, named by them, as 3-6."""
    pairs = ((low, high) for low in range(largest + 1) for high in range(low, largest + 1))
    return {f"{low}-{high}": ((0, 0), (0, 1)) for low, high in pairs}


_WANG = re.compile(r"wang-(?P<colors>\d)")
_RANDOM = re.compile(
    r"(?P<kind>tetravex|eternity)-(?P<rows>\d{1,2})x(?P<columns>\d{1,2})-(?P<colors>\d{1,2})-(?P<seed>\d{1,9})"
)

NUMBERED_SETS = {
    "wang-2": f"write wang-1 to wang-{MAX_WANG_COLORS}",
    "tetravex-6x6-10-1": f"write tetravex-ROWSxCOLUMNS-COLORS-SEED, with at most {MAX_RANDOM_TILES:,} squares and "
    f"{len(RANDOM_COLORS)} colors",
    "eternity-6x6-5-1": f"write eternity-ROWSxCOLUMNS-COLORS-SEED, with at most {MAX_RANDOM_TILES:,} squares and "
    f"{len(FRAMED_COLORS)} colors",
}
"""An example of the sets whose names have numbers, each with how the others are written."""


def numbered_form(name: str) -> str:
    """Return how the sets that begin like a name are written, if their names have numbers; "" for others.

    >>> numbered_form("wang-9")
    'write wang-1 to wang-5'
    """
    kind, _, _ = name.partition("-")
    return next((form for example, form in NUMBERED_SETS.items() if example.startswith(f"{kind}-")), "")


@cache
def named_set(name: str) -> TileSet | None:
    """Return the set of a name, also of one with numbers such as `wang-2`; None if there is none.

    >>> [len(named_set(name).tiles) for name in NUMBERED_SETS]
    [16, 36, 36]
    """
    if name in SETS:
        return SETS[name]
    place = "puzzle.geometry.polyform_sets"
    if (match := _WANG.fullmatch(name)) and 1 <= int(match["colors"]) <= MAX_WANG_COLORS:
        return TileSet(name, "square", f"{place}:wang_tiles", (int(match["colors"]),), "sides", is_drawn=True)
    if match := _RANDOM.fullmatch(name):
        rows, columns, colors, seed = (int(match[key]) for key in ("rows", "columns", "colors", "seed"))
        is_framed = match["kind"] == "eternity"
        if 0 < rows * columns <= MAX_RANDOM_TILES and 0 < colors <= len(FRAMED_COLORS if is_framed else RANDOM_COLORS):
            arguments = (rows, columns, colors, seed, is_framed)
            return TileSet(name, "square", f"{place}:random_tiles", arguments, "sides", is_drawn=not is_framed)
    return None


def tile_set(name: str) -> Tiles:
    """Return the cells of each tile of a named set, in its usual order.

    Raises `MistakeError` for a name that is not a set.

    >>> [len(tile_set(name)) for name in ("pentominoes", "one-sided-pentominoes", "pentacubes", "soma")]
    [12, 18, 29, 7]
    >>> " ".join(tile_set("one-sided-pentominoes"))
    "F F' I L J N N' P Q T U V W X Y Y' Z S"

    See Also
    --------
    Puzzle, burr_piece
    """
    check_type("tile_set(): name", name, str)
    entry = named_set(name)
    if entry is None:
        raise MistakeError(echo(name), "there is no such set", suggestion(name, SETS, f"sets: {', '.join(SETS)}"))
    try:
        return entry.tiles
    except TooFewColorsError:
        problem = "no tiles with so few colors were found that all differ"
        raise MistakeError(entry.name, problem, "write more colors") from None


_SHAPES, _FAMILY = "puzzle.geometry.board_shapes:", "puzzle.geometry.tile_families:"

# fmt: off
BOARD_SHAPES: Registry[BoardShape] = Registry(
    "board shape",
    Named("size", "[rows, columns] or [layers, rows, columns]; rows of hexagons and triangles are staggered.",
          f"{_SHAPES}_sized"),
    Named("parallelogram", "[m, n]: sides of m and n cells.", f"{_SHAPES}_parallelogram"),
    Named("triangle", "n: a triangle with n cells along each side.", f"{_SHAPES}_triangle"),
    Named("trapezoid", "[m, n]: n rows, the longest m cells along its side, each next one shorter.",
          f"{_SHAPES}_trapezoid"),
    Named("hexagon", "n: a hexagon with n cells along each side; [a, b]: its sides alternate between a and b cells.",
          f"{_SHAPES}_hexagon"),
    Named("long-hexagon", "[a, b]: a hexagon with two opposite sides of a and four of b cells.",
          f"{_SHAPES}_long_hexagon"),
    Named("hexagram", "n: a star with six points, n cells along each side of a point.", f"{_SHAPES}_hexagram"),
    Named("pyramid", "n: a square pyramid of n layers of balls.", f"{_SHAPES}_pyramid"),
    Named("tetrahedron", "n: a tetrahedron with n balls along each edge.", f"{_SHAPES}_tetrahedron"),
    Named("octahedron", "n: an octahedron with n balls along each edge.", f"{_SHAPES}_octahedron"),
    Named("vertices", "[rows, columns]: all sticks between vertices.", f"{_SHAPES}_vertices"),
    Named("squares", "[rows, columns]: all sticks around squares.", f"{_SHAPES}_squares"),
    Named("burr", "{length: 6}: a six-piece burr, sticks of 2 x 2 cubes in crossed pairs.", f"{_SHAPES}_burr"),
    Named("tray", "[rows, columns]: one layer of balls.", f"{_SHAPES}_tray"),
)
# fmt: on
"""The shapes of boards."""

FAMILIES: Registry[BoxTest | None] = Registry(
    "family",
    Named("squares", "n x n", f"{_FAMILY}is_square"),
    Named("rectangles", "m x n", f"{_FAMILY}is_rectangle"),
    Named("oblongs", "m x n with m < n", f"{_FAMILY}is_oblong"),
    Named("bars", "1 x n", f"{_FAMILY}is_bar"),
    Named("boxes", "l x m x n; on flat boards rectangles", f"{_FAMILY}is_box"),
    Named("polyominoes", "all connected sets of cells, on every lattice", f"{_FAMILY}POLYOMINOES"),
)
"""The families of tiles: a test of the sorted sides of a box, None for all connected sets of cells."""
