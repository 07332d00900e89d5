"""Frames: the places of the cells of a lattice and of their sides on the smallest grid of characters that has room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, product
from math import ceil, floor

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.output.terminal.canvas import Arm, Grid
from cp_puzzles.puzzle.geometry.cell_solid import Point
from cp_puzzles.puzzle.geometry.footprint import drawn_point, edge_ends, footprint, has_edges, level_translations
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

Spot = tuple[int, int]
"""A character: column, line."""

Box = tuple[int, int, int, int]
"""A rectangle of characters: the first column and line, and those behind the last."""

_NEAR = 1e-6


@dataclass(frozen=True)
class EdgeForm:
    """The characters of a side of a cell, the directions along it, and the characters in its corners, if there are any.

    From each of the `ends` the side runs in the direction that is with it.
    """

    spots: tuple[Spot, ...]
    arms: tuple[Arm, Arm]
    ends: tuple[tuple[Spot, Arm], ...]


@dataclass(frozen=True)
class CellForm:
    """The characters of the cell at the origin of a class: inside, first of the text, and the sides in order."""

    inside: tuple[Spot, ...]
    text: Spot
    edges: tuple[EdgeForm, ...]

    def moved(self, x: int, y: int) -> CellForm:
        """Return the form of a cell some columns and lines away."""

        def there(spots: Iterable[Spot]) -> tuple[Spot, ...]:
            return tuple((column + x, line + y) for column, line in spots)

        edges = tuple(
            EdgeForm(there(edge.spots), edge.arms, tuple(((a + x, b + y), arm) for (a, b), arm in edge.ends))
            for edge in self.edges
        )
        return CellForm(there(self.inside), (self.text[0] + x, self.text[1] + y), edges)


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

    def placed(self, cells: Sequence[Cell]) -> list[CellForm]:
        """Return the characters of each cell."""
        kinds, shifts = self._moved(cells)
        return [self.forms[kind].moved(x, y) for kind, (x, y) in zip(kinds.tolist(), shifts.tolist(), strict=True)]

    def _moved(self, cells: Sequence[Cell]) -> tuple[Ints, Ints]:
        """Return the class of each cell and its translation, in characters."""
        kinds = np.array([self.lattice.class_of(cell) for cell in cells])
        origins = np.array([kind.origin for kind in self.lattice.cell_classes])
        moves = (np.array(cells) - origins[kinds]) @ np.array(self.lattice.embedding[:2]).T * np.array(self.scale)
        return kinds, np.floor(moves + 0.5 + _NEAR).astype(np.int64)

    def box(self, cells: Sequence[Cell]) -> Box:
        """Return the box of characters around some cells, with their sides and texts."""
        kinds, shifts = self._moved(cells)
        corners = []
        for kind in np.unique(kinds).tolist():
            form, of_kind = self.forms[kind], shifts[kinds == kind]
            spots = [*form.inside, form.text, (form.text[0] + self.columns - 1, form.text[1])]
            spots += [spot for edge in form.edges for spot in (*edge.spots, *(end for end, _ in edge.ends))]
            corners += [np.min(spots, axis=0) + of_kind.min(axis=0), np.max(spots, axis=0) + of_kind.max(axis=0)]
        (left, top), (right, bottom) = np.min(corners, axis=0).tolist(), np.max(corners, axis=0).tolist()
        return left, top, right + 1, bottom + 1


_LARGEST = 24
"""The most columns or lines between a cell and its nearest translate."""

_ASPECTS = (0.95, 2.5)
"""The allowed numbers of columns for the height of one line: characters are about twice as high as wide."""

_NUDGE = (0.0071, 0.0113)
"""Moves points off the sides of polygons, so that each lies in one cell."""


@cache
def frame(lattice: Lattice, grid: Grid) -> Frame:
    """Return the frame of a lattice in a size.

    With lines, each side of a cell is horizontal, or has one character on every line that it crosses; if no scale
    allows that, its characters are the nearest ones.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> frame(LATTICES["square"], Grid(3, True)).scale
    (4.0, 2.0)
    """
    shape, form_of = (edge_ends, _bar) if has_edges(lattice) else (footprint, _form)
    polygons = [
        [drawn_point(lattice, corner) for corner in shape(lattice, kind.origin)] for kind in lattice.cell_classes
    ]
    for exact in (True, False):
        for scale, shift in _candidates(lattice):
            forms = []
            for polygon in polygons:
                scaled = [(x * scale[0] + shift[0], y * scale[1] + shift[1]) for x, y in polygon]
                form = form_of(scaled, grid, exact=exact)
                if form is None:
                    break
                forms.append(form)
            else:
                found = Frame(lattice, grid.columns, grid.lines, scale, tuple(forms))
                if form_of is _form or _is_legible(found):
                    return found
    raise AssertionError(f"a {lattice.name} lattice cannot be drawn in characters")


def _is_legible(frame: Frame) -> bool:
    """Return whether no text of an edge covers a character of another edge."""
    near = {kind.origin for kind in frame.lattice.cell_classes}
    for _ in range(2):
        near |= {other for cell in near for other in frame.lattice.neighbors(cell)}
    owner: dict[Spot, int] = {}
    for number, form in enumerate(frame.placed(sorted(near))):
        text = [(form.text[0] + i, form.text[1]) for i in range(frame.columns)]
        if any(owner.setdefault(spot, number) != number for spot in (*form.inside, *text)):
            return False
    return True


def _candidates(lattice: Lattice) -> Iterator[tuple[Point, Point]]:
    """Yield scales with translations of whole characters and shifts of half a character, smallest cells first."""
    moves = level_translations(lattice)
    across, down = (_measure(move[axis] for move in moves) for axis in (0, 1))
    steps = product(range(1, _LARGEST + 1), repeat=2)
    fine = [(p / across, q / down) for p, q in steps if _ASPECTS[0] < (p / across) / (q / down) < _ASPECTS[1]]
    for scale in sorted(fine, key=lambda s: (round(s[0] * s[1], 6), abs(s[0] / s[1] - 2))):
        for dy, dx in product((0.0, 0.5), repeat=2):
            yield scale, (dx, dy)


def _measure(lengths: Iterable[float]) -> float:
    """Return the greatest length that divides all lengths."""
    common = 0.0
    for length in map(abs, lengths):
        while length > _NEAR:
            common, length = length, common % length if common % length < length - _NEAR else 0.0
    return common


def _form(polygon: Sequence[Point], grid: Grid, *, exact: bool) -> CellForm | None:
    """Return a polygon on the grid; None if the text does not fit or a side is not straight."""
    edges = []
    if grid.lines:
        for i, start in enumerate(polygon):
            edge = _edge(start, polygon[(i + 1) % len(polygon)], exact=exact)
            if edge is None:
                return None
            edges.append(edge)
    taken = {spot for edge in edges for spot in (*edge.spots, *(end for end, _ in edge.ends))}
    (left, right), (top, bottom) = ((floor(min(v)), ceil(max(v))) for v in zip(*polygon, strict=True))
    sides = [*zip(polygon, (*polygon[1:], polygon[0]), strict=True)]  # clockwise
    inside = tuple(
        (x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if (x, y) not in taken
        and all((bx - ax) * (y + _NUDGE[1] - ay) > (by - ay) * (x + _NUDGE[0] - ax) for (ax, ay), (bx, by) in sides)
    )
    text = _text_start(inside, grid.columns, polygon)
    return None if text is None else CellForm(inside, text, tuple(edges))


def _bar(ends: Sequence[Point], grid: Grid, *, exact: bool) -> CellForm | None:
    """Return an edge on the grid, with its text about the middle; None if the text would hide it."""
    edge = _edge(ends[0], ends[1], exact=exact)
    if edge is None:
        return None
    across, down = edge.arms[0]
    least = grid.columns + 2 * grid.lines if not down else 3 if grid.columns > 1 and not across else 1
    if len(edge.spots) < (least if grid.lines else min(least, grid.columns)):
        return None
    x, y = edge.spots[len(edge.spots) // 2]
    return CellForm(edge.spots, (x - (grid.columns - 1) // 2, y), (edge,))


def _edge(start: Point, end: Point, *, exact: bool) -> EdgeForm | None:
    (x0, y0), (x1, y1) = sorted((start, end), key=lambda p: (round(p[1], 6), p[0]))
    ends = (_integers((x0, y0)), _integers((x1, y1)))
    if y1 - y0 < _NEAR:
        if exact and ends[0] is None:
            return None
        spots = [(float(x), y0) for x in range(floor(x0 + _NEAR) + 1, ceil(x1 - _NEAR))]
    else:
        lines = range(floor(y0 + _NEAR) + 1, ceil(y1 - _NEAR))
        spots = [(x0 + (x1 - x0) * (y - y0) / (y1 - y0), float(y)) for y in lines]
    if not spots or (exact and any(_integers(place) is None for place in spots)):
        return None
    across, down = (x1 > x0 + _NEAR) - (x1 < x0 - _NEAR), int(y1 - y0 > _NEAR)
    arms = (across, down), (-across, -down)
    reached = tuple((end, arm) for end, arm in zip(ends, arms, strict=True) if end is not None)
    return EdgeForm(tuple((floor(x + 0.5), floor(y + 0.5)) for x, y in spots), arms, reached)


def _text_start(inside: tuple[Spot, ...], columns: int, polygon: Sequence[Point]) -> Spot | None:
    """Return the start of the text nearest to the middle; None if no line has room for it."""
    x, y = (sum(v) / len(polygon) for v in zip(*polygon, strict=True))
    rows = {line: {column for column, _ in row} for line, row in groupby(inside, key=lambda place: place[1])}
    starts = (
        (round(abs(line - y), 6), round(abs(column + (columns - 1) / 2 - x), 6), line, column)
        for line, row in rows.items()
        for column in row
        if all(column + i in row for i in range(columns))
    )
    best = min(starts, default=None)
    return None if best is None else (best[3], best[2])


def _integers(point: Point) -> Spot | None:
    near = (round(point[0]), round(point[1]))
    return near if max(abs(point[0] - near[0]), abs(point[1] - near[1])) < _NEAR else None
