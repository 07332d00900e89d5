"""Checks: of a puzzle file (size, symmetries, expected counts, difficulty), and of one engine by another."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.deadline import Deadline, propagate_interrupt
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.proofs.weight_search import reason_for_none
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import EQUIVALENCES, Symmetry, isometry_counts
from cp_puzzles.engines.registry import entry_of
from cp_puzzles.errors import DisagreementError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.schema import Expected
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.search import count_solutions, find_solutions
from cp_puzzles.search.search_options import IterOptions, SearchOptions

if TYPE_CHECKING:
    from cp_puzzles.analysis.design.difficulty import Difficulty


@dataclass(frozen=True)
class Comparison:
    """A number that the file expects and the number counted (None if the time limit came first)."""

    name: str
    expected: int
    counted: int | None
    seconds: float = 0.0

    @property
    def agrees(self) -> bool:
        """True if both numbers are equal."""
        return self.expected == self.counted

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        numbers = {"expected": self.expected, "counted": self.counted, "seconds": self.seconds}
        return {"what": self.name, **numbers, "agrees": self.agrees}


@dataclass(frozen=True)
class Check:
    """Findings about one puzzle file.

    A cover problem in a file has neither cells nor tiles. `symmetry_order` is the number of isometries of the board
    that keep the puzzle, `rotations` the number of rotations among them. `difficulty` is set on request; otherwise
    `no_grade` may say why the puzzle has no grade.
    """

    file: str
    name: str
    cells: int
    tiles: int
    items: int
    options: int
    symmetry_order: int
    rotations: int
    reason: str | None
    expects_none: bool
    comparisons: tuple[Comparison, ...] = ()
    difficulty: Difficulty | None = None
    no_grade: str | None = None

    @property
    def exit_status(self) -> int:
        """Status 0: correct; 1: proved to have no solution; 2: a wrong number; 3: a number not counted in time."""
        if any(not c.agrees and c.counted is not None for c in self.comparisons):
            return 2
        if any(c.counted is None for c in self.comparisons):
            return 3
        return 1 if self.reason is not None and not self.expects_none else 0

    def summary(self) -> dict[str, Any]:
        """Return the findings as plain data."""
        nested = ("comparisons", "difficulty", "no_grade")
        plain = {key: value for key, value in vars(self).items() if key not in nested}
        if self.difficulty is not None or self.no_grade is not None:
            plain["difficulty"] = None if self.difficulty is None else self.difficulty.summary()
            plain["no_grade"] = self.no_grade
        return plain | {"comparisons": [c.to_dict() for c in self.comparisons]}


def check_spec(path: str, *, solve: bool = False, grade: bool = False, **keywords: Any) -> Check:
    """Check a puzzle file or a cover problem: with `solve` its expected counts, with `grade` its difficulty.

    Further keywords are options of `count`, such as `parameters` and `leave`.

    Raises `SpecError` for a mistake in the file and `CanceledError` if `time_limit` ends before placements are known.

    >>> check = check_spec("pentomino6x10")
    >>> check.options, check.symmetry_order, check.exit_status
    (2056, 4, 0)
    """
    options = IterOptions(**keywords)
    deadline = Deadline.after(options.time_limit)
    puzzle = deadline.run("reading", lambda: options.puzzle(path))
    # the expected numbers are those of the whole board
    expected = Expected() if options.leave or puzzle.spec is None else puzzle.spec.expected
    cover = deadline.run("placing", lambda: build_cover(puzzle, options.memory))
    orders = deadline.run("looking for symmetries", lambda: isometry_counts(cover))
    reason = deadline.run("looking for reasons", lambda: reason_for_none(cover))
    comparisons: list[Comparison] = []
    if expected.options is not None:
        comparisons.append(Comparison("options", expected.options, len(cover.problem.options)))
    if solve:
        comparisons += _comparisons(puzzle, expected, SearchOptions.of(options))
    graded, no_grade = None, None
    if grade:
        from cp_puzzles.analysis.design.difficulty import difficulty  # with a search of its own, only for a grade

        try:
            graded = difficulty(puzzle, time_limit=options.time_limit)
        except MistakeError as error:
            no_grade = error.reason
    sizes = len(puzzle.board.cells), len(puzzle.tiles), len(cover.problem.items), len(cover.problem.options)
    expects_none = 0 in (getattr(expected, symmetry) for symmetry in EQUIVALENCES)
    rotations, compared = orders["rotations"], tuple(comparisons)
    return Check(path, puzzle.name, *sizes, orders["full"], rotations, reason, expects_none, compared, graded, no_grade)


def _comparisons(puzzle: Puzzle, expected: Expected, options: SearchOptions) -> Iterator[Comparison]:
    """Yield the comparisons of expected numbers that a search finds: best value, solutions, those that come apart."""
    requests = {"best": replace(options, limit=1)} | {name: replace(options, symmetry=name) for name in EQUIVALENCES}
    for name, asked in requests.items():
        if (number := getattr(expected, name)) is not None:
            counted = propagate_interrupt(partial(count_solutions, puzzle, asked))
            value = (counted.objective or {}).get("value") if name == "best" else counted.count
            is_counted = counted.status == "complete" or (name == "best" and counted.status == "limit")
            yield Comparison(name, number, value if is_counted else None, counted.seconds)
    if (expected.apart, expected.level) == (None, None):
        return
    from cp_puzzles.analysis.disassemblies import apart

    result = propagate_interrupt(partial(apart, puzzle, **vars(replace(options, symmetry="rotations"))))
    is_complete = result.status == "complete" and not result.unknown
    highest = max((level for level, _, _ in result.by_level()), default=0)
    for name, wanted, value in (("apart", expected.apart, result.buildable), ("level", expected.level, highest)):
        if wanted is not None:
            yield Comparison(name, wanted, value if is_complete else None, result.seconds)


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

    `fingerprints` are the hashes of the placements of its solutions. Raises `DisagreementError` if they differ and
    `MistakeError` if the result is incomplete. The second engine has `time_limit` seconds; Ctrl-C ends it too.
    """
    other = entry_of(result.engine).checked_by
    if result.status != "complete":
        remedy = "complete searches are compared; remove ", Parameter("limit"), " and ", Parameter("time_limit")
        raise MistakeError(Parameter("cross_check"), f"the search ended early ({result.status})", remedy)
    symmetry: Symmetry = result.symmetry  # type: ignore[assignment]
    asked = SearchOptions(symmetry=symmetry, engine=other, jobs=jobs, time_limit=time_limit)
    if fingerprints is None:
        again = count_solutions(puzzle, asked)
        if again.status != "complete":
            return CrossCheck(result.engine, other, again.count, sets=False, status=again.status)
        if (again.count, again.raw) != (result.count, result.raw):
            every = "with all rotations and reflections"
            words = f"{result.engine} counts {result.count} solutions ({result.raw} {every})"
            raise DisagreementError(f"{words}, {other} counts {again.count} ({again.raw} {every})")
        return CrossCheck(result.engine, other, again.count, sets=False)
    missing = set(fingerprints)

    def compare(solution: Solution) -> None:
        try:
            missing.remove(hash(solution.placements))
        except KeyError:
            raise DisagreementError(f"{other} finds a solution that {result.engine} misses: {solution!r}") from None

    again = find_solutions(puzzle, asked, compare, keep=False)
    if missing and again.status == "complete":
        raise DisagreementError(f"{other} misses {len(missing)} of the {result.count} solutions of {result.engine}")
    return CrossCheck(result.engine, other, again.count, sets=True, status=again.status)
