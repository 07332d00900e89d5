"""Uniform random samples of the tilings of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import Any, cast

from cp_puzzles.analysis.numbered_tilings import Tilings, tilings_of
from cp_puzzles.analysis.options import SampleOptions
from cp_puzzles.base.deadline import in_time
from cp_puzzles.base.registry import Displayed
from cp_puzzles.cover.solution import Solutions
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.puzzle_function import WRITE, puzzle_function


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
    """

    tilings: Tilings = field(repr=False)
    numbers: tuple[int, ...] = field(repr=False)
    solutions: Solutions
    seed: int | None = None

    @property
    def total(self) -> int:
        """The number of all tilings."""
        return self.tilings.total

    def summary(self) -> dict[str, Any]:
        """Return the sample as plain data; numbers count from 1."""
        return {
            "name": self.tilings.puzzle.name,
            "engine": self.tilings.engine,
            "raw": self.total,
            "seed": self.seed,
            "drawn": [number + 1 for number in self.numbers],
        }


@puzzle_function(
    SampleOptions, shares="write_shares of cp_puzzles.output.formats.solution_reader writes them", out=WRITE
)
def sample(puzzle: Puzzle, options: SampleOptions) -> Sample:
    """Draw `n` tilings of a puzzle uniformly at random, with replacement.

    Rotations and reflections of a tiling count as different tilings, as with ``symmetry="off"``. A puzzle with an
    objective is sampled from its best tilings; a puzzle without a tiling gives an empty sample.

    Raises
    ------
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

    def drawn() -> Sample:
        tilings = tilings_of(puzzle, engine=options.engine, memory=options.memory, on_progress=options.on_progress)
        if options.kth is None:
            return _draw(tilings, options.n or 1, options.seed)
        return _numbered(tilings, [number - 1 for number in cast(tuple[int, ...], options.kth)])

    return in_time(options.time_limit, "numbering the tilings", drawn)


def _draw(tilings: Tilings, n: int, seed: int | None) -> Sample:
    """Draw `n` of the tilings; a new seed is drawn and stored if there is none."""
    if seed is None:
        seed = SystemRandom().randrange(1 << 32)
    random = Random(seed)
    numbers = tuple(random.randrange(tilings.total) for _ in range(n)) if tilings.total else ()
    return Sample(tilings, numbers, tilings.at(numbers), seed)


def _numbered(tilings: Tilings, numbers: Sequence[int]) -> Sample:
    """Return the tilings with some numbers, from 0; raise `MistakeError` for a number out of range."""
    for number in numbers if tilings.total else ():
        if not 0 <= number < tilings.total:
            raise MistakeError(
                Parameter("kth", number + 1), f"there are only {tilings.total:,} tilings", "choose a smaller number"
            )
    numbers = tuple(numbers) if tilings.total else ()
    return Sample(tilings, numbers, tilings.at(numbers))
