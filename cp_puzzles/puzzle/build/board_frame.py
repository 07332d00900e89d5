"""The marks over the cells of a board: wrapping, drawings by their place, colors and values, regions, labels, dates."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.base.text import counted, suggestion
from cp_puzzles.errors import MistakeError, Parameter, echo
from cp_puzzles.puzzle.board_and_tiles import Calendar, read_date
from cp_puzzles.puzzle.build.written_cells import cell_of, listed_colors, refuse_far, written_marks
from cp_puzzles.puzzle.fields import Mistakes, Path
from cp_puzzles.puzzle.geometry.drawing import (
    DrawingError,
    ParsedDrawing,
    drawn_characters,
    drawn_rows,
    parse_drawing,
    placed_cells,
)
from cp_puzzles.puzzle.geometry.isometry import Cell, Place, Sublattice
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.wrapped_lattice import wrapped
from cp_puzzles.puzzle.spec.board_spec import CalendarSpec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

_PATH: Path = ("board", "wrap")
_STRAIGHT = ("size", "parallelogram", "window", "drawing", "cells")
"""The forms of boards whose extent along an axis can be a period."""

_LONGEST_ROW = 40
"""The longest row of a board that a message shows."""


def _remedy(places: Mapping[Place, Cell], line: int, place: Place, point: str) -> str:
    """Return how the line of a drawing with a place off the board is written."""
    columns = {x for z, y, x in places if (z, y) == place[:2]}
    row = "".join("X" if x in columns else " " for x in range(max(columns, default=-1) + 1))
    if not 0 < len(row) <= _LONGEST_ROW:
        return f"draw the rows of the board, with . for {point}"
    return f"the cells of line {line} are the X in {row!r}; write . for {point}"


def wrapped_lattice(spec: PuzzleSpec, lattice: Lattice, cells: tuple[Cell, ...]) -> Lattice:
    """Return the lattice of a board, wrapped along the axes and periods under `wrap:`.

    `cells` are the cells of the board before holes are removed. Raise `SpecError` for periods that are not
    translations, or if two of the cells become one.
    """
    if spec.board.wrap is None:
        return lattice
    extents = [max(column) - min(column) + 1 for column in zip(*map(lattice.coordinates, cells), strict=True)]
    periods = []
    for axis in _wrapped_axes(spec, lattice):
        number = lattice.axes.index(axis)
        periods.append(tuple(extents[number] * (k == number) for k in range(lattice.dimension)))
    if lattice.is_numbered:
        periods = [lattice.translations.combined(period) for period in periods]
    for period in periods:
        _refuse_irregular(spec, lattice, period, _PATH)
    for index, vector in enumerate(entry for entry in spec.board.wrap if not isinstance(entry, str)):
        if not any(vector):
            problem = f"{list(vector)} is not a translation of a {lattice.name} lattice"
            raise spec.error((*_PATH, index), problem, f"{_distances(lattice)}, not all 0")
        periods.append(translation_of(spec, lattice, vector, (*_PATH, index)))
    span = Sublattice.spanned(periods)
    seen: dict[Cell, Cell] = {}
    for cell in cells:
        first = seen.setdefault(span.remainder(cell), cell)
        if first != cell:
            pair = " and ".join(str(list(lattice.coordinates(each))) for each in (first, cell))
            problem = f"the cells {pair} become the same cell"
            raise spec.error(_PATH, problem, "write longer periods, or a smaller board")
    return wrapped(lattice, span, cells)


def translation_of(spec: PuzzleSpec, lattice: Lattice, vector: Cell, path: Path) -> Cell:
    """Return the translation with some distances along the axes; raise `SpecError` if it maps cells to no cells."""
    refuse_far(spec, vector, path)
    if len(vector) != lattice.dimension:
        problem = f"{list(vector)} is not a translation of a {lattice.name} lattice"
        raise spec.error(path, problem, _distances(lattice))
    translation = lattice.translations.combined(vector) if lattice.is_numbered else vector
    _refuse_irregular(spec, lattice, translation, path)
    return translation


def _distances(lattice: Lattice) -> str:
    axes = ", ".join(lattice.axes[: lattice.dimension])
    return f"write {lattice.dimension} numbers: the distances along {axes} to the same cell"


def _refuse_irregular(spec: PuzzleSpec, lattice: Lattice, vector: Cell, path: Path) -> None:
    if vector not in lattice.translations:
        problem = f"{list(vector)} is not a translation: it maps cells to points that are not cells"
        raise spec.error(path, problem, lattice.rule)


def _wrapped_axes(spec: PuzzleSpec, lattice: Lattice) -> list[str]:
    """Return the axes that the words under `wrap:` name: tube, torus, or axes such as row or rows."""
    axes = lattice.axes[: lattice.dimension]
    words = [entry for entry in spec.board.wrap or () if isinstance(entry, str)]
    if not words:
        return []
    form = spec.board.form
    is_staggered = form in ("size", "drawing") and lattice.text is not None and not lattice.text.is_plain
    if form not in _STRAIGHT or is_staggered or (lattice.layer_of in ("hexagonal", "triangular") and form == "size"):
        problem = f"the sides of a {form} on a {lattice.name} lattice are not parallel to its axes"
        remedy = f"write the distance along {', '.join(axes)} to the same cell, such as {[[6, *[0] * (len(axes) - 1)]]}"
        raise spec.error(_PATH, problem, remedy)
    horizontal = max(range(lattice.dimension), key=lambda k: lattice.embedding[0][k])
    axes_of = {"torus": axes, "tube": (axes[horizontal],), **{f"{axis}s": (axis,) for axis in axes}}
    wrapped_axes: list[str] = []
    for index, word in enumerate(words):
        if word not in axes_of and word not in axes:
            names = ", ".join(("tube", "torus", *axes))
            raise spec.error((*_PATH, index), f"{echo(word)} is not an axis", f"write {names}, or translations")
        wrapped_axes += axes_of.get(word, (word,))
    return list(dict.fromkeys(wrapped_axes))


@dataclass(frozen=True)
class BoardFrame:
    """A spec with the lattice of its board, before wrapping, and the drawing of the board, parsed once."""

    spec: PuzzleSpec
    lattice: Lattice

    @cached_property
    def drawing(self) -> ParsedDrawing:
        """Return the parsed drawing of the board; raise `DrawingError`."""
        return parse_drawing(self.spec.board.drawing or "", self.lattice.text)

    @cached_property
    def drawn_cells(self) -> dict[Place, Cell]:
        """Return the cell at each place of the board's drawing; raise `DrawingError`."""
        return placed_cells(self.lattice, self.drawing)

    def places(self, cells: Iterable[Cell], path: Path) -> dict[Place, Cell]:
        """Return the cell at each place of a drawing that is laid over the board, in the order of the places.

        Over a drawn board, lines and columns are those of its drawing. Over a shape, the first character is the corner
        of its bounding box in text; for squares and cubes it is the cell with coordinates 0. Raise `SpecError` at
        `path` on a lattice without drawings.
        """
        grid, on_board = self.lattice.text, set(cells)
        if grid is None:
            raise self.spec.error(path, f"a {self.lattice.name} lattice has no drawings", "list the cells")
        if self.spec.board.drawing is not None:
            return {(z, y, x): cell for (z, y, x), cell in sorted(self.drawn_cells.items()) if cell in on_board}
        places = {grid.place(self.lattice.coordinates(cell)): cell for cell in on_board}
        corner = [min(axis) for axis in zip(*places, strict=True)]
        layer, row, column = (min(0, start) if grid.is_plain else start for start in corner)
        return {(z - layer, y - row, x - column): cell for (z, y, x), cell in sorted(places.items())}

    def drawn_over(
        self, drawing: str, shape: Iterable[Cell], allowed: Container[Cell], path: Path, words: tuple[str, str]
    ) -> Iterator[tuple[Cell, str]]:
        """Yield the cell and the letter of each letter in a drawing that is laid over the cells `shape` of the board.

        Raise `SpecError` at `path` for a letter that is on no cell of `allowed` and for a line, points included, that
        extends beyond the board. `words` say what `allowed` is and what a point means.
        """
        places, text = self.places(shape, path), self.lattice.text
        try:
            for line, place, letter in drawn_characters(drawing, text.joints if text else ""):
                if places.get(place, ()) not in allowed:
                    problem = f"{letter!r} in line {line}, column {place[2] + 1}, is not on {words[0]}"
                    raise self.spec.error(path, problem, _remedy(places, line, place, words[1]))
                yield places[place], letter
            self._refuse_beyond(drawing, path, words[1])
        except DrawingError as error:
            raise self.spec.error(path, error.problem, error.remedy) from None

    def _refuse_beyond(self, text: str, path: Path, point: str) -> None:
        """Raise `SpecError` for a row of a drawing, points included, that extends beyond the board.

        The extent is known for a drawn board and for a `size`.
        """
        board, grid = self.spec.board, self.lattice.text
        if board.drawing is not None:
            ends = [(layer + 1, row + 1, len(line)) for _, layer, row, line in drawn_rows(board.drawing)]
            layers, rows, columns = map(max, zip(*ends, strict=True))
        elif board.size is not None and grid is not None and grid.is_plain:
            layers, rows, columns = (1, 1, *board.size)[-3:]
        else:
            return
        for number, layer, row, line in drawn_rows(text):
            if layer >= layers or row >= rows or len(line.rstrip()) > columns:
                extent = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
                problem = f"line {number} goes beyond the board, {counted(layers, 'layer')} of {extent}"
                raise self.spec.error(path, problem, f"draw the rows of the board, with . for {point}")

    def drawn_labels(self, cells: Iterable[Cell], kept: set[Cell]) -> dict[str, Cell]:
        """Return the cells by name from `labels:`, a text with a line for each row of cells and a word for each cell.

        `kept` are the cells that are not holes. A line names all cells of its row, or only those that are not holes.
        """
        spec, path = self.spec, ("board", "labels")
        rows: dict[tuple[int, int], list[Cell]] = {}
        for (layer, row, _), cell in self.places(cells, path).items():
            rows.setdefault((layer, row), []).append(cell)
        try:
            lines = [(number, line.split()) for number, _, _, line in drawn_rows(str(spec.board.labels))]
        except DrawingError as error:
            raise spec.error(path, error.problem, "write a word for each cell of a row") from None
        if len(lines) != len(rows):
            problem = f"{counted(len(lines), 'row')} of names for {counted(len(rows), 'row')} of cells"
            raise spec.error(path, problem, "write a line for each row")
        labels: dict[str, Cell] = {}
        for (number, words), row_cells in zip(lines, rows.values(), strict=True):
            kept_cells = [cell for cell in row_cells if cell in kept]
            if len(words) not in (len(row_cells), len(kept_cells)):
                problem = f"line {number} has {counted(len(words), 'word')} for {counted(len(kept_cells), 'cell')}"
                raise spec.error(path, problem, "write a word for each cell, and . for a cell without a name")
            for word, cell in zip(words, row_cells if len(words) == len(row_cells) else kept_cells, strict=True):
                if word in labels:
                    raise spec.error(path, f"two cells are named {echo(word)}", "give each cell a different name")
                if word != "." and cell in kept:
                    labels[word] = cell
        return labels


def board_colors(frame: BoardFrame, lattice: Lattice, cells: set[Cell]) -> dict[Cell, str]:
    """Return the color letter of each colored cell, from the drawing and from `colors:` of the board."""
    spec = frame.spec
    colors: dict[Cell, str] = {}
    if spec.board.drawing is not None:
        drawn = {cell: frame.drawing.letters[place] for place, cell in frame.drawn_cells.items()}
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


def board_regions(
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


def board_cell(
    spec: PuzzleSpec, lattice: Lattice, written: Cell, path: Path, cells: Container[Cell], words: str = "on the board"
) -> Cell:
    """Return the cell with the written coordinates; raise `SpecError` if it is not one of `cells`, said in words."""
    cell = cell_of(spec, lattice, written, path)
    if cell not in cells:
        raise spec.error(path, f"the cell {list(written)} is not {words}", "coordinates start at 0")
    return cell


def board_labels(frame: BoardFrame, lattice: Lattice, shape: set[Cell], cells: set[Cell]) -> dict[str, Cell]:
    """Return the cells by name; `shape` has holes, `cells` has none."""
    spec = frame.spec
    labels: dict[str, Cell] = {}
    if isinstance(spec.board.labels, str):
        return frame.drawn_labels(shape, cells)
    names: dict[Cell, str] = {}
    mistakes = Mistakes()
    for name, written in spec.board.labels.items():
        with mistakes.noted():
            path: Path = ("board", "labels", name)
            cell = board_cell(spec, lattice, written, path, cells)
            if cell in names:
                problem = f"the cell {list(written)} is named {names[cell]!r} already"
                raise spec.error(path, problem, "give a cell one name")
            labels[name], names[cell] = cell, name
    mistakes.raise_all()
    return labels


def written_calendar(spec: PuzzleSpec, calendar: CalendarSpec, labels: dict[str, Cell]) -> Calendar:
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


def cells_left_empty(labels: dict[str, Cell], calendar: Calendar, leave: Iterable[str]) -> frozenset[Cell]:
    """Return the cells with the labels in `leave`; raise `MistakeError` for an unknown label."""
    cells: set[Cell] = set()
    for name in _of_dates(leave, labels, calendar):
        if name not in labels:
            names = f"names: {', '.join(labels)}" if labels else "the board has no labels"
            remedy = suggestion(name, labels, names)
            raise MistakeError(Parameter("leave", name), "no cell of the board has this name", remedy)
        cells.add(labels[name])
    return frozenset(cells)
