"""Pictures of shapes, and their files: `.svg`, and `.png` and `.pdf` drawn by matplotlib.

Lengths are in cells; x runs to the right and y down. A color is `#rrggbb` or a role in `LIGHT` and `DARK`, which adapts
to the background.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape  # `xml.sax.saxutils` imports what loads web pages, which takes long
from io import BytesIO
from itertools import groupby
from math import ceil, cos, hypot, pi, sin, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.named_values import require_package
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle import palette

if TYPE_CHECKING:
    from matplotlib.figure import Figure


PICTURES = (".svg", ".png", ".pdf")
CELL_INCHES = 0.4
PIXELS_PER_INCH = 200
MAX_PIXELS = 5_000
POINTS_PER_INCH, MILLIMETERS_PER_INCH = 72, 25.4
_CODES = {"M": 1, "L": 2, "Q": 3, "Z": 79}
_TEXT: dict[str, Any] = {"fontweight": "bold", "va": "center_baseline", "parse_math": False}
_ROUND: dict[str, Any] = {"joinstyle": "round", "capstyle": "round"}


def require_picture(path: str | os.PathLike[str]) -> None:
    """Raise an error if no picture format has the suffix, or a package that it needs is not installed."""
    suffix = Path(path).suffix
    if suffix not in PICTURES:
        raise MistakeError(os.fspath(path), f"no picture has the suffix {suffix!r}", "write " + ", ".join(PICTURES))
    if suffix != ".svg":
        require_matplotlib(path)


def save_picture(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write a picture in the format of the suffix; those that are no SVG have light colors.

    Raises `MistakeError` if no picture format has the suffix or the file cannot be written, `MissingExtraError` if the
    format needs a package that is not installed.
    """
    require_picture(path)
    suffix = Path(path).suffix.removeprefix(".")
    if suffix == "svg":
        write_file(path, svg(picture))
        return
    if MAX_PIXELS * min(picture.width, picture.height) < max(picture.width, picture.height):
        problem = f"a picture of {picture.width:.0f} x {picture.height:.0f} cells is too large for an image of pixels"
        raise MistakeError(os.fspath(path), problem, "draw an .svg")
    figure = _figure(picture, CELL_INCHES)
    sharpness = min(PIXELS_PER_INCH, MAX_PIXELS / (CELL_INCHES * max(picture.width, picture.height)))
    metadata: dict[str, Any] = {"Title": picture.title} | ({"CreationDate": None} if suffix == "pdf" else {})
    content = BytesIO()
    figure.savefig(content, format=suffix, dpi=sharpness, metadata=metadata)
    write_file(path, content.getvalue())


def save_pages(pages: Sequence[Picture], path: str | os.PathLike[str]) -> None:
    """Write pictures in millimeters as the pages of a PDF.

    Raises `MissingExtraError` if matplotlib is not installed, `MistakeError` if the file cannot be written.
    """
    require_matplotlib(path)
    from matplotlib.backends.backend_pdf import PdfPages

    content = BytesIO()
    with PdfPages(content, metadata={"Title": pages[0].title, "CreationDate": None}) as file:
        for page in pages:
            file.savefig(_figure(page, 1 / MILLIMETERS_PER_INCH))
    write_file(path, content.getvalue())


def require_matplotlib(path: str | os.PathLike[str]) -> None:
    """Raise `MissingExtraError` for a file if matplotlib is not installed."""
    require_package("matplotlib", path, instead=", or draw an .svg")


def _figure(picture: Picture, inches: float) -> Figure:
    """Return the figure of a picture, with `inches` for a cell."""
    from matplotlib.figure import Figure
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    figure = Figure(figsize=(picture.width * inches, picture.height * inches))
    size = POINTS_PER_INCH * inches
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.set_axis_off()
    for order, item in enumerate(picture.items):
        if isinstance(item, Label):
            form = _TEXT | {"fontsize": item.size * size, "ha": "left" if item.start else "center", "zorder": order}
            axes.text(item.x, item.y, item.text, color=_color(item.color), **form)
            continue
        ends: list[Point] = []
        codes: list[int] = []
        for command, points in strokes(item):
            ends += points or ends[-1:]
            codes += [_CODES[command]] * (len(points) or 1)
        fill, edge = (_color(color) if color else "none" for color in (item.fill, item.stroke))
        form = _ROUND | {"facecolor": fill, "edgecolor": edge, "linewidth": item.width * size, "zorder": order}
        axes.add_artist(PathPatch(Outline(ends, codes), **form))  # new limits of the axes take as long as the drawing
    return figure


def _color(color: str) -> str:
    return LIGHT.get(color, color)


Point = tuple[float, float]

LIGHT = {**palette.LIGHT, "paper": "#ffffff"}
DARK = palette.DARK


@dataclass(frozen=True)
class Shape:
    """Polygons or open lines drawn as one; `radius` rounds the corners, holes are loops.

    Consecutive shapes of a `layer` form a group of that name in formats that have groups.
    """

    loops: tuple[tuple[Point, ...], ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    radius: float = 0.0
    closed: bool = True
    layer: str = ""


@dataclass(frozen=True)
class Label:
    """A line of text centered at (x, y), of height `size`; `start` puts its left end there instead."""

    x: float
    y: float
    text: str
    size: float
    color: str
    start: bool = False


@dataclass(frozen=True)
class Picture:
    """Shapes and labels in drawing order on a sheet with a width and a height."""

    width: float
    height: float
    items: tuple[Shape | Label, ...]
    title: str = ""

    def moved(self, dx: float, dy: float, factor: float = 1.0) -> tuple[Shape | Label, ...]:
        """Return the items scaled by a factor and translated."""
        moved: list[Shape | Label] = []
        for item in self.items:
            if isinstance(item, Label):
                moved.append(replace(item, x=factor * item.x + dx, y=factor * item.y + dy, size=factor * item.size))
            else:
                loops = tuple(tuple((factor * x + dx, factor * y + dy) for x, y in loop) for loop in item.loops)
                moved.append(replace(item, loops=loops, width=factor * item.width, radius=factor * item.radius))
        return tuple(moved)


def row_of_pictures(pictures: Sequence[Picture], gap: float = 1.0, title: str = "") -> Picture:
    """Return pictures side by side, centered vertically."""
    return _line(pictures, gap, title, is_column=False)


def stacked(pictures: Sequence[Picture], gap: float = 1.0, title: str = "") -> Picture:
    """Return pictures below each other, centered horizontally."""
    return _line(pictures, gap, title, is_column=True)


def _line(pictures: Sequence[Picture], gap: float, title: str, *, is_column: bool) -> Picture:
    step = -1 if is_column else 1
    sizes = [(picture.width, picture.height)[::step] for picture in pictures]
    widest, at = max(across for _, across in sizes), 0.0
    items: list[Shape | Label] = []
    for picture, (along, across) in zip(pictures, sizes, strict=True):
        items += picture.moved(*(at, (widest - across) / 2)[::step])
        at += along + gap
    width, height = (at - gap, widest)[::step]
    return Picture(width, height, tuple(items), title)


_LETTER = 0.65
"""The width of a letter of captions, as a share of its size: of bold digits, which are wide."""


def picture_grid(pictures: Iterable[tuple[str, Picture]], title: str = "", columns: int | None = None) -> Picture:
    """Return captioned pictures in a grid, by default about as wide as high."""
    cells = list(pictures)
    if not cells:
        return Picture(1, 1, (), title)
    width = max(picture.width for _, picture in cells) + 1
    caption = max(0.7, width / 16)
    height = max(picture.height for _, picture in cells) + 2 * caption
    across = min(len(cells), columns or max(1, ceil(sqrt(1.2 * len(cells) * height / width))))
    size = min(caption, width / (_LETTER * max(1, *(len(name) for name, _ in cells))))
    items: list[Shape | Label] = []
    for index, (name, picture) in enumerate(cells):
        x, y = (index % across) * width + 0.5, (index // across) * height
        items += picture.moved(x + (width - 1 - picture.width) / 2, y)
        items.append(Label(x + (width - 1) / 2, y + height - 1.3 * caption, name, size, "muted"))
    return Picture(across * width, ceil(len(cells) / across) * height, tuple(items), title)


def scaled(picture: Picture, factor: float) -> Picture:
    """Return a picture scaled by a factor."""
    return Picture(picture.width * factor, picture.height * factor, picture.moved(0, 0, factor), picture.title)


def framed(picture: Picture, margin: float = 0.5) -> Picture:
    """Return a picture on a sheet of paper with a margin."""
    width, height = picture.width + 2 * margin, picture.height + 2 * margin
    sheet = Shape((((0, 0), (width, 0), (width, height), (0, height)),), fill="paper")
    return Picture(width, height, (sheet, *picture.moved(margin, margin)), picture.title)


def bounds(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom end of shapes, zeros without shapes."""
    points = [point for shape in shapes for loop in shape.loops for point in loop] or [(0.0, 0.0)]
    (left, right), (top, bottom) = ((min(v), max(v)) for v in zip(*points, strict=True))
    return left, top, right, bottom


def cropped(items: Iterable[Shape | Label], title: str = "") -> Picture:
    """Return the picture of shapes, as large as they are; labels do not count."""
    items = tuple(items)
    left, top, right, bottom = bounds(item for item in items if isinstance(item, Shape))
    return Picture(right - left, bottom - top, Picture(0, 0, items).moved(-left, -top), title)


def circle(x: float, y: float, radius: float, sides: int = 12) -> tuple[Point, ...]:
    """Return the corners of a polygon that becomes a circle if its corners are rounded by half a side."""
    out = radius * 2 / (1 + cos(pi / sides) ** 2)
    return tuple((x + out * cos(2 * pi * i / sides), y + out * sin(2 * pi * i / sides)) for i in range(sides))


def strokes(shape: Shape) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Yield pen commands: M moves, L draws a line, Q a quadratic curve with a control point, Z closes the loop.

    >>> list(strokes(Shape((((0, 0), (1, 0), (1, 1)),), radius=0.5, closed=False)))
    [('M', ((0, 0),)), ('L', ((0.5, 0.0),)), ('Q', ((1, 0), (1.0, 0.5))), ('L', ((1, 1),))]
    """
    for loop in shape.loops:
        for i, corner in enumerate(loop):
            pen, is_end = "L" if i else "M", not shape.closed and i in (0, len(loop) - 1)
            if shape.radius <= 0 or is_end:
                yield pen, (corner,)
                continue
            yield pen, (_towards(corner, loop[i - 1], shape.radius),)
            yield "Q", (corner, _towards(corner, loop[(i + 1) % len(loop)], shape.radius))
        if shape.closed:
            yield "Z", ()


def _towards(start: Point, end: Point, distance: float) -> Point:
    """Return the place at a distance from the start, at most half of the way to the end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = min(distance / length, 0.5) if length else 0.0
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


UNIT = 40
"""Pixels a cell."""

FONT = "system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"


def svg(picture: Picture, *, cell_millimeters: float | None = None, widest: float | None = None) -> str:
    """Return an SVG document.

    `cell_millimeters` is the size of a cell on paper; on a screen the picture is at most `widest` pixels wide.
    """
    width, height = _number(picture.width * UNIT), _number(picture.height * UNIT)
    if cell_millimeters is None:
        scale = UNIT if widest is None else min(UNIT, widest / picture.width)
        size = f'width="{_number(picture.width * scale)}" height="{_number(picture.height * scale)}"'
    else:
        size = f'width="{picture.width * cell_millimeters:g}mm" height="{picture.height * cell_millimeters:g}mm"'
    body = "\n".join(
        _group(layer, items) for layer, items in groupby(picture.items, lambda item: getattr(item, "layer", ""))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} role="img" '
        f"aria-label={_quoted(picture.title)} font-family={_quoted(FONT)}>\n"
        f"<title>{escape(picture.title, quote=False)}</title>\n{_style(picture.items)}{body}\n</svg>\n"
    )


def markup(items: Iterable[Shape | Label]) -> str:
    """Return the elements of shapes and labels; `cpz-ROLE-fill` and `cpz-ROLE-stroke` are classes of colors by role."""
    return "\n".join(map(_item, items))


def path_data(shape: Shape) -> str:
    """Return the `d` attribute of a shape."""
    return "".join(
        command + " ".join(f"{_number(x * UNIT)} {_number(y * UNIT)}" for x, y in ends)
        for command, ends in strokes(shape)
    )


def _quoted(text: str) -> str:
    """Return a text as the value of an attribute."""
    return '"{}"'.format(escape(text, quote=False).replace('"', "&quot;"))


def _group(layer: str, items: Iterable[Shape | Label]) -> str:
    return f"<g id={_quoted(layer)}>\n{markup(items)}\n</g>" if layer else markup(items)


def _item(item: Shape | Label) -> str:
    if isinstance(item, Label):
        anchor = "" if item.start else ' text-anchor="middle"'
        return (
            f'<text x="{_number(item.x * UNIT)}" y="{_number(item.y * UNIT)}" dy=".35em"{anchor} '
            f'font-size="{_number(item.size * UNIT)}" font-weight="600"{_paint("fill", item.color)}>'
            f"{escape(item.text, quote=False)}</text>"
        )
    fill = _paint("fill", item.fill) if item.fill else ' fill="none"'
    if item.fill and len(item.loops) > 1:
        fill += ' fill-rule="evenodd"'
    stroke = ""
    if item.stroke:
        ends = ' stroke-linejoin="round"' if item.closed else ' stroke-linecap="round"'
        stroke = f'{_paint("stroke", item.stroke)} stroke-width="{_number(item.width * UNIT)}"{ends}'
    return f'<path d="{path_data(item)}"{fill}{stroke}/>'


def _paint(kind: str, color: str) -> str:
    return f' {kind}="{color}"' if color.startswith("#") else f' {kind}="{LIGHT[color]}" class="cpz-{color}-{kind}"'


def _style(items: Iterable[Shape | Label]) -> str:
    """Return the style sheet with the dark colors of roles; class names are the same in every picture."""
    used = set()
    for item in items:
        paints = [("fill", item.color)] if isinstance(item, Label) else [("fill", item.fill), ("stroke", item.stroke)]
        used |= {(color, kind) for kind, color in paints if color in DARK}
    rules = "".join(f".cpz-{color}-{kind}{{{kind}:{DARK[color]}}}" for color, kind in sorted(used))
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n" if rules else ""


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
