"""CSV files with the share of tilings that contain each placement."""

from __future__ import annotations

import os
from pathlib import Path

from cp_puzzles.analysis.numbered_tilings import Tilings
from cp_puzzles.base.file_access import write_table
from cp_puzzles.errors import MistakeError

COLUMNS = ("tile", "cells", "tilings", "share")


def require_csv(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` for a file that is not `.csv`."""
    if Path(path).suffix != ".csv":
        raise MistakeError(os.fspath(path), f"shares are not written as {Path(path).suffix!r}", "use .csv")


def write_shares(path: str | os.PathLike[str], tilings: Tilings) -> None:
    """Write a line for each placement: `tile`, `cells` (coordinates with commas), `tilings` (exact) and their `share`.

    The most frequent placements come first. Raises `MistakeError` for a file that is not `.csv` or cannot be written.
    """
    require_csv(path)
    written, total = tilings.puzzle.lattice.coordinates, max(tilings.total, 1)
    rows = []
    for times, placement in sorted((-times, placement) for placement, times in tilings.occurrences.items()):
        cells = " ".join(",".join(map(str, written(cell))) for cell in placement.cells)
        rows.append((placement.tile, cells, -times, -times / total))
    write_table(path, COLUMNS, rows)
