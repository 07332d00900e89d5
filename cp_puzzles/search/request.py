"""Steps of a search: options become a job, a job becomes a run, and a run has a result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cp_puzzles.base.interrupts import InterruptGuard
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import effective_symmetry
from cp_puzzles.engines.registry import DEFAULT, MODEL_ENGINE, require_engine
from cp_puzzles.errors import LostPartError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.run import Run
from cp_puzzles.search.run_plan import RunConfig
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.workers.job import SearchJob

if TYPE_CHECKING:
    from cp_puzzles.search.follow_up import FollowUp


def job_of(puzzle: Puzzle, options: SearchOptions, *, keep: bool) -> SearchJob:
    """Return the job that options describe; settings without an engine are settings of CP-SAT."""
    engine = options.engine or (MODEL_ENGINE if options.settings else DEFAULT)
    settings = dict(options.settings)
    refuse_idle_seed(options)
    if options.seed is not None:
        settings["seed"] = options.seed
    require_engine(engine, counts=not keep, settings=settings)
    symmetry = effective_symmetry(puzzle, options.symmetry)
    return SearchJob(puzzle, symmetry, engine, options.breaking, keep, settings=settings, memory=options.memory)


def run_of(
    puzzle: Puzzle,
    options: SearchOptions,
    *,
    keep: bool,
    single_part: bool = False,
    draws: bool = False,
    share: str = "",
    follow_up: FollowUp | None = None,
) -> Run:
    """Return the run of the job that options describe."""
    config = RunConfig(options, single_part=single_part, draws=draws, share=share, follow_up=follow_up)
    return Run(job_of(puzzle, options, keep=keep), config)


def collect(run: Run, kept: list[Solution], take: Callable[[Solution], None] | None = None) -> RunResult:
    """Return the result of a run; pass its solutions to `take`, by default to `kept.append`.

    An interrupt ends the search early.
    """
    solutions, take = iter(run), take or kept.append
    taken = 0
    try:
        with InterruptGuard(run.stop) as guard:
            while True:
                try:
                    solution = next(solutions, None)
                    if solution is None:
                        return run.result(tuple(kept))
                    with guard.deferred():
                        take(solution)
                        taken += 1
                except KeyboardInterrupt:
                    run.stop()
                    if run.last is not None and run.released > taken:
                        # the interrupt came after the run had released the solution and before it was taken
                        with guard.deferred():
                            take(run.last)
                            taken += 1
    except LostPartError as error:
        error.result = run.result(tuple(kept))
        raise


def refuse_idle_seed(options: SearchOptions) -> None:
    """Raise `MistakeError` for a seed of a search that is not randomized."""
    if options.seed is not None and options.limit != 1:
        raise MistakeError(
            Parameter("seed", options.seed),
            ("the seed has an effect only with ", Parameter("limit", 1)),
            ("add ", Parameter("limit", 1)),
        )
