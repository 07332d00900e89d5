"""Blocks: rectangles of styled characters that can be arranged, and drawings that become blocks on a console."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from cp_puzzles.output.terminal.canvas import Canvas, canvas_of

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


def side_by_side(blocks: Sequence[Block], gap: int) -> Block:
    """Return blocks from left to right, aligned at the top."""
    height = max(len(block.lines) for block in blocks)
    lines = []
    for number in range(height):
        line: list[Segment] = []
        for block in blocks[:-1]:
            content = list(block.lines[number]) if number < len(block.lines) else []
            line += [*Segment.adjust_line_length(content, block.width), Segment(" " * gap)]
        if number < len(blocks[-1].lines):
            line += blocks[-1].lines[number]
        lines.append(tuple(line))
    return Block(sum(block.width for block in blocks) + gap * (len(blocks) - 1), tuple(lines))


def flow(blocks: Iterable[Block], width: int, gap: int) -> Block:
    """Return the blocks in rows of at most `width` columns, separated by blank lines."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        if rows and used + gap + block.width <= width:
            rows[-1].append(block)
            used += gap + block.width
        else:
            rows.append([block])
            used = block.width
    drawn = [side_by_side(row, gap) for row in rows]
    lines = [line for row in drawn for line in ((), *row.lines)][1:]
    return Block(max((row.width for row in drawn), default=0), tuple(lines))


def _trimmed(line: Line) -> Line:
    for end in range(len(line), 0, -1):
        text, style, _ = line[end - 1]
        if style is not None and style.bgcolor is not None:
            return line[:end]
        if text.rstrip():
            return (*line[: end - 1], Segment(text.rstrip(), style))
    return ()
