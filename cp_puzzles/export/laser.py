"""What a flat puzzle is cut from: every piece and a tray, laid out on sheets, in millimetres.

Lines are moved by half the kerf, the width that the beam burns away, so that parts come out as large as they are drawn;
all corners are rounded alike, so that an outer one still lies in an inner one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.export.board_picture import CUT, middle_cell
from cp_puzzles.export.cell_shapes import place
from cp_puzzles.export.figure import require_matplotlib, save_pages
from cp_puzzles.export.outline import outline
from cp_puzzles.export.picture import Picture, Point, Shape
from cp_puzzles.export.svg import svg
from cp_puzzles.extras import require
from cp_puzzles.files import writing
from cp_puzzles.geometry.footprint import has_edges
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.puzzle.model import Puzzle

ENGRAVE = "#0000ff"
"""Pure blue: what the programs of laser cutters take for a line to engrave."""
APART, WALL, PLAY = 3.0, 8.0, 0.2
"""Millimetres between parts, around the room of a tray, and by which that room is wider than its pieces."""
SEGMENTS = 32
"""Sides of a circle to which roundings are cut."""
_LINE = 0.1

Loops = tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Laser:
    """How a puzzle is cut: a cell's side, the kerf and the rounding of corners in millimetres, and the sheet."""

    cell: float = 20.0
    kerf: float = 0.15
    rounding: float = 0.5
    sheet: tuple[float, float] = (600.0, 400.0)


@dataclass(frozen=True)
class CutPart:
    """A part to cut: the lines that the beam follows, y down, and the letters to engrave, from (0, 0) on."""

    name: str
    lines: Loops
    letters: Loops
    width: float
    height: float


def laser_sheets(puzzle: Puzzle, laser: Laser = Laser()) -> tuple[Picture, ...]:
    """A picture in millimetres for each sheet: lines to cut in red, then letters to engrave in blue.

    The pieces, as many as may be used, the frame of the tray and its floor. Raises `MissingExtraError` where manifold3d
    or matplotlib is missing, `MistakeError` for what cannot be cut or is larger than a sheet.
    """
    require("manifold3d", puzzle.name)
    require_matplotlib(puzzle.name)
    lattice = puzzle.lattice
    if lattice.periods:
        raise MistakeError(puzzle.name, "its board is rolled up: no tray is like it", "cut the puzzle without wrap")
    if not lattice.is_flat:
        problem = f"{puzzle.name} is solid: slices of it are no pieces"
        raise MistakeError(Parameter("laser"), problem, "print it: export SPEC pieces.3mf")
    if has_edges(lattice):
        raise MistakeError(
            Parameter("laser"), f"the pieces of {puzzle.name} are edges, which have no width", "print it"
        )
    return tuple(_sheet(parts, laser, puzzle.name) for parts in _nested(tuple(cut_parts(puzzle, laser)), laser.sheet))


def cut_parts(puzzle: Puzzle, laser: Laser) -> Iterator[CutPart]:
    """The pieces, then the parts of the frame of the tray, what stands in its holes, and the floor."""
    lattice = puzzle.lattice
    for tile in puzzle.tiles:
        if not lattice.is_connected(tile.form):
            raise MistakeError(puzzle.name, f"nothing holds the cells of {tile.name!r} together", "cut another")
        body, letters = _rounded(lattice, tile.form, laser), _letters(lattice, tile.form, tile.name, laser)
        yield from [_part(tile.name, body, laser, letters)] * tile.maximum
    room = _rounded(lattice, (*puzzle.board.cells, *puzzle.board.left), laser).offset(PLAY / 2, *_round())
    around = _rounded(lattice, (*puzzle.board.cells, *puzzle.board.left), laser).offset(WALL, *_round())
    floor = _filled(around)
    for body in (floor - room).decompose():
        yield _part("tray", body, laser)
    yield _part("floor", floor, laser)


def _part(name: str, body: Any, laser: Laser, letters: Loops = ()) -> CutPart:
    """A body whose outer lines are moved outwards and whose holes are made smaller by half the kerf."""
    lines = body.offset(laser.kerf / 2, *_round()).to_polygons()
    if len(lines) == 0:
        raise MistakeError(Parameter("laser", laser.cell), f"nothing is left of {name!r}", "make the cell larger")
    left, top = (min(float(loop[:, axis].min()) for loop in lines) for axis in (0, 1))
    right, bottom = (max(float(loop[:, axis].max()) for loop in lines) for axis in (0, 1))
    moved = tuple(tuple((float(x) - left, float(y) - top) for x, y in loop) for loop in lines)
    engraved = tuple(tuple((x - left, y - top) for x, y in loop) for loop in letters)
    return CutPart(name, moved, engraved, right - left, bottom - top)


def _rounded(lattice: Lattice, cells: Sequence[Cell], laser: Laser) -> Any:
    """Cells as a `manifold3d.CrossSection` with outer and inner corners rounded."""
    from manifold3d import CrossSection, FillRule

    loops = [[(laser.cell * x, laser.cell * y) for x, y in loop] for loop in outline(lattice, cells)]
    body, radius = CrossSection(loops, FillRule.EvenOdd), laser.rounding
    if radius <= 0:
        return body
    opened = body.offset(-radius, *_round()).offset(radius, *_round())
    return opened.offset(radius, *_round()).offset(-radius, *_round())


def _round() -> tuple[Any, float, int]:
    from manifold3d import JoinType

    return JoinType.Round, 2.0, SEGMENTS


def _filled(body: Any) -> Any:
    """A body without its holes."""
    from manifold3d import CrossSection, FillRule

    def width(loop: Any) -> float:
        return float(loop[:, 0].max() - loop[:, 0].min())

    return CrossSection([max(part.to_polygons(), key=width) for part in body.decompose()], FillRule.NonZero)


def _letters(lattice: Lattice, cells: Sequence[Cell], name: str, laser: Laser) -> Loops:
    """The outlines of a name in the middle of a piece, no wider than most of a cell."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not name.strip():
        return ()
    path = TextPath((0, 0), name, size=0.45 * laser.cell, prop=FontProperties(family="DejaVu Sans"), usetex=False)
    box = path.get_extents()
    share = min(1.0, 0.6 * laser.cell / max(box.width, box.height, 1e-9))
    x, y = place(lattice, middle_cell(lattice, cells))
    across, down = laser.cell * x - share * (box.x0 + box.x1) / 2, laser.cell * y + share * (box.y0 + box.y1) / 2
    loops: Any = path.to_polygons()
    return tuple(tuple((across + share * float(px), down - share * float(py)) for px, py in loop) for loop in loops)


def _nested(parts: Sequence[CutPart], sheet: tuple[float, float]) -> list[list[tuple[CutPart, Point]]]:
    """The parts with their places on sheets: in rows, the highest first, each as far left as it goes."""
    wide, high = sheet
    sheets: list[list[tuple[CutPart, Point]]] = []
    rows: list[tuple[int, float, float]] = []
    """Of each row the sheet, how much of it is taken, and where it begins."""
    ends: list[float] = []
    for part in sorted((_upright(part, sheet) for part in parts), key=lambda part: -part.height):
        if part.width + 2 * APART > wide or part.height + 2 * APART > high:
            raise MistakeError(
                Parameter("sheet", f"{wide:g}x{high:g}"),
                f"{part.name!r} is {part.width:.0f} x {part.height:.0f} mm large",
                "make the cells smaller, or name a larger sheet",
            )
        at = next((n for n, (_, taken, _) in enumerate(rows) if taken + part.width + APART <= wide), None)
        if at is None:
            on = next((n for n, end in enumerate(ends) if end + part.height + APART <= high), len(ends))
            if on == len(ends):
                ends.append(APART)
                sheets.append([])
            rows.append((on, APART, ends[on]))
            ends[on] += part.height + APART
            at = len(rows) - 1
        on, taken, top = rows[at]
        sheets[on].append((part, (taken, top)))
        rows[at] = (on, taken + part.width + APART, top)
    return sheets


def _upright(part: CutPart, sheet: tuple[float, float]) -> CutPart:
    """A part that is too wide or high for the sheet turned by a quarter, if it then fits; others lie flat."""
    fits = part.width + 2 * APART <= sheet[0] and part.height + 2 * APART <= sheet[1]
    if fits and part.width >= part.height:
        return part
    if not fits or part.height + 2 * APART <= sheet[0]:
        lines, letters = (
            tuple(tuple((part.height - y, x) for x, y in loop) for loop in loops)
            for loops in (part.lines, part.letters)
        )
        return CutPart(part.name, lines, letters, part.height, part.width)
    return part


def _sheet(parts: Sequence[tuple[CutPart, Point]], laser: Laser, title: str) -> Picture:
    def shapes(which: str, color: str, layer: str) -> Iterator[Shape]:
        for part, (x, y) in parts:
            loops = tuple(tuple((x + px, y + py) for px, py in loop) for loop in getattr(part, which))
            if loops:
                yield Shape(loops, stroke=color, width=_LINE, layer=layer)

    return Picture(*laser.sheet, (*shapes("lines", CUT, "cut"), *shapes("letters", ENGRAVE, "engrave")), title)


def save_sheets(sheets: Sequence[Picture], path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write the sheets: as the pages of a PDF, or in SVG a file each, `cut.svg`, `cut-2.svg`; gives the files.

    Raises `MistakeError` for another format, or a file that cannot be written.
    """
    file = Path(path)
    with writing(file):
        if file.suffix == ".pdf":
            save_pages(sheets, file)
            return (file,)
        if file.suffix == ".svg":
            numbers = range(1, len(sheets) + 1)
            written = tuple(file if n == 1 else file.with_name(f"{file.stem}-{n}.svg") for n in numbers)
            for one, sheet in zip(written, sheets, strict=True):
                one.write_text(svg(sheet, cell_millimetres=1.0), encoding="utf-8")
            return written
    raise MistakeError(str(file), f"nothing is cut from {file.suffix!r}", "write .svg or .pdf")
