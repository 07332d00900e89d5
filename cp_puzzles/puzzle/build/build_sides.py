"""The colors of the sides of a tile in a puzzle file."""

from __future__ import annotations

from cp_puzzles.base.number_text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.shown import NO_COLOR, ordered_sides, unsupported_sides, with_sides
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, TileEntry


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
