"""The sizes of a laser cut, as the command line declares them without the modules that draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cp_puzzles.base.option_types import Extent, LengthOrZero, Option


@dataclass(frozen=True)
class LaserOptions:
    """Sizes in millimeters, `cell` for the side of a cell."""

    cell: float = 20.0
    kerf: Annotated[LengthOrZero, Option("width of the laser cut, with --laser")] = 0.15
    rounding: Annotated[LengthOrZero, Option("radius of the corners, with --laser")] = 0.5
    clearance: Annotated[LengthOrZero, Option("distance between the pieces and the frame, with --laser")] = 0.1
    sheet: Annotated[Extent, Option("size of a sheet, with --laser")] = (600.0, 400.0)
