"""Brute force over plain data: the witness that shares no code with the package.

A tiling problem is three values: `primary` cells, covered exactly once; `optional` cells, covered at most
once; and `tiles`, a dict `name -> (cells, rotate, reflect, minimum, maximum)`. Cells are integer tuples of any
dimension; a tile with `rotate` false lies only as given. A solution is a frozenset of `(name, frozenset of
cells)`. Nothing here is clever: it is for small boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import TypeVar

Cell = tuple[int, ...]
Motion = tuple[tuple[int, ...], tuple[int, ...], int]
Tile = tuple[Sequence[Cell], bool, bool, int, int]
Option = tuple[str, frozenset[Cell]]
Solution = frozenset[Option]
S = TypeVar("S")


def motions(dimension: int) -> Iterator[Motion]:
    """The signed permutations of the axes, the identity first, as (axes, signs, determinant)."""
    for axes in permutations(range(dimension)):
        inversions = sum(axes[i] > axes[j] for j in range(dimension) for i in range(j))
        for signs in product((1, -1), repeat=dimension):
            yield axes, signs, (-1) ** (inversions + signs.count(-1))


def moved(cells: Iterable[Cell], motion: Motion, corner: Sequence[int]) -> list[Cell]:
    """The images of the cells, in the same order, shifted until their smallest coordinates are `corner`."""
    images = [tuple(sign * cell[axis] for axis, sign in zip(*motion[:2], strict=True)) for cell in cells]
    shift = [low - min(column) for low, column in zip(corner, zip(*images, strict=True), strict=True)]
    return [tuple(x + s for x, s in zip(image, shift, strict=True)) for image in images]


def placements(board: Collection[Cell], tiles: Mapping[str, Tile]) -> set[Option]:
    """Every (name, cells) that lies on the board, as a set."""
    found: set[Option] = set()
    for name, (cells, rotate, reflect, _, _) in tiles.items():
        for index, motion in enumerate(motions(len(cells[0]))):
            if index == 0 or (rotate and (reflect or motion[2] > 0)):
                ranges = [range(min(column), max(column) + 1) for column in zip(*board, strict=True)]
                puts = [frozenset(moved(cells, motion, corner)) for corner in product(*ranges)]
                found |= {(name, put) for put in puts if put.issubset(board)}
    return found


def solutions(
    primary: Collection[Cell],
    optional: Collection[Cell],
    tiles: Mapping[str, Tile],
) -> set[Solution]:
    """Every set of placements that covers the cells as they must be and keeps the tiles' bounds."""
    options = sorted(placements({*primary, *optional}, tiles), key=lambda option: (option[0], sorted(option[1])))
    found = []

    def search(chosen: list[Option], covered: frozenset[Cell], remaining: list[Option]) -> None:
        count = Counter(name for name, _ in chosen)
        if any(count[name] > tile[4] for name, tile in tiles.items()):
            return
        bare = min(set(primary) - covered, default=None)
        if bare is None and all(count[name] >= tile[3] for name, tile in tiles.items()):
            found.append(frozenset(chosen))
        for index, (name, cells) in enumerate(remaining):
            if bare is None or bare in cells:
                # with no primary cell left, options are taken in their order, so that no set is met twice
                later = remaining[index + 1 :] if bare is None else remaining
                search([*chosen, (name, cells)], covered | cells, [o for o in later if not o[1] & cells])

    search([], frozenset(), options)
    assert len(set(found)) == len(found)
    return set(found)


def symmetries(
    primary: Collection[Cell],
    optional: Collection[Cell],
    tiles: Mapping[str, Tile],
    *,
    rotations_only: bool = False,
) -> Iterator[dict[Option, Option]]:
    """The board's motions that map placements to placements with equal bounds, as dicts option -> option."""
    board = sorted({*primary, *optional})
    name_of = {cells: name for name, cells in placements(set(board), tiles)}
    for motion in motions(len(board[0])):
        corner = [min(column) for column in zip(*board, strict=True)]
        image = dict(zip(board, moved(board, motion, corner), strict=True))
        put = {cells: frozenset(image[cell] for cell in cells) for cells in name_of}
        keeps_board = all({image[c] for c in part} == set(part) for part in (primary, optional))
        keeps_tiles = all(to in name_of and tiles[name_of[at]][3:] == tiles[name_of[to]][3:] for at, to in put.items())
        if keeps_board and keeps_tiles and (motion[2] > 0 or not rotations_only):
            yield {(name_of[at], at): (name_of[to], to) for at, to in put.items()}


def classes(everything: Iterable[Solution], group: Iterable[Mapping[Option, Option]]) -> int:
    """The number of classes of solutions that the symmetries carry into one another."""
    maps = list(group)
    return len([*orbits(everything, lambda s: (frozenset(g[option] for option in s) for g in maps))])


def orbits(solutions: Iterable[S], images: Callable[[S], Iterable[S]]) -> Iterator[frozenset[S]]:
    """The classes of solutions, each with all images of one of them."""
    left = set(solutions)
    while left:
        yield (orbit := frozenset(images(next(iter(left)))))
        left -= orbit
