"""Two engines, one question: do they find the same?"""

from __future__ import annotations

from dataclasses import dataclass, field

from cp_puzzles.api import count, iter_solutions
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import DisagreementError, MistakeError, Parameter
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.result import RunResult
from cp_puzzles.symmetry.group import Symmetry

_OTHER = {"cp-sat": "exact-cover", "exact-cover": "cp-sat", "frontier": "exact-cover"}


@dataclass
class Fingerprints:
    """The hashes of a set of solutions, 8 bytes of content each."""

    hashes: set[int] = field(default_factory=set)

    def add(self, solution: Solution) -> None:
        """Take a solution in."""
        self.hashes.add(hash(solution.placements))


@dataclass(frozen=True)
class CrossCheck:
    """What two engines agreed on: that many solutions, compared one by one or (`sets` False) by their number."""

    engine: str
    other: str
    solutions: int
    sets: bool


def cross_check(
    puzzle: Puzzle, result: RunResult, found: Fingerprints | None = None, *, jobs: int | None
) -> CrossCheck:
    """Ask another engine the question that `result` answers, and compare: the sets of solutions, or the numbers.

    Raises `DisagreementError` when they differ, `MistakeError` when the result is not complete and so says nothing.
    """
    other = _OTHER[result.engine]
    if result.status != "complete":
        raise MistakeError(
            Parameter("cross_check"),
            f"the search ended early ({result.status})",
            "compare without --limit and --time-limit",
        )
    symmetry: Symmetry = result.symmetry  # type: ignore[assignment]
    if found is None:
        again = count(puzzle, symmetry=symmetry, engine=other, jobs=jobs)
        if again.status == "interrupted":
            raise KeyboardInterrupt
        if (again.count, again.raw) != (result.count, result.raw):
            raise DisagreementError(
                f"{result.engine} counts {result.count} solutions ({result.raw} in all), "
                f"{other} counts {again.count} ({again.raw} in all)"
            )
        return CrossCheck(result.engine, other, again.count, sets=False)
    left = set(found.hashes)
    number = 0
    for number, solution in enumerate(iter_solutions(puzzle, symmetry=symmetry, engine=other, jobs=jobs), start=1):  # noqa: B007
        try:
            left.remove(hash(solution.placements))
        except KeyError:
            raise DisagreementError(f"{other} finds a solution that {result.engine} misses: {solution!r}") from None
    if left:
        raise DisagreementError(f"{other} misses {len(left)} of the {result.count} solutions of {result.engine}")
    return CrossCheck(result.engine, other, number, sets=True)
