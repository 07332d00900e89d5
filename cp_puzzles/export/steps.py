"""Instruction sheets: how a solution is put together, a piece a step, as in a box of toy bricks."""

from __future__ import annotations

from collections.abc import Sequence

from cp_puzzles.errors import MistakeError
from cp_puzzles.export.assembly import assembly
from cp_puzzles.export.board_picture import board_picture, placement_colors
from cp_puzzles.export.isometric import isometric
from cp_puzzles.export.picture import Picture, framed, gallery
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import shade
from cp_puzzles.puzzle.model import Puzzle

PALE = 1.5
"""How pieces of earlier steps are shaded."""


def steps_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Numbered pictures, each with one piece more than the one before; what lay already is pale.

    A flat board is filled in the order of the first cells. Raises `MistakeError` for a box that is rolled up.
    """
    is_box = not puzzle.lattice.is_flat
    if is_box and puzzle.lattice.periods:
        raise MistakeError(puzzle.name, "nothing leaves a box that is rolled up", "draw the solution without steps")
    steps = assembly(puzzle.lattice, placements) if is_box else [(piece,) for piece in range(len(placements))]
    colors = placement_colors(puzzle, placements)
    drawn: list[tuple[str, Picture]] = []
    there: list[int] = []
    for number, step in enumerate(steps, start=1):
        there += step
        now = [placements[piece] for piece in there]
        tones = [colors[piece] if piece in step else shade(colors[piece], PALE) for piece in there]
        names = ", ".join(placements[piece].tile for piece in step)
        drawn.append(
            (f"{number}: {names}", isometric(puzzle.lattice, now, tones) if is_box else board_picture(puzzle, now))
        )
    return framed(gallery(drawn, f"{puzzle.name}: step by step"))
