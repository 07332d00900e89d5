"""Pictures as SVG, with light and dark colors."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from cp_puzzles.output.draw.picture import DARK, LIGHT, Label, Picture, Point, Shape, strokes

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
    body = "\n".join(_group(layer, items) for layer, items in groupby(picture.items, _layer))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} role="img" '
        f"aria-label={quoteattr(picture.title)} font-family={quoteattr(FONT)}>\n"
        f"<title>{escape(picture.title)}</title>\n{_style(picture.items)}{body}\n</svg>\n"
    )


def markup(items: Iterable[Shape | Label]) -> str:
    """Return the elements of shapes and labels; `cpz-ROLE-fill` and `cpz-ROLE-stroke` are classes of colors by role."""
    return "\n".join(map(_item, items))


def path_data(shape: Shape) -> str:
    """Return the `d` attribute of a shape."""
    return "".join(command + " ".join(map(_point, ends)) for command, ends in strokes(shape))


def _layer(item: Shape | Label) -> str:
    return item.layer if isinstance(item, Shape) else ""


def _group(layer: str, items: Iterable[Shape | Label]) -> str:
    return f"<g id={quoteattr(layer)}>\n{markup(items)}\n</g>" if layer else markup(items)


def _item(item: Shape | Label) -> str:
    if isinstance(item, Label):
        anchor = "" if item.start else ' text-anchor="middle"'
        return (
            f'<text x="{_number(item.x * UNIT)}" y="{_number(item.y * UNIT)}" dy=".35em"{anchor} '
            f'font-size="{_number(item.size * UNIT)}" font-weight="600"{_paint("fill", item.color)}>'
            f"{escape(item.text)}</text>"
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


def _point(point: Point) -> str:
    return f"{_number(point[0] * UNIT)} {_number(point[1] * UNIT)}"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
