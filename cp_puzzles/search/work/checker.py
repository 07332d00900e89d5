"""Nothing leaves a worker unchecked: every solution solves the puzzle, lies in its part, and comes once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.kinds import verifier_of
from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.solution import solution_of
from cp_puzzles.engines.base import Batch, Part
from cp_puzzles.errors import InvalidSolutionError, RepeatedSolutionError

MAX_REMEMBERED = 1 << 19
"""How many solutions of a part are remembered to recognise a repeat, at most."""

Ints = npt.NDArray[np.int32] | npt.NDArray[np.int64]


class Checker:
    """Checks batches, part by part.

    Whole batches are added up cell by cell and tile by tile (of a matrix: item by item), from the placements and the
    puzzle, not from the cover problem that the engine has seen. A repeat is recognised by a hash; parts are disjoint,
    so it can only come from the same part. Of a part with very many solutions every second, fourth, ... hash is
    remembered.
    """

    def __init__(self, cover: Cover) -> None:
        self._cover, self._verifier = cover, verifier_of(cover.puzzle)
        bounds = self._verifier.bounds
        options, self._things = len(cover.problem.options), len(bounds)
        self._least, self._most = np.array(bounds, dtype=np.int64).reshape(-1, 2).T
        given = [thing for placement in cover.puzzle.given for thing in self._verifier.uses(placement)]
        self._given = np.bincount(given, minlength=self._things)
        # padding (-1) reads the last row, which uses a thing that does not exist, and so do marks, which are no
        # placements; a placement's row is filled when it is looked at for the first time
        self._uses = np.full((options + 1, self._verifier.widest), self._things, dtype=np.int32)
        self._known = np.zeros(options + 1, dtype=np.bool_)
        self._known[len(cover.placements) :] = True
        self._hash = np.random.default_rng(1).integers(0, 1 << 63, options + 1, dtype=np.uint64)
        self._hash[-1] = 0
        self.begin(Part())

    def begin(self, part: Part) -> None:
        """The batches that follow are of this part."""
        self._part = part
        self._excluded = np.zeros(len(self._known), dtype=np.bool_)
        self._excluded[list(part.excluded)] = True
        self._seen: set[int] = set()
        self._sampled = np.uint64(0)

    def check(self, batch: Batch) -> None:
        """Raise `InvalidSolutionError` or `RepeatedSolutionError` if a solution of the batch is not what it must be."""
        if not self._all_known(batch) or not self._adds_up(batch) or not self._keeps_rules(batch):
            self._complain(batch)
        chosen = all((batch == option).any(axis=1).all() for option in self._part.chosen)
        if not chosen or self._excluded[batch].any():
            raise InvalidSolutionError(f"the engine left its part {self._part.index} (chosen: {self._part.chosen})")
        self._remember(batch)

    def _all_known(self, batch: Batch) -> bool:
        """Whether each placement is one that the puzzle allows; every one is looked at once."""
        if batch.size and (batch.min() < -1 or batch.max() >= len(self._cover.problem.options)):
            return False
        for option in np.unique(batch[~self._known[batch]]).tolist():
            placement = self._cover.placements[option]
            if self._verifier.placement_fault(placement) is not None:
                return False
            uses = self._verifier.uses(placement)
            self._uses[option, : len(uses)] = uses
            self._known[option] = True
        return True

    def _adds_up(self, batch: Batch) -> bool:
        used = _sums(self._uses[batch], self._things) + self._given
        return bool((used >= self._least).all() and (used <= self._most).all())

    def _keeps_rules(self, batch: Batch) -> bool:
        """Whether each solution keeps the puzzle's rules, which are looked at one by one."""
        if not self._verifier.has_rules:
            return True
        return all(self._verifier.rule_fault(solution_of(self._cover, row).placements) is None for row in _rows(batch))

    def _complain(self, batch: Batch) -> None:
        for options in _rows(batch):
            if not all(0 <= option < len(self._cover.problem.options) for option in options):
                raise InvalidSolutionError(f"the engine found options that do not exist: {options}")
            fault = self._verifier.fault(solution_of(self._cover, options).placements)
            if fault is not None:
                raise InvalidSolutionError(f"the engine found no solution: {fault} (options {options})")
        raise InvalidSolutionError(f"the engine found no solution, the verifier found no fault: {batch.tolist()}")

    def _remember(self, batch: Batch) -> None:
        hashes = self._hash[batch].sum(axis=1, dtype=np.uint64)
        kept = hashes[hashes & self._sampled == 0].tolist()
        before = len(self._seen)
        self._seen.update(kept)
        if len(self._seen) < before + len(kept):
            raise RepeatedSolutionError(f"the engine found a solution twice in part {self._part.index}")
        while len(self._seen) > MAX_REMEMBERED:
            self._sampled = self._sampled << np.uint64(1) | np.uint64(1)
            sampled = int(self._sampled)
            self._seen = {number for number in self._seen if not number & sampled}


def _rows(batch: Batch) -> Iterator[list[int]]:
    """The options of each solution."""
    for row in batch.tolist():
        yield [option for option in row if option != -1]


def _sums(numbers: Ints, count: int) -> Ints:
    """For each row how often each number below `count` comes; `count` itself is padding."""
    rows = len(numbers)
    offsets = np.arange(rows).reshape(-1, *[1] * (numbers.ndim - 1)) * (count + 1)
    sums = np.bincount((numbers + offsets).ravel(), minlength=rows * (count + 1))
    return sums.reshape(rows, count + 1)[:, :count]
