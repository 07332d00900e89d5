"""The shapes of cells, the outlines of sets of cells in a layer, and the colors of their sides, on any lattice."""

from __future__ import annotations

from cmath import phase
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import dist

import numpy as np

from cp_puzzles.output.draw.picture import Label, Point, Shape, circle
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, Corner, center, ordered_sides, point, side_colors
from cp_puzzles.puzzle.geometry.footprint import drawn_point, edge_ends, footprint, footprint_sides, has_edges, level
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.palette import shade, text_color
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import CellPair, Highlights

Side = tuple[Corner, Corner]
"""A side, from a corner to a corner."""


def outline(lattice: Lattice, cells: Iterable[Cell], inset: float = 0.0) -> tuple[tuple[Point, ...], ...]:
    """Return the closed loops around cells as corners (x, y), clockwise with the cells on the right.

    Loops are moved inwards by `inset`. Where two cells touch only in a corner, the loop stays on its cell.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> outline(LATTICES["square"], [(0, 0), (0, 1)])
    (((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)),)
    """
    sides = {side: None for cell in sorted(set(cells)) for side in _sides(lattice, cell)}
    border = [(a, b) for a, b in sides if (b, a) not in sides]
    leaving: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in border:
        leaving[a].append(b)
    left = dict.fromkeys(border)
    loops = []
    while left:
        side = next(iter(left))
        loop = []
        while side in left:
            del left[side]
            loop.append(side[0])
            side = (side[1], max(leaving[side[1]], key=partial(_turn, lattice, *side)))
        bends = [p for i, p in enumerate(loop) if _cross(loop[i - 1], p, p, loop[(i + 1) % len(loop)])]
        loops.append(_inset([drawn_point(lattice, corner) for corner in bends], inset))
    return tuple(loops)


def smooth(line: Sequence[Point]) -> tuple[Point, ...]:
    """Return an open line with its middle corner, if there is one, rounded by a curve of eight chords."""
    if len(line) < 3:
        return tuple(line)
    a, b, c = map(np.array, line)
    t = np.arange(9)[:, None] / 8
    curve = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
    return tuple((x, y) for x, y in curve.tolist())


def _sides(lattice: Lattice, cell: Cell) -> Iterable[Side]:
    corners = footprint(lattice, cell)
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _turn(lattice: Lattice, before: Corner, here: Corner, after: Corner) -> float:
    """Return the angle of a right turn, from -pi to pi."""
    a, b, c = (complex(*drawn_point(lattice, corner)) for corner in (before, here, after))
    return phase((c - b) / (b - a))


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> int:
    return (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])


def _inset(loop: list[Point], inset: float) -> tuple[Point, ...]:
    """Return the loop moved to its right."""
    points = []
    for a, (x, y), b in zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False):
        (ax, ay), (bx, by) = (((u - x) / dist((x, y), (u, v)), (v - y) / dist((x, y), (u, v))) for u, v in (a, b))
        share = inset / (1 - ax * bx - ay * by)
        points.append((x - share * (by - ay), y + share * (bx - ax)))
    return tuple(points)


_INSET, _RADIUS, _EDGE = 0.03, 0.16, 0.025
_BALL, _NECK = 0.45, 0.34
_TAB = 0.12
BAR_WIDTH, _SHORT, _BEND = 0.17, 0.2, 0.3
"""The width of a bar, how far it ends before a vertex, and where it leaves the edge to bend round one."""


def piece_shapes(lattice: Lattice, cells: Collection[Cell], color: str) -> list[Shape]:
    """Return the shapes of a piece, or of its part in a layer, with a darker outline."""
    border = shade(color, 0.72)
    if has_edges(lattice):
        lines = bars(lattice, cells)
        wide = Shape(lines, stroke=border, width=BAR_WIDTH + 2 * _EDGE, radius=1.0, closed=False)
        return [wide, Shape(lines, stroke=color, width=BAR_WIDTH, radius=1.0, closed=False)]
    if lattice.radius:
        balls = tuple(circle(*cell_center(lattice, cell), _BALL) for cell in sorted(cells))
        necks = tuple(
            (cell_center(lattice, cell), cell_center(lattice, near))
            for cell in sorted(cells)
            for near in lattice.unwrapped.neighbors(cell)
            if near > cell and near in cells and level(lattice, near) == level(lattice, cell)
        )
        for cell, near in _beyond(lattice, cells):
            (ax, ay), (bx, by) = cell_center(lattice, cell), cell_center(lattice, near)
            necks += (((ax, ay), ((ax + bx) / 2, (ay + by) / 2)),)
        around = Shape(balls, color, stroke=border, width=2 * _EDGE, radius=1.0)
        strokes = (border, _NECK + 2 * _EDGE), (color, _NECK)
        joined = [Shape(necks, stroke=c, width=w, closed=False) for c, w in strokes]
        return [*joined[: bool(necks)], around, *joined[1 : 1 + bool(necks)]]
    body = Shape(outline(lattice, cells, _INSET), color, stroke=border, width=_EDGE, radius=_RADIUS)
    return [body, *_tabs(lattice, cells, color, border)]


def _beyond(lattice: Lattice, cells: Collection[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield pairs of a cell on a wrapped board and a place off the board where its piece continues."""
    for cell in sorted(cells) if lattice.periods else ():
        for near in lattice.unwrapped.neighbors(cell):
            image = lattice.reduce(near)
            if image != near and image in cells and level(lattice, near) == level(lattice, cell):
                yield cell, near


def _tabs(lattice: Lattice, cells: Collection[Cell], color: str, border: str) -> list[Shape]:
    """Return tabs beyond the sides through which a piece continues on a wrapped board."""
    sides: dict[Side, None] = {}
    for cell, near in _beyond(lattice, cells):
        sides |= dict.fromkeys(side for side in _sides(lattice, cell) if {*side} <= {*footprint(lattice, near)})
    tabs, ends = [], []
    for a, b in sides:
        (ax, ay), (bx, by) = drawn_point(lattice, a), drawn_point(lattice, b)
        length = dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / length, (by - ay) / length
        # at an end where the next side is open, too, the tab continues
        first, last = (0.0 if any(there in side for side in sides if side != (a, b)) else _INSET for there in (a, b))
        ax, ay, bx, by = ax + first * ux, ay + first * uy, bx - last * ux, by - last * uy
        inner, outer = _INSET + _EDGE, -_TAB
        corners = [
            (x - k * uy, y + k * ux)
            for (x, y), k in (((ax, ay), inner), ((ax, ay), outer), ((bx, by), outer), ((bx, by), inner))
        ]
        tabs.append(tuple(corners))
        ends += [line for line, free in ((corners[:2], first), (corners[2:], last)) if free]
    if not tabs:
        return []
    return [
        Shape(tuple(tabs), color, stroke=color, width=0.01),
        Shape(tuple(map(tuple, ends)), stroke=border, width=_EDGE, closed=False),
    ]


def board_shapes(lattice: Lattice, cells: Collection[Cell]) -> list[Shape]:
    """Return the background of a board."""
    return [] if has_edges(lattice) else [Shape(outline(lattice, cells, -0.1), fill="rim", radius=0.2)]


def empty_shape(lattice: Lattice, cell: Cell, color: str) -> Shape:
    """Return the shape of an empty cell."""
    if has_edges(lattice):
        a, b = (drawn_point(lattice, corner) for corner in edge_ends(lattice, cell))
        line = _towards(a, b, _SHORT), _towards(b, a, _SHORT)
        return Shape((line,), stroke="rim" if color == "cell" else color, width=0.08, closed=False)
    if lattice.radius:
        return Shape((circle(*cell_center(lattice, cell), _BALL),), fill=color, radius=1.0)
    return Shape(outline(lattice, [cell], 0.025), fill=color, radius=0.12)


def badge(lattice: Lattice, cell: Cell, color: str) -> list[Shape]:
    """Return the disc under a name on a cell that is too narrow for text."""
    disc = (circle(*cell_center(lattice, cell), 0.19),)
    return [Shape(disc, color, stroke=shade(color, 0.72), width=_EDGE, radius=1.0)] if has_edges(lattice) else []


def inscribed_diameter(lattice: Lattice, cell: Cell) -> float:
    """Return the diameter of the circle inscribed in a cell, 1 for a square; it limits the size of text."""
    if has_edges(lattice):
        return 0.4
    x, y = cell_center(lattice, cell)
    ring = [drawn_point(lattice, corner) for corner in footprint(lattice, cell)]
    return min(
        2 * abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / dist((ax, ay), (bx, by))
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
    )


def cell_center(lattice: Lattice, cell: Cell) -> Point:
    """Return the center of a cell's footprint, x and y."""
    if lattice.is_flat or lattice.radius:
        x, y = center(lattice, cell)[:2]
        return x, y
    ring = [drawn_point(lattice, corner) for corner in footprint(lattice, cell)]
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def bars(lattice: Lattice, cells: Collection[Cell]) -> tuple[tuple[Point, ...], ...]:
    """Return the lines along the edges of a piece, rounded at bends, and short of the vertices where it ends."""
    meeting: dict[Corner, list[Corner]] = defaultdict(list)
    for cell in sorted(cells):
        a, b = edge_ends(lattice, cell)
        meeting[a].append(b)
        meeting[b].append(a)
    bent = {
        vertex
        for vertex, ends in meeting.items()
        if len(ends) == 2 and any(p + q != 2 * v for p, q, v in zip(*ends, vertex, strict=True))
    }

    def end(vertex: Corner, other: Corner) -> Point:
        away = _SHORT if len(meeting[vertex]) == 1 else _BEND if vertex in bent else 0.0
        return _towards(drawn_point(lattice, vertex), drawn_point(lattice, other), away)

    straight = [(end(a, b), end(b, a)) for a, b in (edge_ends(lattice, cell) for cell in sorted(cells))]
    bends = [(end(v, meeting[v][0]), drawn_point(lattice, v), end(v, meeting[v][1])) for v in sorted(bent)]
    return (*straight, *bends)


def _towards(start: Point, end: Point, distance: float) -> Point:
    share = distance / dist(start, end)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


BEYOND = 0.1
"""Length, in cells, by which a line extends beyond the board."""

_LINE, _CASING, _DOT = 0.055, 0.14, 0.12


def highlight_shapes(lattice: Lattice, highlights: Highlights, cells: Collection[Cell]) -> list[Shape]:
    """Return the lines and points of a layer, dark with a light outline, visible on every color."""
    here = set(cells)
    drawn = (runs_of(lattice, [side for side in sides if here.issuperset(side)]) for sides in highlights.lines)
    lines = tuple((_towards(a, b, -BEYOND), _towards(b, a, -BEYOND)) for runs in drawn for a, b in runs)
    dots = (point_of(lattice, group) for group in highlights.points if here.issuperset(group))
    shapes = [Shape(lines, stroke=c, width=w, closed=False) for c, w in (("paper", _CASING), ("ink", _LINE)) if lines]
    rims = tuple(circle(*dot, _DOT) for dot in dots if dot is not None)
    return [*shapes, *([Shape(rims, fill="ink", stroke="paper", width=0.05, radius=1.0)] if rims else [])]


def runs_of(lattice: Lattice, sides: Collection[CellPair]) -> list[tuple[Point, Point]]:
    """Return the segments in which a line runs between cells, each as its two ends.

    Cells above each other share a polygon; its diagonal is no segment, since other corners lie between its ends.
    """
    segments = sorted(segment for a, b in sides if (segment := _segment(lattice, a, b)) is not None)
    points = sorted({point for segment in segments for point in segment})
    joined = set(segments)
    runs: list[tuple[Point, Point]] = []
    for a, b in pairwise(points):
        if (a, b) not in joined:
            continue
        if runs and runs[-1][1] == a:
            runs[-1] = (runs[-1][0], b)
        else:
            runs.append((a, b))
    return runs


def point_of(lattice: Lattice, group: Collection[Cell]) -> Point | None:
    """Return the point of a layer that some cells share; None if they share none."""
    first, *others = (set(footprint(lattice, cell)) for cell in group)
    common = first.intersection(*others)
    return _rounded(drawn_point(lattice, min(common))) if common else None


def _segment(lattice: Lattice, a: Cell, b: Cell) -> tuple[Point, Point] | None:
    common = sorted(set(footprint(lattice, a)) & set(footprint(lattice, b)))
    if len(common) < 2:
        return None
    one, other = sorted(_rounded(drawn_point(lattice, corner)) for corner in (common[0], common[-1]))
    return one, other


def _rounded(point: Point) -> Point:
    """Return a point without floating-point noise, so that equal points compare equal."""
    return round(point[0], 9), round(point[1], 9)


_SIDE_INSET = 0.09
"""The distance of triangles from the sides, in radii of a cell."""

_LETTER = 0.62
"""The place of a letter between the center of a cell and its side."""


def side_shapes(puzzle: Puzzle, shown: Mapping[Cell, str]) -> list[Shape | Label]:
    """Return the shapes of the colors of sides, given what cells of one layer show."""
    lattice, palette = puzzle.lattice, puzzle.side_palette
    items: list[Shape | Label] = []
    for cell, colors in ((cell, side_colors(text)) for cell, text in shown.items()):
        if not colors:
            continue
        x, y = middle = cell_center(lattice, cell)
        ring = [drawn_point(lattice, corner) for corner in footprint(lattice, cell)]
        inner = [(x + (1 - _SIDE_INSET) * (a - x), y + (1 - _SIDE_INSET) * (b - y)) for a, b in ring]
        drawn = footprint_sides(lattice, lattice.class_of(cell))
        for side, a, b in zip(drawn, inner, (*inner[1:], inner[0]), strict=True):
            if colors[side] != NO_COLOR:
                fill = palette[colors[side]]
                items.append(Shape(((a, b, middle),), fill, stroke="ink", width=0.012))
                x, y = (m + _LETTER * ((p + q) / 2 - m) for p, q, m in zip(a, b, middle, strict=True))
                items.append(Label(x, y, colors[side], 0.5 * min(0.5, dist(a, b)), text_color(fill)))
        if not lattice.is_flat:
            items += _other_faces(lattice, cell, colors, drawn, palette)
    return items


def _other_faces(
    lattice: Lattice, cell: Cell, colors: str, drawn: Sequence[int], palette: Mapping[str, str]
) -> Iterator[Shape | Label]:
    """Yield a disc for each face of a solid cell that faces up, and a ring around it for each that faces down."""
    x, y = cell_center(lattice, cell)
    solid_center = np.array(center(lattice, cell))
    above: list[tuple[Point, str, str]] = []
    below: list[tuple[Point, str, str]] = []
    for number, side in enumerate(ordered_sides(lattice, cell)):
        if number not in drawn and colors[number] != NO_COLOR:
            dx, dy, dz = np.mean([point(lattice, corner) for corner in side.corners], axis=0) - solid_center
            at, fill = (x + 0.9 * float(dx), y + 0.9 * float(dy)), palette[colors[number]]
            (above if dz > 0 else below).append((at, colors[number], fill))
    for (u, v), _, fill in below:
        yield Shape((circle(u, v, 0.19),), fill, stroke="ink", width=0.012, radius=1.0)
    for (u, v), letter, fill in above:
        yield Shape((circle(u, v, 0.12),), fill, stroke="ink", width=0.012, radius=1.0)
        yield Label(u, v, letter, 0.16, text_color(fill))
