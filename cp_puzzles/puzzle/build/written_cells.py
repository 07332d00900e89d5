"""Cells and their colors as a puzzle file writes them: coordinates, and letters in drawings or before lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.cell_class import NoCellError
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

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
