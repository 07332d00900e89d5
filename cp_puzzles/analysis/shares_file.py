"""The share of tilings that have each placement, as a file for a spreadsheet."""

from __future__ import annotations

import csv
import os
from pathlib import Path

from cp_puzzles.analysis.tilings import Tilings
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.csv_cell import csv_cell

COLUMNS = ("tile", "cells", "tilings", "share")


def require_csv(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` for a file that is not `.csv`."""
    if Path(path).suffix != ".csv":
        raise MistakeError(os.fspath(path), f"shares are not written as {Path(path).suffix!r}", "use .csv")


def write_shares(path: str | os.PathLike[str], tilings: Tilings) -> None:
    """Write a line for each placement: `tile`, `cells` (coordinates with commas), `tilings` (exact) and their `share`.

    The most frequent placements come first. Raises `MistakeError` for a file that is not `.csv` or cannot be written.
    """
    place = os.fspath(path)
    require_csv(path)
    written = tilings.puzzle.lattice.written
    rows = sorted((-times, placement) for placement, times in tilings.occurrences.items())
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(COLUMNS)
            for times, placement in rows:
                cells = " ".join(",".join(map(str, cell)) for cell in map(written, placement.cells))
                table.writerow((csv_cell(placement.tile), cells, -times, -times / max(tilings.total, 1)))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise MistakeError(place, f"the file cannot be written: {reason}", "choose another place") from None
