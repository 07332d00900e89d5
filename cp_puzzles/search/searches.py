"""The searches that every layer above calls: for solutions, for their number, and one solution after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import DEFAULT, FASTEST, refuse_for_counter, require_engine
from cp_puzzles.errors import MistakeError, Parameter, WideFrontierError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.best_solutions import best_of
from cp_puzzles.search.count_run import count_at_once
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.request import collect, run_of
from cp_puzzles.search.run_result import RunResult

DEFAULTS = SearchOptions()


def find_solutions(
    puzzle: Puzzle,
    options: SearchOptions = DEFAULTS,
    on_solution: Callable[[Solution], None] | None = None,
    *,
    keep: bool = True,
    draws: bool = False,
) -> RunResult:
    """Find the solutions of a puzzle; pass each to `on_solution`, and `keep` them in the result.

    If a user `draws` all of them, the CP-SAT model is preferred to a faster engine for a short search.
    """
    if puzzle.objective is not None:
        return best_of(puzzle, options, on_solution, keep=keep)
    kept: list[Solution] = []

    def take(solution: Solution) -> None:
        if keep:
            kept.append(solution)
        if on_solution is not None:
            on_solution(solution)

    return collect(run_of(puzzle, options, keep=True, draws=draws), kept, take)


def count_solutions(puzzle: Puzzle, options: SearchOptions = DEFAULTS) -> RunResult:
    """Count the solutions of a puzzle, also with an engine that only counts."""
    if puzzle.objective is not None:
        return best_of(puzzle, options, keep=False)
    entry = require_engine(options.engine or DEFAULT, counts=True)
    refuse_for_counter(entry, limit=options.limit, store=options.store, cluster=options.cluster)
    if not entry.enumerates and options.symmetry == "components":
        # Burnside's lemma would sum over the subgroups of a product of groups, which are far too many
        problem = f"the engine {entry.name} does not support this equivalence"
        raise MistakeError(Parameter("symmetry", options.symmetry), problem, "use an engine that enumerates")
    run = run_of(puzzle, options, keep=False)
    if run.plan.counts_at_once:
        try:
            return count_at_once(run.plan)
        except WideFrontierError:
            if not entry.enumerates:
                raise
            seconds = run.plan.deadline.seconds
            run = run_of(puzzle, replace(options, engine=FASTEST, time_limit=seconds), keep=False)
    return collect(run, [])


def each_solution(puzzle: Puzzle, options: SearchOptions = DEFAULTS) -> Iterator[Solution]:
    """Yield the solutions of a puzzle as they are found; raise an interrupt after those found before it."""
    if puzzle.objective is not None:
        best = best_of(puzzle, options, keep=True)
        yield from best.solutions
        if best.status == "interrupted":
            raise KeyboardInterrupt
        return
    run = run_of(puzzle, options, keep=True, draws=True)
    yield from run
    if run.result().status == "interrupted":
        raise KeyboardInterrupt
