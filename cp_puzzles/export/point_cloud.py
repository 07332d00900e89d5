"""Solutions as a table of cells, a row each: for spreadsheets and data frames."""

from __future__ import annotations

from collections import Counter

from cp_puzzles.cover.solution import Solution
from cp_puzzles.export.csv_table import csv_text
from cp_puzzles.export.text_file import TextFile
from cp_puzzles.puzzle.model import Puzzle


class PointCloudWriter(TextFile):
    """Writes `solution,layer,row,column,tile,copy`, a solution's rows sorted by cell.

    Squares have layer 0; on other lattices than squares and cubes the axes of the lattice stand instead.
    Solutions and copies count from 1; see `csv_cell` for odd names of tiles.
    """

    def _head(self, puzzle: Puzzle) -> str:
        self._lattice = puzzle.lattice
        self._flat = puzzle.lattice.name == "square"
        axes = ("layer", *puzzle.lattice.axes) if self._flat else puzzle.lattice.axes
        return csv_text([("solution", *axes, "tile", "copy")])

    def _text(self, solution: Solution, number: int) -> str:
        copies: Counter[str] = Counter()
        rows = []
        for placement in solution.placements:
            copies[placement.tile] += 1
            for cell in placement.cells:
                solid = (0, *cell) if self._flat else self._lattice.written(cell)
                rows.append((number, *solid, placement.tile, copies[placement.tile]))
        return csv_text(sorted(rows))
