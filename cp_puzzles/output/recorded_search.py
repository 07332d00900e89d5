"""`solve` and `count` of `api.py`, with the files and the comparison that the command line offers."""

from __future__ import annotations

import warnings
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from cp_puzzles import api
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.keywords import keywords_of
from cp_puzzles.search.options import (
    CountOptions,
    PuzzleOptions,
    RecordedCountOptions,
    RecordedSolveOptions,
    SolveOptions,
)
from cp_puzzles.search.run_result import RunResult

if TYPE_CHECKING:
    from cp_puzzles.output.search_record import SearchRecord


@keywords_of(RecordedSolveOptions)
def solve(puzzle: Puzzle, options: RecordedSolveOptions) -> RunResult:
    """Find the solutions of a puzzle, one of each orbit under `symmetry`, in an order that does not depend on `jobs`.

    `limit` solutions, `time_limit` seconds or Ctrl-C end the search early; see the result's `status`. Data that would
    exceed `memory` bytes are refused before they are built. A call with the same `store` resumes the run and returns
    all solutions from the first. For a puzzle with an objective, the best value is found first, then all solutions
    that have it; the result's `objective` is the value with its bound.

    `out` writes every solution as it is found; the file has the solutions written before an early end. `cross_check`
    repeats a complete search with another engine. An early end leaves `certificate` and `cross_check` undone, with a
    `RuntimeWarning`.

    With a `model` of `to_model`, to which constraints were added, the tilings are its solutions, each once.

    Raises
    ------
    MistakeError
        If the request is invalid.
    LostPartError
        If the worker of a part died at every attempt; it has the result of all other parts.
    DisagreementError
        If another engine, with `cross_check`, or the proof of a `certificate` has other solutions.

    See Also
    --------
    count, iter_solutions, to_model, explain

    Examples
    --------
    >>> result = solve("soma", jobs=1)
    >>> result.count, result.raw, len(result.solutions[0].placements)
    (240, 11520, 7)
    """
    asked = _values(options, SolveOptions)
    if options.model is not None and options.is_recorded:
        name = "cross_check" if options.cross_check else "certificate"
        problem = "it would cover the puzzle without your constraints"
        raise MistakeError(Parameter(name), problem, ("omit ", Parameter(name)))
    if not options.is_recorded and options.out is None:
        return api.solve(puzzle, **asked)
    with _record(puzzle, options, options.out) as record:

        def take(solution: Solution) -> None:
            record.write(solution)
            if options.on_solution is not None:
                options.on_solution(solution)

        result = api.solve(puzzle, **asked | {"on_solution": take})
        record.conclude(result.symmetry, is_complete=result.status == "complete")
    _follow_up(record, result, sets=True)
    return result


@keywords_of(RecordedCountOptions)
def count(puzzle: Puzzle, options: RecordedCountOptions) -> RunResult:
    """Count the solutions of a puzzle: the search of `solve`, in constant memory.

    The engine `frontier` counts without a search, in exact integers of any size, if the board is narrow enough.

    See Also
    --------
    solve, tabulate, estimate

    Examples
    --------
    >>> result = count("dominoes4x4", jobs=1)
    >>> result.count, result.raw
    (9, 36)
    """
    asked = _values(options, CountOptions)
    if not options.is_recorded:
        return api.count(puzzle, **asked)
    record = _record(puzzle, options)
    result = api.count(puzzle, **asked)
    _follow_up(record, result, sets=False)
    return result


def _values(options: PuzzleOptions, kept: type[PuzzleOptions]) -> dict[str, Any]:
    """Return the options of a plain search; the changes are made already."""
    names = {field.name for field in fields(kept)} - {field.name for field in fields(PuzzleOptions)}
    return {name: getattr(options, name) for name in sorted(names)}


def _record(puzzle: Puzzle, options: RecordedSolveOptions | RecordedCountOptions, out: Any = None) -> SearchRecord:
    from cp_puzzles.output.search_record import SearchRecord  # with the engine of proofs, which takes time to load

    return SearchRecord(puzzle, options, out)


def _follow_up(record: SearchRecord, result: RunResult, *, sets: bool) -> None:
    """Write the certificate and compare; warn of what an early end prevents."""
    for sentence, status in record.follow_up(result, sets=sets):
        if sentence and status != "complete":
            warnings.warn(sentence, RuntimeWarning, stacklevel=4)
