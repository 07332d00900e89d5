"""Sheets for a laser cutter: the pieces of a flat puzzle and a tray, in millimeters.

Lines are offset by half the kerf, the width that the beam burns away, so that parts come out in their nominal size.
Convex and concave corners have the same rounding, so that each convex corner still fits into a concave one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cp_puzzles.base.packages import require
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.outline import outline
from cp_puzzles.output.draw.picture import Picture, Shape
from cp_puzzles.output.draw.picture_files import require_matplotlib
from cp_puzzles.output.make.cross_sections import Loops, board_letters, offset, section, tile_letters, without_holes
from cp_puzzles.output.make.nesting import CutPart, PlacedPart, nested
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.palette import CUT_COLOR, ENGRAVING_COLOR
from cp_puzzles.puzzle.puzzle import Puzzle

WALL = 8.0
"""Millimeters of the frame around the pieces."""
_LINE = 0.1


@dataclass(frozen=True)
class LaserOptions:
    """Sizes in millimeters: the side of a cell, the kerf, the radius of corners, the sheet.

    `clearance` is the distance between the pieces and the frame of the tray.
    """

    cell: float = 20.0
    kerf: float = 0.15
    rounding: float = 0.5
    sheet: tuple[float, float] = (600.0, 400.0)
    clearance: float = 0.1


DEFAULT_LASER = LaserOptions()


def laser_sheets(puzzle: Puzzle, options: LaserOptions = DEFAULT_LASER) -> tuple[Picture, ...]:
    """Return a picture in millimeters for each sheet: lines to cut in red, then letters to engrave in blue.

    The parts are the pieces, as many as may be used, the frame of the tray and its floor. Raises `MissingExtraError`
    if manifold3d or matplotlib is missing, `MistakeError` for a puzzle that cannot be cut or exceeds the sheet.
    """
    require("manifold3d", puzzle.name)
    require_matplotlib(puzzle.name)
    lattice = puzzle.lattice
    if lattice.periods:
        raise MistakeError(puzzle.name, "its board is wrapped, but a tray is flat", "cut the puzzle without wrap")
    if not lattice.is_flat:
        problem = f"{puzzle.name} is solid, and a laser cuts only flat pieces"
        raise MistakeError(Parameter("laser"), problem, "print it: export SPEC pieces.3mf")
    if has_edges(lattice):
        problem = f"the pieces of {puzzle.name} are edges, which have no width"
        raise MistakeError(Parameter("laser"), problem, "print it: export SPEC pieces.3mf")
    for name, size, most, limit in (
        ("kerf", options.kerf, options.cell, "a cell"),
        ("clearance", options.clearance, WALL, "the wall of the tray"),
    ):
        if size >= most:
            problem = f"{size:g} mm is not less than {limit}, {most:g} mm"
            raise MistakeError(Parameter(name, size), problem, "make it smaller")
    sheets = nested(tuple(cut_parts(puzzle, options)), options.sheet)
    return tuple(_sheet(parts, options, puzzle.name) for parts in sheets)


def cut_parts(puzzle: Puzzle, options: LaserOptions) -> Iterator[CutPart]:
    """Yield the pieces, then the parts of the frame of the tray, the plugs of its holes, and the floor."""
    lattice = puzzle.lattice
    for tile in puzzle.tiles:
        if not lattice.is_connected(tile.form):
            raise MistakeError(puzzle.name, f"the cells of tile {tile.name!r} are not connected", "cut another puzzle")
        letters = tile_letters(lattice, tile, options.cell)
        part = _part(tile.name, _rounded(lattice, tile.form, options), options, letters)
        yield from [part] * tile.maximum
    board = _rounded(lattice, (*puzzle.board.cells, *puzzle.board.left_empty), options)
    floor = without_holes(offset(board, WALL))
    for body in (floor - offset(board, options.clearance)).decompose():
        yield _part("tray", body, options)
    yield _part("floor", floor, options, board_letters(puzzle, options.cell))


def _part(name: str, body: Any, options: LaserOptions, letters: Loops = ()) -> CutPart:
    """Return a body with its lines offset by half the kerf: outer lines outwards, holes inwards."""
    lines = offset(body, options.kerf / 2).to_polygons()
    if len(lines) == 0:
        raise MistakeError(
            Parameter("laser", options.cell), f"the cut leaves nothing of {name!r}", "make the cell larger"
        )
    left, top = (min(float(loop[:, axis].min()) for loop in lines) for axis in (0, 1))
    right, bottom = (max(float(loop[:, axis].max()) for loop in lines) for axis in (0, 1))
    moved = tuple(tuple((float(x) - left, float(y) - top) for x, y in loop) for loop in lines)
    engraved = tuple(tuple((x - left, y - top) for x, y in loop) for loop in letters)
    return CutPart(name, moved, engraved, right - left, bottom - top)


def _rounded(lattice: Lattice, cells: Sequence[Cell], options: LaserOptions) -> Any:
    """Return cells as a `manifold3d.CrossSection` with convex and concave corners rounded."""
    body = section([(options.cell * x, options.cell * y) for x, y in loop] for loop in outline(lattice, cells))
    radius = options.rounding
    return body if radius <= 0 else offset(offset(body, -radius, radius), radius, -radius)


def _sheet(parts: Sequence[PlacedPart], options: LaserOptions, title: str) -> Picture:
    shapes = []
    for color, layer in ((CUT_COLOR, "cut"), (ENGRAVING_COLOR, "engrave")):
        for part, (x, y) in parts:
            loops = part.lines if layer == "cut" else part.letters
            moved = tuple(tuple((x + px, y + py) for px, py in loop) for loop in loops)
            shapes += [Shape(moved, stroke=color, width=_LINE, layer=layer)] if moved else []
    return Picture(*options.sheet, tuple(shapes), title)
