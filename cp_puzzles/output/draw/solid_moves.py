"""The moves that take a solid assembly apart where its pieces cannot leave one by one along straight lines."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.assembly_order import Ahead, straight_steps
from cp_puzzles.puzzle.disassembly.directions import unsupported_reason
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.tiling import Tiling

if TYPE_CHECKING:
    from cp_puzzles.puzzle.disassembly.take_apart import Step

STATES = 200_000
"""States of one assembly that are searched for a picture or a page: some seconds."""

MAX_PIECES = 25
"""Pieces of an assembly for which moves are searched: more have too many loose groups."""


def solid_moves(
    puzzle: Puzzle, placements: Sequence[Placement], ahead: Ahead, deadline: float | None = None
) -> tuple[Step, ...]:
    """Return the moves that take an assembly apart; none if straight lines do, or if no moves are found.

    `deadline` is a time on the clock `monotonic`. Steps number the pieces from 0.
    """
    is_movable = 1 < len(placements) <= MAX_PIECES and unsupported_reason(puzzle.lattice) is None
    if not is_movable or (deadline is not None and monotonic() > deadline):
        return ()
    if all(len(pieces) == 1 for pieces, _ in straight_steps(puzzle.lattice, placements, ahead)):
        return ()
    from cp_puzzles.puzzle.disassembly.states import Effort, refuse_unmovable
    from cp_puzzles.puzzle.disassembly.take_apart import take_apart

    fixed = Tiling(puzzle.board_geometry, tuple(placements)).fixed
    effort, cells = Effort(STATES, deadline, exits=10), [placement.cells for placement in placements]
    try:
        refuse_unmovable(puzzle.name, puzzle.lattice, cells)
    except MistakeError:
        return ()
    return take_apart(puzzle.lattice, cells, effort, fixed).steps


def drawn_vector(puzzle: Puzzle, step: Step) -> tuple[float, ...]:
    """Return the translation of a step in drawings; of a leaving group the direction."""
    vector = np.array(puzzle.lattice.embedding) @ np.array(step.direction) * (step.distance or 1)
    return tuple(round(x, 4) for x in vector.tolist())
