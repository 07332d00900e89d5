"""Writers of pictures: `.svg`, `.png` and `.pdf`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from cp_puzzles.base.file_access import writing
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.matplotlib_figure import require_matplotlib, save_figure
from cp_puzzles.output.draw.picture import Picture
from cp_puzzles.output.draw.solution_picture import PictureOptions, solutions_picture
from cp_puzzles.output.draw.svg import svg
from cp_puzzles.output.formats.solution_writer import SearchOutcome, open_writer, write_solutions
from cp_puzzles.puzzle.geometry.footprint import layers
from cp_puzzles.puzzle.puzzle import Puzzle


class PictureWriter:
    """Collects solutions up to the limit of a gallery and draws them on `close`.

    Raises `MissingExtraError`, before any search, if the format needs a package that is not installed.
    """

    def __init__(self, path: Path, puzzle: Puzzle, options: PictureOptions | None = None) -> None:
        require_picture(path)
        path.touch()
        self.puzzle = puzzle
        self.path = path
        self.options = options or PictureOptions()
        self.left_out = 0
        self._solutions: list[Solution] = []

    def write(self, solution: Solution) -> None:
        """Collect a solution; those beyond the limit are counted in `left_out`."""
        if len(self._solutions) < self.options.limit:
            self._solutions.append(solution)
        else:
            self.left_out += 1

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Draw the file."""
        picture = solutions_picture(self.puzzle, self._solutions, self.options)
        save_picture(picture, self.path, cell_millimeters=self.options.cell_millimeters if self.options.laser else None)


PICTURES = (".svg", ".png", ".pdf")


def require_picture(path: str | os.PathLike[str]) -> None:
    """Raise an error if no picture format has the suffix, or a package that it needs is not installed."""
    suffix = Path(path).suffix
    if suffix not in PICTURES:
        raise MistakeError(os.fspath(path), f"no picture has the suffix {suffix!r}", "write " + ", ".join(PICTURES))
    if suffix != ".svg":
        require_matplotlib(path)


def save_picture(picture: Picture, path: str | os.PathLike[str], *, cell_millimeters: float | None = None) -> None:
    """Write a picture in the format of the suffix; `cell_millimeters` is the size of a cell on paper.

    Raises `MistakeError` if no picture format has the suffix or the file cannot be written, `MissingExtraError` if the
    format needs a package that is not installed.
    """
    require_picture(path)
    with writing(path):
        if Path(path).suffix == ".svg":
            Path(path).write_text(svg(picture, cell_millimeters=cell_millimeters), encoding="utf-8")
        else:
            save_figure(picture, path, cell_millimeters=cell_millimeters)


def render_solutions(
    path: str | os.PathLike[str], puzzle: Puzzle, solutions: Iterable[Solution], options: PictureOptions
) -> int:
    """Write solutions in any format; return the number of those beyond the limit of a picture.

    Raises `MistakeError` for an unknown suffix, a file that cannot be written, or a solid puzzle for a laser.
    """
    if Path(path).suffix not in PICTURES:
        write_solutions(path, puzzle, solutions)
        return 0
    if options.laser and len(layers(puzzle.lattice, puzzle.board.cells)) > 1:
        raise MistakeError(
            Parameter("laser"),
            f"{puzzle.name} is solid, and a laser cuts only flat pieces",
            "print it: export SPEC pieces.3mf",
        )
    writer = cast(PictureWriter, open_writer(path, puzzle))
    writer.options = options
    for solution in solutions:
        writer.write(solution)
    writer.close()
    return writer.left_out
