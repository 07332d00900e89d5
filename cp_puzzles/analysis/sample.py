"""Tilings drawn at random, every one as likely as every other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any

from cp_puzzles.analysis.tilings import Tilings, tilings_of
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.option_kinds import Whole, require_kind
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.search.progress import Progress


@dataclass(frozen=True)
class Sample:
    """Some tilings with their numbers (from 0) among all `total` tilings, turned and mirrored ones as well.

    `seed` draws the same ones again, with the same engine; it is None where the numbers were asked for.
    """

    tilings: Tilings
    numbers: tuple[int, ...]
    solutions: Solutions
    seed: int | None = None

    @property
    def total(self) -> int:
        """The number of all tilings."""
        return self.tilings.total

    def summary(self) -> dict[str, Any]:
        """What was drawn of what, as plain data; numbers count from 1."""
        return {
            "name": self.tilings.puzzle.name,
            "engine": self.tilings.engine,
            "raw": self.total,
            "seed": self.seed,
            "drawn": [number + 1 for number in self.numbers],
        }


def sample(
    puzzle: PuzzleSource,
    n: int = 1,
    *,
    seed: int | None = None,
    engine: str | None = None,
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Sample:
    """Draw `n` tilings of a puzzle, each uniformly from all of them: the same one may come twice.

    Turned and mirrored tilings are different ones, as with `symmetry="off"`. Without a tiling there is nothing to draw,
    and the sample is empty. The `engine` is frontier where its tables fit in memory, else one that lists the solutions.
    Raises `MistakeError` when there are too many for that; see `tilings_of`, which also gives the k-th tiling and the
    exact share of tilings that have a placement.

    >>> drawn = sample("dominoes8x8", 3, seed=1)
    >>> drawn.total, len(drawn.solutions)
    (12988816, 3)
    """
    require_kind("n", n, Whole())
    if seed is not None:
        require_kind("seed", seed, Whole(minimum=0))
    return draw(tilings_of(puzzle, engine=engine, memory=memory, on_progress=on_progress), n, seed)


def draw(tilings: Tilings, n: int, seed: int | None = None) -> Sample:
    """Draw `n` of the tilings; without a seed a new one is taken, and told."""
    if seed is None:
        seed = SystemRandom().randrange(1 << 32)
    random = Random(seed)
    numbers = tuple(random.randrange(tilings.total) for _ in range(n)) if tilings.total else ()
    return Sample(tilings, numbers, tilings.at(numbers), seed)


def numbered(tilings: Tilings, numbers: Sequence[int]) -> Sample:
    """The tilings of some numbers, from 0; raises `MistakeError` for a number that none has."""
    for number in numbers if tilings.total else ():
        if not 0 <= number < tilings.total:
            raise MistakeError(
                Parameter("kth", number + 1), f"there are {tilings.total:,} tilings", "ask for one of them"
            )
    numbers = tuple(numbers) if tilings.total else ()
    return Sample(tilings, numbers, tilings.at(numbers))
