"""The named sets of tiles.

A family has one set for each number of cells. Its tiles are the named tiles in `tile_names.ini` or else all polyforms
of that size, enumerated by one code path for all lattices and numbered by their smallest orientation (hexominoes H01
to H35).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from configparser import ConfigParser
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

from cp_puzzles.base.argument_types import typed
from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import MistakeError, echo
from cp_puzzles.puzzle.geometry.burr_pieces import LENGTHS, burr_numbers, burr_piece
from cp_puzzles.puzzle.geometry.drawing import parse_drawing
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.polyform import Polyform, orientations, polyforms
from cp_puzzles.puzzle.geometry.side_sets import (
    FRAMED_COLORS,
    MAX_RANDOM_TILES,
    MAX_WANG_COLORS,
    RANDOM_COLORS,
    TooFewColorsError,
    eternity_tiles,
    macmahon_cubes,
    macmahon_polygons,
    tetravex_tiles,
    wang_tiles,
)

Tiles = Mapping[str, Polyform]
"""Polyforms by name, in the order of the set."""

ONE_SIDED = "one-sided-"

VALUE_SETS = {"dominoes-0-6": 6, "dominoes-0-9": 9}
"""Sets of dominoes with values from 0, and the largest value; the name of a domino has the values of its cells."""

TAN = ((-1, 0), (0, 1))
"""Half a square as two of its quarters, the block of polyaboloes."""

_NAMED = ConfigParser(delimiters="=", comment_prefixes="#", interpolation=None)
_NAMED.optionxform = str  # type: ignore[assignment,method-assign]
_NAMED.read_string(files("cp_puzzles.puzzle.geometry").joinpath("tile_names.ini").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class TileSet:
    """A named set: the lattice of its tiles, whether they are one-sided, and a function that makes them.

    If cells show values or colors, `shown` has what each cell of the tile of a name shows. The tiles of a set that
    `is_drawn` are not rotated, and those that `has_sides` not reflected, unless the puzzle file has the key.
    """

    name: str
    lattice: str
    is_one_sided: bool
    make: Callable[[], Tiles]
    shown: Callable[[str], Sequence[str]] | None = None
    is_drawn: bool = False
    has_sides: bool = False


@dataclass(frozen=True, eq=False)
class _Family:
    """The sets of all polyforms of a lattice, one for each number of cells from 1 on.

    `names` has the name of each set, separated by spaces. `letters` has one letter for each set: it begins the names
    of polyforms that `tile_names.ini` does not name; `?` if it names all of them. Polyforms consist of `block`s.
    """

    lattice: str
    names: str
    letters: str
    block: tuple[Cell, ...] | None = None


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
    _Family("balls", "monosphere disphere trispheres tetraspheres", "MDTQ"),
)


def _named(section: str) -> dict[str, str]:
    """Return the tiles of a section by name, none if the section does not exist."""
    return dict(_NAMED[section]) if section in _NAMED else {}


def _parsed_tile(lattice: Lattice, text: str) -> Polyform:
    """Parse cells as one-digit coordinates, with a prime if the last one is 1 instead of 0, or a drawing."""
    if "X" in text:
        return tuple(cell[1:] for cell in parse_drawing(text.replace("/", "\n")).cells)
    cells = []
    for word in text.split():
        digits = tuple(map(int, word.rstrip("'")))
        cells.append(lattice.cell_at((*digits, int(word.endswith("'"))) if lattice.is_numbered else digits))
    return lattice.normalize(cells)


@cache
def _free(family: _Family, size: int) -> Tiles:
    """Return the polyforms of a family with `size` cells: one of each pair of mirror images on a flat lattice."""
    lattice = LATTICES[family.lattice]
    if named := _named(f"{lattice.name} {size}"):
        return {name: _parsed_tile(lattice, text) for name, text in named.items()}
    forms = polyforms(lattice, size, reflect=lattice.is_flat, block=family.block)
    digits = len(str(len(forms)))
    return {f"{family.letters[size - 1]}{number:0{digits}d}": form for number, form in enumerate(forms, start=1)}


@cache
def _one_sided(family: _Family, size: int) -> Tiles:
    """Return the polyforms of a flat family with `size` cells, each followed by its mirror image if that differs."""
    lattice = LATTICES[family.lattice]
    tiles: dict[str, Polyform] = {}
    mirror_names = _named(f"mirrored {lattice.name} {size}")
    for name, form in _free(family, size).items():
        tiles[name] = form
        mirrored = lattice.normalize(map(lattice.flip, form))
        if mirrored not in orientations(lattice, form):
            tiles[mirror_names.get(name, f"{name}'")] = mirrored
    return tiles


def _one_layer(name: str) -> Tiles:
    """Return the tiles of a set of squares as pieces of cubes."""
    return {letter: tuple((0, *cell) for cell in form) for letter, form in tile_set(name).items()}


@cache
def _tricubes() -> Tiles:
    return {f"3{letter}": form for letter, form in _one_layer("trominoes").items()}


@cache
def _solid_set(name: str) -> Tiles:
    pentominoes = _one_layer("pentominoes")
    return {
        piece: pentominoes[piece] if piece in pentominoes else _solid(_NAMED["solid"][piece])
        for piece in _NAMED["solid sets"][name].split()
    }


@cache
def _burr_pieces(length: int) -> Tiles:
    return {str(number): burr_piece(number, length) for number in burr_numbers()}


def burr_set_name(length: int) -> str:
    """Return the name of the set of all burr pieces of a length."""
    return "burr-pieces" if length == LENGTHS[0] else f"burr-pieces-{length}"


def _notchable_burr_pieces() -> Tiles:
    pieces = _burr_pieces(LENGTHS[0])
    return {number: pieces[number] for number in _NAMED["burr"]["notchable"].split()}


def _soma_letters() -> Tiles:
    return {letter: tile_set("soma")[piece] for letter, piece in _named("soma-letters").items()}


def _solid(drawing: str) -> Polyform:
    return parse_drawing(drawing.replace("/", "\n").replace("|", "\n\n")).cells


@cache
def _flat_pieces(name: str) -> Tiles:
    return {letter: _parsed_tile(LATTICES["square"], cells) for letter, cells in _named(name).items()}


def _dominoes(largest: int) -> Tiles:
    """Return the dominoes with two values from 0 to the largest, named by them, as 3-6."""
    pairs = ((low, high) for low in range(largest + 1) for high in range(low, largest + 1))
    return {f"{low}-{high}": ((0, 0), (0, 1)) for low, high in pairs}


def _domino_values(name: str) -> list[str]:
    return name.split("-")


def _side_set(name: str, lattice: str, colorings: Callable[[], Iterable[str]], *, is_drawn: bool = False) -> TileSet:
    """Return a set of tiles of one cell that are named by the colors of its sides."""

    def make() -> Tiles:
        return dict.fromkeys(colorings(), (LATTICES[lattice].cell_classes[0].origin,))

    return TileSet(
        name, lattice, False, cache(make), shown=lambda colors: [f":{colors}"], is_drawn=is_drawn, has_sides=True
    )


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

    >>> [len(named_set(name).make()) for name in NUMBERED_SETS]
    [16, 36, 36]
    """
    if name in SETS:
        return SETS[name]
    if (match := _WANG.fullmatch(name)) and 1 <= int(match["colors"]) <= MAX_WANG_COLORS:
        return _side_set(name, "square", partial(wang_tiles, int(match["colors"])), is_drawn=True)
    if match := _RANDOM.fullmatch(name):
        rows, columns, colors, seed = (int(match[key]) for key in ("rows", "columns", "colors", "seed"))
        is_framed = match["kind"] == "eternity"
        if 0 < rows * columns <= MAX_RANDOM_TILES and 0 < colors <= len(FRAMED_COLORS if is_framed else RANDOM_COLORS):
            if is_framed:
                return _side_set(
                    name, "square", partial(eternity_tiles, LATTICES["square"], rows, columns, colors, seed)
                )
            return _side_set(name, "square", partial(tetravex_tiles, rows, columns, colors, seed), is_drawn=True)
    return None


def _sets() -> dict[str, TileSet]:
    sets: list[TileSet] = []
    for family in _FAMILIES:
        for size, name in enumerate(family.names.split(), start=1):
            sets.append(TileSet(name, family.lattice, False, partial(_free, family, size)))
            if LATTICES[family.lattice].is_flat:
                sets.append(TileSet(ONE_SIDED + name, family.lattice, True, partial(_one_sided, family, size)))
    sets.append(TileSet("tricubes", "cubic", False, _tricubes))
    sets += (TileSet(name, "cubic", False, partial(_solid_set, name)) for name in _NAMED["solid sets"])
    sets.append(TileSet("soma-letters", "cubic", False, _soma_letters))
    for length in LENGTHS:
        sets.append(TileSet(burr_set_name(length), "cubic", False, partial(_burr_pieces, length)))
    sets.append(TileSet("burr-notchable", "cubic", False, _notchable_burr_pieces))
    sets += (TileSet(name, "square", False, partial(_flat_pieces, name)) for name in ("kanoodle", "iq-puzzler-pro"))
    sets += (
        TileSet(name, "square", False, partial(_dominoes, largest), shown=_domino_values)
        for name, largest in VALUE_SETS.items()
    )
    sets.append(_side_set("macmahon-squares", "square", lambda: macmahon_polygons(LATTICES["square"], 4, 3)))
    sets.append(_side_set("macmahon-triangles", "triangular", lambda: macmahon_polygons(LATTICES["triangular"], 3, 4)))
    sets.append(_side_set("macmahon-cubes", "cubic", lambda: macmahon_cubes(LATTICES["cubic"])))
    return {entry.name: entry for entry in sets}


SETS = _sets()
"""All sets by name."""

TILE_SETS = tuple(SETS)
"""The names of all sets."""


@typed
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
    entry = named_set(name)
    if entry is None:
        raise MistakeError(echo(name), "there is no such set", suggestion(name, SETS, f"sets: {', '.join(SETS)}"))
    return _made(entry)


def _made(entry: TileSet) -> Tiles:
    try:
        return entry.make()
    except TooFewColorsError:
        raise MistakeError(
            entry.name, "no tiles with so few colors were found that all differ", "write more colors"
        ) from None


def is_one_sided(name: str) -> bool:
    """Return True if the tiles of a set differ from their mirror images and must not be reflected."""
    entry = named_set(name)
    return entry is not None and entry.is_one_sided


def embed(lattice: Lattice, form: Polyform) -> tuple[Cell, ...]:
    """Return a tile of a set in a lattice; a flat tile becomes a solid piece one cell thick on a lattice of layers."""
    return lattice.normalize(lattice.lifted(cell) for cell in form)
