"""Search for the rivals of a solution: the other solutions that contain the same chosen pieces.

The cover problem of a puzzle, its symmetries and the arrays of the engine are made once; the chosen pieces are a part
of this one search. Chosen holes change the board, so each set of holes has a cover problem of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from cp_puzzles.base.deadline import CanceledError, Deadline, Result
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, group_of
from cp_puzzles.engines.engine import Batch, OrbitSizes, Part, PartTask, SearchRequest
from cp_puzzles.engines.registry import FASTEST, load_engine
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

MAX_COVERS = 16
"""Boards with holes whose cover problems are kept."""


class RivalSearch:
    """Finds the solutions of a puzzle that contain some pieces and leave some cells empty."""

    def __init__(self, puzzle: Puzzle, symmetry: Symmetry, engine: str, deadline: Deadline) -> None:
        self._puzzle, self._symmetry, self._name, self._deadline = puzzle, symmetry, engine, deadline
        self._requests: dict[frozenset[Cell], tuple[Cover, SearchRequest]] = {}

    def rivals(
        self, target: Solution, pieces: Collection[Placement], holes: frozenset[Cell], limit: int
    ) -> list[Solution]:
        """Return up to `limit` solutions without those that are the target, up to the symmetry; raise `CanceledError`.

        With `pieces`, the symmetry is `off`.
        """
        solutions = self.solutions(pieces, holes, limit)
        if self._symmetry == "off":
            return [rival for rival in solutions if rival.placements != target.placements]
        cover, _ = self._request(holes)
        group = group_of(cover, self._symmetry)
        canonical = group.representative(cover.options_of(target.placements))
        return [each for each in solutions if group.representative(cover.options_of(each.placements)) != canonical]

    def solutions(
        self, pieces: Collection[Placement] = (), holes: frozenset[Cell] = frozenset(), limit: int | None = None
    ) -> list[Solution]:
        """Return up to `limit` solutions with some pieces and empty cells, up to the symmetry."""
        cover, request = self._request(holes)
        batches: list[Batch] = []

        def emit(batch: Batch, sizes: OrbitSizes) -> None:
            batches.append(batch)

        part = Part(tuple(sorted(cover.options_of(pieces))))
        result = self._within(
            lambda: load_engine(self._name).run(PartTask(request, part, emit, limit, lambda: self._deadline.has_passed))
        )
        if not result.complete and (limit is None or result.solutions < limit):
            raise CanceledError
        return [each for batch in batches for each in solutions_of(cover, batch, np.ones(len(batch), np.int64))]

    def _request(self, holes: frozenset[Cell]) -> tuple[Cover, SearchRequest]:
        if holes not in self._requests:
            while len(self._requests) >= MAX_COVERS:
                del self._requests[next(iter(self._requests))]
            self._requests[holes] = self._within(lambda: self._made(holes))
        return self._requests[holes]

    def _made(self, holes: frozenset[Cell]) -> tuple[Cover, SearchRequest]:
        cover = build_cover(with_holes(self._puzzle, holes) if holes else self._puzzle)
        settings = {"restarts": False} if self._name == FASTEST else {}
        leader = leader_of(cover, self._symmetry)
        return cover, SearchRequest(cover.problem, leader, settings=settings, accepts=cover.accepts)

    def _within(self, work: Callable[[], Result]) -> Result:
        return self._deadline.run("looking for other solutions", work)


def with_holes(puzzle: Puzzle, holes: frozenset[Cell]) -> Puzzle:
    """Return the puzzle without some cells of its board."""
    board = puzzle.board
    return puzzle.replaced(
        board=replace(
            board,
            cells=tuple(cell for cell in board.cells if cell not in holes),
            optional=board.optional.difference(holes),
            left_empty=board.left_empty | holes,
            cell_colors=tuple((cell, color) for cell, color in board.cell_colors if cell not in holes),
        ),
    )
