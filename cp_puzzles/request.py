"""What is asked of a puzzle: the job that options describe, its run, and the run drained to its result."""

from __future__ import annotations

from collections.abc import Callable

from cp_puzzles.cover.solution import Solution
from cp_puzzles.deadline import TimeIsOver, deadline_after, seconds_until, within
from cp_puzzles.engines.registry import AUTO, DEFAULT, entry_of, require_engine, settings_of
from cp_puzzles.errors import LostPartError, MistakeError, Parameter
from cp_puzzles.options import SearchOptions
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.interrupt import Handover
from cp_puzzles.search.plan.choice import choose_engine
from cp_puzzles.search.result import RunResult
from cp_puzzles.search.run import Conduct, Run
from cp_puzzles.search.work.job import Job
from cp_puzzles.symmetry.group import motions_of


def job_of(puzzle: Puzzle, options: SearchOptions, *, keep: bool) -> Job:
    """The job; where no engine is named, one solution is found by a race, and anything else by the default engine."""
    can_race = options.limit == 1 and options.store is None and options.cluster is None
    engine = options.engine or (AUTO if can_race and not options.settings else DEFAULT)
    settings = dict(options.settings)
    refuse_idle_seed(options)
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


def run_of(puzzle: Puzzle, options: SearchOptions, *, keep: bool, whole: bool = False) -> Run:
    """The run of the job; `whole`: in one part."""
    deadline = deadline_after(options.time_limit)
    job = job_of(puzzle, options, keep=keep)
    time_limit = seconds_until(deadline)  # the choice of an engine has taken some of it
    conduct = Conduct(
        options.limit, time_limit, options.jobs, options.store, options.cluster, options.on_progress, whole
    )
    return Run(job, conduct)


def drained(run: Run, kept: list[Solution], take: Callable[[Solution], None] | None = None) -> RunResult:
    """Run to the end and keep or `take` each solution; an interrupt ends the search and not the program."""
    solutions, take = iter(run), take or kept.append
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


def refuse_idle_seed(options: SearchOptions) -> None:
    """Raise `MistakeError` for a seed where nothing is left to chance."""
    if options.seed is not None and options.limit != 1:
        raise MistakeError(Parameter("seed", options.seed), "nothing is left to chance", "ask for limit 1")
