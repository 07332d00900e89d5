"""Files for laser cutters: sheets as SVG, PDF and DXF."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import asin, atan2, copysign, dist, hypot, pi, tan
from pathlib import Path

from cp_puzzles.base.file_access import writing
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.picture import Picture, Point, Shape
from cp_puzzles.output.draw.picture_files import save_pages
from cp_puzzles.output.draw.svg import svg

SHEET_SUFFIXES = (".svg", ".pdf", ".dxf")

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
    if file.suffix not in SHEET_SUFFIXES:
        raise MistakeError(str(file), f"sheets cannot be written as {file.suffix!r}", "write .svg, .pdf or .dxf")
    with writing(file):
        if file.suffix == ".pdf":
            save_pages(sheets, file)
            return (file,)
        numbers = range(1, len(sheets) + 1)
        files = tuple(file if n == 1 else file.with_name(f"{file.stem}-{n}{file.suffix}") for n in numbers)
        for target, sheet in zip(files, sheets, strict=True):
            text = dxf(sheet) if file.suffix == ".dxf" else svg(sheet, cell_millimeters=1.0)
            target.write_text(text, encoding="utf-8")
        return files


def dxf(sheet: Picture) -> str:
    """Return a sheet in millimeters as DXF of release 12: closed polylines on the layers `cut` and `engrave`."""
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$INSUNITS"), (70, 4), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for shape in sheet.items:
        if isinstance(shape, Shape):
            for loop in shape.loops:
                pairs += _polyline(loop, shape.layer, sheet.height)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


def _polyline(loop: Sequence[Point], layer: str, height: float) -> Iterator[tuple[int, object]]:
    yield from ((0, "POLYLINE"), (8, layer), (62, _AUTOCAD_COLORS[layer]), (66, 1), (70, 1))
    for (x, y), bulge in arcs([(x, height - y) for x, y in loop]):
        yield from ((0, "VERTEX"), (8, layer), (10, f"{x:.4f}"), (20, f"{y:.4f}"))
        if bulge:
            yield 42, f"{bulge:.6f}"
    yield 0, "SEQEND"


def arcs(loop: Sequence[Point]) -> list[tuple[Point, float]]:
    """Return a closed loop with runs of chords replaced by arcs: corners, and the bulge of the side after each.

    The bulge is the tangent of a quarter of the angle of an arc, positive counterclockwise, and 0 for a straight side.

    >>> from math import cos, pi, sin
    >>> ring = [(cos(pi * i / 16), sin(pi * i / 16)) for i in range(32)]
    >>> len(arcs(ring)), len(arcs([(0, 0), (1, 0), (1, 1)]))
    (2, 3)
    """
    start = next((i for i in range(len(loop)) if not _arc(loop, i - 1)), 0)
    points = [*loop[start:], *loop[:start]]
    corners: list[tuple[Point, float]] = []
    at = 0
    while at < len(points):
        arc = _arc(points, at)[: len(points) - at + 1]
        if len(arc) < 4:
            corners.append((points[at], 0.0))
            at += 1
            continue
        # an arc of more than half a circle is split, since its bulge would lose precision
        middle = len(arc) // 2
        parts = (arc[: middle + 1], arc[middle:]) if abs(_angle(arc)) > pi else (arc,)
        corners += [(part[0], tan(_angle(part) / 4)) for part in parts]
        at += len(arc) - 1
    return corners


def _arc(points: Sequence[Point], at: int) -> list[Point]:
    """Return the longest run of corners of a closed loop from one on that lie on an arc; nothing if four do not."""
    corner, following = [*points, *points][at + 1 : at + 3]
    run, first_angle = [points[at]], _bend(points[at], corner, following)
    for step in range(1, len(points) + 1):
        corner = points[(at + step) % len(points)]
        angle = _bend(run[-2], run[-1], corner) if len(run) > 1 else first_angle
        if dist(run[-1], corner) > _MAX_CHORD or abs(angle) > _MAX_ANGLE or angle * first_angle <= 0:
            break
        run.append(corner)
    for length in range(len(run), 3, -1):
        if _is_arc(run[:length]):
            return run[:length]
    return []


def _is_arc(points: Sequence[Point]) -> bool:
    """Return whether corners, and the middles of the sides between them, are on one circle."""
    center, radius = _circle(points[0], points[len(points) // 2], points[-2])
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    slack = _TOLERANCE + _SAGITTA * radius
    return all(abs(dist(center, point) - radius) < slack for point in (*points, *middles))


def _angle(points: Sequence[Point]) -> float:
    """Return the angle of an arc through corners, positive counterclockwise."""
    _, radius = _circle(points[0], points[len(points) // 2], points[-2])
    angle = sum(2 * asin(min(1.0, dist(a, b) / 2 / radius)) for a, b in pairwise(points))
    return copysign(angle, _bend(*points[:3]))


def _bend(a: Point, b: Point, c: Point) -> float:
    """Return the angle between two sides, from -pi to pi."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return atan2(ux * vy - uy * vx, ux * vx + uy * vy)


def _circle(a: Point, b: Point, c: Point) -> tuple[Point, float]:
    """Return the center and radius of the circle through three points."""
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    twice = 2 * (bx * cy - by * cx)
    if not twice:
        return a, float("inf")
    b2, c2 = bx * bx + by * by, cx * cx + cy * cy
    x, y = (cy * b2 - by * c2) / twice, (bx * c2 - cx * b2) / twice
    return (a[0] + x, a[1] + y), hypot(x, y)
