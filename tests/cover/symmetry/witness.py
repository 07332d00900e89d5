"""An independent definition of the symmetries of a puzzle, by sets of cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from cp_puzzles.cover.cover_problem import Cover


def motions(dimension: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """The signed permutations of the axes with their determinants."""
    for axes in permutations(range(dimension)):
        inversions = sum(axes[i] > axes[j] for j in range(dimension) for i in range(j))
        for signs in product((1, -1), repeat=dimension):
            yield axes, signs, (-1) ** (inversions + signs.count(-1))


def symmetries(cover: Cover, *, rotations_only: bool) -> set[tuple[int, ...]]:
    """Return the permutations of options, as tuples, that the isometries of the board induce."""
    puzzle = cover.puzzle
    board = sorted(puzzle.board.cells)
    shape_of = {frozenset(put.cells): option for option, put in enumerate(cover.placements)}
    given = {frozenset(put.cells) for put in puzzle.given}
    bounds = {tile.name: (tile.minimum, tile.maximum) for tile in puzzle.tiles}
    low = [min(column) for column in zip(*board, strict=True)]
    found = set()
    for axes, signs, determinant in motions(len(board[0])):
        turned = [tuple(s * cell[a] for a, s in zip(axes, signs, strict=True)) for cell in board]
        back = [m - min(column) for m, column in zip(low, zip(*turned, strict=True), strict=True)]
        image = {c: tuple(x + s for x, s in zip(t, back, strict=True)) for c, t in zip(board, turned, strict=True)}
        moved = {put: frozenset(image[cell] for cell in put) for put in [*shape_of, *given]}
        if (
            (determinant == 1 or not rotations_only)
            and set(image.values()) == set(board)
            and {image[cell] for cell in puzzle.required} == set(puzzle.required)
            and {moved[put] for put in given} == given
            and all(moved[put] in shape_of for put in shape_of)
        ):
            permutation = tuple(shape_of[moved[put]] for put in shape_of)
            names = {(cover.placements[o].tile, cover.placements[p].tile) for o, p in enumerate(permutation)}
            is_a_map = len(dict(names)) == len(names)
            if is_a_map and all(bounds[name] == bounds[to] for name, to in names):
                found.add(permutation)
    return found
