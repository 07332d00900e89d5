"""What a puzzle is printed as: every piece, and a tray, each a closed surface, laid out on plates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.export.piece_solid import USUAL, Make, piece_solid
from cp_puzzles.export.tray import has_tray, tray_solid
from cp_puzzles.extras import require
from cp_puzzles.geometry.polyform import orientations
from cp_puzzles.geometry.solid import centre
from cp_puzzles.puzzle.model import Puzzle, Tile

APART = 4.0
"""Millimetres between two things on a plate."""
TRAY_COLOR = "#c8c4ba"


@dataclass(frozen=True)
class Part:
    """A thing to print: `points` in millimetres, rows of x, y, z; `triangles` name them, seen from outside."""

    name: str
    color: str
    points: Any
    triangles: Any

    @property
    def size(self) -> tuple[float, float]:
        """How wide and deep it is."""
        width, depth = (self.points.max(axis=0) - self.points.min(axis=0))[:2].tolist()
        return width, depth


def printed_parts(puzzle: Puzzle, make: Make = USUAL) -> tuple[Part, ...]:
    """Every copy of every tile as it lies flattest, then the tray if there is one, on as many plates as it takes.

    Of a tile whose number is not fixed there are as many as may be used. The plates lie side by side. Raises
    `MissingExtraError` where manifold3d is not installed, and `MistakeError` for a piece that would be nothing or
    fall apart, or that is larger than a plate.
    """
    require("manifold3d", puzzle.name)
    if puzzle.lattice.periods:
        raise MistakeError(puzzle.name, "its board is rolled up: no tray is like it", "print the puzzle without wrap")
    parts = []
    for tile in puzzle.tiles:
        part = _part(tile.name, puzzle.tile_colors[tile.name], _solid(puzzle, tile, make))
        numbered = tile.maximum > 1
        parts += [replace(part, name=f"{tile.name} {n}" if numbered else tile.name) for n in range(1, tile.maximum + 1)]
    if has_tray(puzzle):
        parts.append(_part("tray", TRAY_COLOR, tray_solid(puzzle, make)))
    return tuple(_laid_out(parts, make.plate))


def _solid(puzzle: Puzzle, tile: Tile, make: Make) -> Any:
    if not puzzle.lattice.is_connected(tile.form):
        raise MistakeError(puzzle.name, f"nothing holds the cells of the tile {tile.name!r} together", "print another")
    body = piece_solid(puzzle.lattice, _flattest(puzzle, tile), make)
    if len(body.decompose()) != 1:
        problem = f"nothing is left of the tile {tile.name!r}" if body.is_empty() else f"{tile.name!r} falls apart"
        raise MistakeError(Parameter("gap", make.gap), problem, "make --gap or --bevel smaller, or --cell larger")
    return body


def _flattest(puzzle: Puzzle, tile: Tile) -> tuple[tuple[int, ...], ...]:
    """The turned tile that is lowest, and lowest in the mean."""
    lattice = puzzle.lattice
    if lattice.is_flat:
        return tile.form

    def heights(cells: Iterable[tuple[int, ...]]) -> tuple[float, float]:
        z = [centre(lattice, cell)[2] for cell in cells]
        return round(max(z) - min(z), 6), round(sum(z) / len(z) - min(z), 6)

    return min(orientations(lattice, tile.form, reflect=False), key=heights)


def _part(name: str, color: str, body: Any) -> Part:
    mesh = body.to_mesh()
    points = np.array(mesh.vert_properties, dtype=float)[:, :3]
    return Part(name, color, points, np.array(mesh.tri_verts, dtype=np.int64))


def _laid_out(parts: Sequence[Part], plate: tuple[float, float]) -> Iterable[Part]:
    """The parts in rows on plates, all standing on the plate."""
    wide, deep = plate
    x = y = row = 0.0
    number = 0
    for part in parts:
        width, depth = part.size
        if width > wide or depth > deep:
            raise MistakeError(
                Parameter("plate", f"{wide:g}x{deep:g}"),
                f"{part.name!r} is {width:.0f} x {depth:.0f} mm large",
                "make --cell smaller, or name a larger plate",
            )
        if x + width > wide:
            x, y, row = 0.0, y + row + APART, 0.0
        if y + depth > deep:
            x, y, row, number = 0.0, 0.0, 0.0, number + 1
        corner = np.array([x + number * (wide + 5 * APART), y, 0.0])
        yield replace(part, points=part.points - part.points.min(axis=0) + corner)
        x, row = x + width + APART, max(row, depth)
