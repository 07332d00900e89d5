"""The check of every solution in the worker: it solves the puzzle, lies in its part and is not repeated."""

from __future__ import annotations

from itertools import repeat

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.dlx_problem import verifier_of
from cp_puzzles.cover.solution import solution_of, solutions_of
from cp_puzzles.engines.engine import Batch, Part
from cp_puzzles.errors import InvalidSolutionError, RepeatedSolutionError

MAX_REMEMBERED = 1 << 19
"""The largest number of hashes kept to recognize a repeated solution."""

Ints = npt.NDArray[np.int32] | npt.NDArray[np.int64]


class SolutionChecker:
    """Checks batches, part by part.

    For each solution of a batch, the uses of cells and tiles (of a .dlx problem: of items) are counted. They come from
    the placements and the puzzle, not from the cover problem that the engine used. A repeated solution is recognized by
    its hash. Parts are disjoint, so only the hashes of one part are kept; of a very large part, every second, fourth,
    ... hash is kept.
    """

    def __init__(self, cover: Cover) -> None:
        self._cover, self._verifier = cover, verifier_of(cover.puzzle)
        bounds = self._verifier.bounds
        options, self._uses_count = len(cover.problem.options), len(bounds)
        self._least, self._most = np.array(bounds, dtype=np.int64).reshape(-1, 2).T
        given = [use for placement in cover.puzzle.given for use in self._verifier.uses(placement)]
        self._given = np.bincount(given, minlength=self._uses_count)
        # padding (-1) and auxiliary options use an index after the last one; the row of a placement is filled when
        # it first occurs
        self._uses = np.full((options + 1, self._verifier.widest), self._uses_count, dtype=np.int32)
        self._is_valid = np.zeros(options + 1, dtype=np.bool_)
        self._is_valid[len(cover.placements) :] = True
        self._hash = np.random.default_rng(1).integers(0, 1 << 63, options + 1, dtype=np.uint64)
        self._hash[-1] = 0
        self.begin(Part())

    def begin(self, part: Part) -> None:
        """Start the check of a part."""
        self._part = part
        self._excluded = np.zeros(len(self._is_valid), dtype=np.bool_)
        self._excluded[list(part.excluded)] = True
        self._seen: set[int] = set()
        self._sampled = np.uint64(0)

    def check(self, batch: Batch) -> None:
        """Raise `InvalidSolutionError` or `RepeatedSolutionError` for a wrong solution."""
        if not self._are_placements_valid(batch) or not self._adds_up(batch) or not self._keeps_rules(batch):
            self._raise_violation(batch)
        chosen = all((batch == option).any(axis=1).all() for option in self._part.chosen)
        if not chosen or self._excluded[batch].any():
            raise InvalidSolutionError(
                f"the engine searched outside its part {self._part.path} (chosen: {self._part.chosen})"
            )
        self._remember(batch)

    def _are_placements_valid(self, batch: Batch) -> bool:
        """Return whether the puzzle allows each placement; every placement is verified once."""
        if batch.size and (batch.min() < -1 or batch.max() >= len(self._cover.problem.options)):
            return False
        for option in np.unique(batch[~self._is_valid[batch]]).tolist():
            placement = self._cover.placements[option]
            if self._verifier.placement_violation(placement) is not None:
                return False
            uses = self._verifier.uses(placement)
            self._uses[option, : len(uses)] = uses
            self._is_valid[option] = True
        return True

    def _adds_up(self, batch: Batch) -> bool:
        used = _sums(self._uses[batch], self._uses_count) + self._given
        return bool((used >= self._least).all() and (used <= self._most).all())

    def _keeps_rules(self, batch: Batch) -> bool:
        """Return whether each solution satisfies the rules of the puzzle."""
        if not self._verifier.has_rules:
            return True
        solutions = solutions_of(self._cover, batch, repeat(1, len(batch)))
        return all(self._verifier.rule_violation(solution.placements) is None for solution in solutions)

    def _raise_violation(self, batch: Batch) -> None:
        for row in batch.tolist():
            options = [option for option in row if option != -1]
            if not all(0 <= option < len(self._cover.problem.options) for option in options):
                raise InvalidSolutionError(f"the engine found options that do not exist: {options}")
            violation = self._verifier.violation(solution_of(self._cover, options).placements)
            if violation is not None:
                raise InvalidSolutionError(f"the engine found no solution: {violation} (options {options})")
        raise InvalidSolutionError(f"the engine found no solution, the verifier found no violation: {batch.tolist()}")

    def _remember(self, batch: Batch) -> None:
        """Keep the hashes of a batch; raise `RepeatedSolutionError` if one of them is known."""
        hashes = self._hash[batch].sum(axis=1, dtype=np.uint64)
        kept = hashes[hashes & self._sampled == 0].tolist()
        before = len(self._seen)
        self._seen.update(kept)
        if len(self._seen) < before + len(kept):
            raise RepeatedSolutionError(f"the engine found a solution twice in part {self._part.path}")
        while len(self._seen) > MAX_REMEMBERED:
            self._sampled = self._sampled << np.uint64(1) | np.uint64(1)
            sampled = int(self._sampled)
            self._seen = {number for number in self._seen if not number & sampled}


def _sums(numbers: Ints, count: int) -> Ints:
    """Return for each row how often each number below `count` occurs; `count` itself is padding."""
    rows = len(numbers)
    offsets = np.arange(rows).reshape(-1, *[1] * (numbers.ndim - 1)) * (count + 1)
    sums = np.bincount((numbers + offsets).ravel(), minlength=rows * (count + 1))
    return sums.reshape(rows, count + 1)[:, :count]
