"""Frames: the places of the cells of a lattice and of their sides on a grid of characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cp_puzzles.puzzle.geometry.cell_solid import Point
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

Spot = tuple[int, int]
"""A character: column, line."""

Box = tuple[int, int, int, int]
"""A rectangle of characters: the first column and line, and those behind the last."""

_NEAR = 1e-6


@dataclass(frozen=True)
class EdgeForm:
    """The characters of a side of a cell, and those in its two corners, if there are any.

    It runs `across` columns to the right and `down` lines (signs) from the first of the `ends` to the last.
    """

    ends: tuple[Spot | None, Spot | None]
    spots: tuple[Spot, ...]
    across: int
    down: int


@dataclass(frozen=True)
class CellForm:
    """The characters of the cell at the origin of a class: inside, first of the text, and the sides in order."""

    inside: tuple[Spot, ...]
    text: Spot
    edges: tuple[EdgeForm, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    """A lattice on a grid of characters: `columns` of text in each cell, `scale` in characters a unit.

    Without `lines` the sides of cells have no characters.
    """

    lattice: Lattice
    columns: int
    lines: bool
    scale: Point
    forms: tuple[CellForm, ...]

    @property
    def is_filled(self) -> bool:
        """Return whether the text of a cell covers it."""
        return not has_edges(self.lattice) and all(len(form.inside) == self.columns for form in self.forms)

    def placed(self, cells: Sequence[Cell]) -> list[tuple[CellForm, Spot]]:
        """Return the form of each cell and its translation."""
        kinds = [self.lattice.class_of(cell) for cell in cells]
        origins = np.array([kind.origin for kind in self.lattice.cell_classes])
        moves = (np.array(cells) - origins[kinds]) @ np.array(self.lattice.embedding[:2]).T * np.array(self.scale)
        shifts = np.floor(moves + 0.5 + _NEAR).astype(int).tolist()
        return [(self.forms[kind], (x, y)) for kind, (x, y) in zip(kinds, shifts, strict=True)]

    def box(self, cells: Sequence[Cell]) -> Box:
        """Return the box of characters around some cells."""
        reach: dict[CellForm, Box] = {}
        for form, (x, y) in self.placed(cells):
            a, b, c, d = reach.get(form, (x, y, x, y))
            reach[form] = (min(a, x), min(b, y), max(c, x), max(d, y))
        boxes = [tuple(map(sum, zip(self._box(form), moved, strict=True))) for form, moved in reach.items()]
        left, top, right, bottom = zip(*boxes, strict=True)
        return min(left), min(top), max(right), max(bottom)

    def _box(self, form: CellForm) -> Box:
        """Return the box of a cell with its sides and its text."""
        spots = [*form.inside, form.text, (form.text[0] + self.columns - 1, form.text[1])]
        spots += [spot for edge in form.edges for spot in (*edge.ends, *edge.spots) if spot is not None]
        columns, lines = zip(*spots, strict=True)
        return min(columns), min(lines), max(columns) + 1, max(lines) + 1
