"""The Python interface: what the command line and notebooks use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.base import Breaking, Question
from cp_puzzles.engines.registry import COUNTER
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.frontier_run import count_by_frontier
from cp_puzzles.search.job import Job
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult
from cp_puzzles.search.run import Run
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
    on_solution: Callable[[Solution], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    keep: bool = True,
    settings: Mapping[str, object] | None = None,
) -> RunResult:
    """Find the solutions of a puzzle, one of each orbit under `symmetry`, in an order that does not depend on `jobs`.

    `limit` solutions or `time_limit` seconds end the search early; so does Ctrl-C, and the result says so. Each
    solution is handed to `on_solution` as it is found and kept in the result unless `keep` is False. `jobs` processes
    work (default: all cores). Raises `MistakeError` for a request that cannot be met.

    >>> from cp_puzzles import build_puzzle, load_spec
    >>> result = solve(build_puzzle(load_spec("soma")), jobs=1)
    >>> result.count, result.raw, len(result.solutions[0].placements)
    (240, 11520, 7)
    """
    run = _run(puzzle, symmetry, engine, breaking, limit, time_limit, jobs, on_progress, settings, keep=True)
    kept: list[Solution] = []
    solutions = iter(run)
    while True:
        try:
            solution = next(solutions, None)
            if solution is None:
                break
            if keep:
                kept.append(solution)
            if on_solution is not None:
                on_solution(solution)
        except KeyboardInterrupt:
            run.stop()
    return run.result(tuple(kept))


def count(
    puzzle: Puzzle,
    *,
    symmetry: Symmetry = "full",
    engine: str = "cp-sat",
    breaking: Breaking = "lex",
    limit: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
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
    if engine == COUNTER:
        if limit is not None:
            raise MistakeError(f"limit={limit}", f"the engine {engine} counts all at once", "leave the limit away")
        job = Job(puzzle, symmetry, engine, breaking, keep=False)
        return count_by_frontier(job, time_limit=time_limit, on_progress=on_progress)
    run = _run(puzzle, symmetry, engine, breaking, limit, time_limit, jobs, on_progress, settings, keep=False)
    for _ in run:
        raise AssertionError("a count keeps no solution")
    return run.result()


def iter_solutions(
    puzzle: Puzzle,
    *,
    symmetry: Symmetry = "full",
    engine: str = "cp-sat",
    breaking: Breaking = "lex",
    limit: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    settings: Mapping[str, object] | None = None,
) -> Iterator[Solution]:
    """The solutions of a puzzle one by one, as `solve` finds them; closing the iterator ends the search.

    >>> from cp_puzzles import build_puzzle, load_spec
    >>> solution = next(iter_solutions(build_puzzle(load_spec("pentomino6x10")), jobs=1))
    >>> sorted(placement.tile for placement in solution.placements)
    ['F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z']
    """
    yield from _run(puzzle, symmetry, engine, breaking, limit, time_limit, jobs, None, settings, keep=True)


def ask(puzzle: Puzzle, *, symmetry: Symmetry = "full", breaking: Breaking = "lex") -> tuple[Cover, Question]:
    """The cover problem of a puzzle and the question that an engine is asked: for those who look inside."""
    return Job(puzzle, symmetry, breaking=breaking).ask()


def _run(
    puzzle: Puzzle,
    symmetry: Symmetry,
    engine: str,
    breaking: Breaking,
    limit: int | None,
    time_limit: float | None,
    jobs: int | None,
    on_progress: Callable[[Progress], None] | None,
    settings: Mapping[str, Any] | None,
    *,
    keep: bool,
) -> Run:
    for name, value, known in (("symmetry", symmetry, SYMMETRIES), ("breaking", breaking, ("lex", "filter"))):
        if value not in known:
            raise MistakeError(f"{name}={value!r}", "there is no such value", "values: " + ", ".join(known))
    for name, number in (("limit", limit), ("jobs", jobs)):
        if number is not None and number < 1:
            raise MistakeError(f"{name}={number}", "this is less than 1", "ask for 1 or more")
    if time_limit is not None and not time_limit > 0:
        raise MistakeError(f"time_limit={time_limit}", "no time is left", "give a number of seconds above 0")
    job = Job(puzzle, symmetry, engine, breaking, keep, settings=settings or {})
    return Run(job, limit=limit, time_limit=time_limit, jobs=jobs, on_progress=on_progress)
