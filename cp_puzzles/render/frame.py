"""Frames: where the cells of a lattice and their sides stand on a grid of characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cp_puzzles.geometry.footprint import has_edges
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import Point

Spot = tuple[int, int]
"""A character: column, line."""

Box = tuple[int, int, int, int]
"""A rectangle of characters: the first column and line, and those behind the last."""

_NEAR = 1e-6


@dataclass(frozen=True)
class EdgeForm:
    """A side of a cell: the characters on it, and those in its two corners, where there are any.

    It goes `across` columns to the right and `down` lines, by their signs, from the first of the `ends` to the last.
    """

    ends: tuple[Spot | None, Spot | None]
    spots: tuple[Spot, ...]
    across: int
    down: int


@dataclass(frozen=True)
class CellForm:
    """A kind of cell where the cell at the kind's origin stands: its characters, its text, its sides in order."""

    inside: tuple[Spot, ...]
    text: Spot
    edges: tuple[EdgeForm, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    """A lattice on a grid of characters: `columns` of text fit into each cell, `scale` is in characters a unit.

    Without `lines` the cells of the lattice lie side by side, and sides have no characters.
    """

    lattice: Lattice
    columns: int
    lines: bool
    scale: Point
    forms: tuple[CellForm, ...]

    @property
    def is_filled(self) -> bool:
        """Whether the text of a cell covers it."""
        return not has_edges(self.lattice) and all(len(form.inside) == self.columns for form in self.forms)

    def placed(self, cells: Sequence[Cell]) -> list[tuple[CellForm, Spot]]:
        """The form of each cell, and how far it is moved."""
        kinds = [self.lattice.kind(cell) for cell in cells]
        origins = np.array([kind.origin for kind in self.lattice.kinds])
        moves = (np.array(cells) - origins[kinds]) @ np.array(self.lattice.embedding[:2]).T * np.array(self.scale)
        shifts = np.floor(moves + 0.5 + _NEAR).astype(int).tolist()
        return [(self.forms[kind], (x, y)) for kind, (x, y) in zip(kinds, shifts, strict=True)]

    def box(self, cells: Sequence[Cell]) -> Box:
        """The characters that some cells take."""
        reach: dict[CellForm, Box] = {}
        for form, (x, y) in self.placed(cells):
            a, b, c, d = reach.get(form, (x, y, x, y))
            reach[form] = (min(a, x), min(b, y), max(c, x), max(d, y))
        boxes = [tuple(map(sum, zip(self._box(form), moved, strict=True))) for form, moved in reach.items()]
        left, top, right, bottom = zip(*boxes, strict=True)
        return min(left), min(top), max(right), max(bottom)

    def _box(self, form: CellForm) -> Box:
        """The characters that a cell takes with its sides and its text."""
        spots = [*form.inside, form.text, (form.text[0] + self.columns - 1, form.text[1])]
        spots += [spot for edge in form.edges for spot in (*edge.ends, *edge.spots) if spot is not None]
        columns, lines = zip(*spots, strict=True)
        return min(columns), min(lines), max(columns) + 1, max(lines) + 1
