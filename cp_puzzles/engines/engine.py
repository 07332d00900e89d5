"""The protocol of engines, and the values that they take and return."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.equivalence import Breaking as Breaking
from cp_puzzles.cover.symmetry.leader import LexLeader

Batch = npt.NDArray[np.int32]
"""Solutions, one a row: ascending options, padded with -1 at the end where the number of options varies."""

OrbitSizes = Ints
"""The size of the orbit of each solution of a batch."""

Emit = Callable[[Batch, OrbitSizes], None]
"""A consumer of batches of solutions with the sizes of their orbits."""


@dataclass(frozen=True)
class Part:
    """A connected range of the depth-first search of a subproblem.

    Attributes
    ----------
    chosen, excluded
        The subproblem: the options that are chosen and those that are excluded.
    stack
        The branches on the way to the first node of the part, level by level; `()`: the part is the whole subproblem.
        The part begins with the last branch. Only the engine that made the part can read it.
    floor
        At the levels from this one on, the branches after those of `stack` belong to the part, too.
    path
        The position among all parts: sorted by it, parts are in depth-first order. A part that is left of a part has
        its path and one more number.
    share
        The share of the whole search tree: a node divides its share equally among its branches (Knuth, Estimating the
        efficiency of backtrack programs, 1975).
    scope
        The share of the whole subproblem.
    """

    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    stack: tuple[int, ...] = ()
    floor: int = 0
    path: tuple[int, ...] = ()
    share: float = 1.0
    scope: float = 1.0


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
    smaller than the group; all three of what was searched in this run. `rest` are the parts that are left, in
    depth-first order, if a budget, a limit or a stop ended the run early: the solutions of the part are those of the
    run, then those of the rest. `statistics` add up over the parts; of `sizes` (of a model, of a table, of
    compilations) the largest part counts. `effort` are the counted seconds of the run.
    """

    solutions: int
    raw: int
    self_symmetric: int
    rest: tuple[Part, ...] = ()
    statistics: Mapping[str, float] = field(default_factory=dict)
    sizes: Mapping[str, float] = field(default_factory=dict)
    effort: float = 0.0

    @property
    def complete(self) -> bool:
        """True if the rest is empty."""
        return not self.rest


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
    budget
        The search ends after about this many seconds. They are counted in steps of the search, so a run is repeatable.
        Every run makes at least one step.
    """

    request: SearchRequest
    part: Part = Part()
    emit: Emit | None = None
    limit: int | None = None
    stop: Callable[[], bool] = lambda: False
    progress: Callable[[int], None] | None = None
    budget: float | None = None


class Engine(Protocol):
    """An engine that enumerates the leaders of one part, in an order that depends on the part alone.

    `counts_without_solutions`: True if it counts without building solutions that a verifier could check. `resumes`:
    True if a run that ended early can be continued where it ended. Otherwise the rest is the part itself, and
    what was emitted is found again.
    """

    counts_without_solutions: bool = False
    resumes: bool = False

    def run(self, task: PartTask) -> PartResult:
        """Search one part."""
        ...
