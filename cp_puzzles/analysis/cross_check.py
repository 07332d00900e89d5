"""Comparison of two engines on the same request."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import DisagreementError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.searches import count_solutions, find_solutions


def fingerprint(solution: Solution) -> int:
    """Return a hash of a solution, by which two engines are compared: 8 bytes."""
    return hash(solution.placements)


@dataclass(frozen=True)
class CrossCheck:
    """Number of solutions on which two engines agree, compared one by one or, if `sets` is False, by count.

    A `status` other than `complete` means that the second engine was stopped first and nothing was compared.
    """

    engine: str
    other: str
    solutions: int
    sets: bool
    status: Status = "complete"


def cross_check(
    puzzle: Puzzle,
    result: RunResult,
    fingerprints: Set[int] | None = None,
    *,
    jobs: int | None,
    time_limit: float | None = None,
) -> CrossCheck:
    """Run the request of `result` with another engine and compare the sets of solutions, or their counts.

    Raises `DisagreementError` if they differ and `MistakeError` if the result is incomplete. The second engine has
    `time_limit` seconds; Ctrl-C ends it too.
    """
    other = entry_of(result.engine).checked_by
    if result.status != "complete":
        raise MistakeError(
            Parameter("cross_check"),
            f"the search ended early ({result.status})",
            ("complete searches are compared; remove ", Parameter("limit"), " and ", Parameter("time_limit")),
        )
    symmetry: Symmetry = result.symmetry  # type: ignore[assignment]
    asked = SearchOptions(symmetry=symmetry, engine=other, jobs=jobs, time_limit=time_limit)
    if fingerprints is None:
        again = count_solutions(puzzle, asked)
        if again.status != "complete":
            return CrossCheck(result.engine, other, again.count, sets=False, status=again.status)
        if (again.count, again.raw) != (result.count, result.raw):
            raise DisagreementError(
                f"{result.engine} counts {result.count} solutions ({result.raw} with all rotations and reflections), "
                f"{other} counts {again.count} ({again.raw} with all rotations and reflections)"
            )
        return CrossCheck(result.engine, other, again.count, sets=False)
    missing = set(fingerprints)

    def compare(solution: Solution) -> None:
        try:
            missing.remove(fingerprint(solution))
        except KeyError:
            raise DisagreementError(f"{other} finds a solution that {result.engine} misses: {solution!r}") from None

    again = find_solutions(puzzle, asked, compare, keep=False)
    if missing and again.status == "complete":
        raise DisagreementError(f"{other} misses {len(missing)} of the {result.count} solutions of {result.engine}")
    return CrossCheck(result.engine, other, again.count, sets=True, status=again.status)
