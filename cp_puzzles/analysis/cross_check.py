"""Two engines, one question: do they find the same?"""

from __future__ import annotations

from dataclasses import dataclass, field

from cp_puzzles.api import count, solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import DisagreementError, MistakeError, Parameter
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.result import RunResult, Status
from cp_puzzles.symmetry.group import Symmetry


@dataclass
class Fingerprints:
    """The hashes of a set of solutions, 8 bytes of content each."""

    hashes: set[int] = field(default_factory=set)

    def add(self, solution: Solution) -> None:
        """Take a solution in."""
        self.hashes.add(hash(solution.placements))


@dataclass(frozen=True)
class CrossCheck:
    """What two engines agreed on: that many solutions, compared one by one or (`sets` False) by their number.

    `status` other than `complete`: the other engine was stopped before it knew, and nothing was compared.
    """

    engine: str
    other: str
    solutions: int
    sets: bool
    status: Status = "complete"


def cross_check(
    puzzle: Puzzle,
    result: RunResult,
    found: Fingerprints | None = None,
    *,
    jobs: int | None,
    time_limit: float | None = None,
) -> CrossCheck:
    """Ask another engine the question that `result` answers, and compare: the sets of solutions, or the numbers.

    Raises `DisagreementError` when they differ, `MistakeError` when the result is not complete and so says nothing.
    The other engine has `time_limit` seconds; Ctrl-C ends it as well.
    """
    other = entry_of(result.engine).checked_by
    if result.status != "complete":
        raise MistakeError(
            Parameter("cross_check"),
            f"the search ended early ({result.status})",
            "compare without --limit and --time-limit",
        )
    symmetry: Symmetry = result.symmetry  # type: ignore[assignment]
    if found is None:
        again = count(puzzle, symmetry=symmetry, engine=other, jobs=jobs, time_limit=time_limit)
        if again.status != "complete":
            return CrossCheck(result.engine, other, again.count, sets=False, status=again.status)
        if (again.count, again.raw) != (result.count, result.raw):
            raise DisagreementError(
                f"{result.engine} counts {result.count} solutions ({result.raw} in all), "
                f"{other} counts {again.count} ({again.raw} in all)"
            )
        return CrossCheck(result.engine, other, again.count, sets=False)
    left = set(found.hashes)

    def compare(solution: Solution) -> None:
        try:
            left.remove(hash(solution.placements))
        except KeyError:
            raise DisagreementError(f"{other} finds a solution that {result.engine} misses: {solution!r}") from None

    again = solve(
        puzzle, symmetry=symmetry, engine=other, jobs=jobs, time_limit=time_limit, on_solution=compare, keep=False
    )
    if left and again.status == "complete":
        raise DisagreementError(f"{other} misses {len(left)} of the {result.count} solutions of {result.engine}")
    return CrossCheck(result.engine, other, again.count, sets=True, status=again.status)
