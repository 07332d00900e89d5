"""Cells, their colors and the colors of their sides as a puzzle file writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cp_puzzles.base.text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.cell_class import NoCellError
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, ordered_sides, unsupported_sides, with_sides
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, TileEntry

MAX_COORDINATE = 1_000_000_000_000
"""The largest absolute value of a coordinate; sums and multiples of coordinates fit into 64 bits."""


def cell_of(spec: PuzzleSpec, lattice: Lattice, coordinates: Cell, path: Path) -> Cell:
    """Return the cell with some coordinates in a puzzle file; raise `SpecError`."""
    refuse_far(spec, coordinates, path)
    if len(coordinates) != len(lattice.axes):
        raise spec.error(
            path,
            f"{list(coordinates)} has {len(coordinates)} coordinates on a {lattice.name} lattice",
            f"write [{', '.join(lattice.axes)}]",
        )
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


def home_lattice(lattice: Lattice, coordinates: Cell) -> Lattice:
    """Return the lattice to which coordinates belong, by their number: this one, or the flat lattice of its layers."""
    flat = LATTICES.get(lattice.layer_of, lattice)
    return flat if len(coordinates) == len(flat.axes) else lattice


def listed_colors(
    spec: PuzzleSpec, lattice: Lattice, listed: Mapping[str, tuple[Cell, ...]], path: Path, *, is_board: bool
) -> Iterator[tuple[Path, Cell, str]]:
    """Yield the path, the cell and the color of each cell under `colors:` of the board or of a tile."""
    for letter, cells in listed.items():
        _refuse_unknown(spec, letter, (*path, letter), is_board=is_board)
        for number, coordinates in enumerate(cells):
            cell_path = (*path, letter, number)
            cell = cell_of(spec, home_lattice(lattice, coordinates), coordinates, cell_path)
            yield cell_path, lattice.lifted(cell), letter


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
