"""Placements: an orientation of a tile put somewhere on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from cp_puzzles.display import Displayed
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.polyform import Polyform
from cp_puzzles.geometry.rows import Rows


@dataclass(frozen=True, order=True)
class Placement(Displayed):
    """The cells, sorted, that one copy of a tile covers."""

    cells: tuple[Cell, ...]
    tile: str


def placements(lattice: Lattice, forms: Iterable[Polyform], board: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The sets of board cells (sorted) that some of the orientations covers; each comes once.

    >>> from cp_puzzles.geometry.lattices import LATTICES
    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> list(placements(LATTICES["square"], [((0, 0), (0, 1))], square))
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """
    if not board:
        return
    cells = np.array(sorted(set(board)), dtype=np.int64)
    rows = Rows(cells)
    kinds = lattice.translations.remainders(cells)
    for form in forms:
        alike = cells[(kinds == lattice.translations.remainder(form[0])).all(axis=1)]
        images = alike[:, None] + (np.array(form, dtype=np.int64) - form[0])
        on_board = (rows.find(images.reshape(-1, cells.shape[1])) >= 0).reshape(images.shape[:2]).all(axis=1)
        for image in images[on_board].tolist():
            yield tuple(map(tuple, image))
