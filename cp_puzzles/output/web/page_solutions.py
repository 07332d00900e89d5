"""The solutions of a solution page and the symmetry group of its board, as tables of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from cp_puzzles.cover.symmetry.symmetry_group import GeneratorTable, SymmetryGroup
from cp_puzzles.output.web.page_data import PageData
from cp_puzzles.output.web.page_tables import Rows, bits, numbers, owned
from cp_puzzles.output.web.page_types import PageGroup, SolutionTable


def group_table(page: PageData, group: SymmetryGroup | None) -> tuple[PageGroup, Rows]:
    """Return the group as data, and the images of all placements under its elements in the same order.

    None stands for the trivial group.
    """
    options = _permutations(page, group) if group else np.arange(len(page.placements), dtype=np.int32)[None]
    table = GeneratorTable.of(options)
    largest = options.shape[1]
    data: PageGroup = {
        "words": table.words,
        "placements": [numbers(options[g].tolist(), largest) for g in table.generators],
    }
    return data, options[table.order]


def solution_table(
    page: PageData, rows: Sequence[array[int]], classes: Sequence[array[int]], images: Rows
) -> SolutionTable:
    """Return the solutions: rows of equal width, index + 1 of each placement, then zeros.

    `own` tells which images belong to which solution, `classes` has the class of each piece in a coloring.
    `hasEmpty` is true if a solution leaves a cell empty.
    """
    width = max(map(len, rows), default=0)

    def padded(table: Iterable[Sequence[int]], offset: int) -> Iterator[int]:
        return chain.from_iterable((*(x + offset for x in row), *[0] * (width - len(row))) for row in table)

    sizes = [len(placement.cells) for placement in page.placements]
    data: SolutionTable = {
        "count": len(rows),
        "width": width,
        "hasEmpty": any(sum(sizes[placement] for placement in row) < len(page.cells) for row in rows),
        "rows": numbers(padded(rows, 1), len(page.placements) + 1),
        "own": bits(owned(rows, images)),
    }
    if any(classes):
        data["classes"] = numbers(padded(classes, 0), 2)
    return data


def _permutations(page: PageData, group: SymmetryGroup) -> Rows:
    """Return the images of all placements under the elements of the group."""
    board, size = page.puzzle.board, len(page.cover.cells)
    cells = np.array([page.index[cell] for cell in page.cover.cells], dtype=np.int32)
    place = np.array(sorted(page.index[cell] for cell in board.cells), dtype=np.int32)
    moves = np.tile(np.arange(len(page.cells), dtype=np.int32), (group.order, 1))
    elements = {group.items[g, :size].tobytes(): g for g in range(group.order)}
    points = np.array(board.cells, dtype=np.int64)
    for isometry in page.puzzle.lattice.board_isometries(board.cells):
        images = [page.index[tuple(cell)] for cell in isometry.images(points).tolist()]
        move = np.arange(len(page.cells), dtype=np.int32)
        move[place] = images
        if len(cells) and set(move[cells].tolist()) == set(cells.tolist()):
            rank = {cell: i for i, cell in enumerate(cells.tolist())}
            key = np.array([rank[c] for c in move[cells].tolist()], dtype=np.int32).tobytes()
            if key in elements:
                moves[elements.pop(key)] = move
    given = page.puzzle.given
    numbers_of = {p: i for i, p in enumerate(given)}
    options = np.empty((group.order, len(page.placements)), dtype=np.int32)
    first = len(page.placements) - len(given)
    for g in range(group.order):
        options[g, :first] = group.options[g, :first]
        for i, placement in enumerate(given):
            image = tuple(sorted(page.cells[moves[g, page.index[cell]]] for cell in placement.cells))
            images = [numbers_of[p] for p in given if p.cells == image]
            options[g, first + i] = first + images[0]
    return options
