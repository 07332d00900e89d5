"""All tilings of a puzzle by number, without holding them: how many, the k-th, and how many have a placement.

Where the frontier is narrow its tables know all of that, for 10^60 tilings as well as for ten. Elsewhere the tilings
are listed up to symmetry, as far as there are not too many.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

import numpy as np

from cp_puzzles.analysis.orbits import orbits
from cp_puzzles.api import solve
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.engines.base import Numbering
from cp_puzzles.engines.registry import COUNTERS, DEFAULT, FASTEST, is_installed, load_counter, require_engine
from cp_puzzles.errors import InvalidSolutionError, MistakeError, Parameter
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.memory import UNITS
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.search.interrupt import unless_interrupted
from cp_puzzles.search.plan.estimate import estimate
from cp_puzzles.search.progress import Progress
from cp_puzzles.symmetry.group import symmetry_group
from cp_puzzles.symmetry.leader import lex_leader

MOST_LISTED = 1_000_000
"""So many solutions up to symmetry are listed at most."""

_ESTIMATE_SECONDS = 1.0
_REMEDY = "take a narrower board or fewer different tiles, or see some solutions with solve --limit"

MEMORY = 2 * UNITS["GB"]
"""Bytes that tables may take."""


@dataclass(frozen=True, eq=False)
class Tilings(ABC):
    """All tilings of a puzzle, turned and mirrored ones as well, numbered from 0.

    `engine` is what found them, `reason` why there is none where that is plain.
    """

    cover: Cover = field(repr=False)
    engine: str
    reason: str | None

    @property
    def puzzle(self) -> Puzzle:
        """Their puzzle."""
        return self.cover.puzzle

    @property
    @abstractmethod
    def total(self) -> int:
        """How many there are."""

    @cached_property
    @abstractmethod
    def occurrences(self) -> dict[Placement, int]:
        """For each placement of the puzzle, given ones too, the number of tilings that have it."""

    def at(self, numbers: Sequence[int]) -> Solutions:
        """The tilings of these numbers, which may repeat; raises `IndexError` for one below 0 or beyond the last."""
        for number in numbers:
            if not 0 <= number < self.total:
                raise IndexError(f"there is no tiling {number}: they are numbered from 0 to {self.total - 1}")
        return Solutions(self.puzzle, tuple(self._at(numbers)))

    @abstractmethod
    def _at(self, numbers: Sequence[int]) -> Iterator[Solution]: ...

    def _with_given(self, counts: Sequence[int]) -> dict[Placement, int]:
        return {
            # the marks of rules come after the placements
            **dict(zip(self.cover.placements, counts, strict=False)),
            **dict.fromkeys(self.puzzle.given, self.total),
        }


def tilings_of(
    puzzle: PuzzleSource,
    *,
    engine: str | None = None,
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Tilings:
    """The tilings of a puzzle, from the tables of the engine that only counts if they fit in memory, else from a list.

    An `engine` that enumerates makes a list; tables have so many bytes of `memory`, 2 GB if nobody says. The numbers
    depend on the engine.
    Raises `MistakeError`, as a rule before anything is done, when the tables do not fit and there are more than
    `MOST_LISTED` solutions up to symmetry.

    >>> from cp_puzzles import build_puzzle, parse_spec
    >>> spec = parse_spec("{name: d, board: {size: [12, 12]}, tiles: [{set: domino, multiplicity: any}]}")
    >>> dominoes = tilings_of(build_puzzle(spec))
    >>> dominoes.total
    53060477521960000
    >>> len(dominoes.at([10**16])[0].placements)
    72
    """
    puzzle = puzzle_from(puzzle)
    cover = build_cover(puzzle, memory)
    reason = reason_for_none(cover)
    lists = engine is not None and require_engine(engine, counts=True).enumerates
    if reason is not None:
        return _Listed(cover, engine or COUNTERS[0], reason, Solutions(puzzle))
    fastest = FASTEST if is_installed(FASTEST) else DEFAULT
    if lists or (engine is None and cover.checks):
        return _listed(cover, engine or fastest, on_progress)
    name = engine or COUNTERS[0]
    cover.refuse_checks(Parameter("engine", name), "use an engine that enumerates")

    def report(done: int, steps: int) -> None:
        if on_progress is not None:
            on_progress(Progress(done, steps, 0))

    try:
        tables = load_counter(name, cover.problem).number(
            cover.problem, memory=MEMORY if memory is None else memory, progress=report
        )
        return _Numbered(cover, name, None, tables)
    except MistakeError as error:
        if engine is not None:
            raise
        try:
            return _listed(cover, fastest, on_progress)
        except _TooManyError as many:
            raise MistakeError(
                puzzle.name,
                f"its tilings cannot be numbered: {error.problem}, and {many.problem}",
                _REMEDY,
            ) from None


def occurrences_in(solutions: Solutions | Tilings) -> tuple[int, Mapping[Placement, int]]:
    """How many solutions there are, and how many of them have each placement; what none has may be missing."""
    if isinstance(solutions, Solutions):
        return len(solutions), Counter(placement for solution in solutions for placement in solution.placements)
    return solutions.total, solutions.occurrences


class _TooManyError(MistakeError):
    """There are more solutions than are listed."""


def _listed(cover: Cover, engine: str, on_progress: Callable[[Progress], None] | None) -> _Listed:
    leader = lex_leader(cover.problem, symmetry_group(cover, "full"))
    expected = estimate(cover.problem, leader, seconds=_ESTIMATE_SECONDS).solutions
    if expected.low > MOST_LISTED:
        problem = f"of about {expected.value:,.6g} solutions up to symmetry no more than {MOST_LISTED:,} are listed"
        raise _TooManyError(cover.puzzle.name, problem, _REMEDY)
    limit = MOST_LISTED + 1
    found = unless_interrupted(lambda: solve(cover.puzzle, engine=engine, limit=limit, on_progress=on_progress))
    if found.count > MOST_LISTED:
        problem = f"of the solutions up to symmetry no more than {MOST_LISTED:,} are listed"
        raise _TooManyError(cover.puzzle.name, problem, _REMEDY)
    return _Listed(cover, engine, found.reason, found.solutions)


@dataclass(frozen=True, eq=False)
class _Numbered(Tilings):
    """What the tables of an engine know; each tiling that they give is verified."""

    tables: Numbering = field(repr=False)

    @property
    def total(self) -> int:
        return self.tables.total

    @cached_property
    def occurrences(self) -> dict[Placement, int]:
        return self._with_given(self.tables.occurrences())

    def _at(self, numbers: Sequence[int]) -> Iterator[Solution]:
        verifier = Verifier(self.puzzle)
        for number, options in zip(numbers, self.tables.solutions(numbers), strict=True):
            solution = solution_of(self.cover, options)
            fault = verifier.fault(solution.placements)
            if fault is not None:
                raise InvalidSolutionError(f"tiling {number} of {self.engine} is none: {fault}")
            yield solution


@dataclass(frozen=True, eq=False)
class _Listed(Tilings):
    """A list of solutions up to symmetry, which the search has verified; a tiling is an image of one of them."""

    leaders: Solutions = field(repr=False)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(solution.orbit_size for solution in self.leaders))

    @property
    def total(self) -> int:
        return self._ends[-1] if self._ends else 0

    @cached_property
    def occurrences(self) -> dict[Placement, int]:
        option_of = {placement: option for option, placement in enumerate(self.cover.placements)}
        of_leaders = np.zeros(len(self.cover.problem.options), dtype=np.int64)
        for solution in self.leaders:
            options = [option_of[placement] for placement in solution.placements if placement in option_of]
            of_leaders[options] += solution.orbit_size
        group = symmetry_group(self.cover, "full")
        found = np.zeros_like(of_leaders)
        for images in group.options:
            found[images] += of_leaders
        # the elements of the group make each image of a solution as often as its stabiliser is large
        return self._with_given((found // group.order).tolist())

    def _at(self, numbers: Sequence[int]) -> Iterator[Solution]:
        places = [bisect_right(self._ends, number) for number in numbers]
        leaders = sorted(set(places))
        chosen = Solutions(self.puzzle, tuple(self.leaders[place] for place in leaders))
        images = dict(zip(leaders, orbits(chosen), strict=True))
        for place, number in zip(places, numbers, strict=True):
            yield images[place][number - self._ends[place]]
