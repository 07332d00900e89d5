"""The engine that counts and ranks solutions with a sweep over the frontier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import PartResult, SearchRequest
from cp_puzzles.engines.frontier.frontier_count import count_tilings
from cp_puzzles.engines.frontier.frontier_sweep import SweepProgress
from cp_puzzles.engines.frontier.solution_ranking import occurrences, ranked_solutions
from cp_puzzles.engines.frontier.state_history import StateHistory, state_history


class FrontierCounter:
    """Counts all solutions at once, in exact integers of any size, if the frontier is narrow.

    `memory` is in bytes. Both methods raise `MistakeError` if it does not suffice, usually before it is used, and call
    `progress(done, total)` after every step.
    """

    def count(
        self, request: SearchRequest, *, memory: int, stop: Callable[[], bool], progress: Callable[[int, int], None]
    ) -> PartResult:
        """Count all solutions up to symmetry; the numbers are meaningless if `stop()` ended the count."""

        def report(sweep_progress: SweepProgress) -> None:
            done = (sweep_progress.sweep - 1) * sweep_progress.steps + sweep_progress.step
            progress(done, sweep_progress.sweeps * sweep_progress.steps)

        return count_tilings(request.problem, request.leader.group, memory_limit=memory, progress=report, stop=stop)

    def number(self, problem: CoverProblem, *, memory: int, progress: Callable[[int, int], None]) -> SolutionRanking:
        """Rank all solutions, symmetric ones included."""
        history = state_history(
            problem, memory_limit=memory, progress=lambda step, steps, states: progress(step, steps)
        )
        return SolutionRanking(history, len(problem.options))


@dataclass(frozen=True, eq=False)
class SolutionRanking:
    """The solutions of a problem with this many options, by rank from 0 to `total` - 1, without storing them."""

    history: StateHistory
    options: int

    @property
    def total(self) -> int:
        """The number of solutions."""
        return self.history.total

    def occurrences(self) -> list[int]:
        """Return for each option the number of solutions that contain it."""
        return occurrences(self.history, self.options)

    def solutions(self, numbers: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the solutions of these ranks, which may repeat, as ascending options."""
        return ranked_solutions(self.history, numbers)
