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
    spec: PuzzleSpec, lattice: Lattice, listed: Mapping[str, tuple[Cell, ...]], path: Path, *, board: bool
) -> Iterator[tuple[Path, Cell, str]]:
    """Yield the cells under `colors:`, with their place in the file and their color."""
    for letter, cells in listed.items():
        _refuse_unknown(spec, letter, (*path, letter), board=board)
        for number, coordinates in enumerate(cells):
            here = (*path, letter, number)
            yield here, lattice.lifted(cell_of(spec, home_lattice(lattice, coordinates), coordinates, here)), letter


def colors_of(spec: PuzzleSpec, letters: Mapping[Cell, str], path: Path, *, board: bool) -> dict[Cell, str]:
    """Return the colors of the cells of a drawing: all letters except X, if the puzzle has colors."""
    colors = {cell: letter for cell, letter in letters.items() if letter not in ("", "X", "#", "?")}
    if not spec.colors:
        return {}
    for letter in sorted(set(colors.values())):
        _refuse_unknown(spec, letter, path, board=board)
    return colors


def _refuse_unknown(spec: PuzzleSpec, letter: str, path: Path, *, board: bool) -> None:
    fits = spec.colors or {}
    allowed = "".join(dict.fromkeys("".join((*fits, *fits.values()))))
    if letter not in allowed or (not board and letter not in fits):
        lists = f"colors: {allowed}{letter}" if len(letter) == 1 else "letters under colors at the top"
        raise spec.error(path, f"{echo(letter)} is no color of {'cells' if board else 'tiles'}", f"write {lists}, or X")
