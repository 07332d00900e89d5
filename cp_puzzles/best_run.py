"""The solutions of a puzzle with an objective: the best value is found first, then all that have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from time import monotonic

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.deadline import TimeIsOver, deadline_after, seconds_until, within
from cp_puzzles.engines.registry import DEFAULT, ENGINES, entry_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.options import SearchOptions
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.request import drained, job_of, refuse_idle_seed, run_of
from cp_puzzles.search.best import SOON_SECONDS, Best, BestOf, best_by_solver, seconds_to_enumerate, without_objective
from cp_puzzles.search.result import RunResult
from cp_puzzles.search.work.dispatch import available_cores

TIGHT_SECONDS = 5.0
"""How long tilings of the best value are searched for as tight packings are: 12 V pentominoes in 8x8 take 0.1 s so, and
more than 25 s otherwise; where there are very many of them it is the other way round."""


def best_of(
    puzzle: Puzzle, options: SearchOptions, on_solution: Callable[[Solution], None] | None = None, *, keep: bool
) -> RunResult:
    """The solutions of the best value, each handed to `on_solution`, and in the result if it is to `keep` them."""
    started = monotonic()
    _refuse(options)
    result, taken = _searched(puzzle, options, started)
    found = tuple(replace(solution, puzzle=puzzle) for solution in taken)
    if on_solution is not None:
        for solution in found:
            on_solution(solution)
    return replace(result, seconds=monotonic() - started, solutions=Solutions(puzzle, found if keep else ()))


def _refuse(options: SearchOptions) -> None:
    """Raise `MistakeError` for what cannot be had with a best value."""
    for name in ("store", "cluster"):
        if (value := getattr(options, name)) is not None:
            remedy = f"leave --{name} away, or keep a run of the puzzle with a rule for the best value"
            raise MistakeError(Parameter(name, value), "the best value is searched for here", remedy)
    engine = options.engine or DEFAULT
    if not entry_of(engine).enumerates:
        fault = "it never sees a solution, and the best value is searched for here"
        raise MistakeError(Parameter("engine", engine), fault, "engines: " + ", ".join(ENGINES))
    refuse_idle_seed(options)


def _searched(puzzle: Puzzle, options: SearchOptions, started: float) -> tuple[RunResult, list[Solution]]:
    """What is known of the best, and the solutions that have its value."""
    deadline, seed, plain = deadline_after(options.time_limit), options.seed, without_objective(puzzle)
    options = replace(options, seed=None)
    engine = job_of(plain, replace(options, limit=None), keep=True).engine
    options = replace(options, engine=engine)
    try:
        whole = within(deadline, "estimating", lambda: seconds_to_enumerate(puzzle, engine, options.memory))
        cover = within(deadline, "placing", lambda: build_cover(puzzle, options.memory))
    except TimeIsOver as over:
        job, jobs = job_of(plain, options, keep=True), options.jobs or available_cores()
        return RunResult.before(job, "time-limit", over.phase, seconds=0.0, jobs=jobs), []
    patience = started + max(1.0, whole) if whole < SOON_SECONDS else inf
    until = min(patience, inf if deadline is None else deadline)
    workers = 1 if options.jobs == 1 and seed is not None else None
    found = best_by_solver(cover, deadline=until, on_progress=options.on_progress, seed=seed or 0, workers=workers)
    left = replace(options, time_limit=seconds_until(deadline))
    if found is None or (found.status == "time-limit" and until == patience):
        return _of_all(puzzle, left)
    if found.status != "complete" or (options.limit == 1 and found.value is not None):
        return _told(plain, options, found)
    taken: list[Solution] = []
    if found.value is None:  # that there is nothing is asked of an engine again
        result = drained(run_of(plain, replace(left, limit=1), keep=False), taken)
    else:
        result = _of_value(without_objective(puzzle, value=found.value), left, taken)
    return replace(result, objective=found.summary()), taken


def _of_all(puzzle: Puzzle, options: SearchOptions) -> tuple[RunResult, list[Solution]]:
    """The best among all tilings, which are looked at one by one."""
    assert puzzle.objective is not None
    run, best = run_of(without_objective(puzzle), replace(options, limit=None), keep=True), BestOf(puzzle.objective)
    result = drained(run, best.solutions, best.take)
    taken, raw, own = best.solutions[: options.limit], None, None
    if proved := result.status == "complete":
        if len(taken) == options.limit:
            result = replace(result, status="limit")
        else:
            raw = sum(solution.orbit_size for solution in taken)
            own = sum(solution.orbit_size < (result.group_order or 1) for solution in taken)
    known = Best(puzzle.objective, None, best.value, best.value if proved else None, result.status).summary()
    return replace(result, count=len(taken), raw=raw, self_symmetric=own, objective=known), taken


def _of_value(puzzle: Puzzle, options: SearchOptions, taken: list[Solution]) -> RunResult:
    """All tilings of the best value: at first whole, with what an engine sets for tight packings, for a short while."""
    tight = entry_of(options.engine or DEFAULT).tight
    if tight:
        short = min(TIGHT_SECONDS, options.time_limit or TIGHT_SECONDS)
        first = replace(options, settings={**tight, **options.settings}, time_limit=short)
        result = drained(run_of(puzzle, first, keep=True, whole=True), taken)
        if result.status != "time-limit" or short == options.time_limit:
            return result
        taken.clear()
    return drained(run_of(puzzle, options, keep=True), taken)


def _told(puzzle: Puzzle, options: SearchOptions, best: Best) -> tuple[RunResult, list[Solution]]:
    """What is known of the best where no more is searched for."""
    job = job_of(puzzle, options, keep=True)
    cover, question = job.ask()
    found = [] if best.solution is None else [best.solution]
    result = RunResult.of(
        job,
        cover,
        question,
        status="limit" if best.status == "complete" else best.status,
        count=len(found),
        seconds=0.0,
        jobs=options.jobs or available_cores(),
        solutions=Solutions(puzzle),
        objective=best.summary(),
    )
    return result, found
