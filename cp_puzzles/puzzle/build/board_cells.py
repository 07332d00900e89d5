"""Building the cells of a board: a size, a drawing, a shape, a window, a list, or unions and differences of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from math import prod

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.build.board_frame import BoardFrame, translation_of
from cp_puzzles.puzzle.build.written_cells import cell_of, refuse_far
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.board_shapes import hexgrid, shape_cells, window
from cp_puzzles.puzzle.geometry.cell_class import NoCellError
from cp_puzzles.puzzle.geometry.drawing import DrawingError, parse_drawing, placed_cells
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.named_forms import BOARD_SHAPES
from cp_puzzles.puzzle.spec.board_spec import FormSpec, PartSpec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

MAX_CELLS = 100_000
"""The largest number of cells of a board."""

MAX_WINDOW = 1_000_000
"""The largest number of points of a window, cells or not."""


def board_cells(frame: BoardFrame) -> tuple[tuple[Cell, ...], frozenset[Cell]]:
    """Return the cells of the board, sorted, and the optional cells, before holes are removed.

    Raise `SpecError` for a form that the lattice does not have, and for a board that is too large.
    """
    region = _Parts(frame).region(frame.spec.board, ("board",))
    return tuple(sorted(region.cells)), region.optional


@dataclass(frozen=True)
class _Region:
    """Cells, and those of them that may stay empty."""

    cells: frozenset[Cell]
    optional: frozenset[Cell] = frozenset()

    def joined(self, other: _Region) -> _Region:
        """Return the union; a cell may stay empty if no region requires it."""
        required = (self.cells - self.optional) | (other.cells - other.optional)
        return _Region(self.cells | other.cells, (self.optional | other.optional) - required)

    def without(self, cells: frozenset[Cell]) -> _Region:
        """Return the region without some cells."""
        return _Region(self.cells - cells, self.optional - cells)

    def moved(self, vector: Cell) -> _Region:
        """Return the image under a translation."""
        cells, optional = (frozenset(add(cell, vector) for cell in each) for each in (self.cells, self.optional))
        return _Region(cells, optional)


class _Parts:
    """Parts of a board with one frame of coordinates: shapes with a name share the center of the first one."""

    def __init__(self, frame: BoardFrame) -> None:
        self._frame, self._spec = frame, frame.spec
        self._center: tuple[Fraction, ...] | None = None

    def region(self, form: FormSpec, path: Path) -> _Region:
        """Return the cells of a form; raise `SpecError`."""
        if isinstance(form.cells, PartSpec):
            return self._part(form.cells, (*path, "cells"))
        return self._of_size(_simple_form(self._frame, form, path), (*path, form.form))

    def _of_size(self, region: _Region, path: Path) -> _Region:
        if len(region.cells) > MAX_CELLS:
            raise self._spec.error(path, f"the board has more than {MAX_CELLS:,} cells", "make it smaller")
        return region

    def _part(self, part: PartSpec, path: Path) -> _Region:
        if part.at is not None:
            vector = translation_of(self._spec, self._frame.lattice, part.at, (*path, "at"))
            fixed = part.model_copy(update={"at": None})
            return _Parts(self._frame)._part(fixed, path).moved(vector)
        region = _Region(frozenset())
        for number, each in enumerate(part.union or ()):
            region = self._of_size(region.joined(self._part(each, (*path, "union", number))), (*path, "union"))
        if part.union is None:
            region = self.region(part, path)
            region = self._centered(region, part, path) if part.shape else region
        for number, each in enumerate(part.without):
            removed, here = self._part(each, (*path, "without", number)), (*path, "without", number)
            if region.cells.isdisjoint(removed.cells):
                raise self._spec.error(here, "the part has no cell of the board", "move it with at, or remove it")
            region = region.without(removed.cells)
            if not region.cells:
                raise self._spec.error(here, "the part leaves no cell of the board", "make it smaller")
        return region

    def _centered(self, region: _Region, part: PartSpec, path: Path) -> _Region:
        """Return the cells of a shape, moved so that its center is that of the first shape."""
        center = tuple(Fraction(sum(column), len(region.cells)) for column in zip(*region.cells, strict=True))
        if self._center is None:
            self._center = center
            return region
        steps = [first - own for first, own in zip(self._center, center, strict=True)]
        vector = tuple(map(int, steps))
        if any(map(Fraction.__ne__, steps, vector)) or vector not in self._frame.lattice.translations:
            problem = f"no translation moves the center of the {part.shape} to that of the first shape"
            zeros = [0] * self._frame.lattice.dimension
            raise self._spec.error(
                (*path, part.form), problem, f"write at: {zeros}, where it is alone, or another distance"
            )
        return region.moved(vector)


def _simple_form(frame: BoardFrame, form: FormSpec, path: Path) -> _Region:
    """Return the cells of a form that is no union; raise `SpecError`."""
    spec, lattice, name = frame.spec, frame.lattice, form.form
    if form.layers and (lattice.layer_of in ("", "square") or name == "size" or not form.shape):
        raise spec.error(
            (*path, "layers"),
            f"a {name} on a {lattice.name} lattice has no layers",
            "write them for a shape of prisms",
        )
    path = (*path, name)
    if name == "drawing":
        return _drawn(frame, form, path)
    if name == "cells":
        assert not isinstance(form.cells, PartSpec)
        return _Region(_listed(spec, lattice, form.cells or (), path))
    if name == "window":
        return _Region(frozenset(_window(spec, lattice, form, path)))
    numbers, layers = form.numbers, form.layers or 1
    _refuse_large(spec, (*numbers, layers) if form.layers else numbers, path)
    cells_of = hexgrid if form.hexgrid else shape_cells
    return _Region(frozenset(islice(cells_of(BOARD_SHAPES[form.shape], lattice, numbers, layers), MAX_CELLS + 1)))


def _window(spec: PuzzleSpec, lattice: Lattice, form: FormSpec, path: Path) -> tuple[Cell, ...]:
    ranges = dict(form.window or {})
    sums = ranges.pop("sum", None)
    needed = lattice.axes[:-1] if lattice.is_numbered else lattice.axes
    for axis in ranges:
        if axis not in lattice.axes:
            raise spec.error((*path, axis), f"{echo(axis)} is not an axis", f"write {', '.join(lattice.axes)} or sum")
    for axis in needed:
        if axis not in ranges:
            raise spec.error(path, f"the window has no range of {axis}", f"write {axis}: [0, 4]")
    refuse_far(spec, chain(*ranges.values(), sums or ()), path)
    if prod(max(0, end - start) for start, end in ranges.values()) > MAX_WINDOW:
        raise spec.error(path, "the window is too large", f"use at most {MAX_WINDOW:,} points")
    try:
        cells = tuple(window(lattice, ranges, sums))
    except NoCellError as error:
        raise spec.error(path, str(error), "change the range") from None
    if not cells:
        raise spec.error(path, "the window has no cell", "write ranges [first, end] with first < end")
    return cells


def _listed(spec: PuzzleSpec, lattice: Lattice, written: Sequence[Cell], path: Path) -> frozenset[Cell]:
    cells: set[Cell] = set()
    for index, coordinates in enumerate(written):
        cell = cell_of(spec, lattice, coordinates, (*path, index))
        if cell in cells:
            raise spec.error((*path, index), f"the cell {list(coordinates)} is written twice", "remove one of them")
        cells.add(cell)
    return frozenset(cells)


def _drawn(frame: BoardFrame, form: FormSpec, path: Path) -> _Region:
    """Return the drawn cells; a part has neither values nor colors, which the board lists instead."""
    spec, lattice = frame.spec, frame.lattice
    try:
        is_board = form is spec.board
        drawing = frame.drawing if is_board else parse_drawing(form.drawing or "", lattice.text)
        _refuse_large(spec, tuple(max(column) + 1 for column in zip(*drawing.cells, strict=True)), path)
        if lattice.is_flat and drawing.layers > 1:
            raise spec.error(
                path,
                f"the board is drawn in {drawing.layers} layers on a {lattice.name} lattice",
                "draw it without blank lines, or write lattice: cubic",
            )
        cells = frame.drawn_cells if is_board else placed_cells(lattice, drawing)
    except DrawingError as error:
        raise spec.error(path, error.problem, error.remedy) from None
    for letter in () if is_board else sorted({*drawing.letters.values()} - {"", "X", "#", "?"}):
        if letter.isdigit() or spec.colors:
            key = "values" if letter.isdigit() else "colors"
            raise spec.error(path, f"{echo(letter)} has no meaning in a part", f"draw X, and write {key} of the board")
    return _Region(frozenset(cells.values()), frozenset(cells[place] for place in drawing.optional))


def _refuse_large(spec: PuzzleSpec, size: Iterable[int], path: Path) -> None:
    """Raise `SpecError` for a board whose bounding box is too large."""
    size = tuple(size)
    if prod(size) > MAX_CELLS:
        raise spec.error(
            path, f"the board {' x '.join(map(str, size))} has {prod(size):,} cells", f"use at most {MAX_CELLS:,}"
        )
