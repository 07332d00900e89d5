"""Placements: an orientation of a tile put somewhere on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from cp_puzzles.display import Displayed
from cp_puzzles.geometry.isometry import Cell, subtract, translate
from cp_puzzles.geometry.polyform import Polyform


@dataclass(frozen=True, order=True)
class Placement(Displayed):
    """The cells, sorted, that one copy of a tile covers."""

    cells: tuple[Cell, ...]
    tile: str


def placements(forms: Iterable[Polyform], board: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The sets of board cells (sorted) that some of the orientations covers; each comes once.

    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> list(placements([((0, 0), (0, 1))], square))
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """
    cells = board if isinstance(board, (set, frozenset, dict)) else set(board)
    for form in forms:
        first = form[0]
        for cell in sorted(cells):
            image = translate(form, subtract(cell, first))
            if all(c in cells for c in image):
                yield image
