"""Solutions as a table of cells, a row each: for spreadsheets and data frames."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from cp_puzzles.cover.solution import Solution
from cp_puzzles.export.csv_table import csv_cell
from cp_puzzles.puzzle.model import Puzzle


class PointCloudWriter:
    """Writes `solution,layer,row,column,tile,copy`, a solution's rows sorted by cell.

    Squares have layer 0; on other lattices than squares and cubes the axes of the lattice stand instead.
    Solutions and copies count from 1; see `csv_cell` for odd names of tiles.
    """

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        self._file = path.open("w", encoding="utf-8", newline="", buffering=1)
        self._rows = csv.writer(self._file)
        self._lattice = puzzle.lattice
        self._flat = puzzle.lattice.name == "square"
        axes = ("layer", *puzzle.lattice.axes) if self._flat else puzzle.lattice.axes
        self._rows.writerow(["solution", *axes, "tile", "copy"])
        self._number = 0

    def write(self, solution: Solution) -> None:
        """Write the rows of one solution."""
        self._number += 1
        copies: Counter[str] = Counter()
        rows = []
        for placement in solution.placements:
            copies[placement.tile] += 1
            for cell in placement.cells:
                solid = (0, *cell) if self._flat else self._lattice.written(cell)
                rows.append((self._number, *solid, csv_cell(placement.tile), copies[placement.tile]))
        self._rows.writerows(sorted(rows))

    def close(self) -> None:
        """Close the file."""
        self._file.close()
