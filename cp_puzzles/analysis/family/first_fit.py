"""A solution by construction, for boards with room: pieces in a grid of boxes, or one by one where they fit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from cp_puzzles.cover.placement_table import sorted_numbers
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.puzzle.geometry.isometry import translate
from cp_puzzles.puzzle.geometry.placement import Placement, PlacementFinder
from cp_puzzles.puzzle.puzzle import Puzzle

MAX_GREEDY_CELLS = 1_000_000
"""Copies times cells of the board up to which pieces are tried one after the other: about a second."""


def first_fit(puzzle: Puzzle) -> tuple[Placement, ...] | None:
    """Return a solution that can be constructed without a search; None if the two ways of construction find none.

    Only the smallest number of copies of each tile is placed, and every cell may stay empty.
    """
    is_loose = not (puzzle.required or puzzle.rules or puzzle.objective or puzzle.given or puzzle.lattice.spokes)
    copies = sum(tile.minimum for tile in puzzle.tiles)
    if not is_loose or not copies:
        return None
    placements = _in_boxes(puzzle, copies)
    if placements is None and copies * len(puzzle.board.cells) <= MAX_GREEDY_CELLS:
        placements = _one_by_one(puzzle)
    if placements is not None and Verifier(puzzle).violation(placements) is not None:
        return None
    return placements


def _in_boxes(puzzle: Puzzle, copies: int) -> tuple[Placement, ...] | None:
    """Return each piece in a box of its own, in a grid of boxes of the same size; on squares and cubes."""
    lattice = puzzle.lattice
    if lattice.name not in ("square", "cubic"):
        return None
    forms = [(tile.name, tile.orientations[0]) for tile in puzzle.tiles for _ in range(tile.minimum)]
    box = [max(1 + max(cell[axis] for cell in form) for _, form in forms) for axis in range(lattice.dimension)]
    board = set(puzzle.board.cells)
    ends = list(zip(*board, strict=True))
    starts = product(*(range(min(end), max(end) + 1, step) for end, step in zip(ends, box, strict=True)))
    corners = (
        start
        for start in starts
        if all(
            tuple(a + b for a, b in zip(start, offset, strict=True)) in board for offset in product(*map(range, box))
        )
    )
    placed = tuple(
        Placement(tuple(sorted(translate(form, corner))), name, lattice)
        for (name, form), corner in zip(forms, corners, strict=False)
    )
    return placed if len(placed) == copies else None


def _one_by_one(puzzle: Puzzle) -> tuple[Placement, ...] | None:
    """Return the pieces, larger ones first, each at the first place where it fits in reading order."""
    cells = puzzle.board.cells
    finder = PlacementFinder(puzzle.lattice, cells)
    number = sorted_numbers(cells)
    free = np.ones(len(cells), dtype=np.bool_)
    placed = []
    for tile in sorted(puzzle.tiles, key=lambda tile: -tile.size):
        if not tile.minimum:
            continue
        images = np.concatenate([np.sort(number[finder.images(form)], axis=1) for form in tile.orientations])
        images = images[np.lexsort((images[:, 0], images[:, -1]))]
        placed += [
            Placement(tuple(cells[k] for k in chosen), tile.name, puzzle.lattice)
            for chosen in _fitting(images, free, tile.minimum)
        ]
        if sum(placement.tile == tile.name for placement in placed) < tile.minimum:
            return None
    return tuple(placed)


def _fitting(images: np.ndarray, free: np.ndarray, copies: int) -> Iterator[list[int]]:
    """Yield the cells of placements that are free, and take them, until enough copies are placed."""
    place = 0
    for _ in range(copies):
        while place < len(images) and not free[images[place]].all():
            place += 1
        if place == len(images):
            return
        free[images[place]] = False
        yield sorted(images[place].tolist())
