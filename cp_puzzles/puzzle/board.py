"""From the board that the user wrote to its cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from math import prod

from cp_puzzles.errors import MistakeError, Mistakes, Parameter
from cp_puzzles.geometry.board_shapes import BOARD_SHAPES, hexgrid, shape_cells, window
from cp_puzzles.geometry.drawing import DrawingError, drawn_cells, drawn_letters, parse_drawing
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice, NoCellError
from cp_puzzles.puzzle.colours import colours_of, listed_colours
from cp_puzzles.puzzle.frame import drawn_labels
from cp_puzzles.puzzle.lattice import cell_of, lattice_of
from cp_puzzles.puzzle.model import Board
from cp_puzzles.puzzle.wrap import rolled_up
from cp_puzzles.spec.origin import Path, echo
from cp_puzzles.spec.schema import PuzzleSpec

MAX_CELLS = 100_000
MAX_WINDOW = 1_000_000
"""The most points among which the cells of a window are looked for."""


def build_board(spec: PuzzleSpec, leave: Iterable[str] = ()) -> tuple[Lattice, Board]:
    """The lattice and the board of a spec without the cells whose labels are in `leave`.

    Raises `SpecError` for a mistake in the spec and `MistakeError` for a label that the board does not have.
    """
    lattice = lattice_of(spec)
    cells, optional = _cells(spec, lattice)
    lattice = rolled_up(spec, lattice, cells)
    shape = set(cells)
    holes = set()
    mistakes = Mistakes()
    for index, hole in enumerate(spec.board.holes):
        with mistakes.noted():
            path: Path = ("board", "holes", index)
            cell = _board_cell(spec, lattice, hole, path, shape)
            if cell in holes:
                raise spec.error(path, f"the hole {list(hole)} is written twice", "take one away")
            holes.add(cell)
    mistakes.settle()
    kept = tuple(cell for cell in cells if cell not in holes)
    if not kept:
        raise spec.error(("board",), "the holes leave no cell of the board", "take some of them away")
    on_board = set(kept)
    optional |= {
        _board_cell(spec, lattice, cell, ("board", "optional", index), on_board)
        for index, cell in enumerate(spec.board.optional)
    }
    labels = _labels(spec, lattice, shape, on_board)
    left = _left(spec, labels, leave)
    kept = tuple(cell for cell in kept if cell not in left)
    if not kept:
        raise MistakeError(Parameter("leave"), "no cell of the board is left to cover", "leave fewer cells empty")
    colours = _colours(spec, lattice, on_board)
    board = Board(kept, optional.intersection(kept), tuple(labels.items()), left)
    return lattice, replace(board, colours=tuple((cell, colours[cell]) for cell in kept if cell in colours))


def _cells(spec: PuzzleSpec, lattice: Lattice) -> tuple[tuple[Cell, ...], frozenset[Cell]]:
    """The cells of the board, sorted, and those that are optional, before holes are taken away."""
    form, board = spec.board.form, spec.board
    if board.layers and (lattice.layer_of in ("", "square") or form == "size" or not board.shape):
        raise spec.error(
            ("board", "layers"),
            f"a {form} on a {lattice.name} lattice has no layers",
            "write them for a shape of prisms",
        )
    if form == "drawing":
        return _drawn(spec, lattice)
    if form == "cells":
        return _listed(spec, lattice), frozenset()
    path: Path = ("board", form)
    if form == "window":
        found = _window(spec, lattice, path)
    else:
        numbers = board.numbers
        layers = board.layers or 1
        _refuse_large(spec, (*numbers, layers) if board.layers else numbers, path)
        cells = (hexgrid if board.hexgrid else shape_cells)(BOARD_SHAPES[board.shape], lattice, numbers, layers)
        found = tuple(islice(cells, MAX_CELLS + 1))
    if len(found) > MAX_CELLS:
        raise spec.error(path, f"the board has more than {MAX_CELLS:,} cells", "make it smaller")
    return tuple(sorted(found)), frozenset()


def _window(spec: PuzzleSpec, lattice: Lattice, path: Path) -> tuple[Cell, ...]:
    ranges = dict(spec.board.window or {})
    sums = ranges.pop("sum", None)
    needed = lattice.axes[:-1] if lattice.numbered else lattice.axes
    for axis in ranges:
        if axis not in lattice.axes:
            raise spec.error((*path, axis), f"{echo(axis)} is no axis", f"write {', '.join(lattice.axes)} or sum")
    for axis in needed:
        if axis not in ranges:
            raise spec.error(path, f"the window has no range of {axis}", f"write {axis}: [0, 4]")
    if prod(max(0, end - start) for start, end in ranges.values()) > MAX_WINDOW:
        raise spec.error(path, "the window is too large", f"keep it to {MAX_WINDOW:,} points")
    try:
        cells = tuple(window(lattice, ranges, sums))
    except NoCellError as error:
        raise spec.error(path, str(error), "change the range") from None
    if not cells:
        raise spec.error(path, "the window has no cell", "write ranges [first, end] with first < end")
    return cells


def _listed(spec: PuzzleSpec, lattice: Lattice) -> tuple[Cell, ...]:
    cells: dict[Cell, None] = {}
    for index, written in enumerate(spec.board.cells or ()):
        path: Path = ("board", "cells", index)
        cell = cell_of(spec, lattice, written, path)
        if cell in cells:
            raise spec.error(path, f"the cell {list(written)} is written twice", "take one away")
        cells[cell] = None
    return tuple(sorted(cells))


def _drawn(spec: PuzzleSpec, lattice: Lattice) -> tuple[tuple[Cell, ...], frozenset[Cell]]:
    path: Path = ("board", "drawing")
    try:
        drawing = parse_drawing(spec.board.drawing or "", lattice.text)
        _refuse_large(spec, tuple(max(column) + 1 for column in zip(*drawing.cells, strict=True)), path)
        if lattice.is_flat and drawing.layers > 1:
            raise spec.error(
                path,
                f"the board is drawn in {drawing.layers} layers on a {lattice.name} lattice",
                "draw it without blank lines, or write lattice: cubic",
            )
        cells, optional = drawn_cells(lattice, drawing)
    except DrawingError as error:
        raise spec.error(path, error.problem, error.remedy) from None
    return cells, frozenset(optional)


def _colours(spec: PuzzleSpec, lattice: Lattice, cells: set[Cell]) -> dict[Cell, str]:
    """The letters of the colours of cells, as the drawing and the list have them."""
    found: dict[Cell, str] = {}
    if spec.colors and spec.board.drawing is not None:
        drawn = drawn_letters(lattice, parse_drawing(spec.board.drawing, lattice.text))
        found = colours_of(spec, drawn, ("board", "drawing"), board=True)
    listed = listed_colours(spec, lattice, spec.board.colors, ("board", "colors"), board=True)
    for path, cell, letter in listed:
        if cell not in cells:
            raise spec.error(path, f"the cell {list(lattice.written(cell))} is not on the board", "take it away")
        if found.setdefault(cell, letter) != letter:
            raise spec.error(path, f"the cell has the colour {found[cell]} already", "give it one colour")
    return found


def _refuse_large(spec: PuzzleSpec, size: tuple[int, ...], path: Path) -> None:
    """Refuse a board that cannot be drawn: its gaps count as well."""
    if prod(size) > MAX_CELLS:
        raise spec.error(
            path, f"the board {' x '.join(map(str, size))} has {prod(size):,} cells", f"keep it to {MAX_CELLS:,}"
        )


def _board_cell(spec: PuzzleSpec, lattice: Lattice, written: Cell, path: Path, cells: set[Cell]) -> Cell:
    cell = cell_of(spec, lattice, written, path)
    if cell not in cells:
        raise spec.error(path, f"the cell {list(written)} is not on the board", "coordinates start at 0")
    return cell


def _labels(spec: PuzzleSpec, lattice: Lattice, shape: set[Cell], cells: set[Cell]) -> dict[str, Cell]:
    labels: dict[str, Cell] = {}
    if isinstance(spec.board.labels, str):
        return drawn_labels(spec, lattice, shape, cells)
    names: dict[Cell, str] = {}
    mistakes = Mistakes()
    for name, written in spec.board.labels.items():
        with mistakes.noted():
            path: Path = ("board", "labels", name)
            cell = _board_cell(spec, lattice, written, path, cells)
            if cell in names:
                raise spec.error(path, f"the cell {list(written)} is named {names[cell]!r} already", "name a cell once")
            labels[name], names[cell] = cell, name
    mistakes.settle()
    return labels


def _left(spec: PuzzleSpec, labels: dict[str, Cell], leave: Iterable[str]) -> frozenset[Cell]:
    left: set[Cell] = set()
    for name in leave:
        if name not in labels:
            known = ", ".join(labels) if labels else "none: the board has no labels"
            raise MistakeError(Parameter("leave", name), "no cell of the board has this name", f"names: {known}")
        left.add(labels[name])
    return frozenset(left)
