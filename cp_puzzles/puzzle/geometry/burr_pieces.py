"""The pieces of six-piece burrs by their customary numbers (B. Cutler, J. von Känel), and the shape of the burr.

A piece is a stick of 2 x 2 x n cubes from which some of twelve cubes in the middle are removed. Its number is one more
than the sum of 2^k over the removed cubes k. Each of the eight positions of a piece gives a number; the piece has the
smallest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from cp_puzzles.base.options import POSITIVE_INT, checked
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.tile_sets import BURR_SETS

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
    turns = _turns()
    numbers = set()
    for removed in range(1 << len(_REMOVABLE)):
        chosen = [k for k in range(len(_REMOVABLE)) if removed >> k & 1]
        images = (sum(1 << turn[k] for k in chosen) for turn in turns if all(k in turn for k in chosen))
        if min(images) == removed and _is_connected(burr_piece(removed + 1)):
            numbers.add(removed + 1)
    return tuple(sorted(numbers))


def burr_pieces(length: int) -> dict[str, tuple[Cell, ...]]:
    """Return all pieces of six-piece burrs of a length by their numbers."""
    return {str(number): burr_piece(number, length) for number in burr_numbers()}


def _is_connected(cells: tuple[Cell, ...]) -> bool:
    """Return True if the cells of a stick are connected; it has two layers and two rows."""
    remaining = set(cells[1:])
    reached = [cells[0]]
    for layer, row, column in reached:
        along = (layer, row, column - 1), (layer, row, column + 1)
        near = remaining.intersection(((1 - layer, row, column), (layer, 1 - row, column), *along))
        remaining -= near
        reached += near
    return not remaining


def _turns() -> list[dict[int, int]]:
    """Return the rotations of a stick, each as the images of the removable cubes that stay removable."""
    place = {cell: k for k, cell in enumerate(_REMOVABLE)}
    turns = []
    for quarter, is_flipped in product(range(4), (False, True)):
        turn = {}
        for k, cell in enumerate(_REMOVABLE):
            layer, row, column = cell
            if is_flipped:
                row, column = 1 - row, 3 - column
            for _ in range(quarter):
                layer, row = row, 1 - layer
            if (layer, row, column) in place:
                turn[k] = place[layer, row, column]
        turns.append(turn)
    return turns


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
