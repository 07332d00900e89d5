"""The sizes of pieces to cut and to print, as the command line declares them without the modules that draw."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.base.options import EXTENT, LENGTH, LENGTH_OR_ZERO, Options, option

CUT_SUFFIXES = {
    ".svg": "outlines, a file for each sheet, to cut and to engrave in two layers",
    ".dxf": "the same, with arcs, as mills read it",
    ".pdf": "the same, a page for each sheet",
}
"""The formats of pieces to cut."""


@dataclass(frozen=True)
class LaserOptions(Options):
    """Sizes in millimeters, `cell` for the side of a cell."""

    cell: float = option(15.0, LENGTH, python="side of a cell")
    kerf: float = option(0.15, LENGTH_OR_ZERO, "width of the cut, or diameter of the cutter")
    rounding: float = option(0.5, LENGTH_OR_ZERO, "pieces to cut: radius of the corners")
    clearance: float = option(0.1, LENGTH_OR_ZERO, python="distance between the pieces and the frame")
    sheet: tuple[float, float] = option(
        (600.0, 400.0), EXTENT, "pieces to cut: size of a sheet; more sheets are added as needed"
    )


@dataclass(frozen=True)
class PrintOptions(Options):
    """Sizes of printed pieces, in millimeters; half of the gap is taken from each of two pieces."""

    cell: float = option(15.0, LENGTH, "side of a square or cube, or a similar length of other cells")
    gap: float = option(0.2, LENGTH, "pieces to print: distance between two pieces")
    bevel: float = option(0.5, LENGTH_OR_ZERO, "pieces to print: chamfer of outer edges, none on balls and sticks")
    plate: tuple[float, float] = option(
        (220.0, 220.0), EXTENT, "pieces to print: size of a plate; more plates are added as needed"
    )
    clearance: float | None = option(
        None, LENGTH_OR_ZERO, "distance between the pieces and the tray (default: the gap, or 0.1 to cut)"
    )


DEFAULT_PRINT = PrintOptions()
