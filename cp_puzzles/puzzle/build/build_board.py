"""Building the cells of a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import MistakeError, Mistakes, Parameter, echo
from cp_puzzles.puzzle.board_and_tiles import Board, Calendar, read_date
from cp_puzzles.puzzle.build.board_cells import board_cells
from cp_puzzles.puzzle.build.board_frame import BoardFrame, wrapped_lattice
from cp_puzzles.puzzle.build.written_cells import cell_of, listed_colors, written_marks
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


def build_board(frame: BoardFrame, leave: Iterable[str] = ()) -> tuple[Lattice, Board]:
    """Return the lattice and the board of a spec without the cells whose labels are in `leave`.

    Raise `SpecError` for a mistake in the spec and `MistakeError` for an unknown label.
    """
    spec = frame.spec
    cells, optional = board_cells(frame)
    lattice = wrapped_lattice(spec, frame.lattice, cells)
    shape = set(cells)
    holes = set()
    mistakes = Mistakes()
    for index, hole in enumerate(spec.board.holes):
        with mistakes.noted():
            path: Path = ("board", "holes", index)
            cell = _board_cell(spec, lattice, hole, path, shape)
            if cell in holes:
                raise spec.error(path, f"the hole {list(hole)} is written twice", "remove one of them")
            holes.add(cell)
    mistakes.raise_all()
    kept = tuple(cell for cell in cells if cell not in holes)
    if not kept:
        raise spec.error(("board",), "the holes leave no cell of the board", "remove some of them")
    on_board = set(kept)
    optional |= {
        _board_cell(spec, lattice, cell, ("board", "optional", index), on_board)
        for index, cell in enumerate(spec.board.optional)
    }
    labels = _labels(frame, lattice, shape, on_board)
    calendar = _calendar(spec, labels)
    left_empty = _left_empty(labels, calendar, leave)
    kept = tuple(cell for cell in kept if cell not in left_empty)
    if not kept:
        raise MistakeError(Parameter("leave"), "no cell of the board is left to cover", "leave fewer cells empty")
    colors = _colors(frame, lattice, on_board)
    board = Board(
        kept,
        optional.intersection(kept),
        tuple(labels.items()),
        left_empty,
        regions=_regions(frame, lattice, shape, on_board, left_empty),
        calendar=calendar,
    )
    return lattice, replace(board, cell_colors=tuple((cell, colors[cell]) for cell in kept if cell in colors))


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


def _calendar(spec: PuzzleSpec, labels: dict[str, Cell]) -> Calendar:
    """Return the months and weekdays that the file lists; raise `SpecError` for one that is no label."""
    calendar = spec.board.calendar
    if calendar is None:
        return Calendar()
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
