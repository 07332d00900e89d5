"""The search for the rivals of a solution, and the fewest features that no rival has.

Every other solution, a *rival*, must differ from the target in a given feature. The features of the target that a rival
lacks form a row, and the given features must hit every row: a minimum hitting set. Rivals are generated only as needed:
solve the hitting set for the rows known so far, search for a rival that agrees with it, add its row, and repeat. When
no rival is left, no smaller set suffices.

The cover problem of a puzzle, its symmetries and the arrays of the engine are made once; the chosen pieces are a part
of this one search. Chosen holes change the board, so each set of holes has a cover problem of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

import numpy as np

from cp_puzzles.base.deadline import CanceledError, Deadline, Result
from cp_puzzles.cover.cover_problem import Cover, CoverProblem, Item, build_cover
from cp_puzzles.cover.objective import LinearObjective
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, group_of
from cp_puzzles.engines.cp_sat.cp_sat_engine import model_to_optimize, optimize
from cp_puzzles.engines.engine import Batch, Part, PartTask, SearchRequest
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
        self.is_late = lambda: deadline.has_passed
        self._request = lru_cache(MAX_COVERS)(lambda holes: self._within(lambda: self._made(holes)))

    def rivals(
        self, target: Solution, pieces: Collection[Placement], holes: frozenset[Cell], limit: int
    ) -> list[Solution]:
        """Return up to `limit` solutions without those that are the target, up to the symmetry; raise `CanceledError`.

        With `pieces`, the symmetry is `off`.
        """
        solutions = self.solutions(pieces, holes, limit)
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
        part = Part(tuple(sorted(cover.options_of(pieces))))
        task = PartTask(request, part, lambda batch, sizes: batches.append(batch), limit, self.is_late)
        result = self._within(lambda: load_engine(self._name).run(task))
        if not result.complete and (limit is None or result.solutions < limit):
            raise CanceledError
        return [each for batch in batches for each in solutions_of(cover, batch, np.ones(len(batch), np.int64))]

    def _made(self, holes: frozenset[Cell]) -> tuple[Cover, SearchRequest]:
        cover = build_cover(with_holes(self._puzzle, holes) if holes else self._puzzle)
        settings = {"restarts": False} if self._name == FASTEST else {}
        leader = leader_of(cover, self._symmetry)
        return cover, SearchRequest(cover.problem, leader, settings=settings, accepts=cover.accepts_options)

    def _within(self, work: Callable[[], Result]) -> Result:
        return self._deadline.run("looking for other solutions", work)


def with_holes(puzzle: Puzzle, holes: frozenset[Cell]) -> Puzzle:
    """Return the puzzle without some cells of its board."""
    cells = tuple(cell for cell in puzzle.board.cells if cell not in holes)
    colors = tuple((cell, color) for cell, color in puzzle.board.cell_colors if cell not in holes)
    optional, left_empty = puzzle.board.optional.difference(holes), puzzle.board.left_empty | holes
    board = replace(puzzle.board, cells=cells, optional=optional, left_empty=left_empty, cell_colors=colors)
    return puzzle.replaced(board=board)


ELEMENT_COST = 1000
"""Cost of an element in the objective; the tie-breaking costs of all elements together stay below it."""


def smallest_hitting_set(
    rows: Iterable[Sequence[int]], costs: Sequence[int], *, stop: Callable[[], bool] = lambda: False
) -> tuple[int, ...] | None:
    """Return a minimum set of elements (numbers from 0) that hits every row; None if it was stopped.

    `costs`, one per element and below `ELEMENT_COST / len(costs)`, break ties. The problem is a cover problem: elements
    are options, rows are items that are covered at least once.

    >>> smallest_hitting_set([(0, 1), (1, 2), (2, 3)], (0, 0, 1, 0))
    (1, 3)
    """
    distinct_rows = sorted({tuple(sorted(row)) for row in rows})
    items = tuple(Item("rule", str(number), 1, len(row)) for number, row in enumerate(distinct_rows))
    problem = CoverProblem(items, Ragged.of(distinct_rows).transposed(len(costs)))
    weights = tuple((element, ELEMENT_COST + cost) for element, cost in enumerate(costs))
    model = model_to_optimize(problem, LinearObjective("cost", False, weights))
    optimum = optimize(model, len(costs), stop=stop, workers=1)
    return optimum.options if optimum.complete else None


RIVALS_PER_SEARCH = 32
"""Rivals generated by one search."""

Feature = Placement | Cell
"""A given piece or an empty cell."""


@dataclass(frozen=True)
class Selection:
    """A solution (`target`) of a puzzle and the `features` of it that can be given.

    The target must become unique up to the symmetry of the `search` for its rivals.
    """

    puzzle: Puzzle
    target: Solution
    features: tuple[Feature, ...]
    search: RivalSearch

    def smallest(self, random: Random) -> tuple[Feature, ...] | None:
        """Return a minimum set of features without a rival, chosen at random among several.

        Returns None if some rival has all features of the target. Raises `CanceledError`.
        """
        rows: set[tuple[int, ...]] = set()
        costs = [random.randrange(ELEMENT_COST // (len(self.features) + 1)) for _ in self.features]
        while True:
            numbers = smallest_hitting_set(rows, costs, stop=self.search.is_late) if rows else ()
            if numbers is None:
                raise CanceledError
            chosen = tuple(self.features[number] for number in numbers)
            rivals = self.rivals(chosen)
            if not rivals:
                return chosen
            new_rows = self._rows(rivals)
            if () in new_rows:
                return None
            rows |= new_rows

    def rivals(self, chosen: Sequence[Feature]) -> list[Solution]:
        """Return some solutions other than the target that agree with it in the chosen features."""
        # if there is no feature, a single rival decides
        limit = RIVALS_PER_SEARCH if self.features else 2
        return self.search.rivals(self.target, placements_of(chosen), holes_of(chosen), limit)

    def _rows(self, rivals: Sequence[Solution]) -> set[tuple[int, ...]]:
        """Return the rows of rivals and of further rivals that differ in fewer features; short rows prune most.

        All features outside the shortest row are given to find rivals with a shorter row, until there is none.
        """
        rows = {self._row(rival) for rival in rivals}
        shortest = min(rows, key=lambda row: (len(row), row))
        while shortest:
            rest = [feature for number, feature in enumerate(self.features) if number not in shortest]
            inner = {self._row(rival) for rival in self.rivals(rest)}
            rows |= inner
            shorter = min((*inner, shortest), key=lambda row: (len(row), row))
            if len(shorter) == len(shortest):
                break
            shortest = shorter
        return rows

    def _row(self, rival: Solution) -> tuple[int, ...]:
        same, covered = set(rival.placements), {cell for placement in rival.placements for cell in placement.cells}
        return tuple(
            number
            for number, feature in enumerate(self.features)
            if (feature not in same if isinstance(feature, Placement) else feature in covered)
        )


def placements_of(chosen: Sequence[Feature]) -> tuple[Placement, ...]:
    """Return the pieces among some features, sorted."""
    return tuple(sorted(feature for feature in chosen if isinstance(feature, Placement)))


def holes_of(chosen: Sequence[Feature]) -> frozenset[Cell]:
    """Return the cells among some features."""
    return frozenset(feature for feature in chosen if not isinstance(feature, Placement))
