"""Cells as a puzzle file writes them: with colors and colors of sides, as coordinates or as a drawing of a tile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod

from cp_puzzles.base.text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.cell_class import NoCellError
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, ordered_sides, unsupported_sides, with_sides
from cp_puzzles.puzzle.geometry.drawing import DrawingError, drawn_letters, parse_drawing, placed_cells
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import TileEntry

MAX_TILE_BOX = 10_000
"""The largest number of cells of the bounding box of a tile: drawings hold it in memory."""

MAX_COORDINATE = 1_000_000_000_000
"""The largest absolute value of a coordinate; sums and multiples of coordinates fit into 64 bits."""


def cell_of(spec: PuzzleSpec, lattice: Lattice, coordinates: Cell, path: Path) -> Cell:
    """Return the cell with some coordinates in a puzzle file; raise `SpecError`."""
    refuse_far(spec, coordinates, path)
    if len(coordinates) != len(lattice.axes):
        problem = f"{list(coordinates)} has {len(coordinates)} coordinates on a {lattice.name} lattice"
        raise spec.error(path, problem, f"write [{', '.join(lattice.axes)}]")
    try:
        return lattice.cell_at(coordinates)
    except NoCellError as error:
        raise spec.error(path, str(error), "move it to a cell") from None


def refuse_far(spec: PuzzleSpec, coordinates: Iterable[int], path: Path) -> None:
    """Raise `SpecError` for a coordinate whose absolute value exceeds `MAX_COORDINATE`."""
    for number in coordinates:
        if abs(number) > MAX_COORDINATE:
            problem = f"the coordinate {echo(str(number))} is too large"
            raise spec.error(path, problem, f"keep coordinates within {MAX_COORDINATE:,}")


def layer_cell(spec: PuzzleSpec, lattice: Lattice, coordinates: Cell, path: Path) -> Cell:
    """Return the cell with some coordinates, as many as this lattice has or the flat one of its layers."""
    flat = LATTICES.get(lattice.layer_of, lattice)
    home = flat if len(coordinates) == len(flat.axes) else lattice
    return lattice.lifted(cell_of(spec, home, coordinates, path))


def listed_colors(
    spec: PuzzleSpec, lattice: Lattice, listed: Mapping[str, tuple[Cell, ...]], path: Path, *, is_board: bool
) -> Iterator[tuple[Path, Cell, str]]:
    """Yield the path, the cell and the color of each cell under `colors:` of the board or of a tile."""
    for letter, cells in listed.items():
        _refuse_unknown(spec, letter, (*path, letter), is_board=is_board)
        for number, coordinates in enumerate(cells):
            cell_path = (*path, letter, number)
            yield cell_path, layer_cell(spec, lattice, coordinates, cell_path), letter


def written_marks(spec: PuzzleSpec, letters: Mapping[Cell, str], path: Path, *, is_board: bool) -> dict[Cell, str]:
    """Return the values and the colors of the cells in a drawing of the board or of a tile.

    A digit is a value. A letter is a color if the puzzle has colors; a cell drawn as X, # or ? has none.
    """
    values = {cell: letter for cell, letter in letters.items() if letter.isdigit()}
    if not spec.colors:
        return values
    colors = {cell: letter for cell, letter in letters.items() if letter not in ("", "X", "#", "?", *values.values())}
    for letter in sorted(set(colors.values())):
        _refuse_unknown(spec, letter, path, is_board=is_board)
    return values | colors


def _refuse_unknown(spec: PuzzleSpec, letter: str, path: Path, *, is_board: bool) -> None:
    """Raise `SpecError` for a letter that is not a color of the board, or of tiles."""
    fits = spec.colors or {}  # the board colors that each tile color fits
    allowed = "".join(dict.fromkeys("".join((*fits, *fits.values()))))
    if letter not in allowed or (not is_board and letter not in fits):
        missing = f"colors: {allowed}{letter}" if len(letter) == 1 else "letters under colors at the top"
        noun = "cells" if is_board else "tiles"
        raise spec.error(path, f"{echo(letter)} is not a color of {noun}", f"write {missing}, or X")


def written_sides(
    spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, cells: dict[Cell, str], path: Path
) -> dict[Cell, str]:
    """Return what the cells of a tile show, with the colors of their sides; raise `SpecError`.

    `cells` has the cells in the order in which they are numbered.
    """
    if entry.sides is None:
        return cells
    reason = unsupported_sides(lattice)
    if reason is not None:
        raise spec.error(path, f"on a {lattice.name} lattice {reason}", "remove the key")
    if isinstance(entry.sides, str):
        if len(cells) > 1:
            problem = f"{entry.name!r} has {len(cells)} cells"
            raise spec.error(path, problem, f"name the cells by their numbers, as in {{0: {entry.sides}}}")
        return _colored(spec, lattice, cells, 0, entry.sides, path)
    for number, colors in entry.sides.items():
        if not 0 <= number < len(cells):
            raise spec.error((*path, number), f"there is no cell {number}", f"write numbers from 0 to {len(cells) - 1}")
        cells = _colored(spec, lattice, cells, number, colors, (*path, number))
    return cells


def _colored(
    spec: PuzzleSpec, lattice: Lattice, cells: dict[Cell, str], number: int, colors: str, path: Path
) -> dict[Cell, str]:
    """Return the cells with the colors of the sides of one of them."""
    cell = [*cells][number]
    sides = ordered_sides(lattice, cell)
    if len(colors) != len(sides):
        word = "faces" if not lattice.is_flat else "sides"
        problem = f"{echo(colors)} has {counted(len(colors), 'letter')}, the cell {len(sides)} {word}"
        raise spec.error(path, problem, f"write a letter for each, {NO_COLOR} for none")
    for place, (side, color) in enumerate(zip(sides, colors, strict=True)):
        if side.neighbor in cells and color != NO_COLOR:
            written = colors[:place] + NO_COLOR + colors[place + 1 :]
            raise spec.error(path, f"side {place} of cell {number} lies inside the tile", f"write {written!r}")
    return cells | {cell: with_sides(cells[cell], colors)}


def drawn_form(spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, path: Path) -> dict[Cell, str]:
    """Return the cells of a drawn tile and what each shows; raise `SpecError`."""
    if entry.colors or entry.values is not None:
        key, signs = ("colors", "letters") if entry.colors else ("values", "digits")
        raise spec.error((*path[:-1], key), "the tile is drawn", f"draw its {key} as {signs}")
    try:
        drawing = parse_drawing(entry.drawing or "", lattice.text)
        if "?" in drawing.letters.values():
            raise spec.error(path, f"{entry.name!r} has an optional cell '?'", "only boards have them; draw X or .")
        if lattice.is_flat and drawing.layers > 1:
            problem = f"{entry.name!r} has {len(drawing.cells)} cells in {drawing.layers} layers, the board is flat"
            raise spec.error(path, problem, "draw it without blank lines, or give the board three dimensions")
        letters = drawn_letters(lattice, drawing)
    except DrawingError as error:
        raise spec.error(path, error.problem, error.remedy) from None
    _check_form(spec, lattice, entry, tuple(letters), path)
    reading_order = dict.fromkeys(placed_cells(lattice, drawing).values(), "")
    return reading_order | written_marks(spec, letters, path, is_board=False)


def listed_form(spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, path: Path) -> dict[Cell, str]:
    """Return the listed cells of a tile and what each shows; raise `SpecError`."""
    cells: dict[Cell, str] = {}
    for index, coordinates in enumerate(entry.cells or ()):
        if len(coordinates) > len(lattice.axes) and lattice.name == "square":
            problem = f"{list(coordinates)} has {len(coordinates)} coordinates, the board is flat"
            remedy = f"write [{', '.join(lattice.axes)}], or give the board three dimensions"
            raise spec.error((*path, index), problem, remedy)
        cell = layer_cell(spec, lattice, coordinates, (*path, index))
        if cell in cells:
            raise spec.error((*path, index), f"the cell {list(coordinates)} is written twice", "remove one of them")
        cells[cell] = ""
    if len({len(cell) for cell in entry.cells or ()}) > 1:
        raise spec.error(path, "some cells have 2 coordinates and some 3", "give all of them the same number")
    _check_form(spec, lattice, entry, tuple(cells), path)
    if entry.values is not None:
        if len(entry.values) != len(cells):
            problem = f"{counted(len(entry.values), 'value')} for {counted(len(cells), 'cell')}"
            raise spec.error((*path[:-1], "values"), problem, "write one for each cell")
        texts = ("" if value is None else str(value) for value in entry.values)
        cells = dict(zip(cells, texts, strict=True))
    listed = listed_colors(spec, lattice, entry.colors, (*path[:-1], "colors"), is_board=False)
    for color_path, cell, letter in listed:
        if cells.get(cell) != "":
            state = f"has {cells[cell]} already" if cell in cells else "is not a cell of the tile"
            raise spec.error(color_path, f"the cell {state}", "remove it")
        cells[cell] = letter
    return cells


def _check_form(spec: PuzzleSpec, lattice: Lattice, entry: TileEntry, cells: tuple[Cell, ...], path: Path) -> None:
    """Raise `SpecError` for a tile that is too large, or that has several parts without permission."""
    extents = [max(column) - min(column) + 1 for column in zip(*cells, strict=True)]
    if prod(extents) > MAX_TILE_BOX:
        problem = f"{echo(entry.name)} needs a box of {' x '.join(map(str, extents))}"
        raise spec.error(path, problem, f"keep a tile within {MAX_TILE_BOX:,} cells")
    parts = lattice.components(cells)
    if len(parts) > 1 and not entry.disconnected:
        problem = f"{entry.name!r} falls into {len(parts)} parts that do not share a side"
        raise spec.error(path, problem, "join them, or write disconnected: true")
