"""Pictures as `.png` and `.pdf`, drawn by matplotlib, which needs nothing but what pip installs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cp_puzzles.export.picture import LIGHT, Label, Picture, Point, Shape, strokes
from cp_puzzles.extras import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CELL_INCHES = 0.4
PIXELS_PER_INCH = 200
MAX_PIXELS = 5_000
POINTS_PER_INCH, MILLIMETRES_PER_INCH = 72, 25.4
_CODES = {"M": 1, "L": 2, "Q": 3, "Z": 79}


def save_figure(picture: Picture, path: str | os.PathLike[str], *, cell_millimetres: float | None = None) -> None:
    """Write a picture in the format of the suffix; light, since paper is.

    `cell_millimetres` is the side of a cell on paper, 0.4 inches if it is not given.

    Raises `MissingExtraError` where matplotlib is not installed.
    """
    require_matplotlib(path)
    inches = CELL_INCHES if cell_millimetres is None else cell_millimetres / MILLIMETRES_PER_INCH
    figure = _figure(picture, inches)
    suffix = os.path.splitext(os.fspath(path))[1].lstrip(".").lower()
    sharpness = min(PIXELS_PER_INCH, MAX_PIXELS / (inches * max(picture.width, picture.height)))
    metadata: dict[str, Any] = {"Title": picture.title} | ({"CreationDate": None} if suffix == "pdf" else {})
    figure.savefig(path, format=suffix, dpi=sharpness, metadata=metadata)


def save_pages(pages: Sequence[Picture], path: str | os.PathLike[str]) -> None:
    """Write pictures in millimetres as the pages of a PDF.

    Raises `MissingExtraError` where matplotlib is not installed, `OSError` if the file cannot be written.
    """
    require_matplotlib(path)
    from matplotlib.backends.backend_pdf import PdfPages

    with PdfPages(path, metadata={"Title": pages[0].title, "CreationDate": None}) as file:
        for page in pages:
            file.savefig(_figure(page, 1 / MILLIMETRES_PER_INCH))


def require_matplotlib(path: str | os.PathLike[str]) -> None:
    """Raise `MissingExtraError`, for the file that was to be drawn, where matplotlib is not installed."""
    require("matplotlib", path, instead=", or draw an .svg")


def _figure(picture: Picture, inches: float) -> Figure:
    """The picture, `inches` to a side of a cell."""
    from matplotlib.figure import Figure
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    figure = Figure(figsize=(picture.width * inches, picture.height * inches))
    points = POINTS_PER_INCH * inches
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.set_axis_off()
    for order, item in enumerate(picture.items):
        if isinstance(item, Label):
            axes.text(
                item.x,
                item.y,
                item.text,
                color=_color(item.color),
                fontsize=item.size * points,
                fontweight="bold",
                ha="left" if item.start else "center",
                va="center_baseline",
                zorder=order,
                parse_math=False,
            )
            continue
        patch = PathPatch(
            Path(*_path(item)),
            facecolor=_color(item.fill) if item.fill else "none",
            edgecolor=_color(item.stroke) if item.stroke else "none",
            linewidth=item.width * points,
            joinstyle="round",
            capstyle="round",
            zorder=order,
        )
        axes.add_patch(patch)
    return figure


def _path(shape: Shape) -> tuple[list[Point], list[int]]:
    """Points and matplotlib's path codes."""
    points: list[Point] = []
    codes: list[int] = []
    for command, ends in strokes(shape):
        points += ends or points[-1:]
        codes += [_CODES[command]] * (len(ends) or 1)
    return points, codes


def _color(color: str) -> str:
    return LIGHT.get(color, color)
