"""Files of pictures: `.svg`, and `.png` and `.pdf` drawn by matplotlib."""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.registry import require_package
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.picture import LIGHT, Label, Picture, Point, Shape, strokes, svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = (".svg", ".png", ".pdf")
CELL_INCHES = 0.4
PIXELS_PER_INCH = 200
MAX_PIXELS = 5_000
POINTS_PER_INCH, MILLIMETERS_PER_INCH = 72, 25.4
_CODES = {"M": 1, "L": 2, "Q": 3, "Z": 79}


def require_picture(path: str | os.PathLike[str]) -> None:
    """Raise an error if no picture format has the suffix, or a package that it needs is not installed."""
    suffix = Path(path).suffix
    if suffix not in PICTURES:
        raise MistakeError(os.fspath(path), f"no picture has the suffix {suffix!r}", "write " + ", ".join(PICTURES))
    if suffix != ".svg":
        require_matplotlib(path)


def save_picture(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write a picture in the format of the suffix.

    Raises `MistakeError` if no picture format has the suffix or the file cannot be written, `MissingExtraError` if the
    format needs a package that is not installed.
    """
    require_picture(path)
    if Path(path).suffix == ".svg":
        write_file(path, svg(picture))
    else:
        _save_figure(picture, path)


def _save_figure(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write a picture with light colors."""
    if MAX_PIXELS * min(picture.width, picture.height) < max(picture.width, picture.height):
        problem = f"a picture of {picture.width:.0f} x {picture.height:.0f} cells is too large for an image of pixels"
        raise MistakeError(os.fspath(path), problem, "draw an .svg")
    figure = _figure(picture, CELL_INCHES)
    suffix = Path(path).suffix.removeprefix(".")
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
            Outline(*_path(item)),
            facecolor=_color(item.fill) if item.fill else "none",
            edgecolor=_color(item.stroke) if item.stroke else "none",
            linewidth=item.width * points,
            joinstyle="round",
            capstyle="round",
            zorder=order,
        )
        axes.add_artist(patch)  # without new limits of the axes, which take as long as the drawing
    return figure


def _path(shape: Shape) -> tuple[list[Point], list[int]]:
    """Return the points and matplotlib's path codes of a shape."""
    points: list[Point] = []
    codes: list[int] = []
    for command, ends in strokes(shape):
        points += ends or points[-1:]
        codes += [_CODES[command]] * (len(ends) or 1)
    return points, codes


def _color(color: str) -> str:
    return LIGHT.get(color, color)
