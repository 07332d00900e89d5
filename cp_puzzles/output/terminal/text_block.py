"""Blocks: rectangles of styled characters that can be arranged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

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


def per_row(widths: Iterable[int], width: int, gap: int) -> list[int]:
    """Return the number of blocks in each row of `width` columns, at least one.

    >>> per_row([10, 10, 10], 25, 2)
    [2, 1]
    """
    rows: list[int] = []
    used = 0
    for block in widths:
        if rows and used + gap + block <= width:
            rows[-1] += 1
            used += gap + block
        else:
            rows.append(1)
            used = block
    return rows


def flow(blocks: Sequence[Block], width: int, gap: int) -> Block:
    """Return the blocks in rows of at most `width` columns, separated by blank lines."""
    start = 0
    lines: list[Line] = []
    widest = 0
    for count in per_row((block.width for block in blocks), width, gap):
        row = side_by_side(blocks[start : start + count], gap)
        lines += ((), *row.lines) if lines else row.lines
        widest = max(widest, row.width)
        start += count
    return Block(widest, tuple(lines))


def _trimmed(line: Line) -> Line:
    for end in range(len(line), 0, -1):
        text, style, _ = line[end - 1]
        if style is not None and style.bgcolor is not None:
            return line[:end]
        if text.rstrip():
            return (*line[: end - 1], Segment(text.rstrip(), style))
    return ()
