"""Solutions of a puzzle with an objective: first the best value, then all solutions that have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from time import monotonic

from cp_puzzles.base.cancellation import CanceledError, deadline_after, seconds_until, within
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.engines.registry import ENGINES, MODEL_ENGINE, entry_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.optimum import (
    SOON_SECONDS,
    Best,
    BestOf,
    best_by_solver,
    seconds_to_enumerate,
    without_objective,
)
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.partition.engine_choice import choose_engine
from cp_puzzles.search.request import collect, job_of, refuse_idle_seed, run_of
from cp_puzzles.search.run_result import EarlyResult, RunResult
from cp_puzzles.search.workers.dispatch import available_cores

TIGHT_SECONDS = 5.0
"""Seconds for which the settings for tight packings are tried.

With them 12 V pentominoes in 8x8 take 0.1 s instead of more than 25 s, but they are slower if there are very many
optimal tilings.
"""


def best_of(
    puzzle: Puzzle, options: SearchOptions, on_solution: Callable[[Solution], None] | None = None, *, keep: bool
) -> RunResult:
    """Return the result of an optimization; pass the best solutions to `on_solution`, and keep them if `keep`."""
    started = monotonic()
    _refuse(options)
    result, best = _search(puzzle, options, started)
    solutions = tuple(replace(solution, puzzle=puzzle) for solution in best)
    if on_solution is not None:
        for solution in solutions:
            on_solution(solution)
    return replace(result, seconds=monotonic() - started, solutions=Solutions(puzzle, solutions if keep else ()))


def _refuse(options: SearchOptions) -> None:
    """Raise `MistakeError` for options that an optimization does not support."""
    for name in ("store", "cluster"):
        if (value := getattr(options, name)) is not None:
            remedy = ("leave ", Parameter(name), " away, or keep a run of the puzzle with a rule for the best value")
            raise MistakeError(Parameter(name, value), "has no effect on a search for the best value", remedy)
    engine = options.engine or MODEL_ENGINE
    if not entry_of(engine).enumerates:
        fault = "this engine does not find solutions, but a search for the best value needs them"
        raise MistakeError(Parameter("engine", engine), fault, "engines: " + ", ".join(ENGINES))
    refuse_idle_seed(options)


def _search(puzzle: Puzzle, options: SearchOptions, started: float) -> tuple[RunResult, list[Solution]]:
    """Return the result and the solutions of the best value that was found."""
    deadline, seed, plain = deadline_after(options.time_limit), options.seed, without_objective(puzzle)
    options = replace(options, seed=None, engine=options.engine or MODEL_ENGINE)
    try:
        engine = within(deadline, "choosing an engine", lambda: _engine(plain, options))
        options = replace(options, engine=engine)
        enumeration_seconds = within(
            deadline, "estimating", lambda: seconds_to_enumerate(puzzle, engine, options.memory)
        )
        cover = within(deadline, "placing", lambda: build_cover(puzzle, options.memory))
    except CanceledError as canceled:
        job, jobs = job_of(plain, options, keep=True), options.jobs or available_cores()
        return RunResult.before(job, EarlyResult("time-limit", canceled.phase), seconds=0.0, jobs=jobs), []
    solver_deadline = started + max(1.0, enumeration_seconds) if enumeration_seconds < SOON_SECONDS else inf
    until = min(solver_deadline, inf if deadline is None else deadline)
    workers = 1 if options.jobs == 1 and seed is not None else None
    best = best_by_solver(cover, deadline=until, on_progress=options.on_progress, seed=seed or 0, workers=workers)
    options = replace(options, time_limit=seconds_until(deadline))
    if best is None or (best.status == "time-limit" and until == solver_deadline):
        return _best_of_all(puzzle, options)
    if best.status != "complete" or (options.limit == 1 and best.value is not None):
        return _without_search(plain, options, best)
    solutions: list[Solution] = []
    if best.value is None:  # an engine confirms that there is no solution
        result = collect(run_of(plain, replace(options, limit=1), keep=False), solutions)
    else:
        result = _with_value(without_objective(puzzle, value=best.value), options, solutions)
    return replace(result, objective=best.summary()), solutions


def _engine(plain: Puzzle, options: SearchOptions) -> str:
    """Return the engine that enumerates; `auto` becomes the engine that it chooses for a search for all tilings."""
    job = job_of(plain, options, keep=True)
    return choose_engine(job.cover_and_request()[1]).engine if entry_of(job.engine).is_portfolio else job.engine


def _best_of_all(puzzle: Puzzle, options: SearchOptions) -> tuple[RunResult, list[Solution]]:
    """Find the best tilings by enumerating all tilings."""
    assert puzzle.objective is not None
    options = options if puzzle.objective.measure.is_symmetric else replace(options, symmetry="off")
    run, best = run_of(without_objective(puzzle), replace(options, limit=None), keep=True), BestOf(puzzle.objective)
    result = collect(run, best.solutions, best.take)
    solutions, raw, self_symmetric = best.solutions[: options.limit], None, None
    is_proved = result.status == "complete"
    if is_proved and len(solutions) == options.limit:
        result = replace(result, status="limit")
    elif is_proved:
        raw = sum(solution.orbit_size for solution in solutions)
        self_symmetric = sum(solution.orbit_size < (result.group_order or 1) for solution in solutions)
    bound = best.value if is_proved else None
    objective = Best(puzzle.objective, None, best.value, bound, result.status).summary()
    result = replace(result, count=len(solutions), raw=raw, self_symmetric=self_symmetric, objective=objective)
    return result, solutions


def _with_value(puzzle: Puzzle, options: SearchOptions, solutions: list[Solution]) -> RunResult:
    """Find all tilings of a puzzle whose rules fix the best value, and add them to `solutions`.

    The first search has one part, a short time limit and settings for tight packings.
    """
    dense_settings = entry_of(options.engine or MODEL_ENGINE).tuning.dense_packing_settings
    if dense_settings:
        short_limit = min(TIGHT_SECONDS, options.time_limit or TIGHT_SECONDS)
        short = replace(options, settings={**dense_settings, **options.settings}, time_limit=short_limit)
        result = collect(run_of(puzzle, short, keep=True, single_part=True), solutions)
        if result.status != "time-limit" or short_limit == options.time_limit:
            return result
        solutions.clear()
    return collect(run_of(puzzle, options, keep=True), solutions)


def _without_search(puzzle: Puzzle, options: SearchOptions, best: Best) -> tuple[RunResult, list[Solution]]:
    """Return the result and the solution of an optimization that needs no further search."""
    job = job_of(puzzle, options, keep=True)
    cover, request = job.cover_and_request()
    solutions = [] if best.solution is None else [best.solution]
    result = RunResult.of(
        job,
        cover,
        request,
        status="limit" if best.status == "complete" else best.status,
        count=len(solutions),
        seconds=0.0,
        jobs=options.jobs or available_cores(),
        solutions=Solutions(puzzle),
        objective=best.summary(),
    )
    return result, solutions
