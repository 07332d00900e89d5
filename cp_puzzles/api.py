"""The Python interface: what the command line and notebooks use."""

from __future__ import annotations

from collections.abc import Iterator

from cp_puzzles.best_run import best_of
from cp_puzzles.cover.kinds import problem_from
from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.base import Breaking, Question
from cp_puzzles.engines.registry import DEFAULT, refuse_of_counter, require_engine
from cp_puzzles.options import SearchOptions, SolveOptions, keywords_of
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.request import drained, job_of, run_of
from cp_puzzles.search.count_run import count_at_once
from cp_puzzles.search.result import RunResult
from cp_puzzles.search.work.job import Job
from cp_puzzles.symmetry.group import Symmetry


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
        return best_of(puzzle, options, options.on_solution, keep=options.keep)
    kept: list[Solution] = []

    def take(solution: Solution) -> None:
        if options.keep:
            kept.append(solution)
        if options.on_solution is not None:
            options.on_solution(solution)

    return drained(run_of(puzzle, options, keep=True), kept, take)


@keywords_of(SearchOptions)
def count(puzzle: Puzzle, options: SearchOptions) -> RunResult:
    """Count the solutions of a puzzle: the search of `solve`, in constant memory.

    The engine `frontier` counts without a search, in exact integers of any size, where the board is narrow enough.

    >>> result = count("dominoes4x4", jobs=1)
    >>> result.count, result.raw
    (9, 36)
    """
    if puzzle.objective is not None:
        return best_of(puzzle, options, keep=False)
    entry = require_engine(options.engine or DEFAULT, counts=True)
    refuse_of_counter(entry, limit=options.limit, store=options.store, cluster=options.cluster)
    if not entry.enumerates:
        job = job_of(puzzle, options, keep=False)
        return count_at_once(job, time_limit=options.time_limit, on_progress=options.on_progress)
    return drained(run_of(puzzle, options, keep=False), [])


@keywords_of(SearchOptions)
def iter_solutions(puzzle: Puzzle, options: SearchOptions) -> Iterator[Solution]:
    """The solutions of a puzzle one by one, as `solve` finds them; closing the iterator ends the search.

    Ctrl-C is raised when what was found before it has come out.

    >>> solution = next(iter_solutions("pentomino6x10", jobs=1))
    >>> sorted(placement.tile for placement in solution.placements)
    ['F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z']
    """
    if puzzle.objective is not None:
        best = best_of(puzzle, options, keep=True)
        yield from best.solutions
        if best.status == "interrupted":
            raise KeyboardInterrupt
        return
    run = run_of(puzzle, options, keep=True)
    yield from run
    if run.result().status == "interrupted":
        raise KeyboardInterrupt


def ask(puzzle: PuzzleSource, *, symmetry: Symmetry = "full", breaking: Breaking = "lex") -> tuple[Cover, Question]:
    """The cover problem of a puzzle and the question that an engine is asked: for those who look inside."""
    return Job(problem_from(puzzle), symmetry, breaking=breaking).ask()
