"""The protocol of engines, and the values that they take and return."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import LexLeader

Batch = npt.NDArray[np.int32]
"""Solutions, one a row: ascending options, padded with -1 at the end where the number of options varies."""

OrbitSizes = Ints
"""The size of the orbit of each solution of a batch."""

Emit = Callable[[Batch, OrbitSizes], None]
"""A consumer of batches of solutions with the sizes of their orbits."""

Breaking = Literal["lex", "filter"]
"""The method by which an engine keeps one solution of each orbit; both keep the same one."""


@dataclass(frozen=True)
class Part:
    """One subproblem of a partition: the options that are chosen and those that are excluded."""

    index: int = 0
    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()


@dataclass(frozen=True)
class PartitionPolicy:
    """The number of parts of a search, given its estimated work in nodes of the search tree (`search.partition`).

    A search of less work than `min_work_to_split` stays in one part, because splitting costs more than it saves. Larger
    searches get about `parts` parts, or up to `MAX_PART_FACTOR` times as many so that no part exceeds
    `max_work_per_part`.
    """

    parts: int
    min_work_to_split: float = 20_000.0
    max_work_per_part: float = inf

    def target(self, work: float) -> int:
        """Return the number of parts for a search of this much work."""
        if work < self.min_work_to_split:
            return 1
        return max(self.parts, round(min(MAX_PART_FACTOR * self.parts, work / self.max_work_per_part)))


MAX_PART_FACTOR = 8
"""The largest number of parts as a multiple of `parts`; a part is then about a hundredth of a long run."""


@dataclass(frozen=True, eq=False)
class SearchRequest:
    """A request for the solutions of a cover problem that lead their orbits.

    `settings` are the settings of the engine by name; they change its speed and never its answer. `accepts` checks a
    solution of the problem, given as ascending options; it returns the same for all solutions of an orbit. None accepts
    all solutions.
    """

    problem: CoverProblem
    leader: LexLeader
    breaking: Breaking = "lex"
    settings: Mapping[str, object] = field(default_factory=dict)
    accepts: Callable[[Sequence[int]], bool] | None = None


@dataclass(frozen=True)
class PartResult:
    """The result of a part.

    `solutions` counts leaders, `raw` sums the sizes of their orbits, `self_symmetric` counts leaders whose orbit is
    smaller than the group. `complete` is False if a limit or a stop ended the search early. `statistics` add up over
    the parts; of `sizes` (of a model, of a table) the largest part counts.
    """

    solutions: int
    raw: int
    self_symmetric: int
    complete: bool
    statistics: Mapping[str, float] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class PartTask:
    """The search of one part by an engine.

    Attributes
    ----------
    request
        The problem, its symmetries and the settings of the engine.
    part
        The part of the partition to search.
    emit
        Called with the solutions as they are found; None counts only.
    limit
        The search ends after this many solutions.
    stop
        The search ends soon after `stop()` is true.
    progress
        Called now and then with the number of solutions so far.
    effort
        The search ends after about this many seconds. They are counted in steps of the search, so a run is repeatable.
    """

    request: SearchRequest
    part: Part = Part()
    emit: Emit | None = None
    limit: int | None = None
    stop: Callable[[], bool] = lambda: False
    progress: Callable[[int], None] | None = None
    effort: float | None = None


class Engine(Protocol):
    """An engine that enumerates the leaders of one part, in an order that depends on the part alone.

    `counts_without_solutions`: True if it counts without building solutions that a verifier could check.
    """

    counts_without_solutions: bool = False

    def run(self, task: PartTask) -> PartResult:
        """Search one part."""
        ...
