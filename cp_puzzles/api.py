"""The Python interface: what the command line and notebooks use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from time import monotonic

from cp_puzzles.cover.kinds import problem_from
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.deadline import TimeIsOver, deadline_after, seconds_until, within
from cp_puzzles.engines.base import Breaking, Question
from cp_puzzles.engines.registry import AUTO, DEFAULT, entry_of, refuse_of_counter, require_engine, settings_of
from cp_puzzles.errors import LostPartError, MistakeError, Parameter
from cp_puzzles.options import SearchOptions, SolveOptions, keywords_of
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.search.best import SOON_SECONDS, Best, BestOf, best_by_solver, seconds_to_enumerate, without_objective
from cp_puzzles.search.count_run import count_at_once
from cp_puzzles.search.interrupt import Handover
from cp_puzzles.search.plan.choice import choose_engine
from cp_puzzles.search.result import RunResult
from cp_puzzles.search.run import Conduct, Run
from cp_puzzles.search.work.dispatch import available_cores
from cp_puzzles.search.work.job import Job
from cp_puzzles.symmetry.group import Symmetry, motions_of

TIGHT_SECONDS = 5.0
"""How long tilings of the best value are searched for as tight packings are: 12 V pentominoes in 8x8 take 0.1 s so, and
more than 25 s otherwise; where there are very many of them it is the other way round."""


@keywords_of(SolveOptions)
def solve(puzzle: Puzzle, options: SolveOptions) -> RunResult:
    """Find the solutions of a puzzle, one of each orbit under `symmetry`, in an order that does not depend on `jobs`.

    The puzzle is a name that `cp-puzzles list` shows, the path of a file, a spec or a puzzle. `limit` solutions or
    `time_limit` seconds end the search early; so does Ctrl-C, and the result says so. Each solution is handed to
    `on_solution` as it is found and kept in the result unless `keep` is False. What would need more than so many bytes
    of `memory` is refused before it is built. `jobs` processes work (default: all
    cores), or the workers of a Dask `cluster` (the address of its scheduler, or "local").

    The run is kept in the file `store`; the same call goes on where it stopped, and gives all solutions from the first.
    Raises `MistakeError` for a request that cannot be met, and `LostPartError`, which has the result of everything
    else, if a part killed its workers each time that it was tried.

    >>> result = solve("soma", jobs=1)
    >>> result.count, result.raw, len(result.solutions[0].placements)
    (240, 11520, 7)

    The solutions of a puzzle that makes something largest or smallest are the best ones: the best value is found first,
    then all solutions that have it; what is known of it is the result's `objective`.
    """
    if puzzle.objective is not None:
        return _best(puzzle, options, options.on_solution, keep=options.keep)
    run = _run(puzzle, options, keep=True)
    kept: list[Solution] = []

    def take(solution: Solution) -> None:
        if options.keep:
            kept.append(solution)
        if options.on_solution is not None:
            options.on_solution(solution)

    return _drained(run, take, kept)


@keywords_of(SearchOptions)
def count(puzzle: Puzzle, options: SearchOptions) -> RunResult:
    """Count the solutions of a puzzle: the search of `solve`, in constant memory.

    The engine `frontier` counts without a search, in exact integers of any size, where the board is narrow enough.

    >>> result = count("dominoes4x4", jobs=1)
    >>> result.count, result.raw
    (9, 36)
    """
    if puzzle.objective is not None:
        return _best(puzzle, options, None, keep=False)
    entry = require_engine(options.engine or DEFAULT, counts=True)
    refuse_of_counter(entry, limit=options.limit, store=options.store, cluster=options.cluster)
    if not entry.enumerates:
        job = _job(puzzle, options, keep=False)
        return count_at_once(job, time_limit=options.time_limit, on_progress=options.on_progress)

    return _drained(_run(puzzle, options, keep=False), _none, [])


@keywords_of(SearchOptions)
def iter_solutions(puzzle: Puzzle, options: SearchOptions) -> Iterator[Solution]:
    """The solutions of a puzzle one by one, as `solve` finds them; closing the iterator ends the search.

    Ctrl-C is raised when what was found before it has come out.

    >>> solution = next(iter_solutions("pentomino6x10", jobs=1))
    >>> sorted(placement.tile for placement in solution.placements)
    ['F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z']
    """
    if puzzle.objective is not None:
        best = _best(puzzle, options, None, keep=True)
        yield from best.solutions
        if best.status == "interrupted":
            raise KeyboardInterrupt
        return
    run = _run(puzzle, options, keep=True)
    yield from run
    if run.result().status == "interrupted":
        raise KeyboardInterrupt


def ask(puzzle: PuzzleSource, *, symmetry: Symmetry = "full", breaking: Breaking = "lex") -> tuple[Cover, Question]:
    """The cover problem of a puzzle and the question that an engine is asked: for those who look inside."""
    return Job(problem_from(puzzle), symmetry, breaking=breaking).ask()


def _best(
    puzzle: Puzzle, options: SearchOptions, on_solution: Callable[[Solution], None] | None, *, keep: bool
) -> RunResult:
    """The solutions of the best value: the value first, then the search for all that have it."""
    objective, started = puzzle.objective, monotonic()
    assert objective is not None
    for name in ("store", "cluster"):
        if (value := getattr(options, name)) is not None:
            remedy = f"leave --{name} away, or keep a run of the puzzle with a rule for the best value"
            raise MistakeError(Parameter(name, value), "the best value is searched for here", remedy)
    deadline, seed = deadline_after(options.time_limit), options.seed
    _refuse_idle_seed(options)
    options = replace(options, seed=None)
    engine = _job(without_objective(puzzle), replace(options, limit=None), keep=keep).engine
    options = replace(options, engine=engine)
    try:
        whole = within(deadline, "estimating", lambda: seconds_to_enumerate(puzzle, engine, options.memory))
        cover = within(deadline, "placing", lambda: build_cover(puzzle, options.memory))
    except TimeIsOver as over:
        job, jobs = _job(without_objective(puzzle), options, keep=keep), options.jobs or available_cores()
        return RunResult.before(job, "time-limit", over.phase, seconds=monotonic() - started, jobs=jobs)
    patience = started + max(1.0, whole) if whole < SOON_SECONDS else inf
    until = min(patience, inf if deadline is None else deadline)
    workers = 1 if options.jobs == 1 and seed is not None else None
    found = best_by_solver(cover, deadline=until, on_progress=options.on_progress, seed=seed or 0, workers=workers)
    if found is not None and found.status == "time-limit" and until == patience:
        found = None
    if found is not None and (found.value is None or found.status != "complete" or options.limit == 1):
        return _told(puzzle, options, found, started, on_solution, keep=keep)
    taken: list[Solution] = []
    left = replace(options, time_limit=seconds_until(deadline))
    if found is not None:
        result = _of_value(without_objective(puzzle, value=found.value), left, taken)
        known = found.summary()
    else:
        run = _run(without_objective(puzzle), replace(left, limit=None), keep=True)
        collected = BestOf(objective)
        result = _drained(run, collected.take, collected.solutions)
        value, taken = collected.value, collected.solutions
        proved = result.status == "complete"
        known = {objective.key: objective.measure.name, "value": value, "bound": value if proved else None}
        taken = taken[: options.limit]
        status = "limit" if proved and options.limit is not None and len(taken) == options.limit else result.status
        raw = sum(solution.orbit_size for solution in taken) if status == "complete" else None
        own = (
            sum(solution.orbit_size < (result.group_order or 1) for solution in taken) if status == "complete" else None
        )
        result = replace(result, status=status, count=len(taken), raw=raw, self_symmetric=own)
    if on_solution is not None:
        for solution in taken:
            on_solution(solution)
    kept = Solutions(puzzle, tuple(replace(solution, puzzle=puzzle) for solution in taken) if keep else ())
    return replace(result, objective=known, seconds=monotonic() - started, solutions=kept)


def _of_value(puzzle: Puzzle, options: SearchOptions, taken: list[Solution]) -> RunResult:
    """All tilings of the best value: at first whole, with what an engine sets for tight packings, for a short while."""
    tight = entry_of(options.engine or DEFAULT).tight
    if tight:
        short = min(TIGHT_SECONDS, options.time_limit or TIGHT_SECONDS)
        first = replace(options, settings={**tight, **options.settings}, time_limit=short)
        result = _drained(_run(puzzle, first, keep=True, whole=True), taken.append, taken)
        if result.status != "time-limit" or short == options.time_limit:
            return result
        taken.clear()
    return _drained(_run(puzzle, options, keep=True), taken.append, taken)


def _told(
    puzzle: Puzzle,
    options: SearchOptions,
    best: Best,
    started: float,
    on_solution: Callable[[Solution], None] | None,
    *,
    keep: bool,
) -> RunResult:
    """What is known of the best where no more is searched for; that there is nothing is asked of an engine again."""
    job = _job(without_objective(puzzle), options, keep=True)
    if best.value is None and best.status == "complete":
        return replace(_drained(Run(replace(job, keep=False), Conduct(limit=1)), _none, []), objective=best.summary())
    cover, question = job.ask()
    found = () if best.solution is None else (best.solution,)
    if on_solution is not None:
        for solution in found:
            on_solution(solution)
    return RunResult.of(
        job,
        cover,
        question,
        status="limit" if best.status == "complete" else best.status,
        count=len(found),
        seconds=monotonic() - started,
        jobs=options.jobs or available_cores(),
        solutions=Solutions(puzzle, found if keep else ()),
        objective=best.summary(),
    )


def _none(solution: Solution) -> None:
    raise AssertionError("a count keeps no solution")


def _run(puzzle: Puzzle, options: SearchOptions, *, keep: bool, whole: bool = False) -> Run:
    deadline = deadline_after(options.time_limit)
    job = _job(puzzle, options, keep=keep)
    time_limit = seconds_until(deadline)  # the choice of an engine has taken some of it
    conduct = Conduct(
        options.limit, time_limit, options.jobs, options.store, options.cluster, options.on_progress, whole
    )
    return Run(job, conduct)


def _job(puzzle: Puzzle, options: SearchOptions, *, keep: bool) -> Job:
    """The job; where no engine is named, one solution is found by a race, and anything else by the default engine."""
    can_race = options.limit == 1 and options.store is None and options.cluster is None
    engine = options.engine or (AUTO if can_race and not options.settings else DEFAULT)
    settings = dict(options.settings)
    _refuse_idle_seed(options)
    if options.seed is not None:
        settings["seed"] = options.seed
    require_engine(engine, counts=not keep, settings=settings)
    symmetry = motions_of(puzzle, options.symmetry)
    if entry_of(engine).races and not can_race:
        asked = Job(puzzle, symmetry, breaking=options.breaking, memory=options.memory)
        try:
            deadline = deadline_after(options.time_limit)
            engine = within(deadline, "choosing an engine", lambda: choose_engine(asked.ask()[1]))
        except TimeIsOver:
            engine = DEFAULT
        settings = {name: value for name, value in settings.items() if name in settings_of(engine).names()}
    return Job(puzzle, symmetry, engine, options.breaking, keep, settings=settings, memory=options.memory)


def _refuse_idle_seed(options: SearchOptions) -> None:
    if options.seed is not None and options.limit != 1:
        raise MistakeError(Parameter("seed", options.seed), "nothing is left to chance", "ask for limit 1")


def _drained(run: Run, take: Callable[[Solution], None], kept: list[Solution]) -> RunResult:
    """Run to the end; an interrupt ends the search and not the program."""
    solutions = iter(run)
    try:
        with Handover(run.stop) as hand:
            while True:
                try:
                    solution = next(solutions, None)
                    if solution is None:
                        return run.result(tuple(kept))
                    hand(take, solution)
                except KeyboardInterrupt:
                    run.stop()
                    if run.last is not None and run.released > hand.count:
                        # it came between the run's giving a solution and its being taken here
                        hand(take, run.last)
    except LostPartError as error:
        error.result = run.result(tuple(kept))
        raise
