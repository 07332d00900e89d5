"""Colours of cells, as the user wrote them: letters in a drawing, or lists of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.puzzle.lattice import cell_of, home_of
from cp_puzzles.spec.origin import Path, echo
from cp_puzzles.spec.schema import PuzzleSpec


def listed_colours(
    spec: PuzzleSpec, lattice: Lattice, listed: Mapping[str, tuple[Cell, ...]], path: Path, *, board: bool
) -> Iterator[tuple[Path, Cell, str]]:
    """The cells under `colors:`, with their colours and where they are written."""
    for letter, cells in listed.items():
        _refuse_unknown(spec, letter, (*path, letter), board=board)
        for number, written in enumerate(cells):
            here = (*path, letter, number)
            yield here, lattice.raised(cell_of(spec, home_of(lattice, written), written, here)), letter


def colours_of(spec: PuzzleSpec, letters: Mapping[Cell, str], path: Path, *, board: bool) -> dict[Cell, str]:
    """The colours of the cells of a drawing: its letters but X, if the puzzle has colours at all."""
    found = {cell: letter for cell, letter in letters.items() if letter not in ("", "X", "#", "?")}
    if not spec.colors:
        return {}
    for letter in sorted(set(found.values())):
        _refuse_unknown(spec, letter, path, board=board)
    return found


def _refuse_unknown(spec: PuzzleSpec, letter: str, path: Path, *, board: bool) -> None:
    fits = spec.colors or {}
    known = "".join(dict.fromkeys("".join((*fits, *fits.values()))))
    if letter not in known or (not board and letter not in fits):
        lists = f"colors: {known}{letter}" if len(letter) == 1 else "letters under colors at the top"
        raise spec.error(
            path, f"{echo(letter)} is no colour of {'cells' if board else 'tiles'}", f"write {lists}, or X"
        )
