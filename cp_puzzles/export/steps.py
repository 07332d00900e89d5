"""Instruction sheets: how a solution is put together, a piece a step, as in a box of toy bricks."""

from __future__ import annotations

from collections.abc import Sequence

from cp_puzzles.errors import MistakeError
from cp_puzzles.export.board_picture import board_picture, placement_colors
from cp_puzzles.export.isometric import isometric
from cp_puzzles.export.picture import Picture, framed, gallery
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.palette import shade
from cp_puzzles.puzzle.model import Puzzle

PALE = 1.5
"""How pieces of earlier steps are shaded."""

_WAYS: tuple[Cell, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
"""Ways out of a box, upwards first: layer, row, column."""


def assembly(placements: Sequence[Placement]) -> list[tuple[int, ...]]:
    """The pieces of a box in an order in which each can be put in along a straight line, by number, step by step.

    It is taken apart from the top and read backwards. Where no piece can leave alone, the fewest that can leave as one
    are a step together; what cannot be taken apart so is the first step.

    >>> lid, box = Placement(((1, 0, 0), (1, 0, 1)), "lid"), Placement(((0, 0, 0), (0, 0, 1)), "box")
    >>> assembly([lid, box])
    [(1,), (0,)]
    """
    height = [sum(cell[0] for cell in p.cells) / len(p.cells) for p in placements]
    left = sorted(range(len(placements)), key=lambda piece: (-height[piece], piece))
    steps: list[tuple[int, ...]] = []
    while left:
        leaving = _leaving(placements, left)
        steps.append(leaving)
        left = [piece for piece in left if piece not in leaving]
    return steps[::-1]


def _leaving(placements: Sequence[Placement], left: Sequence[int]) -> tuple[int, ...]:
    """The fewest pieces that can leave as one along a straight line; all if none can."""
    best = tuple(sorted(left))
    for way in _WAYS:
        for piece in left:
            group = _carried(placements, left, piece, way)
            if len(group) == 1:
                return group
            if len(group) < len(best):
                best = group
    return best


def _carried(placements: Sequence[Placement], left: Sequence[int], piece: int, way: Cell) -> tuple[int, ...]:
    """The pieces that move along with one that is pushed: those in its way, those in theirs, and so on."""
    owner = {cell: other for other in left for cell in placements[other].cells}
    reach = 1 + max(max(cell) - min(other) for cell in owner for other in owner)
    group = [piece]
    for mover in group:
        for cell in placements[mover].cells:
            for k in range(1, reach + 1):
                hit = owner.get(tuple(x + k * w for x, w in zip(cell, way, strict=True)))
                if hit is not None and hit not in group:
                    group.append(hit)
    return tuple(sorted(group))


def steps_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Numbered pictures, each with one piece more than the one before; what lay already is pale.

    A flat board is filled in the order of the first cells. Raises `MistakeError` on a lattice of space that is not
    cubic: what moves there along a straight line may touch cells that it does not pass through.
    """
    is_box = not puzzle.lattice.is_flat
    if is_box and (puzzle.lattice.name != "cubic" or puzzle.lattice.periods):
        raise MistakeError(
            puzzle.name, f"steps on the lattice {puzzle.lattice.name} are not drawn", "take it apart on the page, .html"
        )
    steps = assembly(placements) if is_box else [(piece,) for piece in range(len(placements))]
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
