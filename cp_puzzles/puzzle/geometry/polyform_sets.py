"""The tiles of named sets: polyforms, cells with colored sides, pieces of burrs.

The polyforms of a lattice and a size are the named tiles in `tile_names.ini`, or else all of them, enumerated by one
code path for all lattices and numbered by their smallest orientation (hexominoes H01 to H35).

A tile is named by the colors of its sides in order.

A piece is a stick of 2 x 2 x n cubes from which some of twelve cubes in the middle are removed. Its number is one more
than the sum of 2^k over the removed cubes k. Each of the eight positions of a piece gives a number; the piece has the
smallest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from configparser import ConfigParser
from functools import cache
from importlib.resources import files
from itertools import islice, permutations, product
from math import inf
from random import Random
from string import ascii_lowercase

from cp_puzzles.base.values import POSITIVE_INT, checked
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.cell_class import connected_parts
from cp_puzzles.puzzle.geometry.cell_solid import side_colors, with_sides
from cp_puzzles.puzzle.geometry.drawing import parse_drawing
from cp_puzzles.puzzle.geometry.isometry import Cell, subtract, translate
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Orientation, Polyform, orientations, shown_orientations
from cp_puzzles.puzzle.geometry.tile_sets import (
    BURR_SETS,
    FRAME,
    FRAMED_COLORS,
    RANDOM_COLORS,
    Tiles,
    TooFewColorsError,
    TooManyTilesError,
    tile_set,
)

ATTEMPTS = 200
"""The number of random colorings of which one has to have different tiles."""


def _with_names(lattice: Lattice, colorings: Iterable[str]) -> Tiles:
    """Return the tiles of one cell with some colorings."""
    return dict.fromkeys(colorings, (lattice.cell_classes[0].origin,))


def _up_to_rotation(lattice: Lattice, colorings: Iterable[str]) -> Tiles:
    """Return the tiles of one cell whose colorings are the least of their rotations, sorted."""
    return _with_names(lattice, sorted({_least_rotation(lattice, colors) for colors in colorings}))


def _least_rotation(lattice: Lattice, colors: str) -> str:
    cell = lattice.cell_classes[0].origin
    images = shown_orientations(lattice, Orientation((cell,), (with_sides("", colors),)))
    return min(side_colors(each.shown[0]) for each in images if lattice.class_of(each.cells[0]) == 0)


def macmahon_polygons(lattice: str, colors: int) -> Tiles:
    """Return the colorings of the sides of a cell up to rotations (MacMahon, New Mathematical Pastimes, 1921).

    >>> len(macmahon_polygons("square", 3)), len(macmahon_polygons("triangular", 4))
    (24, 24)
    """
    space = LATTICES[lattice]
    sides = len(space.cell_classes[0].steps)
    return _up_to_rotation(space, map("".join, product(ascii_lowercase[:colors], repeat=sides)))


def macmahon_cubes() -> Tiles:
    """Return the 30 colorings of a cube with six colors, each on one face, up to rotations."""
    return _up_to_rotation(LATTICES["cubic"], map("".join, permutations(ascii_lowercase[:6])))


def wang_tiles(colors: int) -> Tiles:
    """Return all colorings of the sides of a square; Wang tiles are not rotated."""
    return _with_names(LATTICES["square"], map("".join, product(ascii_lowercase[:colors], repeat=4)))


def random_tiles(rows: int, columns: int, colors: int, seed: int, is_framed: bool = False) -> Tiles:
    """Return random squares that fill a rectangle, sorted; all are different.

    Those with a frame of color x, as in the puzzle Eternity II, are each in their least rotation, and differ also
    rotated. Raises `TooFewColorsError` if no such colors are found.

    >>> first, same, other = (random_tiles(2, 2, 10, seed) for seed in (1, 1, 2))
    >>> first == same != other
    True
    """
    square, random = LATTICES["square"], Random(seed)
    letters = (FRAMED_COLORS if is_framed else RANDOM_COLORS)[:colors]
    for _ in range(ATTEMPTS):
        tiles = [*_random_tiles(rows, columns, letters, random, FRAME if is_framed else None)]
        tiles = [_least_rotation(square, each) for each in tiles] if is_framed else tiles
        if len(set(tiles)) == len(tiles):
            return _with_names(square, sorted(tiles))
    raise TooFewColorsError


def _random_tiles(
    rows: int, columns: int, colors: Iterable[str], random: Random, frame: str | None = None
) -> Iterator[str]:
    """Yield the colors of the sides of each square of a rectangle, with random colors on each line between squares."""
    letters = [*colors]

    def line(at: int, end: int) -> str:
        return frame if frame is not None and at in (0, end) else letters[int(random.random() * len(letters))]

    across = [[line(row, rows) for _ in range(columns)] for row in range(rows + 1)]
    along = [[line(column, columns) for column in range(columns + 1)] for _ in range(rows)]
    for row, column in product(range(rows), range(columns)):
        yield across[row][column] + along[row][column + 1] + across[row + 1][column] + along[row][column]


_TOP = tuple((1, row, column) for row in (1, 0) for column in range(4))
_BOTTOM = tuple((0, row, column) for row in (1, 0) for column in (1, 2))
_REMOVABLE: tuple[Cell, ...] = (*_TOP, *_BOTTOM)
"""The removable cubes k = 0, ..., 11 as layer, row and column from the first cube that may be removed."""


def burr_piece(number: int, length: int = 6) -> tuple[Cell, ...]:
    """Return the cells of the piece of a six-piece burr with a customary number, sorted; `length` is 6 or 8 cubes.

    A piece is a stick of 2 x 2 x `length` cubes without some of twelve in the middle; 1 is the whole stick.

    >>> len(burr_piece(1)), len(burr_piece(1024)), len(burr_piece(1, 8))
    (24, 14, 32)
    """
    number, length = checked("number", number, POSITIVE_INT), checked("length", length, POSITIVE_INT)
    if not 1 <= number <= 1 << len(_REMOVABLE) or length not in BURR_SETS.values():
        problem = f"there is no piece {number} of length {length}"
        raise MistakeError("burr_piece()", problem, "write a number from 1 to 4096, and the length 6 or 8")
    begin = (length - 4) // 2
    removed = {
        (layer, row, begin + column) for k, (layer, row, column) in enumerate(_REMOVABLE) if (number - 1) >> k & 1
    }
    return tuple(cell for cell in product(range(2), range(2), range(length)) if cell not in removed)


@cache
def burr_numbers() -> tuple[int, ...]:
    """Return the customary numbers of all connected pieces of six-piece burrs.

    >>> len(burr_numbers())
    837
    """
    place = {cell: k for k, cell in enumerate(_REMOVABLE)}
    isometries = LATTICES["cubic"].board_isometries(product(range(2), range(2), range(4)))
    rotations = [isometry for isometry in isometries if isometry.is_rotation]
    turns = [{k: place[turn(cell)] for cell, k in place.items() if turn(cell) in place} for turn in rotations]
    near = {cell: LATTICES["cubic"].neighbors(cell) for cell in burr_piece(1)}
    numbers = []
    for removed in range(1 << len(_REMOVABLE)):
        chosen = [k for k in range(len(_REMOVABLE)) if removed >> k & 1]
        images = (sum(1 << turn[k] for k in chosen) for turn in turns if all(k in turn for k in chosen))
        if min(images) == removed and len(connected_parts(burr_piece(removed + 1), near.get)) == 1:
            numbers.append(removed + 1)
    return tuple(numbers)


def burr_pieces(length: int) -> dict[str, tuple[Cell, ...]]:
    """Return all pieces of six-piece burrs of a length by their numbers."""
    return {str(number): burr_piece(number, length) for number in burr_numbers()}


def burr_cells(length: int) -> Iterator[Cell]:
    """Yield the cells of a burr: three crossed pairs of sticks.

    >>> len(list(burr_cells(6)))
    104
    """
    middle = length // 2
    narrow, wide = range(middle - 1, middle + 1), range(middle - 2, middle + 2)
    seen: set[Cell] = set()
    for along, across, up in product(range(length), narrow, wide):
        seen |= {(along, across, up), (across, up, along), (up, along, across)}
    yield from sorted(seen)


_NAMED = ConfigParser(delimiters="=", comment_prefixes="#", interpolation=None)
_NAMED.optionxform = str  # type: ignore[assignment,method-assign]
_NAMED.read_string(files("cp_puzzles.puzzle.geometry").joinpath("tile_names.ini").read_text(encoding="utf-8"))


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


def free(lattice: str, size: int, letter: str, block: tuple[Cell, ...] | None) -> Tiles:
    """Return the polyforms of `size` blocks, by default cells: on a flat lattice one of each pair of mirror images.

    `letter` begins the names of polyforms that `tile_names.ini` does not name.
    """
    space = LATTICES[lattice]
    if named := _named(f"{lattice} {size}"):
        return {name: _parsed_tile(space, text) for name, text in named.items()}
    forms = polyforms(space, size, reflect=space.is_flat, block=block)
    digits = len(str(len(forms)))
    return {f"{letter}{number:0{digits}d}": form for number, form in enumerate(forms, start=1)}


def one_sided(set_name: str, lattice: str, size: int) -> Tiles:
    """Return the polyforms of a set, each followed by its mirror image if that differs."""
    space = LATTICES[lattice]
    tiles: dict[str, Polyform] = {}
    mirror_names = _named(f"mirrored {lattice} {size}")
    for name, form in tile_set(set_name).items():
        tiles[name] = form
        mirrored = space.normalize(map(space.flip, form))
        if mirrored not in orientations(space, form):
            tiles[mirror_names.get(name, f"{name}'")] = mirrored
    return tiles


def tricubes() -> Tiles:
    """Return the two pieces of three cubes."""
    return {f"3{letter}": form for letter, form in _one_layer("trominoes").items()}


def solid_pieces(name: str) -> Tiles:
    """Return the pieces of cubes that a section of `tile_names.ini` lists; flat pentominoes have their letters."""
    pentominoes = _one_layer("pentominoes")
    return {
        piece: pentominoes[piece] if piece in pentominoes else _solid(_NAMED["solid"][piece])
        for piece in _NAMED["solid sets"][name].split()
    }


def _one_layer(name: str) -> Tiles:
    """Return the tiles of a set of squares as pieces of cubes."""
    return {letter: tuple((0, *cell) for cell in form) for letter, form in tile_set(name).items()}


def _solid(drawing: str) -> Polyform:
    return parse_drawing(drawing.replace("/", "\n").replace("|", "\n\n")).cells


def soma() -> Tiles:
    """Return the pieces of the Soma cube by their usual letters."""
    return {letter: _solid(_NAMED["solid"][piece]) for letter, piece in _named("soma").items()}


def flat(name: str) -> Tiles:
    """Return the pieces of squares of a section of `tile_names.ini`."""
    return {letter: _parsed_tile(LATTICES["square"], cells) for letter, cells in _named(name).items()}


def notchable_burr() -> Tiles:
    """Return the pieces of six-piece burrs that a saw can notch."""
    return {number: tile_set("burr-pieces")[number] for number in _NAMED["burr"]["notchable"].split()}


def polyforms(
    lattice: Lattice, size: int, *, reflect: bool, block: Iterable[Cell] | None = None
) -> tuple[Polyform, ...]:
    """Return all polyforms of `size` blocks, one for each class under rotations (and reflections), sorted.

    A block is a cell by default; polyaboloes consist of half squares, which are two cells each. Each class is
    represented by its smallest orientation. Classes grow block by block, which reaches all of them: every connected
    polyform has a block without which it is still connected. Without reflections each class is split into its two
    mirror images, if they differ. Counts: OEIS A000105 (free), A000988 (one-sided), A000162 (polycubes up to rotation),
    A000228 (free polyhexes), A000577 (free polyiamonds).

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> [len(polyforms(LATTICES["square"], n, reflect=True)) for n in (1, 2, 3, 4, 5, 6)]
    [1, 1, 2, 5, 12, 35]
    """
    classes = next(islice(polyform_classes(lattice, block), size - 1, None))
    if not reflect:
        classes = {orientations(lattice, image)[0] for form in classes for image in (form, map(lattice.flip, form))}
    return tuple(sorted(classes))


def polyform_classes(
    lattice: Lattice,
    block: Iterable[Cell] | None = None,
    fits: Callable[[Polyform], bool] = lambda form: True,
    most: float = inf,
) -> Iterator[set[Polyform]]:
    """Yield the classes of polyforms of one block, of two, and so on, of which an orientation fits.

    A polyform that fits has a block without which it is connected and fits. Raise `TooManyTilesError` for more than
    `most` of one size.
    """
    starts = [[each.origin] for each in lattice.cell_classes] if block is None else [list(block)]
    blocks = {form for start in starts for form in orientations(lattice, start, reflect=True)}
    classes = {orientations(lattice, form, reflect=True)[0] for form in blocks}
    while True:
        yield classes
        larger = set()
        grown = ((*form, *added) for form in classes for added in attached(lattice, form, blocks))
        for images in (orientations(lattice, form, reflect=True) for form in grown):
            if any(map(fits, images)):
                larger.add(images[0])
            if len(larger) > most:
                raise TooManyTilesError
        classes = larger


def attached(lattice: Lattice, form: Polyform, blocks: Iterable[Polyform]) -> set[Polyform]:
    """Return the positions of blocks adjacent to a form."""
    near = {neighbor for cell in form for neighbor in lattice.neighbors(cell)}.difference(form)
    shifts = ((block, subtract(neighbor, cell)) for neighbor in near for block in blocks for cell in block)
    placed = {tuple(sorted(translate(block, shift))) for block, shift in shifts if shift in lattice.translations}
    taken = set(form)
    return {block for block in placed if taken.isdisjoint(block)}
