"""The Python interface: what the command line and notebooks use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.base import Breaking, Question
from cp_puzzles.engines.registry import COUNTER, require_engine
from cp_puzzles.errors import LostPartError, MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.frontier_run import count_by_frontier
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult
from cp_puzzles.search.run import Conduct, Run
from cp_puzzles.search.work.job import Job
from cp_puzzles.symmetry.group import SYMMETRIES, Symmetry


def solve(
    puzzle: Puzzle,
    *,
    symmetry: Symmetry = "full",
    engine: str = "cp-sat",
    breaking: Breaking = "lex",
    limit: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    store: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    on_solution: Callable[[Solution], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    keep: bool = True,
    settings: Mapping[str, object] | None = None,
) -> RunResult:
    """Find the solutions of a puzzle, one of each orbit under `symmetry`, in an order that does not depend on `jobs`.

    `limit` solutions or `time_limit` seconds end the search early; so does Ctrl-C, and the result says so. Each
    solution is handed to `on_solution` as it is found and kept in the result unless `keep` is False. `jobs` processes
    work (default: all cores), or the workers of a Dask `cluster` (the address of its scheduler, or "local").

    The run is kept in the file `store`; the same call goes on where it stopped, and gives all solutions from the first.
    Raises `MistakeError` for a request that cannot be met, and `LostPartError`, which has the result of everything
    else, if a part killed its workers each time that it was tried.

    >>> from cp_puzzles import build_puzzle, load_spec
    >>> result = solve(build_puzzle(load_spec("soma")), jobs=1)
    >>> result.count, result.raw, len(result.solutions[0].placements)
    (240, 11520, 7)
    """
    job = _job(puzzle, symmetry, engine, breaking, settings, keep=True)
    run = Run(job, _conduct(limit, time_limit, jobs, store, cluster, on_progress))
    kept: list[Solution] = []

    def take(solution: Solution) -> None:
        if keep:
            kept.append(solution)
        if on_solution is not None:
            on_solution(solution)

    return _drained(run, take, kept)


def count(
    puzzle: Puzzle,
    *,
    symmetry: Symmetry = "full",
    engine: str = "cp-sat",
    breaking: Breaking = "lex",
    limit: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    store: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    settings: Mapping[str, object] | None = None,
) -> RunResult:
    """Count the solutions of a puzzle: the search of `solve`, in constant memory.

    The engine `frontier` counts without a search, in exact integers of any size, where the board is narrow enough.

    >>> from cp_puzzles import build_puzzle, parse_spec
    >>> dominoes = parse_spec("{name: d, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]}")
    >>> result = count(build_puzzle(dominoes), jobs=1)
    >>> result.count, result.raw
    (9, 36)
    """
    job = _job(puzzle, symmetry, engine, breaking, settings, keep=False)
    conduct = _conduct(limit, time_limit, jobs, store, cluster, on_progress)
    if engine == COUNTER:
        setting = next(iter(settings or {}), None)
        for name, value in (("limit", limit), ("store", store), ("cluster", cluster), ("setting", setting)):
            if value is not None:
                raise MistakeError(
                    f"--{name} {value}", f"the engine {engine} counts all at once", f"leave the {name} away"
                )
        return count_by_frontier(job, time_limit=time_limit, on_progress=on_progress)
    run = Run(job, conduct)

    def take(solution: Solution) -> None:
        raise AssertionError("a count keeps no solution")

    return _drained(run, take, [])


def iter_solutions(
    puzzle: Puzzle,
    *,
    symmetry: Symmetry = "full",
    engine: str = "cp-sat",
    breaking: Breaking = "lex",
    limit: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    store: str | os.PathLike[str] | None = None,
    cluster: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> Iterator[Solution]:
    """The solutions of a puzzle one by one, as `solve` finds them; closing the iterator ends the search.

    Ctrl-C is raised when what was found before it has come out.

    >>> from cp_puzzles import build_puzzle, load_spec
    >>> solution = next(iter_solutions(build_puzzle(load_spec("pentomino6x10")), jobs=1))
    >>> sorted(placement.tile for placement in solution.placements)
    ['F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z']
    """
    job = _job(puzzle, symmetry, engine, breaking, settings, keep=True)
    run = Run(job, _conduct(limit, time_limit, jobs, store, cluster, None))
    yield from run
    if run.result().status == "interrupted":
        raise KeyboardInterrupt


def ask(puzzle: Puzzle, *, symmetry: Symmetry = "full", breaking: Breaking = "lex") -> tuple[Cover, Question]:
    """The cover problem of a puzzle and the question that an engine is asked: for those who look inside."""
    return Job(puzzle, symmetry, breaking=breaking).ask()


def _drained(run: Run, take: Callable[[Solution], None], kept: list[Solution]) -> RunResult:
    """Run to the end; an interrupt ends the search and not the program."""
    solutions = iter(run)
    try:
        while True:
            try:
                solution = next(solutions, None)
                if solution is None:
                    return run.result(tuple(kept))
                take(solution)
            except KeyboardInterrupt:
                run.stop()
    except LostPartError as error:
        error.result = run.result(tuple(kept))
        raise


def _job(
    puzzle: Puzzle,
    symmetry: Symmetry,
    engine: str,
    breaking: Breaking,
    settings: Mapping[str, Any] | None,
    *,
    keep: bool,
) -> Job:
    for name, value, known in (("symmetry", symmetry, SYMMETRIES), ("breaking", breaking, ("lex", "filter"))):
        if value not in known:
            raise MistakeError(f"{name}={value!r}", "there is no such value", "values: " + ", ".join(known))
    require_engine(engine, counts=not keep)
    return Job(puzzle, symmetry, engine, breaking, keep, settings=settings or {})


def _conduct(
    limit: int | None,
    time_limit: float | None,
    jobs: int | None,
    store: str | os.PathLike[str] | None,
    cluster: str | None,
    on_progress: Callable[[Progress], None] | None,
) -> Conduct:
    for name, number in (("limit", limit), ("jobs", jobs)):
        if number is not None and number < 1:
            raise MistakeError(f"{name}={number}", "this is less than 1", "ask for 1 or more")
    if time_limit is not None and not time_limit > 0:
        raise MistakeError(f"time_limit={time_limit}", "no time is left", "give a number of seconds above 0")
    return Conduct(limit, time_limit, jobs, store, cluster, on_progress)
