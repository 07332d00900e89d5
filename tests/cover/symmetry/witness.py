"""An independent definition of the symmetries of a puzzle, by sets of cells."""

from __future__ import annotations

from cp_puzzles.cover.cover_problem import Cover
from tests import oracle


def symmetries(cover: Cover, *, rotations_only: bool) -> set[tuple[int, ...]]:
    """Return the permutations of options, as tuples, that the isometries of the board induce."""
    puzzle = cover.puzzle
    board = sorted(puzzle.board.cells)
    shape_of = {frozenset(put.cells): option for option, put in enumerate(cover.placements)}
    given = {frozenset(put.cells) for put in puzzle.given}
    bounds = {tile.name: (tile.minimum, tile.maximum) for tile in puzzle.tiles}
    low = [min(column) for column in zip(*board, strict=True)]
    found = set()
    for motion in oracle.motions(len(board[0])):
        image = dict(zip(board, oracle.moved(board, motion, low), strict=True))
        moved = {put: frozenset(image[cell] for cell in put) for put in [*shape_of, *given]}
        if (
            (motion[2] == 1 or not rotations_only)
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
