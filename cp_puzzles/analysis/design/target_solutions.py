"""Target solutions of a design, in an order determined by a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from cp_puzzles.analysis.numbered_tilings import Tilings, tilings_of
from cp_puzzles.api import solve
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.engines.registry import COUNTERS, FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.partition.work_estimate import estimate
from cp_puzzles.search.run_result import RunResult

MAX_LISTED_NODES, MAX_LISTED_SOLUTIONS, MAX_TABLE_BYTES = 20_000_000, 100_000, 1 << 27
"""Tilings are listed within these limits on the search, else ranked if the tables are small enough.

The limits count work instead of seconds, so that a seed draws the same solutions on every machine.
"""

SAMPLE_NODES_PER_LEVEL = 500
"""Nodes per level of the sample that estimates the work."""

MAX_WITHOUT_REPLACEMENT = 1_000_000
"""Tilings up to which they are drawn without replacement, so that the end is known."""


class TargetSolutions:
    """Random solutions of a puzzle, with all rotations and reflections.

    They are uniform where the tilings can be ranked; otherwise they come from randomized restarts of a search.
    """

    def __init__(self, puzzle: Puzzle, seed: int, *, solver: Callable[..., RunResult] = solve) -> None:
        self._puzzle, self._random, self._solve = puzzle, Random(seed), solver
        self._tilings = _numbered(puzzle)

    def draw(self) -> Iterator[Solution]:
        """Yield solutions; the iterator ends when all have been drawn, which only uniform sampling detects."""
        if self._tilings is None:
            yield from self._restarts()
            return
        total = self._tilings.total
        if total <= MAX_WITHOUT_REPLACEMENT:
            numbers = iter(self._random.sample(range(total), total))
        else:
            numbers = iter(lambda: self._random.randrange(total), None)
        for number in numbers:
            yield self._tilings.at([number])[0]

    def _restarts(self) -> Iterator[Solution]:
        # the scan tries placements in one order, whatever the seed
        for _ in count():
            seed = self._random.randrange(1 << 30)
            result = self._solve(
                self._puzzle, symmetry="off", engine=FASTEST, limit=1, seed=seed, settings={"scan": False}, jobs=1
            )
            if not result.solutions:
                return
            yield result.solutions[0]


def _numbered(puzzle: Puzzle) -> Tilings | None:
    cover = build_cover(puzzle)
    expected = estimate(cover.problem, leader_of(cover, "full"), width=SAMPLE_NODES_PER_LEVEL)
    if expected.nodes.value <= MAX_LISTED_NODES and expected.solutions.value <= MAX_LISTED_SOLUTIONS:
        return tilings_of(puzzle, engine=FASTEST)
    if cover.checks:
        return None
    try:
        return tilings_of(puzzle, engine=COUNTERS[0], memory=MAX_TABLE_BYTES)
    except MistakeError:
        return None
