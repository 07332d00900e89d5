"""Sets of tiles of one cell with colored sides: MacMahon's, Wang tiles, and random ones that fit together.

A tile is named by the colors of its sides in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from random import Random
from string import ascii_lowercase

from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.polyform import colored_orientations
from cp_puzzles.puzzle.geometry.shown import side_colors, with_sides
from cp_puzzles.puzzle.geometry.tile_sets import FRAME, FRAMED_COLORS, RANDOM_COLORS, Tiles, TooFewColorsError

ATTEMPTS = 200
"""The number of random colorings of which one has to have different tiles."""


def _named(lattice: Lattice, colorings: Iterable[str]) -> Tiles:
    """Return the tiles of one cell with some colorings."""
    return dict.fromkeys(colorings, (lattice.cell_classes[0].origin,))


def _up_to_rotation(lattice: Lattice, colorings: Iterable[str]) -> Tiles:
    """Return the tiles of one cell whose colorings are the least of their rotations, sorted."""
    return _named(lattice, sorted({_least_rotation(lattice, colors) for colors in colorings}))


def _least_rotation(lattice: Lattice, colors: str) -> str:
    cell = lattice.cell_classes[0].origin
    images = (image for (image,) in colored_orientations(lattice, {cell: with_sides("", colors)}))
    return min(side_colors(shown) for image, shown in images if lattice.class_of(image) == 0)


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
    return _named(LATTICES["square"], map("".join, product(ascii_lowercase[:colors], repeat=4)))


def tetravex_tiles(rows: int, columns: int, colors: int, seed: int) -> Tiles:
    """Return random squares that fill a rectangle as they are drawn, sorted; all are different.

    Raises `TooFewColorsError` if no such colors are found.

    >>> tetravex_tiles(2, 2, 10, 1) == tetravex_tiles(2, 2, 10, 1) != tetravex_tiles(2, 2, 10, 2)
    True
    """
    return _distinct_tiles(seed, lambda random: _random_tiles(rows, columns, RANDOM_COLORS[:colors], random), str)


def eternity_tiles(rows: int, columns: int, colors: int, seed: int) -> Tiles:
    """Return random squares that fill a rectangle with a frame of color x, each in its least rotation, sorted.

    Frames of the puzzle Eternity II are like this. All tiles differ, also rotated.
    """
    return _distinct_tiles(
        seed,
        lambda random: _random_tiles(rows, columns, FRAMED_COLORS[:colors], random, FRAME),
        lambda colors: _least_rotation(LATTICES["square"], colors),
    )


def _distinct_tiles(seed: int, draw: Callable[[Random], Iterator[str]], normal: Callable[[str], str]) -> Tiles:
    random = Random(seed)
    for _ in range(ATTEMPTS):
        tiles = [*map(normal, draw(random))]
        if len(set(tiles)) == len(tiles):
            return _named(LATTICES["square"], sorted(tiles))
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
