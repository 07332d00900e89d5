"""Nothing leaves a worker unchecked: every solution solves the puzzle, lies in its part, and comes once."""

from __future__ import annotations

from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.engines.base import Batch, Part
from cp_puzzles.errors import InvalidSolutionError, RepeatedSolutionError


class Checker:
    """Checks batches of one part.

    A repeat is detected by the hash of the solution's options while solutions are kept; parts are disjoint, so a repeat
    can only come from the same part.
    """

    def __init__(self, cover: Cover, part: Part, *, keep: bool) -> None:
        self._cover, self._part = cover, part
        self._verifier = Verifier(cover.puzzle)
        self._chosen = set(part.chosen)
        self._excluded = set(part.excluded)
        self._seen: set[int] | None = set() if keep else None

    def check(self, batch: Batch) -> None:
        """Raise `InvalidSolutionError` or `RepeatedSolutionError` if a solution of the batch is not what it must be."""
        for row in batch.tolist():
            options = [option for option in row if option >= 0]
            fault = self._verifier.fault([*map(self._cover.placements.__getitem__, options), *self._cover.puzzle.given])
            if fault is not None:
                raise InvalidSolutionError(f"the engine found no solution: {fault} (options {options})")
            if not self._chosen.issubset(options) or not self._excluded.isdisjoint(options):
                raise InvalidSolutionError(f"the engine left its part {self._part.index}: options {options}")
            self._remember(options)

    def _remember(self, options: list[int]) -> None:
        if self._seen is None:
            return
        key = hash(tuple(sorted(options)))
        if key in self._seen:
            raise RepeatedSolutionError(f"the engine found the same solution twice: options {options}")
        self._seen.add(key)
