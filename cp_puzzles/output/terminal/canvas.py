"""Drawings in characters: blocks that can be arranged, the console that prints them, and frames.

A frame has the places of the cells of a lattice and of their sides on the smallest grid of characters with room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product, takewhile, zip_longest
from math import ceil, floor

import numpy as np
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from cp_puzzles.base.arrays import Ints
from cp_puzzles.puzzle.geometry.cell_solid import Point
from cp_puzzles.puzzle.geometry.footprint import drawn_point, edge_ends, footprint, has_edges, level_translations
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.palette import text_color

Arm = tuple[int, int]
"""A direction from a character: columns and lines, by their signs."""

TIMES = "\N{MULTIPLICATION SIGN}"

_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_LEVEL, _UPRIGHT, _BOTH = " ╵╺┕╷│┍┝╸┙━┷┑┥┯┿", " ╹╶┖╻┃┎┠╴┚─┸┒┨┰╂", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The same with heavy lines across, up and down, and both."""

DOT = "\N{BLACK CIRCLE}"
_SLANTS: tuple[tuple[set[Arm], str, str], ...] = (
    ({(1, 1), (-1, -1), (-1, 1), (1, -1)}, "\u2573", "+"),
    ({(1, 1), (-1, -1)}, "\u2572", "\\"),
    ({(-1, 1), (1, -1)}, "\u2571", "/"),
    ({(1, 1), (1, -1)}, "<", "<"),
    ({(-1, 1), (-1, -1)}, ">", ">"),
)
"""Slanted lines by their arms, and in ASCII: crossing, falling to the right, rising, and the tips of two."""

FEW_COLORS = 16
_ASCII = {"·": ".", "██": "XX", TIMES: "x", DOT: "*"}


@dataclass(frozen=True)
class Canvas:
    """A console for drawing.

    `colors` is the number of colors, 0 without colors. With at most `FEW_COLORS`, every cell of a piece shows its name
    instead of one, to tell pieces apart.
    """

    width: int
    colors: int = 0
    ascii_only: bool = False

    def joint(self, arms: set[Arm], heavy: Iterable[Arm] = ()) -> str:
        """Return the line character with these arms, some of them heavy; slanted arms count only without others.

        >>> Canvas(80).joint({(-1, 0), (1, 0), (0, -1)}), Canvas(80, ascii_only=True).joint({(1, -1), (-1, 1)})
        ('┴', '/')
        """
        straight = sum(1 << i for i, arm in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))) if arm in arms)
        if not straight:
            return next((plain if self.ascii_only else line for pair, line, plain in _SLANTS if pair <= arms), " ")
        heavy = set(heavy)
        level, upright = any(x and not y for x, y in heavy), any(y and not x for x, y in heavy)
        if not self.ascii_only:
            return (_LINES, _LEVEL, _UPRIGHT, _BOTH)[level + 2 * upright][straight]
        if (level and straight & 10) or (upright and straight & 5):
            return "#" if not straight & 10 else "="
        return "|" if not straight & 10 else "-" if not straight & 5 else "+"

    def glyph(self, character: str) -> str:
        """Return the character, or its substitute on ASCII consoles."""
        return _ASCII.get(character, character) if self.ascii_only else character

    def style(self, color: str | None) -> Style:
        """Return the style of text on a background color, plain without colors."""
        if color is None:
            return PLAIN
        return _on(color, bold=self.colors > FEW_COLORS) if self.colors else BOLD


def canvas_of(console: Console, options: ConsoleOptions) -> Canvas:
    """Return the canvas of a console (NO_COLOR and pipes have no colors)."""
    colors = {"standard": 16, "windows": 16, "256": 256, "truecolor": 1 << 24}.get(console.color_system or "", 0)
    return Canvas(options.max_width, 0 if console.no_color else colors, options.ascii_only)


@dataclass(frozen=True)
class Grid:
    """The size of a cell: its columns, and whether lines separate pieces (rows then take two lines)."""

    columns: int
    lines: bool


GRIDS = (Grid(3, True), Grid(2, True), Grid(1, True), Grid(2, False), Grid(1, False))
"""From the most generous to the one that still fits the widest boards."""

PLAIN = Style()
BOLD = Style(bold=True)


@cache
def _on(color: str, *, bold: bool) -> Style:
    """Return a style on a background; not bold with 16 colors, where bold black is often gray."""
    return Style(color=text_color(color), bgcolor=color, bold=bold)


Line = tuple[Segment, ...]


@dataclass(frozen=True)
class Block:
    """Lines of at most `width` columns, printed without trailing blanks."""

    width: int
    lines: tuple[Line, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines:
            shown = [*line]
            if sum(segment.cell_length for segment in line) > options.max_width:
                shown = Segment.adjust_line_length(shown, options.max_width - 1)
                shown.append(Segment("." if options.ascii_only else "…"))
            while shown and (shown[-1].style is None or shown[-1].style.bgcolor is None):
                text, style, _ = shown.pop()
                if text.rstrip():
                    shown.append(Segment(text.rstrip(), style))
                    break
            yield from (*shown, Segment.line())

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = min(self.width, options.max_width)
        return Measurement(width, width)

    def titled(self, *titles: str, style: Style | None = None) -> Block:
        """Return the block below the first title that fits its width, or the start of the last one."""
        title = next((title for title in titles if len(title) <= self.width), titles[-1][: self.width])
        return Block(self.width, ((Segment(title, style),), *self.lines))


@dataclass(frozen=True)
class BlockDrawing:
    """A block that is drawn for the console on which it is printed."""

    draw: Callable[[Canvas], Block]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.draw(canvas_of(console, options))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.draw(canvas_of(console, options)))


def flow(blocks: Iterable[Block], width: int, gap: int) -> Block:
    """Return the blocks from left to right, in rows of at most `width` columns, separated by blank lines."""
    rows: list[list[Block]] = []
    used = widest = 0
    for block in blocks:
        if not rows or used + gap + block.width > width:
            rows.append([])
            used = -gap
        rows[-1].append(block)
        used += gap + block.width
        widest = max(widest, used)
    lines: list[Line] = []
    for row in rows:
        lines += [()] * bool(lines)
        for parts in zip_longest(*(block.lines for block in row), fillvalue=()):
            line: list[Segment] = []
            for block, part in zip(row[:-1], parts, strict=False):
                line += [*Segment.adjust_line_length([*part], block.width), Segment(" " * gap)]
            lines.append((*line, *parts[-1]))
    return Block(widest, tuple(lines))


Spot = tuple[int, int]
"""A character: column, line."""

Box = tuple[int, int, int, int]
"""A rectangle of characters: the first column and line, and those behind the last."""

_NEAR = 1e-6


@dataclass(frozen=True)
class EdgeForm:
    """The characters of a side of a cell, the directions along it, and the characters in its corners, if there are any.

    From each of the `ends` the side runs in the direction that is with it.
    """

    spots: tuple[Spot, ...]
    arms: tuple[Arm, Arm]
    ends: tuple[tuple[Spot, Arm], ...]


@dataclass(frozen=True)
class CellForm:
    """The characters of the cell at the origin of a class: inside, first of the text, and the sides in order."""

    inside: tuple[Spot, ...]
    text: Spot
    edges: tuple[EdgeForm, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    """A lattice on a grid of characters: `columns` of text in each cell, `scale` in characters a unit.

    Without `lines` the sides of cells have no characters.
    """

    lattice: Lattice
    columns: int
    lines: bool
    scale: Point
    forms: tuple[CellForm, ...]

    @property
    def is_filled(self) -> bool:
        """Return whether the text of a cell covers it."""
        return not has_edges(self.lattice) and all(len(form.inside) == self.columns for form in self.forms)

    def placed(self, cells: Sequence[Cell]) -> list[CellForm]:
        """Return the characters of each cell."""
        kinds, shifts = self._moved(cells)
        moved = []
        for kind, (x, y) in zip(kinds.tolist(), shifts.tolist(), strict=True):
            form = self.forms[kind]
            edges = []
            for edge in form.edges:
                ends = tuple(((a + x, b + y), arm) for (a, b), arm in edge.ends)
                edges.append(EdgeForm(tuple((a + x, b + y) for a, b in edge.spots), edge.arms, ends))
            inside = tuple((a + x, b + y) for a, b in form.inside)
            moved.append(CellForm(inside, (form.text[0] + x, form.text[1] + y), tuple(edges)))
        return moved

    def _moved(self, cells: Sequence[Cell]) -> tuple[Ints, Ints]:
        """Return the class of each cell and its translation, in characters."""
        kinds = np.array([self.lattice.class_of(cell) for cell in cells])
        origins = np.array([kind.origin for kind in self.lattice.cell_classes])
        moves = (np.array(cells) - origins[kinds]) @ np.array(self.lattice.embedding[:2]).T * np.array(self.scale)
        return kinds, np.floor(moves + 0.5 + _NEAR).astype(np.int64)

    def box(self, cells: Sequence[Cell]) -> Box:
        """Return the box of characters around some cells, with their sides and texts."""
        kinds, shifts = self._moved(cells)
        corners = []
        for kind in np.unique(kinds).tolist():
            form, of_kind = self.forms[kind], shifts[kinds == kind]
            spots = [*form.inside, form.text, (form.text[0] + self.columns - 1, form.text[1])]
            spots += [spot for edge in form.edges for spot in (*edge.spots, *(end for end, _ in edge.ends))]
            corners += [np.min(spots, axis=0) + of_kind.min(axis=0), np.max(spots, axis=0) + of_kind.max(axis=0)]
        (left, top), (right, bottom) = np.min(corners, axis=0).tolist(), np.max(corners, axis=0).tolist()
        return left, top, right + 1, bottom + 1


_LARGEST = 24
"""The most columns or lines between a cell and its nearest translate."""

_ASPECTS = (0.95, 2.5)
"""The allowed numbers of columns for the height of one line: characters are about twice as high as wide."""

_NUDGE = (0.0071, 0.0113)
"""Moves points off the sides of polygons, so that each lies in one cell."""


@cache
def frame(lattice: Lattice, grid: Grid) -> Frame:
    """Return the frame of a lattice in a size.

    With lines, each side of a cell is horizontal, or has one character on every line that it crosses; if no scale
    allows that, its characters are the nearest ones.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> frame(LATTICES["square"], Grid(3, True)).scale
    (4.0, 2.0)
    """
    shape, form_of = (edge_ends, _bar) if has_edges(lattice) else (footprint, _form)
    polygons = [
        [drawn_point(lattice, corner) for corner in shape(lattice, kind.origin)] for kind in lattice.cell_classes
    ]
    for exact, (scale, shift) in product((True, False), _candidates(lattice)):
        scaled = ([(x * scale[0] + shift[0], y * scale[1] + shift[1]) for x, y in polygon] for polygon in polygons)
        forms = tuple(filter(None, takewhile(bool, (form_of(each, grid, exact=exact) for each in scaled))))
        found = Frame(lattice, grid.columns, grid.lines, scale, forms)
        if len(forms) == len(polygons) and (form_of is _form or _is_legible(found)):
            return found
    raise AssertionError(f"a {lattice.name} lattice cannot be drawn in characters")


def _is_legible(frame: Frame) -> bool:
    """Return whether no text of an edge covers a character of another edge."""
    near = {kind.origin for kind in frame.lattice.cell_classes}
    for _ in range(2):
        near |= {other for cell in near for other in frame.lattice.neighbors(cell)}
    owner: dict[Spot, int] = {}
    for number, form in enumerate(frame.placed(sorted(near))):
        text = [(form.text[0] + i, form.text[1]) for i in range(frame.columns)]
        if any(owner.setdefault(spot, number) != number for spot in (*form.inside, *text)):
            return False
    return True


def _candidates(lattice: Lattice) -> Iterator[tuple[Point, Point]]:
    """Yield scales with translations of whole characters and shifts of half a character, smallest cells first."""
    moves = level_translations(lattice)
    # short translations have the lengths that divide all others
    across, down = (min(x for move in moves if (x := abs(move[axis])) > _NEAR) for axis in (0, 1))
    steps = product(range(1, _LARGEST + 1), repeat=2)
    fine = [(p / across, q / down) for p, q in steps if _ASPECTS[0] < (p / across) / (q / down) < _ASPECTS[1]]
    for scale in sorted(fine, key=lambda s: (round(s[0] * s[1], 6), abs(s[0] / s[1] - 2))):
        for dy, dx in product((0.0, 0.5), repeat=2):
            yield scale, (dx, dy)


def _form(polygon: Sequence[Point], grid: Grid, *, exact: bool) -> CellForm | None:
    """Return a polygon on the grid, its text nearest to the middle; None if the text does not fit or a side is bent."""
    sides = [*zip(polygon, (*polygon[1:], polygon[0]), strict=True)]  # clockwise
    drawn = takewhile(bool, (_edge(*side, exact=exact) for side in sides if grid.lines))
    edges = tuple(edge for edge in drawn if edge is not None)
    if grid.lines and len(edges) < len(sides):
        return None
    taken = {spot for edge in edges for spot in (*edge.spots, *(end for end, _ in edge.ends))}
    (left, right), (top, bottom) = ((floor(min(v)), ceil(max(v))) for v in zip(*polygon, strict=True))
    inside = tuple(
        (x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if (x, y) not in taken
        and all((bx - ax) * (y + _NUDGE[1] - ay) > (by - ay) * (x + _NUDGE[0] - ax) for (ax, ay), (bx, by) in sides)
    )
    middle_x, middle_y = (sum(v) / len(polygon) for v in zip(*polygon, strict=True))
    free = set(inside)
    starts = (
        (round(abs(y - middle_y), 6), round(abs(x + (grid.columns - 1) / 2 - middle_x), 6), y, x)
        for x, y in inside
        if all((x + i, y) in free for i in range(grid.columns))
    )
    best = min(starts, default=None)
    return None if best is None else CellForm(inside, (best[3], best[2]), edges)


def _bar(ends: Sequence[Point], grid: Grid, *, exact: bool) -> CellForm | None:
    """Return an edge on the grid, with its text about the middle; None if the text would hide it."""
    edge = _edge(ends[0], ends[1], exact=exact)
    if edge is None:
        return None
    across, down = edge.arms[0]
    least = grid.columns + 2 * grid.lines if not down else 3 if grid.columns > 1 and not across else 1
    if len(edge.spots) < (least if grid.lines else min(least, grid.columns)):
        return None
    x, y = edge.spots[len(edge.spots) // 2]
    return CellForm(edge.spots, (x - (grid.columns - 1) // 2, y), (edge,))


def _edge(start: Point, end: Point, *, exact: bool) -> EdgeForm | None:
    (x0, y0), (x1, y1) = sorted((start, end), key=lambda p: (round(p[1], 6), p[0]))
    ends = (_integers((x0, y0)), _integers((x1, y1)))
    if y1 - y0 < _NEAR:
        if exact and ends[0] is None:
            return None
        spots = [(float(x), y0) for x in range(floor(x0 + _NEAR) + 1, ceil(x1 - _NEAR))]
    else:
        lines = range(floor(y0 + _NEAR) + 1, ceil(y1 - _NEAR))
        spots = [(x0 + (x1 - x0) * (y - y0) / (y1 - y0), float(y)) for y in lines]
    if not spots or (exact and any(_integers(place) is None for place in spots)):
        return None
    across, down = (x1 > x0 + _NEAR) - (x1 < x0 - _NEAR), int(y1 - y0 > _NEAR)
    arms = (across, down), (-across, -down)
    reached = tuple((end, arm) for end, arm in zip(ends, arms, strict=True) if end is not None)
    return EdgeForm(tuple((floor(x + 0.5), floor(y + 0.5)) for x, y in spots), arms, reached)


def _integers(point: Point) -> Spot | None:
    near = (round(point[0]), round(point[1]))
    return near if max(abs(point[0] - near[0]), abs(point[1] - near[1])) < _NEAR else None
