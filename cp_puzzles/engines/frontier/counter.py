"""The engine that counts and numbers by a sweep over the frontier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import PartResult, Question
from cp_puzzles.engines.frontier.count import count_tilings
from cp_puzzles.engines.frontier.history import History, remember
from cp_puzzles.engines.frontier.occurrences import occurrences
from cp_puzzles.engines.frontier.ranked import ranked_solutions
from cp_puzzles.engines.frontier.sweep import SweepProgress


class FrontierCounter:
    """Counts in exact integers of any size where the frontier is narrow; see `Counter`."""

    name = "frontier"

    def supports(self, problem: CoverProblem) -> str | None:
        """Any cover problem; whether its states are too many, only a sample of them tells, soon: see `run_sweep`."""
        return None

    def count(
        self, question: Question, *, memory: int, stop: Callable[[], bool], progress: Callable[[int, int], None]
    ) -> PartResult:
        """Count all solutions up to symmetry; see `Counter`."""

        def report(at: SweepProgress) -> None:
            progress((at.sweep - 1) * at.steps + at.step, at.sweeps * at.steps)

        return count_tilings(question.problem, question.leader.group, memory_limit=memory, progress=report, stop=stop)

    def number(self, problem: CoverProblem, *, memory: int, progress: Callable[[int, int], None]) -> Ranks:
        """Number all solutions; see `Counter`."""
        history = remember(problem, memory_limit=memory, progress=lambda step, steps, states: progress(step, steps))
        return Ranks(history, len(problem.options))


@dataclass(frozen=True, eq=False)
class Ranks:
    """The solutions of a problem with so many options, by their ranks in a sweep; see `Numbering`."""

    history: History
    options: int

    @property
    def total(self) -> int:
        """How many there are."""
        return self.history.total

    def occurrences(self) -> list[int]:
        """For each option the number of solutions that have it."""
        return occurrences(self.history, self.options)

    def solutions(self, numbers: Sequence[int]) -> list[tuple[int, ...]]:
        """The solutions of these ranks."""
        return ranked_solutions(self.history, numbers)
