"""The colors of cells in puzzle files: letters in a drawing, or lists of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.construction.build_lattice import cell_of, home_lattice
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


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


def colors_of(spec: PuzzleSpec, letters: Mapping[Cell, str], path: Path, *, is_board: bool) -> dict[Cell, str]:
    """Return the colors of the cells in a drawing of the board or of a tile; none if the puzzle has no colors.

    A cell drawn as X, # or ? has no color.
    """
    colors = {cell: letter for cell, letter in letters.items() if letter not in ("", "X", "#", "?")}
    if not spec.colors:
        return {}
    for letter in sorted(set(colors.values())):
        _refuse_unknown(spec, letter, path, is_board=is_board)
    return colors


def _refuse_unknown(spec: PuzzleSpec, letter: str, path: Path, *, is_board: bool) -> None:
    """Raise `SpecError` for a letter that is not a color of the board, or of tiles."""
    fits = spec.colors or {}  # the board colors that each tile color fits
    allowed = "".join(dict.fromkeys("".join((*fits, *fits.values()))))
    if letter not in allowed or (not is_board and letter not in fits):
        missing = f"colors: {allowed}{letter}" if len(letter) == 1 else "letters under colors at the top"
        noun = "cells" if is_board else "tiles"
        raise spec.error(path, f"{echo(letter)} is not a color of {noun}", f"write {missing}, or X")
