"""Drawings of styled characters: blocks that can be arranged, and the capabilities of the console that prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

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

_ASCII = {"·": ".", "██": "XX", TIMES: "x", DOT: "*"}


@dataclass(frozen=True)
class Canvas:
    """A console for drawing.

    `colors` is the number of colors, None without colors. With at most 16, names help to tell pieces apart.
    """

    width: int
    colors: int | None = None
    ascii_only: bool = False

    @property
    def names_everywhere(self) -> bool:
        """Return whether every cell of a piece shows its name, instead of one."""
        return self.colors is None or self.colors <= 16

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
            return _PLAIN
        return _BOLD if self.colors is None else _on(color, bold=not self.names_everywhere)


def canvas_of(console: Console, options: ConsoleOptions) -> Canvas:
    """Return the canvas of a console (NO_COLOR and pipes have no colors)."""
    colors = {"standard": 16, "windows": 16, "256": 256, "truecolor": 1 << 24}.get(console.color_system or "")
    return Canvas(options.max_width, None if console.no_color else colors, options.ascii_only)


@dataclass(frozen=True)
class Grid:
    """The size of a cell: its columns, and whether lines separate pieces (rows then take two lines)."""

    columns: int
    lines: bool


GRIDS = (Grid(3, True), Grid(2, True), Grid(1, True), Grid(2, False), Grid(1, False))
"""From the most generous to the one that still fits the widest boards."""

_PLAIN = Style()
_BOLD = Style(bold=True)


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
            if sum(segment.cell_length for segment in line) > options.max_width:
                yield from Segment.adjust_line_length(list(line), options.max_width - 1)
                yield Segment("." if options.ascii_only else "…")
            else:
                yield from _trimmed(line)
            yield Segment.line()

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
        *before, last = row
        for number in range(max(len(block.lines) for block in row)):
            line: list[Segment] = []
            for block in before:
                content = list(block.lines[number]) if number < len(block.lines) else []
                line += [*Segment.adjust_line_length(content, block.width), Segment(" " * gap)]
            lines.append((*line, *(last.lines[number] if number < len(last.lines) else ())))
    return Block(widest, tuple(lines))


def _trimmed(line: Line) -> Line:
    for end in range(len(line), 0, -1):
        text, style, _ = line[end - 1]
        if style is not None and style.bgcolor is not None:
            return line[:end]
        if text.rstrip():
            return (*line[: end - 1], Segment(text.rstrip(), style))
    return ()
