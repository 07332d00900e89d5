"""Nesting of parts on sheets by their true outlines: bottom-left placement on a raster.

Each part goes to the first sheet with room for it, in the rotation by quarters and at the place where its lower end is
highest on the sheet. Free places are the zeros of the correlation of the sheet with the part, by Fourier transforms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.picture import Point
from cp_puzzles.output.make.cross_sections import Loops, section

SPACING = 3.0
"""Millimeters between parts, and around them on the sheet."""
_PIXELS = 500
"""The longer side of a sheet on the raster, at most: a placement takes some hundredths of a second."""


@dataclass(frozen=True)
class CutPart:
    """A part to cut: the lines that the beam follows, and the letters to engrave, y down, from (0, 0) on."""

    name: str
    lines: Loops
    letters: Loops
    width: float
    height: float

    def rotated(self) -> CutPart:
        """Return the part rotated by a quarter."""
        lines, letters = (
            tuple(tuple((self.height - y, x) for x, y in loop) for loop in loops)
            for loops in (self.lines, self.letters)
        )
        return CutPart(self.name, lines, letters, self.height, self.width)


PlacedPart = tuple[CutPart, Point]
"""A part and the corner of its bounding box on a sheet."""


class _Raster:
    """Sheets of pixels, each with the transform of the pixels that are covered."""

    def __init__(self, sheet: tuple[float, float]) -> None:
        self.pixel = max(1.0, max(sheet) / _PIXELS)
        self.pad = ceil(SPACING / 2 / self.pixel + 1)
        self.shape = tuple(int((side - 2 * SPACING) / self.pixel) + 2 * self.pad for side in reversed(sheet))
        self.sheets: list[Any] = []
        self._masks: dict[Loops, Any] = {}

    def mask(self, part: CutPart) -> Any:
        """Return the pixels that the part covers with half the spacing around it."""
        if part.lines not in self._masks:
            self._masks[part.lines] = self._covered(part)
        return self._masks[part.lines]

    def _covered(self, part: CutPart) -> Any:
        from manifold3d import JoinType

        grown = SPACING / 2 + self.pixel * 0.5**0.5
        body = section(part.lines).offset(grown, JoinType.Round, 2.0, 16)
        rows, columns = (ceil(side / self.pixel) + 2 * self.pad for side in (part.height, part.width))
        crossings = np.zeros((rows, columns + 1), dtype=np.int64)
        middle = (np.arange(rows) - self.pad + 0.5) * self.pixel
        for loop in body.to_polygons():
            for (ax, ay), (bx, by) in zip(loop, np.roll(loop, -1, axis=0), strict=True):
                hit = np.flatnonzero((ay <= middle) != (by <= middle))
                x = ax + (middle[hit] - ay) * (bx - ax) / (by - ay) if len(hit) else middle[hit]
                column = np.ceil(x / self.pixel + self.pad - 0.5).astype(int).clip(0, columns)
                np.add.at(crossings, (hit, column), 1)
        return crossings.cumsum(axis=1)[:, :columns] % 2

    def free_place(self, sheet: int, mask: Any) -> tuple[int, int] | None:
        """Return the row and column of the mask on a sheet whose lower end is highest; None if there is no room."""
        rows, columns = (side - part + 1 for side, part in zip(self.shape, mask.shape, strict=True))
        if rows <= 0 or columns <= 0:
            return None
        product = np.fft.rfft2(self.sheets[sheet]) * np.conj(np.fft.rfft2(mask, self.shape))
        is_free = np.fft.irfft2(product, self.shape)[:rows, :columns] < 0.5
        places = np.flatnonzero(is_free)
        return divmod(int(places[0]), columns) if len(places) else None


def nested(parts: Sequence[CutPart], sheet: tuple[float, float]) -> list[list[PlacedPart]]:
    """Return the parts on sheets with their places, the largest first.

    Raises `MistakeError` for a part that is larger than a sheet.
    """
    raster = _Raster(sheet)
    sheets: list[list[PlacedPart]] = []
    for part in sorted(parts, key=lambda part: -part.width * part.height):
        rotations = [part]
        for _ in range(3):
            rotations.append(rotations[-1].rotated())
        number, chosen, (row, column) = _place(raster, rotations, sheet)
        if number == len(sheets):
            sheets.append([])
        mask = raster.mask(chosen)
        raster.sheets[number][row : row + mask.shape[0], column : column + mask.shape[1]] += mask
        sheets[number].append((chosen, (SPACING + column * raster.pixel, SPACING + row * raster.pixel)))
    return sheets


def _place(
    raster: _Raster, rotations: Sequence[CutPart], sheet: tuple[float, float]
) -> tuple[int, CutPart, tuple[int, int]]:
    """Return the sheet, the rotation and the place for a part; opens a new sheet if there is no room."""
    for number in range(len(raster.sheets) + 1):
        is_new = number == len(raster.sheets)
        if is_new:
            raster.sheets.append(np.zeros(raster.shape, dtype=np.int64))
        places = []
        for index, part in enumerate(rotations):
            if part.width > sheet[0] or part.height > sheet[1]:
                continue
            mask = raster.mask(part)
            place = raster.free_place(number, mask)
            if place is not None:
                places.append((place[0] + mask.shape[0], place[1], index, place))
        if places:
            _, _, index, place = min(places)
            return number, rotations[index], place
    part = rotations[0]
    raise MistakeError(
        Parameter("sheet", f"{sheet[0]:g}x{sheet[1]:g}"),
        f"{part.name!r} measures {part.width:.0f} x {part.height:.0f} mm",
        "make the cells smaller, or choose a larger sheet",
    )
