"""Solutions of a puzzle with an objective: first the best value, then all solutions that have it.

CP-SAT finds and proves the value, or an enumeration of all tilings does. The value becomes a rule of an ordinary
search, which confirms the solver: a value by a tiling that passes the verifier, infeasibility by an engine with one
worker and without presolve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from threading import Event
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.objective import LinearObjective, linear_objective
from cp_puzzles.cover.solution import Solution, Solutions, solution_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.registry import AUTO, FASTEST, MODEL_ENGINE, counter_error, entry_of
from cp_puzzles.errors import InvalidSolutionError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.measure import Bounded, Objective
from cp_puzzles.search.estimate import seconds_to_list
from cp_puzzles.search.part_search import SearchState
from cp_puzzles.search.pool import available_cores
from cp_puzzles.search.run_result import Progress, RunResult, Status
from cp_puzzles.search.search_options import SearchOptions
from cp_puzzles.search.worker import Job, refuse_idle_seed

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.cp_sat_engine import Optimum

Find = Callable[..., RunResult]
"""An ordinary search: `find_solutions`."""

SOON_SECONDS = 30.0
"""An enumeration with a shorter estimate replaces the solver as soon as the solver has run for this estimate.

Both are in seconds of processors, so it depends neither on other processes nor on the number of cores.
"""

LEAST_SECONDS = 1.0
"""The time by the clock that the solver has at least."""


def without_objective(puzzle: Puzzle, *, value: int | None = None) -> Puzzle:
    """Return the puzzle without its objective, or with a rule that fixes the value of the objective."""
    assert puzzle.objective is not None
    value_rules = () if value is None else (Bounded(puzzle.objective.measure, value, value),)
    return puzzle.replaced(rules=(*puzzle.rules, *value_rules), objective=None)


def best_by_solver(
    cover: Cover, options: SearchOptions, deadline: Deadline, seconds: float = inf
) -> tuple[Optimum, Status] | None:
    """Return the best value that CP-SAT finds; None if the objective is not linear or finished tilings need checks.

    With `jobs=1` the same `seed` gives the same solution; otherwise a portfolio of several workers runs. An interrupt,
    the `deadline` or the end of the `seconds` of processors ends the search with the incumbent. The status is
    `complete` if its value is proved, or that there is no solution; otherwise the status tells what ended the search.
    """
    objective = None if cover.weights is None or cover.checks else linear_objective(cover, "")
    if objective is None:
        return None
    from cp_puzzles.engines.cp_sat.cp_sat_engine import WORKERS, Optimum, model_to_optimize, optimize

    newest = [Optimum(None, (), None, complete=False)]
    started, begun, stopped = monotonic(), process_time(), Event()
    status: Status = "interrupted"

    def work() -> None:
        model, count = model_to_optimize(cover.problem, objective), len(cover.problem.options)
        how = {"seed": options.seed or 0, "workers": 1 if options.jobs == 1 and options.seed is not None else WORKERS}
        newest.append(optimize(model, count, stop=stopped.is_set, on_better=newest.append, **how))

    def report() -> None:
        if options.on_progress is not None:
            options.on_progress(_progress(cover, objective, newest[-1], monotonic() - started))
        if process_time() > begun + seconds and monotonic() > started + LEAST_SECONDS:
            raise CanceledError

    # CP-SAT blocks signals: it runs in a thread while this one waits for interrupts; its last incumbent counts
    try:
        deadline.run("optimizing", work, report, stopped.set)
    except CanceledError:
        status = "time-limit"
    except KeyboardInterrupt:
        pass
    return newest[-1], "complete" if newest[-1].complete else status


def _progress(cover: Cover, objective: LinearObjective, best: Optimum, elapsed: float) -> Progress:
    if best.value is None:
        return Progress(elapsed=elapsed)
    side = "at most" if objective.maximize else "at least"
    words = f"{objective.name} {best.value}, {side} {best.bound} is possible"
    return Progress(1, elapsed=elapsed, best=words, picture=solution_of(cover, best.options))


def _verified(cover: Cover, options: tuple[int, ...]) -> Solution:
    solution = solution_of(cover, options)
    violation = Verifier(cover.puzzle).violation(solution.placements)
    if violation is not None:
        raise InvalidSolutionError(f"the incumbent of CP-SAT is not a solution: {violation}")
    return solution


TIGHT_SECONDS, TIGHT_SETTINGS = 2.0, {"linearization": True}
"""The counted seconds of an attempt with settings for tight packings, each of which takes about three.

With them 12 V pentominoes in 8x8 take 0.1 s instead of more than 25 s, but they are slower if there are very many
optimal tilings. All 340 of most_t_tetrominoes7x7 take 0.8.
"""


def best_of(
    puzzle: Puzzle, options: SearchOptions, find: Find, on_solution: Callable[[Solution], None] | None, *, keep: bool
) -> RunResult:
    """Return the result of an optimization, with searches by `find`.

    Pass the best solutions to `on_solution`, and keep them if `keep`.
    """
    started = monotonic()
    _refuse(options)
    result = _search(puzzle, options, find)
    solutions = tuple(replace(solution, puzzle=puzzle) for solution in result.solutions)
    if on_solution is not None:
        for solution in solutions:
            on_solution(solution)
    return replace(result, seconds=monotonic() - started, solutions=Solutions(puzzle, solutions if keep else ()))


def _refuse(options: SearchOptions) -> None:
    """Raise `MistakeError` for options that an optimization does not support."""
    for name in ("store", "cluster"):
        remedy = ("leave ", Parameter(name), " away, or keep a run of the puzzle with a rule for the best value")
        options.refuse("has no effect on a search for the best value", name, remedy=remedy)
    problem = "this engine does not find solutions, but a search for the best value needs them"
    engine = options.engine or MODEL_ENGINE
    if not entry_of(engine).enumerates:
        raise counter_error(engine, problem)
    refuse_idle_seed(options)


def _search(puzzle: Puzzle, options: SearchOptions, find: Find) -> RunResult:
    """Return the result with the solutions of the best value that was found."""
    deadline, asked, plain = Deadline.after(options.time_limit), options, without_objective(puzzle)
    options = replace(options, seed=None, engine=options.engine or AUTO)
    enumerator = Job.of(plain, options, keep=True).engine

    def listing_seconds() -> float:
        return seconds_to_list(build_cover(plain, options.memory)) if enumerator in (AUTO, FASTEST) else inf

    # a rule that fixes the value is a constraint for CP-SAT; other engines may only check finished tilings
    options = replace(options, engine=MODEL_ENGINE if options.engine == AUTO else enumerator)
    try:
        seconds = deadline.run("estimating", listing_seconds)
        cover = deadline.run("placing", lambda: build_cover(puzzle, options.memory))
    except CanceledError as canceled:
        return _state(plain, options, phase=canceled.phase).result((), count=0, status="time-limit")
    best = best_by_solver(cover, asked, deadline, seconds if seconds < SOON_SECONDS else inf)
    if best is None or (best[1] == "time-limit" and not deadline.has_passed):
        return _best_of_all(puzzle, replace(options, engine=enumerator, time_limit=deadline.seconds), find)
    (optimum, status), objective = best, puzzle.objective
    assert objective is not None
    incumbents = () if optimum.value is None else (_verified(cover, optimum.options),)
    value = objective.measure.of(incumbents[0].tiling) if incumbents else None
    summary = _summary(objective, value, optimum.bound)
    if status != "complete" or (options.limit == 1 and incumbents):
        state = _state(plain, options)
        state.built = state.job.cover_and_request()
        status = "limit" if status == "complete" else status
        return replace(state.result(incumbents, count=len(incumbents), status=status), objective=summary)
    if not incumbents:  # an engine confirms that there is no solution
        result = find(plain, replace(options, limit=1, time_limit=deadline.seconds), builds=False)
    else:
        tight: dict[str, Any] = {}
        if options.engine == MODEL_ENGINE:
            tight = {"attempt": TIGHT_SECONDS, "attempt_settings": {**TIGHT_SETTINGS, **options.settings}}
        limited = replace(options, time_limit=deadline.seconds)
        result = find(without_objective(puzzle, value=value), limited, **tight)
        if not result.solutions and result.status != "complete":
            # the proof of the value came with a solution
            result = replace(result, count=1, solutions=Solutions(plain, incumbents))
    return replace(result, objective=summary)


def _summary(objective: Objective, value: int | None, bound: int | None) -> dict[str, Any]:
    return {objective.key: objective.measure.name, "value": value, "bound": bound}


def _state(puzzle: Puzzle, options: SearchOptions, phase: str | None = None) -> SearchState:
    """Return the state of a search that is not made."""
    return SearchState(Job.of(puzzle, options, keep=True), options.jobs or available_cores(), phase=phase)


def _best_of_all(puzzle: Puzzle, options: SearchOptions, find: Find) -> RunResult:
    """Find the best tilings by enumerating all tilings."""
    objective = puzzle.objective
    assert objective is not None
    options = options if objective.measure.is_symmetric else replace(options, symmetry="off")
    best: list[tuple[int, Solution]] = []

    def take(solution: Solution) -> None:
        number = objective.measure.of(solution.tiling)
        if best and objective.better(number, best[0][0]):
            best.clear()
        if not best or number == best[0][0]:
            best.append((number, solution))

    result = find(without_objective(puzzle), replace(options, limit=None), take, keep=False)
    value, raw, self_symmetric = best[0][0] if best else None, None, None
    solutions = Solutions(puzzle, tuple(solution for _, solution in best[: options.limit]))
    is_proved = result.status == "complete"
    if is_proved and len(solutions) == options.limit:
        result = replace(result, status="limit")
    elif is_proved:
        raw = sum(solution.orbit_size for solution in solutions)
        self_symmetric = sum(solution.orbit_size < (result.group_order or 1) for solution in solutions)
    summary = _summary(objective, value, value if is_proved else None)
    result = replace(result, count=len(solutions), raw=raw, self_symmetric=self_symmetric)
    return replace(result, solutions=solutions, objective=summary)
