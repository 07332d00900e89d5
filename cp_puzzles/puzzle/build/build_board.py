"""Building the board: its cells by a size, a drawing, a shape, a window, a list, or unions of these; then its marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from math import prod

from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import MistakeError, Mistakes, Parameter, echo
from cp_puzzles.puzzle.board_and_tiles import Board, Calendar, read_date
from cp_puzzles.puzzle.build.board_frame import BoardFrame, translation_of, wrapped_lattice
from cp_puzzles.puzzle.build.written_cells import cell_of, listed_colors, refuse_far, written_marks
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.board_shapes import hexgrid, shape_cells, window
from cp_puzzles.puzzle.geometry.cell_class import NoCellError
from cp_puzzles.puzzle.geometry.drawing import DrawingError, parse_drawing, placed_cells
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.named_forms import BOARD_SHAPES
from cp_puzzles.puzzle.spec.board_spec import CalendarSpec, FormSpec, PartSpec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

MAX_CELLS = 100_000
"""The largest number of cells of a board."""

MAX_WINDOW = 1_000_000
"""The largest number of points of a window, cells or not."""


def build_board(frame: BoardFrame, leave: Iterable[str] = ()) -> tuple[Lattice, Board]:
    """Return the lattice and the board of a spec without the cells whose labels are in `leave`.

    Raise `SpecError` for a mistake in the spec and `MistakeError` for an unknown label.
    """
    spec, written = frame.spec, frame.spec.board
    cells, optional = board_cells(frame)
    lattice = wrapped_lattice(spec, frame.lattice, cells) if written.wrap else frame.lattice
    shape = set(cells)
    holes = set()
    mistakes = Mistakes()
    for index, hole in enumerate(written.holes):
        with mistakes.noted():
            path: Path = ("board", "holes", index)
            cell = _board_cell(spec, lattice, hole, path, shape)
            if cell in holes:
                raise spec.error(path, f"the hole {list(hole)} is written twice", "remove one of them")
            holes.add(cell)
    mistakes.raise_all()
    on_board = shape - holes
    if not on_board:
        raise spec.error(("board",), "the holes leave no cell of the board", "remove some of them")
    optional |= {
        _board_cell(spec, lattice, cell, ("board", "optional", index), on_board)
        for index, cell in enumerate(written.optional)
    }
    labels = _labels(frame, lattice, shape, on_board) if written.labels else {}
    calendar = _calendar(spec, written.calendar, labels) if written.calendar else Calendar()
    left_empty = _left_empty(labels, calendar, leave) if leave else frozenset()
    kept = tuple(cell for cell in cells if cell in on_board and cell not in left_empty)
    if not kept:
        raise MistakeError(Parameter("leave"), "no cell of the board is left to cover", "leave fewer cells empty")
    is_colored = written.drawing is not None or written.colors or written.values
    colors = _colors(frame, lattice, on_board) if is_colored else {}
    board = Board(
        kept,
        optional.intersection(kept),
        tuple(labels.items()),
        left_empty,
        tuple((cell, colors[cell]) for cell in kept if cell in colors),
        _regions(frame, lattice, shape, on_board, left_empty) if written.regions else (),
        calendar,
    )
    return lattice, board


def _colors(frame: BoardFrame, lattice: Lattice, cells: set[Cell]) -> dict[Cell, str]:
    """Return the color letter of each colored cell, from the drawing and from `colors:` of the board."""
    spec = frame.spec
    colors: dict[Cell, str] = {}
    if spec.board.drawing is not None:
        drawn = {cell: frame.drawing.letters.get(place, "") for place, cell in frame.drawn_cells.items()}
        colors = written_marks(spec, drawn, ("board", "drawing"), is_board=True)
    listed = listed_colors(spec, lattice, spec.board.colors, ("board", "colors"), is_board=True)
    values = {str(value): cells for value, cells in spec.board.values.items()}
    for path, cell, mark in (*listed, *_listed_cells(spec, lattice, values, ("board", "values"))):
        _refuse_off_board(spec, lattice, path, cell, cells)
        if colors.setdefault(cell, mark) != mark:
            raise spec.error(path, f"the cell has {colors[cell]} already", "give it one color or value")
    return colors


def _listed_cells(
    spec: PuzzleSpec, lattice: Lattice, listed: Mapping[str, tuple[Cell, ...]], path: Path
) -> Iterator[tuple[Path, Cell, str]]:
    """Yield the path, the cell and the key of each listed cell of the board."""
    for key, cells in listed.items():
        for number, coordinates in enumerate(cells):
            cell_path: Path = (*path, key, number)
            yield cell_path, cell_of(spec, lattice, coordinates, cell_path), key


def _refuse_off_board(spec: PuzzleSpec, lattice: Lattice, path: Path, cell: Cell, cells: set[Cell]) -> None:
    if cell not in cells:
        raise spec.error(path, f"the cell {list(lattice.coordinates(cell))} is not on the board", "remove it")


def _regions(
    frame: BoardFrame, lattice: Lattice, drawable: set[Cell], cells: set[Cell], left_empty: frozenset[Cell]
) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """Return the names of regions, each with its cells; letters drawn on holes and cells left empty are ignored."""
    spec, written = frame.spec, frame.spec.board.regions
    path: Path = ("board", "regions")
    regions: dict[str, list[Cell]] = {}
    if isinstance(written, str):
        words = ("a cell of the board", "no region")
        marks = [(path, *each) for each in frame.drawn_over(written, drawable, drawable, path, words)]
    else:
        marks = [*_listed_cells(spec, lattice, written, path)]
        for cell_path, cell, _ in marks:
            _refuse_off_board(spec, lattice, cell_path, cell, cells)
    name_of: dict[Cell, str] = {}
    for cell_path, cell, name in marks:
        if name_of.setdefault(cell, name) != name:
            raise spec.error(cell_path, f"the cell is in the region {name_of[cell]} already", "remove it from one")
    for cell in sorted(name_of):
        if cell in cells and cell not in left_empty:
            regions.setdefault(name_of[cell], []).append(cell)
    return tuple((name, tuple(regions[name])) for name in sorted(regions))


def _board_cell(spec: PuzzleSpec, lattice: Lattice, written: Cell, path: Path, cells: set[Cell]) -> Cell:
    """Return the cell with the written coordinates; raise `SpecError` if it is not one of `cells`."""
    cell = cell_of(spec, lattice, written, path)
    if cell not in cells:
        raise spec.error(path, f"the cell {list(written)} is not on the board", "coordinates start at 0")
    return cell


def _labels(frame: BoardFrame, lattice: Lattice, shape: set[Cell], cells: set[Cell]) -> dict[str, Cell]:
    spec = frame.spec
    labels: dict[str, Cell] = {}
    if isinstance(spec.board.labels, str):
        return frame.drawn_labels(shape, cells)
    names: dict[Cell, str] = {}
    mistakes = Mistakes()
    for name, written in spec.board.labels.items():
        with mistakes.noted():
            path: Path = ("board", "labels", name)
            cell = _board_cell(spec, lattice, written, path, cells)
            if cell in names:
                raise spec.error(
                    path, f"the cell {list(written)} is named {names[cell]!r} already", "give a cell one name"
                )
            labels[name], names[cell] = cell, name
    mistakes.raise_all()
    return labels


def _calendar(spec: PuzzleSpec, calendar: CalendarSpec, labels: dict[str, Cell]) -> Calendar:
    """Return the months and weekdays that the file lists; raise `SpecError` for one that is no label."""
    for key, names in (("months", calendar.months), ("weekdays", calendar.weekdays or ())):
        for index, name in enumerate(names):
            if name not in labels:
                path: Path = ("board", "calendar", key, index)
                raise spec.error(path, f"no cell has the label {echo(name)}", "write the labels of the board")
    return Calendar(calendar.months, calendar.weekdays or ())


def _of_dates(names: Iterable[str], labels: dict[str, Cell], calendar: Calendar) -> Iterator[str]:
    """Yield names with `today`, and a date such as 2026-11-23, replaced by the labels of the date."""
    for name in names:
        if name not in labels and labels and (name == "today" or re.fullmatch(r"\d{4}-\d\d-\d\d", name)):
            yield from calendar.of(list(labels)).labels_of(read_date(name))
        else:
            yield name


def _left_empty(labels: dict[str, Cell], calendar: Calendar, leave: Iterable[str]) -> frozenset[Cell]:
    """Return the cells with the labels in `leave`; raise `MistakeError` for an unknown label."""
    cells: set[Cell] = set()
    for name in _of_dates(leave, labels, calendar):
        if name not in labels:
            names = f"names: {', '.join(labels)}" if labels else "the board has no labels"
            remedy = suggestion(name, labels, names)
            raise MistakeError(Parameter("leave", name), "no cell of the board has this name", remedy)
        cells.add(labels[name])
    return frozenset(cells)


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
