"""Solutions to make challenges of, in an order that a seed decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from cp_puzzles.analysis.tilings import Tilings, tilings_of
from cp_puzzles.api import solve
from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import COUNTERS, FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.plan.estimate import estimate
from cp_puzzles.search.result import RunResult
from cp_puzzles.symmetry.group import symmetry_group
from cp_puzzles.symmetry.leader import lex_leader

MOST_NODES, MOST_LISTED, TABLE_BYTES = 20_000_000, 100_000, 1 << 27
"""Tilings are listed if that is no more work, or else numbered if the tables for that are no larger than that.

Neither depends on how fast the machine is, for a seed draws the same ones everywhere.
"""

WIDTH = 500
"""Nodes a level of the samples that tell how much work it is."""

ENUMERABLE = 1_000_000
"""Up to so many tilings are drawn without putting any back, so that it is known when there are no more."""


class Targets:
    """Solutions of a puzzle by chance, turned and mirrored ones as well: `draw` them one by one.

    Each is as likely as every other where they can be numbered; otherwise they are those that a search finds which
    begins anew by chance, awkward pieces first.
    """

    def __init__(self, puzzle: Puzzle, seed: int, *, ask: Callable[..., RunResult] = solve) -> None:
        self._puzzle, self._random, self._ask = puzzle, Random(seed), ask
        self._tilings = _numbered(puzzle)

    def draw(self) -> Iterator[Solution]:
        """The solutions; they end when all have come, which only happens where they are uniform."""
        if self._tilings is None:
            yield from self._found()
            return
        total = self._tilings.total
        if total <= ENUMERABLE:
            numbers = iter(self._random.sample(range(total), total))
        else:
            numbers = iter(lambda: self._random.randrange(total), None)
        for number in numbers:
            yield self._tilings.at([number])[0]

    def _found(self) -> Iterator[Solution]:
        # the search by table looks at placements in one order, whatever the seed
        for _ in count():
            seed = self._random.randrange(1 << 30)
            found = self._ask(
                self._puzzle, symmetry="off", engine=FASTEST, limit=1, seed=seed, settings={"scan": False}, jobs=1
            )
            if not found.solutions:
                return
            yield found.solutions[0]


def _numbered(puzzle: Puzzle) -> Tilings | None:
    cover = build_cover(puzzle)
    expected = estimate(cover.problem, lex_leader(cover.problem, symmetry_group(cover, "full")), width=WIDTH)
    if expected.nodes.value <= MOST_NODES and expected.solutions.value <= MOST_LISTED:
        return tilings_of(puzzle, engine=FASTEST)
    if cover.checks:
        return None
    try:
        return tilings_of(puzzle, engine=COUNTERS[0], memory=TABLE_BYTES)
    except MistakeError:
        return None
