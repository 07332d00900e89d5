"""Building the board: its lattice, its cells by a size, a drawing, a shape, a window, a list, or unions of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, islice
from math import prod

from cp_puzzles.errors import MistakeError, Parameter, SpecError, echo
from cp_puzzles.puzzle.board_and_tiles import Board, Calendar
from cp_puzzles.puzzle.build.board_frame import (
    BoardFrame,
    board_cell,
    board_colors,
    board_labels,
    board_regions,
    cells_left_empty,
    translation_of,
    wrapped_lattice,
    written_calendar,
)
from cp_puzzles.puzzle.build.written_cells import cell_of, refuse_far
from cp_puzzles.puzzle.fields import Mistakes, Path
from cp_puzzles.puzzle.geometry.board_shapes import HEXGRIDS, hexgrid, shape_cells, window
from cp_puzzles.puzzle.geometry.cell_class import NoCellError
from cp_puzzles.puzzle.geometry.drawing import DrawingError, drawn_characters, parse_drawing, placed_cells
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.tile_sets import BOARD_SHAPES, named_set
from cp_puzzles.puzzle.spec.board_spec import FormSpec, PartSpec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import TileSetEntry

MAX_CELLS = 100_000
"""The largest number of cells of a board."""

MAX_WINDOW = 1_000_000
"""The largest number of points of a window, cells or not."""


_BY_DIMENSION = {2: "square", 3: "cubic"}
"""The lattice of a board without a name of one."""


def lattice_of(spec: PuzzleSpec) -> Lattice:
    """Return the lattice that a spec names, or that its board or its tile sets imply.

    Raise `SpecError` if they imply none, or if the form of the board does not exist on the lattice.
    """
    lattice = LATTICES[spec.lattice] if spec.lattice else _implied(spec)
    for path, form in spec.board.simple_forms(("board",)):
        _refuse_missing(spec, lattice, form, (*path, form.form))
    return lattice


def _refuse_missing(spec: PuzzleSpec, lattice: Lattice, form: FormSpec, path: Path) -> None:
    """Raise `SpecError` for a form that does not exist on a lattice."""
    name, numbers = form.form, form.numbers
    if name == "hexgrid" and lattice.name not in HEXGRIDS:
        raise spec.error(path, f"a {lattice.name} lattice has no triangles", f"write {' or '.join(HEXGRIDS)}")
    if name in BOARD_SHAPES and lattice.name not in BOARD_SHAPES[name].lattices:
        shapes = [name for name, shape in BOARD_SHAPES.items() if lattice.name in shape.lattices]
        remedy = f"write {', '.join((*shapes, 'drawing' if lattice.text else 'window', 'or cells'))}"
        raise spec.error(path, f"there is no {name} on a {lattice.name} lattice", remedy)
    if name == "size" and len(numbers) != (2 if lattice.is_flat else 3):
        problem = f"{list(numbers)} has {len(numbers)} dimensions on a {lattice.name} lattice"
        raise spec.error(path, problem, "write [rows, columns]" if lattice.is_flat else "write [layers, rows, columns]")


def _implied(spec: PuzzleSpec) -> Lattice:
    """Return the lattice that the board and the tile sets imply; raise `SpecError` if they allow several.

    A size or a drawing implies squares or cubes. The parts of a union may be on one lattice only.
    """
    board, forms = spec.board, [*spec.board.simple_forms(("board",))]
    for path, form in forms:
        if form.size:
            return LATTICES[_BY_DIMENSION[len(form.size)]]
        if form.drawing is not None:
            try:
                layers = [layer for _, (layer, _, _), _ in drawn_characters(form.drawing)]
                return LATTICES[_BY_DIMENSION[3 if any(layers) else 2]]
            except DrawingError as error:
                raise spec.error((*path, "drawing"), error.problem, error.remedy) from None
    sets = (named_set(e.set) for e in spec.tiles if isinstance(e, TileSetEntry))
    homes = {entry.lattice for entry in sets if entry is not None}
    each_possible = [_possible_lattices(form) for _, form in forms]
    possible = [name for name in each_possible[0] if all(name in names for names in each_possible)]
    likely = [name for name in possible if name in homes] if homes - {"square", "cubic"} else []
    if len(possible) == 1 or len(likely) == 1:
        return LATTICES[(likely or possible)[0]]
    written = forms[0][1].cells
    if isinstance(written, tuple) and len(written[0]) < 4 and homes <= {"square", "cubic"}:
        return LATTICES[_BY_DIMENSION[len(written[0])]]
    if not possible:
        names = ", ".join(dict.fromkeys(form.form for _, form in forms))
        problem = f"no lattice has all of the shapes {names}"
        raise spec.error(("board", board.form), problem, "write shapes of one lattice")
    problem = f"a board given by its {board.form} can belong to several lattices"
    raise spec.error(("board", board.form), problem, f"write lattice: {' or '.join(possible)}")


def _possible_lattices(form: FormSpec) -> tuple[str, ...]:
    """Return the names of the lattices that can have a board of this form."""
    if form.hexgrid:
        return HEXGRIDS[:1]
    if form.window:
        axes = set(form.window) - {"sum"}
        lattices = map(LATTICES.__getitem__, LATTICES.entries)
        return tuple(each.name for each in lattices if {*each.axes[: each.dimension]} <= axes <= {*each.axes})
    return BOARD_SHAPES[form.form].lattices if form.form in BOARD_SHAPES else tuple(LATTICES.entries)


def build_board(frame: BoardFrame, leave: Iterable[str] = ()) -> tuple[Lattice, Board]:
    """Return the lattice and the board of a spec without the cells whose labels are in `leave`.

    Raise `SpecError` for a mistake in the spec and `MistakeError` for an unknown label.
    """
    spec, written = frame.spec, frame.spec.board
    if isinstance(written.cells, PartSpec):
        region = _Parts(frame).part(written.cells, ("board", "cells"))
    else:
        region = _simple_form(frame, written, ("board",))
    cells, optional = tuple(sorted(region)), {cell for cell, is_optional in region.items() if is_optional}
    lattice = wrapped_lattice(spec, frame.lattice, cells) if written.wrap else frame.lattice
    shape = set(cells)
    holes = set()
    mistakes = Mistakes()
    for index, hole in enumerate(written.holes):
        with mistakes.noted():
            path: Path = ("board", "holes", index)
            cell = board_cell(spec, lattice, hole, path, shape)
            if cell in holes:
                raise spec.error(path, f"the hole {list(hole)} is written twice", "remove one of them")
            holes.add(cell)
    mistakes.raise_all()
    on_board = shape - holes
    if not on_board:
        raise spec.error(("board",), "the holes leave no cell of the board", "remove some of them")
    for index, cell in enumerate(written.optional):
        optional.add(board_cell(spec, lattice, cell, ("board", "optional", index), on_board))
    labels = board_labels(frame, lattice, shape, on_board) if written.labels else {}
    calendar = written_calendar(spec, written.calendar, labels) if written.calendar else Calendar()
    left_empty = cells_left_empty(labels, calendar, leave) if leave else frozenset()
    kept = tuple(cell for cell in cells if cell in on_board and cell not in left_empty)
    if not kept:
        raise MistakeError(Parameter("leave"), "no cell of the board is left to cover", "leave fewer cells empty")
    is_colored = written.drawing is not None or written.colors or written.values
    colors = board_colors(frame, lattice, on_board) if is_colored else {}
    colored = tuple((cell, colors[cell]) for cell in kept if cell in colors)
    regions = board_regions(frame, lattice, shape, on_board, left_empty) if written.regions else ()
    free = frozenset(optional.intersection(kept))
    board = Board(kept, free, tuple(labels.items()), left_empty, colored, regions, calendar)
    return lattice, board


_Region = dict[Cell, bool]
"""Cells, each with whether it may stay empty."""


class _Parts:
    """Parts of a board with one frame of coordinates: shapes with a name share the center of the first one."""

    def __init__(self, frame: BoardFrame) -> None:
        self._frame, self._spec = frame, frame.spec
        self._center: tuple[Fraction, ...] | None = None

    def part(self, part: PartSpec, path: Path) -> _Region:
        """Return the cells of a part; raise `SpecError`."""
        if part.at is not None:
            vector = translation_of(self._spec, self._frame.lattice, part.at, (*path, "at"))
            fixed = part.model_copy(update={"at": None})
            return {add(cell, vector): each for cell, each in _Parts(self._frame).part(fixed, path).items()}
        region: _Region = {}
        for number, each in enumerate(part.union or ()):
            for cell, is_optional in self.part(each, (*path, "union", number)).items():
                region[cell] = is_optional and region.get(
                    cell, True
                )  # a cell that one of the parts requires is required
            if len(region) > MAX_CELLS:
                raise _too_large(self._spec, (*path, "union"))
        if isinstance(part.cells, PartSpec):
            region = self.part(part.cells, (*path, "cells"))
        elif part.union is None:
            region = _simple_form(self._frame, part, path)
            region = self._centered(region, part, path) if part.shape else region
        for number, each in enumerate(part.without):
            removed, here = self.part(each, (*path, "without", number)), (*path, "without", number)
            if region.keys().isdisjoint(removed):
                raise self._spec.error(here, "the part has no cell of the board", "move it with at, or remove it")
            region = {cell: each for cell, each in region.items() if cell not in removed}
            if not region:
                raise self._spec.error(here, "the part leaves no cell of the board", "make it smaller")
        return region

    def _centered(self, region: _Region, part: PartSpec, path: Path) -> _Region:
        """Return the cells of a shape, moved so that its center is that of the first shape."""
        center = tuple(Fraction(sum(column), len(region)) for column in zip(*region, strict=True))
        if self._center is None:
            self._center = center
            return region
        steps = [first - here for first, here in zip(self._center, center, strict=True)]
        vector = tuple(map(int, steps))
        if any(map(Fraction.__ne__, steps, vector)) or vector not in self._frame.lattice.translations:
            problem = f"no translation moves the center of the {part.shape} to that of the first shape"
            zeros = [0] * self._frame.lattice.dimension
            remedy = f"write at: {zeros}, where it is alone, or another distance"
            raise self._spec.error((*path, part.form), problem, remedy)
        return {add(cell, vector): is_optional for cell, is_optional in region.items()}


def _simple_form(frame: BoardFrame, form: FormSpec, path: Path) -> _Region:
    """Return the cells of a form that is no union; raise `SpecError`."""
    spec, lattice, name = frame.spec, frame.lattice, form.form
    if form.layers and (lattice.layer_of in ("", "square") or name == "size" or not form.shape):
        problem = f"a {name} on a {lattice.name} lattice has no layers"
        raise spec.error((*path, "layers"), problem, "write them for a shape of prisms")
    path = (*path, name)
    if name == "drawing":
        region = _drawn(frame, form, path)
    elif name == "cells":
        assert not isinstance(form.cells, PartSpec)
        region = _listed(spec, lattice, form.cells or (), path)
    elif name == "window":
        region = dict.fromkeys(_window(spec, lattice, form, path), False)
    else:
        numbers, layers = form.numbers, form.layers or 1
        _refuse_large(spec, (*numbers, layers) if form.layers else numbers, path)
        cells = (hexgrid if form.hexgrid else shape_cells)(BOARD_SHAPES[form.shape], lattice, numbers, layers)
        region = dict.fromkeys(islice(cells, MAX_CELLS + 1), False)
    if len(region) > MAX_CELLS:
        raise _too_large(spec, path)
    return region


def _too_large(spec: PuzzleSpec, path: Path) -> SpecError:
    return spec.error(path, f"the board has more than {MAX_CELLS:,} cells", "make it smaller")


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


def _listed(spec: PuzzleSpec, lattice: Lattice, written: Sequence[Cell], path: Path) -> _Region:
    cells: _Region = {}
    for index, coordinates in enumerate(written):
        cell = cell_of(spec, lattice, coordinates, (*path, index))
        if cell in cells:
            raise spec.error((*path, index), f"the cell {list(coordinates)} is written twice", "remove one of them")
        cells[cell] = False
    return cells


def _drawn(frame: BoardFrame, form: FormSpec, path: Path) -> _Region:
    """Return the drawn cells; a part has neither values nor colors, which the board lists instead."""
    spec, lattice = frame.spec, frame.lattice
    try:
        is_board = form is spec.board
        drawing = frame.drawing if is_board else parse_drawing(form.drawing or "", lattice.text)
        _refuse_large(spec, tuple(max(column) + 1 for column in zip(*drawing.cells, strict=True)), path)
        if lattice.is_flat and drawing.layers > 1:
            problem = f"the board is drawn in {drawing.layers} layers on a {lattice.name} lattice"
            raise spec.error(path, problem, "draw it without blank lines, or write lattice: cubic")
        cells = frame.drawn_cells if is_board else placed_cells(lattice, drawing)
    except DrawingError as error:
        raise spec.error(path, error.problem, error.remedy) from None
    for letter in () if is_board else sorted({*drawing.letters.values()} - {"", "X", "#", "?"}):
        if letter.isdigit() or spec.colors:
            key = "values" if letter.isdigit() else "colors"
            raise spec.error(path, f"{echo(letter)} has no meaning in a part", f"draw X, and write {key} of the board")
    return {cell: drawing.letters[place] == "?" for place, cell in cells.items()}


def _refuse_large(spec: PuzzleSpec, size: Iterable[int], path: Path) -> None:
    """Raise `SpecError` for a board whose bounding box is too large."""
    size = tuple(size)
    if prod(size) > MAX_CELLS:
        problem = f"the board {' x '.join(map(str, size))} has {prod(size):,} cells"
        raise spec.error(path, problem, f"use at most {MAX_CELLS:,}")
