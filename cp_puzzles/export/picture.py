"""Pictures as values: shapes and labels that any format can draw.

Lengths are in sides of a cell; x runs to the right and y down. A colour is `#rrggbb` or the name of one in `LIGHT` and
`DARK`, which stands for what suits the background.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]

LIGHT = {"paper": "#ffffff", "ink": "#1e2127", "muted": "#666b75", "cell": "#ece8df", "rim": "#cfc9bc"}
DARK = {"paper": "#14161a", "ink": "#eceae5", "muted": "#9aa0ab", "cell": "#2a2e36", "rim": "#3f4550"}


@dataclass(frozen=True)
class Shape:
    """Polygons, or open lines, drawn as one; corners are rounded by `radius`, holes are loops of their own.

    Shapes of a `layer` that follow on one another are a group of that name in formats that have groups.
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
    """A line of text about (x, y), `size` high; `start` puts its left end there instead."""

    x: float
    y: float
    text: str
    size: float
    color: str
    start: bool = False


@dataclass(frozen=True)
class Picture:
    """What is drawn, in order, on a sheet of a width and a height."""

    width: float
    height: float
    items: tuple[Shape | Label, ...]
    title: str = ""

    def moved(self, dx: float, dy: float, factor: float = 1.0) -> tuple[Shape | Label, ...]:
        """The items made larger by a factor and moved."""
        return tuple(_moved(item, dx, dy, factor) for item in self.items)


def beside(pictures: Sequence[Picture], gap: float = 1.0, title: str = "") -> Picture:
    """Pictures side by side, their middles on one line."""
    height = max(picture.height for picture in pictures)
    items: list[Shape | Label] = []
    x = 0.0
    for picture in pictures:
        items += picture.moved(x, (height - picture.height) / 2)
        x += picture.width + gap
    return Picture(x - gap, height, tuple(items), title)


def below(pictures: Sequence[Picture], gap: float = 1.0, title: str = "") -> Picture:
    """Pictures one below the other, their middles on one line."""
    width = max(picture.width for picture in pictures)
    items: list[Shape | Label] = []
    y = 0.0
    for picture in pictures:
        items += picture.moved((width - picture.width) / 2, y)
        y += picture.height + gap
    return Picture(width, y - gap, tuple(items), title)


def gallery(pictures: Iterable[tuple[str, Picture]], title: str = "", columns: int | None = None) -> Picture:
    """Captioned pictures in a grid, by default about as wide as high."""
    cells = list(pictures)
    if not cells:
        return Picture(1, 1, (), title)
    width = max(picture.width for _, picture in cells) + 1
    caption = max(0.7, width / 16)
    height = max(picture.height for _, picture in cells) + 2 * caption
    across = min(len(cells), columns or max(1, ceil(sqrt(1.2 * len(cells) * height / width))))
    items: list[Shape | Label] = []
    for index, (name, picture) in enumerate(cells):
        x, y = (index % across) * width + 0.5, (index // across) * height
        items += picture.moved(x + (width - 1 - picture.width) / 2, y)
        items.append(Label(x + (width - 1) / 2, y + height - 1.3 * caption, name, caption, "muted"))
    return Picture(across * width, ceil(len(cells) / across) * height, tuple(items), title)


def scaled(picture: Picture, factor: float) -> Picture:
    """A picture made larger by a factor."""
    return Picture(picture.width * factor, picture.height * factor, picture.moved(0, 0, factor), picture.title)


def framed(picture: Picture, margin: float = 0.5) -> Picture:
    """A picture on a sheet of paper with a margin."""
    width, height = picture.width + 2 * margin, picture.height + 2 * margin
    sheet = Shape((((0, 0), (width, 0), (width, height), (0, height)),), fill="paper")
    return Picture(width, height, (sheet, *picture.moved(margin, margin)), picture.title)


def bounds(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """The left, upper, right and lower end of shapes; nothing has no size."""
    points = [point for shape in shapes for loop in shape.loops for point in loop] or [(0.0, 0.0)]
    (left, right), (top, bottom) = ((min(v), max(v)) for v in zip(*points, strict=True))
    return left, top, right, bottom


def circle(x: float, y: float, radius: float, sides: int = 12) -> tuple[Point, ...]:
    """The corners of a polygon that becomes a circle when its corners are rounded by half a side."""
    out = radius * 2 / (1 + cos(pi / sides) ** 2)
    return tuple((x + out * cos(2 * pi * i / sides), y + out * sin(2 * pi * i / sides)) for i in range(sides))


def rounded(before: Point, corner: Point, after: Point, radius: float) -> tuple[Point, Point]:
    """Where the rounding of a corner begins and ends: `radius` away, at most half the side."""
    return _towards(corner, before, radius), _towards(corner, after, radius)


def strokes(shape: Shape) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """The way of the pen: M moves, L draws a line, Q a curve about a corner to a point, Z closes the loop.

    >>> list(strokes(Shape((((0, 0), (1, 0), (1, 1)),), radius=0.5, closed=False)))
    [('M', ((0, 0),)), ('L', ((0.5, 0.0),)), ('Q', ((1, 0), (1.0, 0.5))), ('L', ((1, 1),))]
    """
    for loop in shape.loops:
        if shape.radius <= 0:
            yield from (("L" if i else "M", (corner,)) for i, corner in enumerate(loop))
        elif shape.closed:
            for i, corner in enumerate(loop):
                into, out = rounded(loop[i - 1], corner, loop[(i + 1) % len(loop)], shape.radius)
                yield "L" if i else "M", (into,)
                yield "Q", (corner, out)
        else:
            yield "M", (loop[0],)
            for before, corner, after in zip(loop, loop[1:], loop[2:], strict=False):
                into, out = rounded(before, corner, after, shape.radius)
                yield "L", (into,)
                yield "Q", (corner, out)
            yield "L", (loop[-1],)
        if shape.closed:
            yield "Z", ()


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = min(distance / length, 0.5) if length else 0.0
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def _moved(item: Shape | Label, dx: float, dy: float, factor: float) -> Shape | Label:
    if isinstance(item, Label):
        return replace(item, x=factor * item.x + dx, y=factor * item.y + dy, size=factor * item.size)
    loops = tuple(tuple((factor * x + dx, factor * y + dy) for x, y in loop) for loop in item.loops)
    return replace(item, loops=loops, width=factor * item.width, radius=factor * item.radius)
