"""What every engine takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.symmetry.leader import LexLeader

Batch = npt.NDArray[np.int32]
"""Solutions, a row each: ascending options, padded with -1 at the end where the number of pieces varies."""

OrbitSizes = npt.NDArray[np.int64]
"""The size of the orbit of each solution of a batch."""

Emit = Callable[[Batch, OrbitSizes], None]
"""Takes a batch of solutions and the sizes of their orbits."""

Breaking = Literal["lex", "filter"]
"""How an engine keeps one solution of each orbit; it never changes which."""


@dataclass(frozen=True)
class Part:
    """One subproblem of a partition: the options that are chosen and those that are excluded."""

    index: int = 0
    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()


class StoppedError(Exception):
    """What was being prepared is not wanted any more; engines raise and catch it."""


@dataclass(frozen=True)
class Cut:
    """Into how many parts a search is cut; its work is counted in nodes of the search tree (`search.tree`).

    Into `parts`, more or less; not at all if it is less work than `whole`, for cutting it costs more than it gains;
    into more, but not more than `MORE` times as many, if they would be of more work than `most`.
    """

    parts: int
    whole: float = 20_000.0
    most: float = inf

    def target(self, work: float) -> int:
        """The number of parts for so much work."""
        return 1 if work < self.whole else max(self.parts, round(min(MORE * self.parts, work / self.most)))


MORE = 8
"""How many times as many parts much work is cut into at most: a part is about a hundredth of a long run."""


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked of a cover problem: its solutions that lead their orbits.

    `settings` are an engine's own, by name; they change its speed and never its answer. `accepts` says of a solution of
    the problem, ascending options, whether it counts; symmetries do not change that. None: every one does.
    """

    problem: CoverProblem
    leader: LexLeader
    breaking: Breaking = "lex"
    settings: Mapping[str, object] = field(default_factory=dict)
    accepts: Callable[[Sequence[int]], bool] | None = None


@dataclass(frozen=True)
class PartResult:
    """What an engine found in a part.

    `solutions` leaders, `raw` the sum of their orbits' sizes, `self_symmetric` those whose orbit is smaller than the
    group. `complete` is False when a limit or a stop ended the search early. `statistics` add up over the parts,
    `sizes` (of a model, of a table) are those of the largest.
    """

    solutions: int
    raw: int
    self_symmetric: int
    complete: bool
    statistics: Mapping[str, float] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)


class Supports(Protocol):
    """Whoever answers questions about cover problems, and knows which."""

    name: str

    def supports(self, problem: CoverProblem) -> str | None:
        """Why it declines a problem, in a few words; None if it gives the right answer for it."""
        ...


class Engine(Supports, Protocol):
    """Enumerates the leaders among the solutions of one part, in an order that depends on the part alone.

    `counts_silently`: whether counting makes no solution that a verifier could look at.
    """

    counts_silently: bool

    def must_compile(self, question: Question) -> bool:
        """Whether the search of a question compiles first, which takes a while."""
        ...

    def run(
        self,
        question: Question,
        part: Part,
        *,
        emit: Emit | None,
        limit: int | None,
        stop: Callable[[], bool],
        progress: Callable[[int], None] | None = None,
        effort: float | None = None,
    ) -> PartResult:
        """Search one part.

        Calls `emit(batch, orbit_sizes)` with the solutions as they are found, or never when it is None (counting).
        Ends after `limit` solutions, soon after `stop()` turns true, or after some `effort`: about so many seconds,
        but counted in steps of the search, so that it is the same effort each time. Calls `progress(solutions)` now
        and then with the number found so far.
        """
        ...


class Numbering(Protocol):
    """All solutions of a problem by number, from 0 to `total` - 1, without any of them being held."""

    @property
    def total(self) -> int:
        """How many there are."""
        ...

    def occurrences(self) -> Sequence[int]:
        """For each option the number of solutions that have it."""
        ...

    def solutions(self, numbers: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """The solutions of these numbers, which may repeat, as ascending options."""
        ...


class Counter(Supports, Protocol):
    """Counts the solutions of a whole question at once, or numbers them, and looks at none.

    `memory` is in bytes: both raise `MistakeError` when that is not enough, as a rule before it is taken. They call
    `progress(done, total)` after every step.
    """

    def count(
        self, question: Question, *, memory: int, stop: Callable[[], bool], progress: Callable[[int, int], None]
    ) -> PartResult:
        """Count them all; it ends soon after `stop()` turns true, and then the numbers mean nothing."""
        ...

    def number(self, problem: CoverProblem, *, memory: int, progress: Callable[[int, int], None]) -> Numbering:
        """Number them all, turned and mirrored ones too."""
        ...
