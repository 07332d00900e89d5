"""The best value of an objective, found and proved by CP-SAT or by enumerating all tilings.

The solutions of a puzzle with an objective are the tilings of the best value. The value is found first and becomes a
rule of an ordinary search. This search confirms the solver: a value by a tiling that passes the verifier, infeasibility
by an engine with one worker and without presolve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.cancellation import until_stopped
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import InvalidSolutionError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.measure import Bounded
from cp_puzzles.puzzle.rules.objective import Objective
from cp_puzzles.search.partition.work_estimate import estimate
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.run_result import Status

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat import Optimum

SOON_SECONDS = 30.0
"""An enumeration with a shorter estimate replaces the solver as soon as the solver has run for this estimate."""

SOLUTION_SECONDS = 1e-3
"""The approximate time to build and measure a solution."""

MAX_ESTIMATED_SIZE = 2_000_000
"""Items times options above which an estimate would cost more time than it could save."""
ESTIMATE_SECONDS = 0.5
"""About the time of the estimate."""


@dataclass(frozen=True)
class Best:
    """The incumbent of an optimization: a solution of the best `value` found, and the `bound` on all values.

    The status is `complete` if both are equal, or if it is proved that there is no solution; otherwise the status tells
    what ended the search. Without an incumbent, `solution` and `value` are None.
    """

    objective: Objective
    solution: Solution | None
    value: int | None
    bound: int | None
    status: Status

    def summary(self) -> dict[str, Any]:
        """Return the value and the bound as plain data."""
        return {self.objective.key: self.objective.measure.name, "value": self.value, "bound": self.bound}


def without_objective(puzzle: Puzzle, *, value: int | None = None) -> Puzzle:
    """Return the puzzle without its objective, or with a rule that fixes the value of the objective."""
    assert puzzle.objective is not None
    value_rules = () if value is None else (Bounded(puzzle.objective.measure, value, value),)
    return puzzle.replaced(rules=(*puzzle.rules, *value_rules), objective=None)


def value_of(objective: Objective, solution: Solution) -> int:
    """Return the value of a solution, computed from its tiling."""
    return objective.measure.of(solution.tiling)


def seconds_to_enumerate(puzzle: Puzzle, engine: str, memory: int | None = None) -> float:
    """Return the estimated seconds of an enumeration of all tilings.

    If there are few tilings, an enumeration proves optimality sooner than the bounds of a solver. For the most
    crossroads of pentominoes on 6x10 it takes some seconds; the solver has no proof after a hundred seconds.
    """
    entry = entry_of(engine)
    if not entry.enumerates:
        return inf
    cover = build_cover(without_objective(puzzle), memory)
    if len(cover.problem.items) * len(cover.problem.options) > MAX_ESTIMATED_SIZE:
        return inf
    leader = leader_of(cover, "full")
    expected = estimate(cover.problem, leader, seconds=ESTIMATE_SECONDS)
    return expected.nodes.high * entry.tuning.node_seconds + expected.solutions.high * SOLUTION_SECONDS


def best_by_solver(
    cover: Cover,
    *,
    deadline: float,
    on_progress: Callable[[Progress], None] | None,
    seed: int = 0,
    workers: int | None = None,
) -> Best | None:
    """Return the best solution that CP-SAT finds; None if the objective is not linear or finished tilings need checks.

    With `workers=1` the same `seed` gives the same solution; None runs a portfolio of several workers. An interrupt or
    the `deadline` ends the search with the incumbent.
    """
    objective = cover.puzzle.objective
    assert objective is not None
    if cover.weights is None or cover.checks:
        return None
    started = monotonic()
    newest: list[Optimum] = []

    def work(stop: Callable[[], bool]) -> Optimum:
        from cp_puzzles.engines.cp_sat import WORKERS, optimize

        return optimize(
            cover.problem,
            dict(cover.weights or ()),
            maximize=objective.maximize,
            stop=stop,
            on_better=newest.append,
            seed=seed,
            workers=workers or WORKERS,
        )

    def report() -> bool:
        if on_progress is not None:
            on_progress(_progress(cover, objective, newest, monotonic() - started))
        return False

    # CP-SAT blocks signals: it runs in a thread while this one waits for interrupts
    optimum, ended = until_stopped(deadline, work, report)
    if optimum is None:
        # a solver that does not stop is abandoned; its last incumbent counts
        optimum = newest[-1] if newest else None
    status: Status = "complete" if optimum is not None and optimum.complete else ended or "interrupted"
    if optimum is None or optimum.value is None:
        return Best(objective, None, None, None, status)
    bound = None if optimum.bound is None else optimum.bound + cover.constant
    return Best(objective, _verified(cover, optimum.options), optimum.value + cover.constant, bound, status)


class BestOf:
    """The best value among the solutions seen so far, and the solutions that have it, in order."""

    def __init__(self, objective: Objective) -> None:
        self._objective = objective
        self.value: int | None = None
        self.solutions: list[Solution] = []

    def take(self, solution: Solution) -> None:
        """Compare a solution with the best value."""
        value = value_of(self._objective, solution)
        if self.value is None or self._objective.better(value, self.value):
            self.value = value
            self.solutions.clear()
        if value == self.value:
            self.solutions.append(solution)


def _progress(cover: Cover, objective: Objective, newest: list[Optimum], elapsed: float) -> Progress:
    if not newest or newest[-1].value is None:
        return Progress(0, 1, 0, elapsed=elapsed)
    best = newest[-1]
    value, bound = (best.value or 0) + cover.constant, (best.bound or 0) + cover.constant
    side = "at most" if objective.maximize else "at least"
    words = f"{objective.measure.name} {value}, {side} {bound} is possible"
    return Progress(0, 1, 1, elapsed=elapsed, best=words, picture=solution_of(cover, best.options))


def _verified(cover: Cover, options: tuple[int, ...]) -> Solution:
    solution = solution_of(cover, options)
    fault = Verifier(cover.puzzle).fault(solution.placements)
    if fault is not None:
        raise InvalidSolutionError(f"the incumbent of CP-SAT is not a solution: {fault}")
    return solution
