"""Capabilities of a console, and the sizes in which boards are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rich.console import Console, ConsoleOptions
from rich.style import Style

from cp_puzzles.puzzle.palette import text_color

TIMES = "\N{MULTIPLICATION SIGN}"

_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_LEVEL, _UPRIGHT, _BOTH = " ╵╺┕╷│┍┝╸┙━┷┑┥┯┿", " ╹╶┖╻┃┎┠╴┚─┸┒┨┰╂", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The same with heavy lines across, up and down, and both."""

DOT = "\N{BLACK CIRCLE}"
_SLANTS = "\u2572\u2571\u2573"
"""Falling to the right, rising, both."""

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

    def joint(
        self, up: bool, right: bool, down: bool, left: bool, *, level: bool = False, upright: bool = False
    ) -> str:
        """Return the line character with these arms; horizontal arms are heavy if `level`, vertical ones if `upright`.

        >>> Canvas(80).joint(True, True, False, True), Canvas(80).joint(True, True, False, True, level=True)
        ('┴', '┷')
        """
        arms = up + 2 * right + 4 * down + 8 * left
        if not self.ascii_only:
            return (_LINES, _LEVEL, _UPRIGHT, _BOTH)[level + 2 * upright][arms]
        if (level and arms & 10) or (upright and arms & 5):
            return "#" if not arms & 10 else "="
        return " " if not arms else "|" if not arms & 10 else "-" if not arms & 5 else "+"

    def slant(self, falling: bool, rising: bool, left: bool = False, right: bool = False) -> str:
        """Return the character of slanted lines: falling to the right, rising, both, or the tip of two.

        >>> Canvas(80, ascii_only=True).slant(False, True)
        '/'
        """
        if falling or rising:
            return ("\\/+" if self.ascii_only else _SLANTS)[falling + 2 * rising - 1]
        return "<" if left else ">" if right else " "

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
