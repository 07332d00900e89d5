"""Ranked access to all tilings of a puzzle: their number, the k-th one, how many contain each placement, samples.

If the frontier is narrow, the tables of the frontier engine give all three, whether there are ten tilings or 10^60.
Otherwise the tilings are listed up to symmetry, unless there are too many.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate, islice
from math import inf
from random import Random, SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cp_puzzles.analysis.analysis_options import SampleOptions
from cp_puzzles.base.deadline import Deadline, in_time, propagate_interrupt
from cp_puzzles.base.memory import UNITS
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.base.text import estimated, estimated_seconds
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.weight_search import reason_for_none
from cp_puzzles.cover.solution import Solution, Solutions, solution_of, solutions_of
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import group_of
from cp_puzzles.cover.verifier import verifier_of
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.engines.registry import COUNTERS, FASTEST, load_counter, require_engine
from cp_puzzles.errors import InvalidSolutionError, MistakeError, Parameter
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, puzzle_from
from cp_puzzles.search.count_at_once import counting_seconds
from cp_puzzles.search.estimate import estimate_of
from cp_puzzles.search.puzzle_options import WRITE, puzzle_function
from cp_puzzles.search.run_result import Progress, Status
from cp_puzzles.search.search import find_solutions
from cp_puzzles.search.search_options import SearchOptions
from cp_puzzles.search.worker import Job, PartJob, PartWorker

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SolutionRanking

LONG_SECONDS = 10.0
"""Before work that takes longer than this, the choice of the engine is explained."""

SHORT_SECONDS = 1.0
"""Tables that take longer are made only if an attempt does not list all tilings sooner."""


BLOCK = 1000
"""Tilings that are drawn together; an interrupt keeps those before it."""

MAX_LISTED = 1_000_000
"""Solutions up to symmetry that are listed at most: about 1 GB."""

_ESTIMATE_SECONDS = 1.0
_REMEDY = ("use a narrower board or fewer different tiles, or list some solutions with solve and ", Parameter("limit"))

ONE_RANDOM = "solve --limit 1 --seed N finds one tiling soon that is random but not uniform"
"""The remedy for tables that take long."""

TABLE_BYTES = 2 * UNITS["GB"]
"""Default memory limit for tables."""


@dataclass(frozen=True, eq=False)
class ListedRanking:
    """Ranked access to the images of solutions up to symmetry, the `leaders`, as tables give it."""

    cover: Cover
    leaders: Solutions

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate((solution.orbit_size for solution in self.leaders), initial=0))

    @property
    def total(self) -> int:
        """The number of tilings."""
        return self._ends[-1]

    def occurrences(self) -> list[int]:
        """Return the number of tilings that contain each option."""
        of_leaders = np.zeros(len(self.cover.problem.options), dtype=np.int64)
        for solution in self.leaders:
            of_leaders[self.cover.options_of(solution.placements)] += solution.orbit_size
        group = group_of(self.cover, "full")
        counts = np.zeros_like(of_leaders)
        for images in group.options:
            counts[images] += of_leaders
        # the group produces each image of a solution once for each element of its stabilizer
        return list((counts // group.order).tolist())

    def solutions(self, numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the options of the tilings with these numbers."""
        group = group_of(self.cover, "full")
        for number in numbers:
            place = bisect_right(self._ends, number) - 1
            images = group.images(self.cover.options_of(self.leaders[place].placements))
            yield [*dict.fromkeys(map(tuple, images.tolist()))][number - self._ends[place]]


@dataclass(frozen=True, eq=False)
class Tilings:
    """The tilings of a puzzle, with all rotations and reflections, numbered from 0.

    `engine` names the engine that found them; `reason` is a short proof that there is none, if one is known.
    """

    cover: Cover = field(repr=False)
    engine: str
    reason: str | None
    ranking: SolutionRanking | ListedRanking = field(repr=False)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is tiled."""
        return self.cover.puzzle

    @property
    def total(self) -> int:
        """The number of tilings."""
        return self.ranking.total

    @cached_property
    def occurrences(self) -> dict[Placement, int]:
        """The number of tilings that contain each placement of the puzzle, given ones included."""
        # the auxiliary options of rules come after the placements
        counts = dict(zip(self.cover.placements, self.ranking.occurrences(), strict=False))
        return counts | dict.fromkeys(self.puzzle.given, self.total)

    @property
    def listed(self) -> Solutions | None:
        """The tilings up to symmetry, if they are listed."""
        return self.ranking.leaders if isinstance(self.ranking, ListedRanking) else None

    def at(self, numbers: Sequence[int]) -> Solutions:
        """Return the tilings with these numbers, which may repeat; raise `IndexError` outside 0 to total - 1."""
        for number in numbers:
            if not 0 <= number < self.total:
                raise IndexError(f"there is no tiling {number}: tilings are numbered from 0 to {self.total - 1}")
        return Solutions(self.puzzle, tuple(self.solutions(numbers)))

    def solutions(self, numbers: Sequence[int]) -> Iterator[Solution]:
        """Yield the tilings with these numbers; each one is verified."""
        verifier = verifier_of(self.puzzle)
        for number, options in zip(numbers, self.ranking.solutions(numbers), strict=True):
            solution = solution_of(self.cover, options)
            violation = verifier.violation(solution.placements)
            if violation is not None:
                raise InvalidSolutionError(f"tiling {number} of {self.engine} is invalid: {violation}")
            yield solution


def tilings_of(
    puzzle: PuzzleSource,
    *,
    engine: str | None = None,
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Tilings:
    """Return the tilings of a puzzle (its best ones if it has an objective), from tables or from a list.

    The tables of a counting engine are used if they fit into `memory` bytes (default: 2 GB), unless an attempt of some
    counted seconds lists the tilings sooner. An `engine` that enumerates makes a list. The numbering depends on the
    engine. Raises `MistakeError`, normally before the search begins, if the tables do not fit and there are more than
    `MAX_LISTED` solutions up to symmetry.

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
    if puzzle.objective is not None:  # a table does not distinguish the best tilings
        if engine is not None and not lists:
            place, remedy = Parameter("engine", engine), "use an engine that enumerates"
            raise MistakeError(place, "the puzzle has an objective", remedy)
        return _listed(cover, engine, on_progress)
    if reason is not None:
        return Tilings(cover, engine or COUNTERS[0], reason, ListedRanking(cover, Solutions(puzzle)))
    if lists or (engine is None and cover.checks):
        return _listed(cover, engine or FASTEST, on_progress)
    name, limit = engine or COUNTERS[0], TABLE_BYTES if memory is None else memory
    cover.refuse_checks(Parameter("engine", name), "use an engine that enumerates")

    seconds = counting_seconds(load_counter(name).begin(cover.problem, memory_limit=limit, estimates=False)).value
    if engine is None and seconds > SHORT_SECONDS and (listed := _soon_listed(cover, seconds, on_progress)) is not None:
        return listed
    started, notice = monotonic(), _notice(seconds)

    def report(done: int, steps: int) -> None:
        if on_progress is not None:
            elapsed = monotonic() - started
            on_progress(Progress(share=done / max(1, steps), elapsed=elapsed, notice=notice))

    report(0, 1)
    try:
        return Tilings(cover, name, None, load_counter(name).rank(cover.problem, memory_limit=limit, progress=report))
    except MistakeError as error:
        if engine is not None:
            raise
        try:
            return _listed(cover, FASTEST, on_progress)
        except _TooManyError as many:
            problem = f"its tilings cannot be numbered: {error.reason}, and {many.reason}"
            raise MistakeError(puzzle.name, problem, _REMEDY) from None


def _notice(seconds: float) -> str | None:
    """Return the time that long tables take, with a faster way to a random tiling; None for a moment."""
    if seconds == inf:
        return f"the tables that number the tilings will probably exceed the memory; {ONE_RANDOM}"
    words = f"numbering the tilings will take about {estimated_seconds(seconds)}; {ONE_RANDOM}"
    return None if seconds < LONG_SECONDS else words


def occurrences_in(solutions: Solutions | Tilings) -> tuple[int, Mapping[Placement, int]]:
    """Return the number of solutions and, for each placement that occurs, how many of them contain it."""
    if isinstance(solutions, Solutions):
        return len(solutions), Counter(placement for solution in solutions for placement in solution.placements)
    return solutions.total, solutions.occurrences


class _TooManyError(MistakeError):
    """A puzzle has more solutions than are listed."""


def _soon_listed(cover: Cover, seconds: float, on_progress: Callable[[Progress], None] | None) -> Tilings | None:
    """Return the listed tilings, if an attempt lists all or announces its end within the seconds of tables."""
    job = Job(cover.puzzle, engine=FASTEST)
    attempt = PartJob(Part(), FASTEST, min(_ESTIMATE_SECONDS, seconds / 2))
    run = PartWorker(job, (cover, job.request(cover))).run(attempt, lambda: False)
    share = 1 - sum(part.share for part in run.result.rest)
    if run.result.complete and run.result.solutions <= MAX_LISTED:
        leaders = [each for batch, sizes in run.batches for each in solutions_of(cover, batch, sizes.tolist())]
        return Tilings(cover, FASTEST, None, ListedRanking(cover, Solutions(cover.puzzle, tuple(leaders))))
    if run.result.effort < share * seconds:
        with suppress(_TooManyError):
            return _listed(cover, FASTEST, on_progress)
    return None


def _listed(cover: Cover, engine: str | None, on_progress: Callable[[Progress], None] | None) -> Tilings:
    """List the tilings, or the best ones of a puzzle with an objective."""
    # an estimate ignores the rules that are checked on finished tilings
    if cover.puzzle.objective is None and not cover.checks:
        # the solutions of an orbit are spread more evenly over the search tree than its leaders
        group = group_of(cover, "full")
        request = SearchRequest(cover.problem, lex_leader(cover.problem, group.trivial))
        expected = estimate_of(request, seconds=_ESTIMATE_SECONDS).raw
        if expected.low > MAX_LISTED * group.order:
            total = f"about {estimated(expected.value / group.order)} solutions up to symmetry"
            raise _TooManyError(cover.puzzle.name, f"{total} are more than the {MAX_LISTED:,} that are listed", _REMEDY)
    limit = MAX_LISTED + 1
    asked = SearchOptions(engine=engine, limit=limit, on_progress=on_progress)
    result = propagate_interrupt(lambda: find_solutions(cover.puzzle, asked))
    if result.count > MAX_LISTED:
        problem = f"there are more than {MAX_LISTED:,} solutions up to symmetry, too many to list"
        raise _TooManyError(cover.puzzle.name, problem, _REMEDY)
    return Tilings(cover, result.engine, result.reason, ListedRanking(cover, result.solutions))


@dataclass(frozen=True)
class Sample(Displayed):
    """A sample of tilings.

    Attributes
    ----------
    solutions
        The sampled tilings as solutions.
    numbers
        Their numbers, from 0, among all tilings, rotations and reflections included.
    tilings
        All tilings of the puzzle, by number.
    seed
        The seed that reproduces the sample with the same engine; None if the numbers were given.
    status
        complete; time-limit or interrupted if not all of the tilings were drawn.
    """

    tilings: Tilings = field(repr=False)
    numbers: tuple[int, ...] = field(repr=False)
    solutions: Solutions
    seed: int | None = None
    status: Status = "complete"

    @property
    def total(self) -> int:
        """The number of all tilings."""
        return self.tilings.total

    def summary(self) -> dict[str, Any]:
        """Return the sample as plain data; numbers count from 1."""
        head = {"name": self.tilings.puzzle.name, "engine": self.tilings.engine, "raw": self.total}
        return head | {"seed": self.seed, "status": self.status, "drawn": [number + 1 for number in self.numbers]}


@puzzle_function(
    SampleOptions, shares="write_shares of cp_puzzles.output.formats.solution_reader writes them", out=WRITE
)
def sample(puzzle: Puzzle, options: SampleOptions) -> Sample:
    """Draw `n` tilings of a puzzle uniformly at random, with replacement.

    Rotations and reflections of a tiling count as different tilings, as with ``symmetry="off"``. A puzzle with an
    objective is sampled from its best tilings; a puzzle without a tiling gives an empty sample. An interrupt or
    the time limit ends the drawing and keeps the tilings drawn before it.

    Raises
    ------
    LateError
        If the time limit ends the numbering of the tilings.
    MistakeError
        If the tables do not fit in memory and there are too many tilings to list. `tilings_of` also gives the k-th
        tiling and the exact share of tilings that contain a placement.

    See Also
    --------
    solve, coverage_frame

    Examples
    --------
    >>> drawn = sample("dominoes8x8", 3, seed=1)
    >>> drawn.total, len(drawn.solutions)
    (12988816, 3)
    """
    for name in ("n", "seed"):
        value = getattr(options, name)
        if options.kth is not None and value is not None:
            raise MistakeError(Parameter(name, value), ("excludes ", Parameter("kth")), "omit one of the two")

    deadline, seed = Deadline.after(options.time_limit), options.seed
    asked: dict[str, Any] = {name: getattr(options, name) for name in ("engine", "memory", "on_progress")}
    tilings = in_time(options.time_limit, "numbering the tilings", partial(tilings_of, puzzle, **asked))
    numbers: Iterator[int] = iter(())
    if options.kth is None:
        seed = SystemRandom().randrange(1 << 32) if seed is None else seed
        draw = partial(Random(seed).randrange, tilings.total)
        numbers = (draw() for _ in range(options.n or 1 if tilings.total else 0))
    elif tilings.total:
        wanted = cast(tuple[int, ...], options.kth)
        if wrong := [number for number in wanted if number > tilings.total]:
            problem = f"there are only {tilings.total:,} tilings"
            raise MistakeError(Parameter("kth", wrong[0]), problem, "choose a smaller number")
        numbers = (number - 1 for number in wanted)
    chosen: list[int] = []
    drawn: list[Solution] = []
    status: Status = "complete"
    try:
        while block := [*islice(numbers, BLOCK)]:
            chosen += block
            for solution in tilings.solutions(block):
                if deadline.has_passed:
                    raise TimeoutError
                drawn.append(solution)
    except TimeoutError:
        status = "time-limit"
    except KeyboardInterrupt:
        status = "interrupted"
    return Sample(tilings, tuple(chosen[: len(drawn)]), Solutions(tilings.puzzle, tuple(drawn)), seed, status)
