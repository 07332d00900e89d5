"""Writers of pictures: `.svg`, `.png` and `.pdf`."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.cover.solution import Solution
from cp_puzzles.export.figure import save_figure
from cp_puzzles.export.solution_picture import PictureOptions, solutions_picture
from cp_puzzles.export.svg import svg
from cp_puzzles.puzzle.model import Puzzle


class PictureWriter:
    """Keeps the first solutions, as many as a gallery may have, and draws them when it is closed."""

    def __init__(self, path: Path, puzzle: Puzzle, options: PictureOptions | None = None) -> None:
        self.puzzle = puzzle
        self.path = path
        self.options = options or PictureOptions()
        self.left_out = 0
        self._solutions: list[Solution] = []

    def write(self, solution: Solution) -> None:
        """Take in a solution; those beyond the limit are counted in `left_out`."""
        if len(self._solutions) < self.options.limit:
            self._solutions.append(solution)
        else:
            self.left_out += 1

    def close(self) -> None:
        """Draw the file; raises `MissingExtraError` if that takes a package that is not installed."""
        picture = solutions_picture(self.puzzle, self._solutions, self.options)
        if self.path.suffix.lower() == ".svg":
            size = self.options.cell_millimetres if self.options.laser else None
            self.path.write_text(svg(picture, cell_millimetres=size), encoding="utf-8")
        else:
            save_figure(picture, self.path)
