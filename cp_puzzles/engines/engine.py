"""The protocol of engines, the values that they take and return, the tally of solutions, and redundant bounds.

Bounds that follow from the bounds of other items are redundant; an engine may omit all of them at once. No argument
uses a bound that is omitted itself. *Single* items are covered at most once, *exact* items exactly once. If each option
covers at least s of n single items, at most n / s options are chosen; if each covers at most s of n exact items, at
least n / s are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Ints, Mask, Numbers
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Places, Ragged, starts_of
from cp_puzzles.cover.symmetry import Breaking as Breaking
from cp_puzzles.cover.symmetry.leader import LexLeader

Batch = npt.NDArray[np.int32]
"""Solutions, one a row: ascending options, padded with -1 at the end where the number of options varies."""

OrbitSizes = Ints
"""The size of the orbit of each solution of a batch."""

Pair = tuple[Batch, OrbitSizes]
"""A batch of solutions with the sizes of their orbits."""

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
    known
        Solutions of the part, as ascending options, that a run returned before it ended early. They are not returned
        again by a run of an engine that cannot continue where that one ended.
    """

    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    stack: tuple[int, ...] = ()
    floor: int = 0
    path: tuple[int, ...] = ()
    share: float = 1.0
    scope: float = 1.0
    known: tuple[tuple[int, ...], ...] = ()


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


def totals(results: Iterable[PartResult]) -> tuple[int, int, int]:
    """Return the sums of the solutions of some results, of the raw and of the self-symmetric ones."""
    rows = [(0, 0, 0), *((result.solutions, result.raw, result.self_symmetric) for result in results)]
    solutions, raw, self_symmetric = map(sum, zip(*rows, strict=True))
    return solutions, raw, self_symmetric


@dataclass(frozen=True, eq=False)
class PartTask:
    """The search of one part by an engine.

    Attributes
    ----------
    request
        The problem, its symmetries and the settings of the engine.
    part
        The part to search.
    emit
        Called with the solutions as they are found; None counts only.
    limit
        The search ends after this many solutions.
    stop
        The search ends soon after `stop()` is true.
    budget
        The search ends after about this many seconds. They are counted in steps of the search, so a run is repeatable.
        Every run makes at least one step.
    """

    request: SearchRequest
    part: Part = Part()
    emit: Emit | None = None
    limit: int | None = None
    stop: Callable[[], bool] = lambda: False
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


BATCH_SOLUTIONS = 512
"""A batch is emitted at this many solutions."""

BATCH_SECONDS = 0.1
"""A batch is emitted when the last one was emitted this long ago."""


class PartTally:
    """Takes solutions one by one, emits those that count in batches, and counts them."""

    def __init__(self, task: PartTask) -> None:
        request = task.request
        self._leader, self._group, self._accepts = request.leader, request.leader.group, request.accepts
        self._filter = request.breaking == "filter" and self._group.order > 1
        self._emit, self._limit = task.emit, task.limit
        self._batch: list[Batch] = []
        self._flushed_at = monotonic()
        self.solutions = self.raw = self.self_symmetric = self.found = 0

    @property
    def is_full(self) -> bool:
        """True if the limit is reached."""
        return self._limit is not None and self.solutions + len(self._batch) >= self._limit

    def add(self, solution: Batch) -> None:
        """Add one solution, ascending options, if it leads its orbit and is accepted."""
        self.found += 1
        if self._filter and not self._leader.is_leader(solution):
            return
        if self._accepts is not None and not self._accepts(solution.tolist()):
            return
        self._batch.append(solution)
        is_first = not self.solutions
        if is_first or len(self._batch) >= BATCH_SOLUTIONS or monotonic() - self._flushed_at > BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Count the gathered solutions, and emit them."""
        if self._batch:
            rows = Ragged(np.concatenate(self._batch), starts_of(list(map(len, self._batch))))
            batch, self._batch = rows.padded(-1), []
            sizes = self._group.orbit_sizes(batch)
            self.solutions += len(batch)
            self.raw += int(sizes.sum())
            self.self_symmetric += int((sizes < self._group.order).sum())
            if self._emit is not None:
                self._emit(batch, sizes)
        self._flushed_at = monotonic()

    def result(
        self,
        *,
        rest: tuple[Part, ...] = (),
        statistics: Mapping[str, float],
        sizes: Mapping[str, int] | None = None,
        effort: float = 0.0,
    ) -> PartResult:
        """Return the result of the part."""
        statistics = {"found": self.found, **statistics}
        return PartResult(self.solutions, self.raw, self.self_symmetric, rest, statistics, sizes or {}, effort)


def redundant_bounds(problem: CoverProblem) -> frozenset[int]:
    """Return the items that may be covered more than once and whose bounds no choice of options violates.

    A search that omits these bounds prunes as much as before.
    """
    exact = np.array([item.is_exact_one for item in problem.items], dtype=np.bool_)
    single = np.array([item.maximum <= 1 for item in problem.items], dtype=np.bool_)
    several = np.flatnonzero(~single)
    if not len(several):
        return frozenset()
    exact_counts, single_counts = problem.table.sums(exact), problem.table.sums(single)
    covering = problem.table.kept(~single[problem.table.values]).transposed(len(problem.items))

    def is_redundant(item: int) -> bool:
        bounds, options = problem.items[item], covering.row(item)
        if bounds.minimum > 0 and bounds.minimum > _fewest(options, exact_counts, int(exact.sum())):
            return False
        if bounds.maximum >= len(options):
            return True
        return bounds.maximum >= _most(problem.table.take(options), single_counts[options], single)

    return frozenset(filter(is_redundant, several.tolist()))


def _most(options: Ragged, single_counts: Places, single: Mask) -> int:
    """Return an upper bound on how many of these options a solution chooses.

    `single_counts` has the number of single items that each option covers.
    """
    least = int(single_counts.min(initial=len(single)))
    covered = np.zeros_like(single)
    covered[options.values] = True
    return min(len(options), int((single & covered).sum()) // least) if least else len(options)


def _fewest(options: Numbers, exact_counts: Places, exact: int) -> int:
    """Return a lower bound on how many of these options a solution chooses.

    `exact_counts` has the number of exact items that each option covers, `exact` is the number of all exact items.
    """
    if exact_counts.sum() != exact_counts[options].sum():
        return 0
    most = int(exact_counts[options].max(initial=0))
    return -(-exact // most) if most else 0
