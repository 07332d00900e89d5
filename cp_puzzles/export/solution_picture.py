"""What a picture of a solution, or of many, shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.board_picture import board_picture, cut_picture, placement_colors
from cp_puzzles.export.isometric import isometric
from cp_puzzles.export.picture import Picture, below, beside, framed, gallery
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle


@dataclass(frozen=True)
class PictureOptions:
    """How solutions are drawn.

    `limit`: the most solutions in one gallery; `columns` of a gallery, None for about as wide as high; `laser`: only
    thin lines to cut, in a size given by `cell_millimetres`.
    """

    limit: int = 100
    columns: int | None = None
    laser: bool = False
    cell_millimetres: float = 20.0


def solution_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """One solution with names; of a box the layers, and below them the assembly in space, together and exploded."""
    sight = puzzle.sight(placements)
    flat = board_picture(puzzle, placements, sight=sight)
    if puzzle.lattice.is_flat or not placements:
        return flat
    colors = placement_colors(puzzle, placements, sight)
    space = [isometric(puzzle.lattice, placements, colors, exploded=exploded) for exploded in (False, True)]
    return below([flat, beside(space, gap=1.2)], gap=1.0, title=puzzle.name)


def solutions_picture(
    puzzle: Puzzle, solutions: Sequence[Solution], options: PictureOptions = PictureOptions()
) -> Picture:
    """A sheet with one solution drawn large, or a gallery with the number of each."""
    if options.laser and puzzle.lattice.periods:
        raise MistakeError(
            puzzle.name,
            "its board is rolled up: no pieces to cut are like it",
            "draw it without --laser",
        )
    if options.laser:
        sheets = [(str(n), cut_picture(puzzle, s.placements)) for n, s in enumerate(solutions, 1)]
        return sheets[0][1] if len(sheets) == 1 else _uncaptioned([sheet for _, sheet in sheets], options)
    if len(solutions) == 1:
        return framed(solution_picture(puzzle, solutions[0].placements))
    drawn = [
        (str(n), board_picture(puzzle, s.placements, names=False, sight=s.sight)) for n, s in enumerate(solutions, 1)
    ]
    return framed(gallery(drawn, puzzle.name, options.columns))


def _uncaptioned(sheets: Sequence[Picture], options: PictureOptions) -> Picture:
    across = options.columns or max(1, round(len(sheets) ** 0.5))
    rows = [beside(sheets[i : i + across], gap=0.5) for i in range(0, len(sheets), across)]
    return below(rows, gap=0.5)
