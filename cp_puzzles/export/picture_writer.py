"""Writers of pictures: `.svg`, `.png` and `.pdf`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.export.figure import require_matplotlib, save_figure
from cp_puzzles.export.picture import Picture
from cp_puzzles.export.solution_picture import PictureOptions, solutions_picture
from cp_puzzles.export.svg import svg
from cp_puzzles.export.writer import open_writer, write_solutions
from cp_puzzles.files import writing
from cp_puzzles.geometry.footprint import layers
from cp_puzzles.puzzle.model import Puzzle


class PictureWriter:
    """Keeps the first solutions, as many as a gallery may have, and draws them when it is closed.

    Raises `MissingExtraError`, before anything is searched, if the format takes a package that is not installed.
    """

    def __init__(self, path: Path, puzzle: Puzzle, options: PictureOptions | None = None) -> None:
        if path.suffix != ".svg":
            require_matplotlib(path)
        path.touch()
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
        """Draw the file."""
        picture = solutions_picture(self.puzzle, self._solutions, self.options)
        save_picture(picture, self.path, cell_millimetres=self.options.cell_millimetres if self.options.laser else None)


PICTURES = (".svg", ".png", ".pdf")


def require_picture(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` if no format of pictures has the suffix, or what draws it is not installed."""
    suffix = Path(path).suffix
    if suffix not in PICTURES:
        raise MistakeError(os.fspath(path), f"no picture has the suffix {suffix!r}", "write " + ", ".join(PICTURES))
    if suffix != ".svg":
        require_matplotlib(path)


def save_picture(picture: Picture, path: str | os.PathLike[str], *, cell_millimetres: float | None = None) -> None:
    """Write a picture in the format of the suffix, in a size on paper if one is given, that of a cell's side.

    Raises `MistakeError` if no picture has the suffix or the file cannot be written, `MissingExtraError` if the format
    takes a package that is not installed.
    """
    require_picture(path)
    with writing(path):
        if Path(path).suffix == ".svg":
            Path(path).write_text(svg(picture, cell_millimetres=cell_millimetres), encoding="utf-8")
        else:
            save_figure(picture, path, cell_millimetres=cell_millimetres)


def render_solutions(
    path: str | os.PathLike[str], puzzle: Puzzle, solutions: Iterable[Solution], options: PictureOptions
) -> int:
    """Draw solutions into a file of any format that solutions have; gives the number that a picture had no room for.

    Raises `MistakeError` if no format has the suffix, the file cannot be written, or a laser is to cut what is solid.
    """
    if Path(path).suffix not in PICTURES:
        write_solutions(path, puzzle, solutions)
        return 0
    if options.laser and len(layers(puzzle.lattice, puzzle.board.cells)) > 1:
        raise MistakeError(
            Parameter("laser"),
            f"{puzzle.name} is solid: slices of it are no pieces",
            "print it: export SPEC pieces.3mf",
        )
    writer = cast(PictureWriter, open_writer(path, puzzle))
    writer.options = options
    for solution in solutions:
        writer.write(solution)
    writer.close()
    return writer.left_out
