"""Sets of tiles of one cell with colored sides: MacMahon's, Wang tiles, and random ones that fit together.

A tile is named by the colors of its sides in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from random import Random
from string import ascii_letters, ascii_lowercase, digits

from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.polyform import colored_orientations
from cp_puzzles.puzzle.geometry.shown import side_colors, with_sides

MAX_WANG_COLORS = 5
MAX_RANDOM_TILES = 1_024
RANDOM_COLORS = digits + ascii_letters
FRAME = "x"
"""The color of the frame of random tiles with one."""
FRAMED_COLORS = ascii_lowercase.replace(FRAME, "")

ATTEMPTS = 200
"""The number of random colorings of which one has to have different tiles."""


class TooFewColorsError(ValueError):
    """A random set for which no coloring was found in which all tiles differ."""


def _up_to_rotation(lattice: Lattice, colorings: Iterable[str]) -> tuple[str, ...]:
    """Return the colorings of the sides of a cell that are the least of their rotations, sorted."""
    return tuple(sorted({_least_rotation(lattice, colors) for colors in colorings}))


def _least_rotation(lattice: Lattice, colors: str) -> str:
    cell = lattice.cell_classes[0].origin
    images = (image for (image,) in colored_orientations(lattice, {cell: with_sides("", colors)}))
    return min(side_colors(shown) for image, shown in images if lattice.class_of(image) == 0)


def macmahon_polygons(lattice: Lattice, sides: int, colors: int) -> tuple[str, ...]:
    """Return the colorings of the sides of a cell up to rotations (MacMahon, New Mathematical Pastimes, 1921).

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> len(macmahon_polygons(LATTICES["square"], 4, 3)), len(macmahon_polygons(LATTICES["triangular"], 3, 4))
    (24, 24)
    """
    return _up_to_rotation(lattice, map("".join, product(ascii_lowercase[:colors], repeat=sides)))


def macmahon_cubes(lattice: Lattice) -> tuple[str, ...]:
    """Return the 30 colorings of a cube with six colors, each on one face, up to rotations."""
    return _up_to_rotation(lattice, map("".join, permutations(ascii_lowercase[:6])))


def wang_tiles(colors: int) -> tuple[str, ...]:
    """Return all colorings of the sides of a square; Wang tiles are not rotated."""
    return tuple(map("".join, product(ascii_lowercase[:colors], repeat=4)))


def tetravex_tiles(rows: int, columns: int, colors: int, seed: int) -> tuple[str, ...]:
    """Return random squares that fill a rectangle as they are drawn, sorted; all are different.

    Raises `TooFewColorsError` if no such colors are found.

    >>> tetravex_tiles(2, 2, 10, 1) == tetravex_tiles(2, 2, 10, 1) != tetravex_tiles(2, 2, 10, 2)
    True
    """
    return _distinct_tiles(seed, lambda random: _random_tiles(rows, columns, RANDOM_COLORS[:colors], random), str)


def eternity_tiles(lattice: Lattice, rows: int, columns: int, colors: int, seed: int) -> tuple[str, ...]:
    """Return random squares that fill a rectangle with a frame of color x, each in its least rotation, sorted.

    Frames of the puzzle Eternity II are like this. All tiles differ, also rotated.
    """
    return _distinct_tiles(
        seed,
        lambda random: _random_tiles(rows, columns, FRAMED_COLORS[:colors], random, FRAME),
        lambda colors: _least_rotation(lattice, colors),
    )


def _distinct_tiles(
    seed: int, draw: Callable[[Random], Iterator[str]], normal: Callable[[str], str]
) -> tuple[str, ...]:
    random = Random(seed)
    for _ in range(ATTEMPTS):
        tiles = [*map(normal, draw(random))]
        if len(set(tiles)) == len(tiles):
            return tuple(sorted(tiles))
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
