"""Pictures of one solution or of a gallery of solutions, and their files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.board_picture import board_picture, cut_picture, placement_colors
from cp_puzzles.output.draw.isometric import isometric
from cp_puzzles.output.draw.picture import Picture, framed, gallery, side_by_side, stacked
from cp_puzzles.output.draw.picture_files import PICTURES, require_picture, save_picture
from cp_puzzles.output.formats.solution_writer import SearchOutcome, open_writer, write_solutions
from cp_puzzles.puzzle.geometry.footprint import layers
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class PictureOptions:
    """Options of pictures of solutions.

    `limit` is the largest number of solutions in a gallery; `columns` is that of its columns, None for about as wide as
    high. `laser` draws only thin lines to cut, with `cell_millimeters` for a cell.
    """

    limit: int = 100
    columns: int | None = None
    laser: bool = False
    cell_millimeters: float = 20.0


def solution_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Return a solution with names; for a box its layers, and the box assembled and exploded."""
    highlights = puzzle.highlights(placements)
    flat = board_picture(puzzle, placements, highlights=highlights)
    if puzzle.lattice.is_flat or not placements:
        return flat
    colors = placement_colors(puzzle, placements, highlights)
    space = [isometric(puzzle.lattice, placements, colors, exploded=exploded) for exploded in (False, True)]
    return stacked([flat, side_by_side(space, gap=1.2)], gap=1.0, title=puzzle.name)


def solutions_picture(
    puzzle: Puzzle, solutions: Sequence[Solution], options: PictureOptions = PictureOptions()
) -> Picture:
    """Return a sheet with one solution, or a gallery with the number of each."""
    if options.laser and puzzle.lattice.periods:
        raise MistakeError(
            puzzle.name,
            "its board is wrapped, so its pieces cannot be cut from a flat sheet",
            ("draw it without ", Parameter("laser")),
        )
    if options.laser:
        sheets = [(str(n), cut_picture(puzzle, s.placements)) for n, s in enumerate(solutions, 1)]
        return sheets[0][1] if len(sheets) == 1 else _uncaptioned([sheet for _, sheet in sheets], options)
    if len(solutions) == 1:
        return framed(solution_picture(puzzle, solutions[0].placements))
    drawn = [
        (str(n), board_picture(puzzle, s.placements, names=False, highlights=s.highlights))
        for n, s in enumerate(solutions, 1)
    ]
    return framed(gallery(drawn, puzzle.name, options.columns))


def _uncaptioned(sheets: Sequence[Picture], options: PictureOptions) -> Picture:
    across = options.columns or max(1, round(len(sheets) ** 0.5))
    rows = [side_by_side(sheets[i : i + across], gap=0.5) for i in range(0, len(sheets), across)]
    return stacked(rows, gap=0.5)


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
