"""The best value of a puzzle's objective: found and proved by CP-SAT's portfolio, or by looking at every tiling.

The solutions of a puzzle with an objective are the tilings of the best value. So the value is found first, and becomes
a rule; then the search is one like any other. What the solver says is confirmed by that search: a value by a tiling
that passes the verifier, and that there is none by an engine with one worker and without presolve.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.deadline import PATIENCE_SECONDS, THREAD
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import InvalidSolutionError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.rules.measure import Bounded
from cp_puzzles.rules.objective import Objective
from cp_puzzles.rules.tiling import Tiling
from cp_puzzles.search.plan.estimate import estimate
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import Status
from cp_puzzles.symmetry.group import symmetry_group
from cp_puzzles.symmetry.leader import lex_leader

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.optimum import Optimum

TICK_SECONDS = 0.1
SOON_SECONDS = 30.0
"""An enumeration that takes less than this takes over from the solver once that has had as long."""

SOLUTION_SECONDS = 1e-3

MOST_ESTIMATED = 2_000_000
"""Items times options above which nothing is estimated: it would take longer than is left to be saved."""
ESTIMATE_SECONDS = 0.5


@dataclass(frozen=True)
class Best:
    """What is known of the best: a solution of the best `value` found, and the `bound` that none can pass.

    `status`: complete when both are equal, or when there is no solution at all (`solution` is None then); else what
    ended the search.
    """

    objective: Objective
    solution: Solution | None
    value: int | None
    bound: int | None
    status: Status

    def summary(self) -> dict[str, Any]:
        """The best as plain data."""
        return {self.objective.key: self.objective.measure.name, "value": self.value, "bound": self.bound}


def without_objective(puzzle: Puzzle, *, value: int | None = None) -> Puzzle:
    """The puzzle of all tilings that keep the rules, or of those of one value of the objective."""
    assert puzzle.objective is not None
    more = () if value is None else (Bounded(puzzle.objective.measure, value, value),)
    return replace(puzzle, rules=(*puzzle.rules, *more), objective=None)


def value_of(objective: Objective, solution: Solution) -> int:
    """The value of a solution, from its picture."""
    return objective.measure.of(Tiling(solution.puzzle.ground, solution.placements))


def seconds_to_enumerate(puzzle: Puzzle, engine: str, memory: int | None = None) -> float:
    """About how long an engine takes to look at every tiling, which proves more than bounds do where they are few.

    Most crossroads of pentominoes on 6x10: seconds, where the solver has no proof after a hundred.
    """
    entry = entry_of(engine)
    if not entry.enumerates:
        return inf
    cover = build_cover(without_objective(puzzle), memory)
    if len(cover.problem.items) * len(cover.problem.options) > MOST_ESTIMATED:
        return inf
    leader = lex_leader(cover.problem, symmetry_group(cover, "full"))
    expected = estimate(cover.problem, leader, seconds=ESTIMATE_SECONDS)
    return expected.nodes.high * entry.node_seconds + expected.solutions.high * SOLUTION_SECONDS


def best_by_solver(
    cover: Cover,
    *,
    deadline: float,
    on_progress: Callable[[Progress], None] | None,
    seed: int = 0,
    workers: int | None = None,
) -> Best | None:
    """The best by CP-SAT; None if the objective is no sum, or if finished tilings must be looked at one by one.

    One of `workers` finds the same solution again for the same `seed`; None is a portfolio of several.

    Ctrl-C, and the clock when it passes the `deadline`, end the search with what is known by then.
    """
    objective = cover.puzzle.objective
    assert objective is not None
    if cover.weights is None or cover.checks:
        return None
    started, stopped = monotonic(), threading.Event()
    newest: list[Optimum] = []
    outcome: list[Optimum | BaseException] = []

    def work() -> None:
        from cp_puzzles.engines.cp_sat.optimum import WORKERS, optimise

        try:
            outcome.append(
                optimise(
                    cover.problem,
                    dict(cover.weights or ()),
                    maximize=objective.maximize,
                    stop=stopped.is_set,
                    on_better=newest.append,
                    seed=seed,
                    workers=workers or WORKERS,
                )
            )
        except BaseException as error:
            outcome.append(error)

    # CP-SAT does not let a signal through: it works in a thread, and this one listens
    worker = threading.Thread(target=work, daemon=True, name=THREAD)
    worker.start()
    ended: Status = "complete"
    last = inf
    while worker.is_alive() and monotonic() < last:
        try:
            worker.join(TICK_SECONDS)
            if monotonic() > deadline and not stopped.is_set():
                ended, last = "time-limit", monotonic() + PATIENCE_SECONDS
                stopped.set()
            if on_progress is not None:
                on_progress(_progress(cover, objective, newest, monotonic() - started))
        except KeyboardInterrupt:
            ended, last = "interrupted", min(last, monotonic() + PATIENCE_SECONDS)
            stopped.set()
    from cp_puzzles.engines.cp_sat.optimum import Optimum

    # a solver that does not hear is given up, with the best that it has told of
    [optimum] = outcome or newest[-1:] or [Optimum(None, (), None, complete=False)]
    if isinstance(optimum, BaseException):
        raise optimum
    status: Status = "complete" if optimum.complete else "interrupted" if ended == "complete" else ended
    if optimum.value is None:
        return Best(objective, None, None, None, status)
    bound = None if optimum.bound is None else optimum.bound + cover.constant
    return Best(objective, _verified(cover, optimum.options), optimum.value + cover.constant, bound, status)


class BestOf:
    """The best value among solutions that are taken one by one, and those that have it, in order."""

    def __init__(self, objective: Objective) -> None:
        self._objective = objective
        self.value: int | None = None
        self.solutions: list[Solution] = []

    def take(self, solution: Solution) -> None:
        """Look at a solution."""
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
        raise InvalidSolutionError(f"the best that CP-SAT found is no solution: {fault}")
    return solution
