"""Sheets for a laser cutter: the pieces of a flat puzzle and a tray, in millimeters, and their files SVG, PDF and DXF.

Lines are offset by half the kerf, the width that the beam burns away, so that parts come out in their nominal size.
Convex and concave corners have the same rounding, so that each convex corner still fits into a concave one.
"""

from __future__ import annotations

import os
from cmath import phase
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import asin, copysign, inf, pi, tan
from pathlib import Path
from typing import Any

from cp_puzzles.analysis.analysis_options import LaserOptions
from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.named_values import require_package
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.cell_shapes import outline
from cp_puzzles.output.draw.picture import Picture, Point, Shape, bounds, require_matplotlib, save_pages, svg
from cp_puzzles.output.formats.formats import format_of
from cp_puzzles.output.make.piece_solid import (
    Loops,
    board_letters,
    offset,
    rows_on_sheets,
    section,
    tile_letters,
    without_holes,
)
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.palette import CUT_COLOR, ENGRAVING_COLOR
from cp_puzzles.puzzle.puzzle import Puzzle

WALL = 8.0
"""Millimeters of the frame around the pieces."""
SPACING = 3.0
"""Millimeters between parts, and around them on the sheet."""
_LINE = 0.1

DEFAULT_LASER = LaserOptions()


@dataclass(frozen=True)
class CutPart:
    """A part to cut: the lines that the beam follows, and the letters to engrave, y down, from (0, 0) on."""

    name: str
    lines: Loops
    letters: Loops
    width: float
    height: float
    is_named: bool = False
    """Whether the letters are a name, which stays upright: a rotated N reads as Z."""

    def rotated(self) -> CutPart:
        """Return the part rotated by a quarter."""
        lines, letters = (
            tuple(tuple((self.height - y, x) for x, y in loop) for loop in loops)
            for loops in (self.lines, self.letters)
        )
        if self.is_named and letters:
            left, top, right, bottom = bounds([Shape(self.letters)])
            x, y = (left + right) / 2, (top + bottom) / 2
            letters = tuple(tuple((a + self.height - y - x, b + x - y) for a, b in loop) for loop in self.letters)
        return replace(self, lines=lines, letters=letters, width=self.height, height=self.width)


PlacedPart = tuple[CutPart, Point]
"""A part and the corner of its bounding box on a sheet."""


def laser_sheets(puzzle: Puzzle, options: LaserOptions = DEFAULT_LASER) -> tuple[Picture, ...]:
    """Return a picture in millimeters for each sheet: lines to cut in red, then letters to engrave in blue.

    The parts are the pieces, as many as may be used, the frame of the tray and its floor. Raises `MissingExtraError`
    if manifold3d or matplotlib is missing, `MistakeError` for a puzzle that cannot be cut or exceeds the sheet.
    """
    refuse_uncut(puzzle)
    for name, size, most, limit in (
        ("kerf", options.kerf, options.cell, "a cell"),
        ("clearance", options.clearance, WALL, "the wall of the tray"),
    ):
        if size >= most:
            problem = f"{size:g} mm is not less than {limit}, {most:g} mm"
            raise MistakeError(Parameter(name, size), problem, "make it smaller")
    sheets = _in_rows([*cut_parts(puzzle, options)], options.sheet)
    return tuple(_sheet(parts, options, puzzle.name) for parts in sheets)


def refuse_uncut(puzzle: Puzzle) -> None:
    """Raise `MissingExtraError` without manifold3d or matplotlib, `MistakeError` for a puzzle that is not flat."""
    require_package("manifold3d", puzzle.name)
    require_matplotlib(puzzle.name)
    lattice = puzzle.lattice
    if lattice.periods:
        raise MistakeError(puzzle.name, "its board is wrapped, but a tray is flat", "cut the puzzle without wrap")
    solid, edges = "it is solid, and a laser cuts only flat pieces", "its pieces are edges, which have no width"
    if not lattice.is_flat or has_edges(lattice):
        problem = edges if lattice.is_flat else solid
        raise MistakeError(puzzle.name, problem, "print it: make SPEC pieces.3mf")


def _in_rows(parts: Sequence[CutPart], sheet: tuple[float, float]) -> list[list[PlacedPart]]:
    """Return the parts on sheets with their places: in rows, longer than high, the highest first.

    Raises `MistakeError` for a part that is larger than a sheet.
    """
    space = (sheet[0] - 2 * SPACING, sheet[1] - 2 * SPACING)
    lying = []
    for part in parts:
        ways = sorted((part, part.rotated()), key=lambda way: way.height)
        fitting = [way for way in ways if way.width <= space[0] and way.height <= space[1]]
        if not fitting:
            place, remedy = f"{sheet[0]:g}x{sheet[1]:g}", "make the cells smaller, or choose a larger sheet"
            problem = f"{part.name!r} measures {part.width:.0f} x {part.height:.0f} mm"
            raise MistakeError(Parameter("sheet", place), problem, remedy)
        lying.append(fitting[0])
    lying.sort(key=lambda part: -part.height)
    sheets: dict[int, list[PlacedPart]] = {}
    places = rows_on_sheets([(part.width, part.height) for part in lying], space, SPACING)
    for part, (number, x, y) in zip(lying, places, strict=True):
        sheets.setdefault(number, []).append((part, (x + SPACING, y + SPACING)))
    return [*sheets.values()]


def cut_parts(puzzle: Puzzle, options: LaserOptions) -> Iterator[CutPart]:
    """Yield the pieces, then the parts of the frame of the tray, the plugs of its holes, and the floor."""
    lattice = puzzle.lattice
    for tile in puzzle.tiles:
        if not lattice.is_connected(tile.form):
            raise MistakeError(puzzle.name, f"the cells of tile {tile.name!r} are not connected", "cut another puzzle")
        letters = tile_letters(lattice, tile, options.cell)
        part = replace(_part(tile.name, _rounded(lattice, tile.form, options), options, letters), is_named=True)
        yield from [part] * tile.maximum
    board = _rounded(lattice, (*puzzle.board.cells, *puzzle.board.left_empty), options)
    floor = without_holes(offset(board, WALL))
    for body in (floor - offset(board, options.clearance)).decompose():
        yield _part("tray", body, options)
    yield _part("floor", floor, options, board_letters(puzzle, options.cell))


def _part(name: str, body: Any, options: LaserOptions, letters: Loops = ()) -> CutPart:
    """Return a body with its lines offset by half the kerf: outer lines outwards, holes inwards."""
    lines = offset(body, options.kerf / 2)
    if lines.is_empty():
        problem = f"the cut leaves nothing of {name!r}"
        raise MistakeError(Parameter("cell", options.cell), problem, "make the cell larger")
    left, top, right, bottom = lines.bounds()
    moved = tuple(tuple((float(x) - left, float(y) - top) for x, y in loop) for loop in lines.to_polygons())
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


_TOLERANCE = 0.01
"""Millimeters by which corners may miss the arc that replaces them: far less than any kerf."""
_SAGITTA = 0.006
"""The height of a chord above the circle, in radii: 0.005 for the 32 chords of roundings."""
_MAX_CHORD, _MAX_ANGLE = 2.0, 0.4
"""Millimeters and radians between neighboring corners of an arc: 1.6 and 0.2 on the largest rounding."""
_AUTOCAD_COLORS = {"cut": 1, "engrave": 5}
"""Red and blue."""


def save_sheets(sheets: Sequence[Picture], path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write the sheets as the pages of a PDF, else each into a file, `cut.svg`, `cut-2.svg`; return the files.

    Raises `MistakeError` for another format, or a file that cannot be written.
    """
    file = Path(path)
    if format_of(file, "cut").suffix == ".pdf":
        save_pages(sheets, file)
        return (file,)
    numbers = range(1, len(sheets) + 1)
    files = tuple(file if n == 1 else file.with_name(f"{file.stem}-{n}{file.suffix}") for n in numbers)
    for target, sheet in zip(files, sheets, strict=True):
        write_file(target, dxf(sheet) if file.suffix == ".dxf" else svg(sheet, cell_millimeters=1.0))
    return files


def dxf(sheet: Picture) -> str:
    """Return a sheet in millimeters as DXF of release 12: closed polylines on the layers `cut` and `engrave`."""
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$INSUNITS"), (70, 4), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for shape in (item for item in sheet.items if isinstance(item, Shape)):
        for loop in shape.loops:
            layer = (8, shape.layer)
            pairs += [(0, "POLYLINE"), layer, (62, _AUTOCAD_COLORS[shape.layer]), (66, 1), (70, 1)]
            for (x, y), bulge in arcs([(x, sheet.height - y) for x, y in loop]):
                pairs += [(0, "VERTEX"), layer, (10, f"{x:.4f}"), (20, f"{y:.4f}")]
                pairs += [(42, f"{bulge:.6f}")] * bool(bulge)
            pairs.append((0, "SEQEND"))
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


def arcs(loop: Sequence[Point]) -> list[tuple[Point, float]]:
    """Return a closed loop with runs of chords replaced by arcs: corners, and the bulge of the side after each.

    The bulge is the tangent of a quarter of the angle of an arc, positive counterclockwise, and 0 for a straight side.

    >>> from math import cos, pi, sin
    >>> ring = [(cos(pi * i / 16), sin(pi * i / 16)) for i in range(32)]
    >>> len(arcs(ring)), len(arcs([(0, 0), (1, 0), (1, 1)]))
    (2, 3)
    """
    points = [complex(x, y) for x, y in loop]
    start = next((i for i in range(len(points)) if not _arc(points, i - 1)), 0)
    points = [*points[start:], *points[:start]]
    corners: list[tuple[Point, float]] = []
    at = 0
    while at < len(points):
        arc = _arc(points, at)[: len(points) - at + 1]
        if len(arc) < 4:
            corners.append(((points[at].real, points[at].imag), 0.0))
            at += 1
            continue
        # an arc of more than half a circle is split, since its bulge would lose precision
        middle = len(arc) // 2
        parts = (arc[: middle + 1], arc[middle:]) if abs(_angle(arc)) > pi else (arc,)
        corners += [((part[0].real, part[0].imag), tan(_angle(part) / 4)) for part in parts]
        at += len(arc) - 1
    return corners


def _arc(points: Sequence[complex], at: int) -> list[complex]:
    """Return the longest run of corners of a closed loop from one on that lie on an arc; nothing if four do not.

    The middles of the sides between them lie on it, too.
    """
    ring = [points[(at + step) % len(points)] for step in range(len(points) + 1)]
    bends = [_bend(*corners) for corners in zip(ring, ring[1:], ring[2:], strict=False)]
    length = 1
    for chord, bend in zip(pairwise(ring), bends[:1] + bends, strict=False):
        if abs(chord[1] - chord[0]) > _MAX_CHORD or abs(bend) > _MAX_ANGLE or bend * bends[0] <= 0:
            break
        length += 1
    for corners in (ring[:count] for count in range(length, 3, -1)):
        center, radius = _circle(corners[0], corners[len(corners) // 2], corners[-2])
        slack = _TOLERANCE + _SAGITTA * radius
        middles = ((a + b) / 2 for a, b in pairwise(corners))
        if all(abs(abs(point - center) - radius) < slack for point in (*corners, *middles)):
            return corners
    return []


def _angle(points: Sequence[complex]) -> float:
    """Return the angle of an arc through corners, positive counterclockwise."""
    _, radius = _circle(points[0], points[len(points) // 2], points[-2])
    angle = sum(2 * asin(min(1.0, abs(b - a) / 2 / radius)) for a, b in pairwise(points))
    return copysign(angle, _bend(*points[:3]))


def _bend(a: complex, b: complex, c: complex) -> float:
    """Return the angle between two sides, from -pi to pi."""
    return phase((c - b) * (b - a).conjugate())


def _circle(a: complex, b: complex, c: complex) -> tuple[complex, float]:
    """Return the center and radius of the circle through three points."""
    turned = (c - a) / (b - a) if a != b else 0j
    if not turned.imag:
        return a, inf
    from_a = (b - a) * (turned - abs(turned) ** 2) / (2j * turned.imag)
    return a + from_a, abs(from_a)
