"""Families of tiles: all squares, rectangles, bars, boxes or polyominoes that fit a board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice, Rotate
from cp_puzzles.puzzle.geometry.placement import PlacementFinder, Polyform, orientations
from cp_puzzles.puzzle.geometry.polyform_sets import polyform_classes
from cp_puzzles.puzzle.geometry.tile_sets import FAMILIES, TooManyTilesError

MAX_FAMILY = 5_000
"""The largest number of tiles of a family: 5,000 polyominoes are generated in some 20 seconds."""

BOUND_EXTENT = 9
"""The largest extent of the polyominoes that the lower bound of their number counts."""

BOX_LATTICES = ("square", "cubic")
"""The lattices on which boxes, and so rectangles, squares and bars, are defined."""


BoxTest = Callable[[tuple[int, ...]], bool]
"""A test of the sorted sides of a box."""


def is_square(sides: tuple[int, ...]) -> bool:
    """Return whether sorted sides are those of a square."""
    return sides[-1] == sides[-2] and is_rectangle(sides)


def is_rectangle(sides: tuple[int, ...]) -> bool:
    """Return whether sorted sides are those of a rectangle."""
    return {*sides[:-2]} <= {1}


def is_oblong(sides: tuple[int, ...]) -> bool:
    """Return whether sorted sides are those of a rectangle that is no square."""
    return sides[-2] < sides[-1] and is_rectangle(sides)


def is_bar(sides: tuple[int, ...]) -> bool:
    """Return whether at most one side is longer than 1."""
    return {*sides[:-1]} <= {1}


def is_box(_sides: tuple[int, ...]) -> bool:
    """Return True: all sides are those of a box."""
    return True


POLYOMINOES = None
"""The family of all connected sets of cells, which has no test of boxes."""


class FamilyTiles(NamedTuple):
    """The tiles of a family by name: their cells on the unwrapped lattice, and their orientations on a wrapped board.

    On a board that is not wrapped, `wrapped` is empty.
    """

    forms: dict[str, Polyform]
    wrapped: dict[str, tuple[Polyform, ...]]


def family_tiles(
    lattice: Lattice, name: str, sizes: range, board: Collection[Cell], *, rotate: Rotate = True, reflect: bool = False
) -> FamilyTiles:
    """Return the tiles of a family that fit a board, by name, the smallest first.

    There is a tile for each shape up to the allowed isometries. A rectangle is named by its sides, `2x3`, a polyomino
    by its number of cells and its number among them, `5-12`. `sizes` are the allowed numbers of cells. A tile fits if
    it fits the box around the board, or if it has a position on a wrapped one. There, different shapes can cover the
    same cells: an orientation belongs to the first tile that has it, and a tile without any is omitted.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> [*family_tiles(square, "rectangles", range(2, 5), square.box((3, 3))).forms]
    ['1x2', '1x3', '2x2']
    """
    has_box = FAMILIES[name]
    base, fits = lattice.unwrapped, _fitting(lattice, board)
    extents = [max(column) - min(column) + 1 for column in zip(*board, strict=True)]
    sizes = range(sizes.start, min(sizes.stop, len(board) + 1))
    if has_box is None and not lattice.periods and _least_number(lattice, sizes, extents) > MAX_FAMILY:
        raise TooManyTilesError
    tiles = FamilyTiles({}, {})
    longest = sizes.stop - 1 if lattice.periods else max(extents)
    if has_box is None:
        of_sizes = zip(range(1, sizes.stop), polyform_classes(base, None, fits, MAX_FAMILY), strict=False)
        shapes: Iterator[Polyform] = (form for size, classes in of_sizes if size in sizes for form in sorted(classes))
    else:
        shapes = _boxes(base, sizes, longest, has_box)
    numbers: dict[int, int] = {}
    taken: set[Polyform] = set()
    for shape in shapes:
        images = filter(fits, orientations(base, shape, reflect=True))
        for form in sorted({orientations(base, image, rotate=rotate, reflect=reflect)[0] for image in images}):
            if lattice.periods:
                allowed = filter(fits, orientations(base, form, rotate=rotate, reflect=reflect))
                free = {lattice.normalize(image) for image in allowed} - taken
                if not free:
                    continue
                taken |= free
            numbers[len(form)] = numbers.get(len(form), 0) + 1
            sides = (max(column) - min(column) + 1 for column in zip(*form, strict=True))
            tile = f"{len(form)}-{numbers[len(form)]}" if has_box is None else "x".join(map(str, sides))
            tiles.forms[tile] = form
            if lattice.periods:
                tiles.wrapped[tile] = tuple(sorted(free))
            if len(tiles.forms) > MAX_FAMILY:
                raise TooManyTilesError
    return tiles


def _fitting(lattice: Lattice, board: Collection[Cell]) -> Callable[[Polyform], bool]:
    """Return a test of forms on the unwrapped lattice: whether a form fits the box around a board.

    On a wrapped board it is whether the form has a position where its cells are apart.
    """
    if lattice.periods:
        finder = PlacementFinder(lattice, board)
        return lambda form: len({*map(lattice.reduce, form)}) == len(form) and finder.count(form) > 0
    spans = [max(column) - min(column) for column in zip(*board, strict=True)]
    return lambda form: all(
        max(column) - min(column) <= span for column, span in zip(zip(*form, strict=True), spans, strict=True)
    )


def _least_number(lattice: Lattice, sizes: range, extents: list[int]) -> int:
    """Return a lower bound of the number of polyominoes of some sizes that fit, up to isometries; 0 if none is known.

    It counts those whose columns are intervals, each of which overlaps the one before it.
    """
    rows, columns = (min(extent, BOUND_EXTENT) for extent in (extents[-2:] if len(extents) > 1 else (0, 0)))
    origin = (0,) * lattice.dimension
    steps = [(*origin[:-2], *step) for step in ((1, 0), (0, 1))]
    if len(lattice.cell_classes) > 1 or not {*steps} <= {*lattice.neighbors(origin)}:
        return 0
    intervals = [(first, last) for first in range(rows) for last in range(first, rows)]
    ways = {(interval, interval[1] - interval[0] + 1): 1 for interval in intervals}
    number = 0
    for _ in range(columns):
        number += sum(count for (_, size), count in ways.items() if size in sizes)
        longer: dict[tuple[tuple[int, int], int], int] = {}
        for (before, size), count in ways.items():
            for first, last in intervals:
                larger = size + last - first + 1
                if first <= before[1] and before[0] <= last and larger < sizes.stop:
                    longer[(first, last), larger] = longer.get(((first, last), larger), 0) + count
        ways = longer
        if number > MAX_FAMILY * rows * len(lattice.point_group):
            break
    return number // (rows * len(lattice.point_group))


def _boxes(lattice: Lattice, sizes: range, longest: int, has_box: BoxTest) -> Iterator[Polyform]:
    """Yield the boxes of some sizes with sides of at most `longest` cells, the smallest first."""
    found = []
    for sides in _box_sides(lattice.dimension, longest, sizes.stop - 1):
        if has_box(sides) and prod(sides) in sizes:
            found.append((prod(sides), tuple(product(*map(range, sides)))))
            if len(found) > MAX_FAMILY:
                raise TooManyTilesError
    yield from (form for _, form in sorted(found))


def _box_sides(dimension: int, longest: int, volume: int, shortest: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the sorted sides of the boxes of at most a volume.

    >>> [*_box_sides(2, 3, 4)]
    [(1, 1), (1, 2), (1, 3), (2, 2)]
    """
    if not dimension:
        yield ()
        return
    for side in range(shortest, longest + 1):
        if side**dimension > volume:
            return
        yield from ((side, *rest) for rest in _box_sides(dimension - 1, longest, volume // side, side))
