"""Pictures of one solution or of a gallery of solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.board_picture import board_picture, cut_picture, placement_colors
from cp_puzzles.output.draw.isometric import isometric
from cp_puzzles.output.draw.picture import Picture, framed, gallery, side_by_side, stacked
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
