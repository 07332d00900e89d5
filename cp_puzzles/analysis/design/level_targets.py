"""Assemblies of a high level, found by a random walk over the solutions of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import numpy.typing as npt

from cp_puzzles.analysis.design.timed_search import TimedSearch
from cp_puzzles.base.cancellation import CanceledError
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.problem_source import verifier_of
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.disassembly.directions import unsupported_reason
from cp_puzzles.puzzle.disassembly.states import Effort, refuse_unmovable
from cp_puzzles.puzzle.disassembly.take_apart import take_apart
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

EFFORT_STATES = 20_000
"""States of an assembly that are searched at most: one that needs more is not counted as one of high level."""

STEPS, SCRAMBLING_STEPS, MAX_WALKS = 400, 50, 200
"""Steps without an improvement after which a walk ends, steps that begin it, and walks that reach no such level."""

MAX_CHANGED_CELLS = 4
"""Cells that a step may change: those of the old placement and of the new one that differ."""


class LevelTargets:
    """Solutions of a puzzle that come apart, with at least a certain level, in an order determined by a seed.

    A walk begins near one random solution. A step replaces one piece by a similar one, perhaps of another tile.
    """

    def __init__(self, puzzle: Puzzle, level: int, seed: int, search: TimedSearch) -> None:
        reason = unsupported_reason(puzzle.lattice)
        if reason is not None:
            problem = f"pieces of this puzzle cannot be moved: {reason}"
            raise MistakeError(Parameter("level", level), problem, ("omit ", Parameter("level")))
        self._puzzle, self._level, self._random, self._search = puzzle, level, Random(seed), search
        self._cover = build_cover(puzzle)
        self._verifier = verifier_of(puzzle)
        self._cells = _cells_of(self._cover)
        self.highest = 0

    def draw(self) -> Iterator[Solution]:
        """Yield different solutions until `MAX_WALKS` walks in a row reached none; raise `CanceledError`."""
        seed = self._random.randrange(1 << 30)
        start = self._search.solve(self._puzzle, symmetry="off", limit=1, seed=seed, jobs=1).solutions
        failures, reached = 0, set[tuple[Placement, ...]]()
        while start and failures < MAX_WALKS:
            target = self._walk(self._scrambled(start[0].placements))
            is_new = target is not None and target.placements not in reached
            failures = 0 if is_new else failures + 1
            if target is not None and is_new:
                reached.add(target.placements)
                yield target

    def _scrambled(self, placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Return the end of a walk on which every step is kept."""
        for _ in range(SCRAMBLING_STEPS):
            placements = self._step(placements) or placements
        return placements

    def _walk(self, placements: tuple[Placement, ...]) -> Solution | None:
        """Return the end of a walk if it comes apart and its level is sufficient, else None.

        Of two assemblies of the same level the one with fewer empty cells is better: its pieces have fewer assemblies.
        """
        score, idle = self._score(placements), 0
        while idle < STEPS:
            if self._search.is_late:
                raise CanceledError("looking for a high level")
            step = self._step(placements)
            following = (0, 0) if step is None else self._score(step)
            idle = 0 if following > score else idle + 1
            if step is not None and following >= score:
                placements, score = step, following
        return Solution(self._puzzle, placements) if self._level_of(placements, exits=1) >= self._level else None

    def _score(self, placements: tuple[Placement, ...]) -> tuple[int, int]:
        return min(self._level, self._level_of(placements, exits=0)), sum(len(each.cells) for each in placements)

    def _step(self, placements: tuple[Placement, ...]) -> tuple[Placement, ...] | None:
        """Return the placements with one of them replaced by a similar one; None if that is no solution."""
        free = [placement for placement in placements if placement in self._cover.option_of]
        if not free:
            return None
        old = self._random.choice(free)
        cells = self._cells[self._cover.option_of[old]]
        others = [self._cells[self._cover.option_of[placement]] for placement in free if placement is not old]
        near = np.flatnonzero(np.bitwise_count(self._cells ^ cells).sum(axis=1) <= MAX_CHANGED_CELLS)
        similar = near[~(self._cells[near] & np.bitwise_or.reduce([cells & 0, *others])).any(axis=1)]
        new = self._cover.placements[int(similar[self._random.randrange(len(similar))])]
        following = tuple(sorted([*(each for each in placements if each != old), new]))
        return following if new != old and self._verifier.fault(following) is None else None

    def _level_of(self, placements: tuple[Placement, ...], *, exits: int) -> int:
        """Return the level of an assembly, 0 if it is unknown; with exits, 0 also if it does not come apart."""
        pieces = [placement.cells for placement in placements]
        refuse_unmovable(self._puzzle.name, self._puzzle.lattice, pieces)
        fixed = Solution(self._puzzle, placements).tiling.fixed
        result = take_apart(self._puzzle.lattice, pieces, Effort(EFFORT_STATES, exits=exits), fixed)
        level = result.level or 0 if result.is_level_exact and (exits == 0 or result.apart) else 0
        self.highest = max(self.highest, level)
        return level


def _cells_of(cover: Cover) -> npt.NDArray[np.uint8]:
    """Return for each placement the cells that it covers, as bits of bytes."""
    index = {cell: number for number, cell in enumerate(cover.cells)}
    cells = np.zeros((len(cover.placements), len(index)), np.uint8)
    for option, placement in enumerate(cover.placements):
        cells[option, [index[cell] for cell in placement.cells]] = 1
    return np.packbits(cells, axis=1)
