"""Enumeration of a part with the compiled exact-cover search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, count
from math import inf
from time import monotonic

import numpy as np

from cp_puzzles.base.arrays import Floats
from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.engine import PartResult, PartTask
from cp_puzzles.engines.engine_settings import ExactCoverSettings
from cp_puzzles.engines.exact_cover.descent.links import whole_links
from cp_puzzles.engines.exact_cover.descent.trunk import Trunk
from cp_puzzles.engines.exact_cover.general.general_search import GeneralSearch
from cp_puzzles.engines.exact_cover.kernel.subproblem_search import NodeBudget, RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.scan.scan_search import NarrowBoard, ScanSearch, narrow_board
from cp_puzzles.engines.exact_cover.sparse.beam_search import BeamSearch, beam_window
from cp_puzzles.engines.exact_cover.sparse.local_search import LocalSearch
from cp_puzzles.engines.exact_cover.sparse.sparse_search import SparseSearch
from cp_puzzles.engines.exact_cover.subproblem.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.subproblem.preference import (
    NO_PREFERENCE,
    NOISE_OF_ORDER,
    NOISE_OF_ORDER_WITH_COPIES,
    Preference,
    tile_difficulty,
)
from cp_puzzles.engines.exact_cover.subproblem.subproblems import (
    MAX_ACTIVE_OPTIONS,
    SubproblemSizeLimit,
    largest_subproblem,
    subproblems,
)
from cp_puzzles.engines.part_tally import PartTally

SPARSE_FROM_OPTIONS = 50_000
"""With more options than this, the search uses lists: at a node only a small part of a bit set would matter."""

RESTART_BASE_NODES = 50_000
"""Length, in nodes, of the shortest restart of a search for one solution; some are longer, see `luby`."""

DESCENT_STEPS_PER_PIECE = 5
"""Steps for each piece, down to the first search of a restart, that are not charged to its limit: most of the choices
on the way are dead ends."""

TRUNK_OPTIONS, RESTARTS_OF_TRUNK = 64_000, 8
"""The largest number of options of a trunk, and the number of restarts in turn that keep its choices."""

MAX_ACTIVE_OPTIONS_RESTART = 2 * MAX_ACTIVE_OPTIONS
"""The initial size limit of the subproblems of a restart with tiles used once each: the descent from one to the next
takes long. With copies of few tiles, the last pieces are better chosen one by one."""

MAX_ACTIVE_OPTIONS_LONG, LONG_RESTART_BASE_NODES = 4 * MAX_ACTIVE_OPTIONS, 200_000
"""The same if the first choices are kept: about 19 of 107 heptominoes remain."""

SPARSE_RESTART_BASE_NODES = 500_000
"""Length of the shortest restart of a sparse search, which takes long to set up."""

MAX_BEAM_WINDOW, MIN_BEAM_WIDTH, BEAM_NODES = 256, 10, 24
"""The largest window and the least width of a beam, and the work of a cell for each packing, for two beams."""

NODES_PER_EFFORT_SECOND = 1_000_000
"""Nodes in about a second of a search for one solution of a large problem."""

CENTER_DISCOUNTS = (0.0, 0.4, 0.2)
"""Branching discount of central cells, cycled over restarts; see `general_algorithm.prices`."""

DISCOUNT_OF_COPIES_PERCENT = 40
"""The discount of a search for all solutions if a tile may be used more than once."""

Searches = Iterator[SubproblemSearch]


class ExactCoverEngine:
    """Enumerates solutions with a compiled search; see `exact_cover`.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, soma = cover_and_request("soma")
    >>> result = ExactCoverEngine().run(PartTask(soma))
    >>> result.solutions, result.raw
    (240, 11520)
    """

    counts_without_solutions = True

    def __init__(self) -> None:
        self._start: _Start | None = None

    def run(self, task: PartTask) -> PartResult:
        """Search one part; see `Engine`."""
        started = monotonic()
        request = task.request
        settings = ExactCoverSettings.of(request.settings)
        arrays = cover_arrays(request.problem)
        board = narrow_board(arrays) if settings.scan else None
        tally = None if request.accepts is None else PartTally(task)
        budget = NodeBudget(task if tally is None else replace(task, emit=tally.take, limit=None, progress=None))
        data = RunData(arrays, request.leader, emits=budget.emit is not None)
        if self._start is None or not self._start.is_of(task, arrays):
            self._start = _Start(task, arrays)
        plan = _Plan(replace(task, stop=budget.step), settings, data, board, self._start)
        runs = plan.sparse_runs() if _is_sparse(settings, arrays, task.limit) else plan.runs()
        complete = False
        with suppress(CanceledError):
            for searches, nodes in runs:
                remaining = inf if task.effort is None else task.effort * NODES_PER_EFFORT_SECOND - budget.spent
                if remaining <= 0:
                    break
                free_steps = DESCENT_STEPS_PER_PIECE * arrays.most_chosen
                complete = budget.run(searches, min(nodes, remaining), free_steps=free_steps)
                if complete:
                    break
        totals = budget.totals
        return PartResult(
            solutions=tally.solutions if tally else int(totals[State.SOLUTIONS]),
            raw=tally.raw if tally else int(totals[State.RAW]),
            self_symmetric=tally.self_symmetric if tally else int(totals[State.SELF_SYMMETRIC]),
            complete=complete,
            statistics={
                "found": int(totals[State.FOUND]),
                "nodes": int(totals[State.NODES]),
                "known_failures": int(totals[State.HITS]),
                "subproblems": budget.searches,
                "engine_seconds": monotonic() - started,
            },
            sizes={"required": arrays.required_count, "counted": len(arrays.minimum)},
        )


def _is_sparse(settings: ExactCoverSettings, arrays: CoverArrays, limit: int | None) -> bool:
    """Return True to search on lists.

    For one solution, restarts on bit sets are faster if each tile is used once, and slower if all cells may stay empty:
    then pieces lie closer if they are placed in the order of the cells.
    """
    if settings.sparse is not None:
        return settings.sparse
    if limit == 1 and settings.restarts and arrays.option_count > MAX_ACTIVE_OPTIONS and not arrays.is_cell.any():
        return True
    restarts_on_bit_sets = limit == 1 and settings.restarts and not arrays.repeats
    return arrays.option_count > SPARSE_FROM_OPTIONS and not restarts_on_bit_sets


def luby(number: int) -> int:
    """Return the length of the `number`-th restart, from 1, as a multiple of the shortest.

    All restarts of one length together take about as long as all restarts of twice the length. For any best fixed
    length, this sequence takes not much longer than restarts of that length (Luby, Sinclair and Zuckerman, 1993).

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    length = number.bit_length()
    return 1 << (length - 1) if number == (1 << length) - 1 else luby(number - (1 << (length - 1)) + 1)


@dataclass(frozen=True, eq=False)
class _Start:
    """Data at the start of a search that all restarts of a part and all time slices of a portfolio share."""

    task: PartTask
    arrays: CoverArrays

    def is_of(self, task: PartTask, arrays: CoverArrays) -> bool:
        """Return True if a task begins with the same data."""
        request = self.task.request
        is_same_request = request.leader is task.request.leader and request.breaking == task.request.breaking
        return is_same_request and arrays is self.arrays and task.part == self.task.part

    @cached_property
    def roots(self) -> list[Trunk]:
        """The subproblems of the part."""
        return [Trunk(self.arrays, root) for root in subproblems(self.arrays, self.task)]

    @cached_property
    def difficulty(self) -> Floats:
        """The difficulty of the tile of each option."""
        links = whole_links(self.arrays)
        return tile_difficulty(self.task.request.problem, self.arrays, Ragged(links.options, links.option_start))


class _Resumed:
    """An iterable of trunks that starts again with the last trunk of the previous iteration.

    `is_over`: True if it cannot be resumed, because the search was stopped on the way to the next trunk.
    """

    def __init__(self, trunks: Iterator[Trunk]) -> None:
        self._trunks = trunks
        self._last: Trunk | None = None
        self.is_over = False

    def __iter__(self) -> Iterator[Trunk]:
        if self._last is not None:
            yield self._last
        self.is_over = True
        for trunk in self._trunks:
            self._last, self.is_over = trunk, False
            yield trunk
            self.is_over = True


@dataclass(frozen=True, eq=False)
class _Plan:
    """The searches of a part: one complete run, or restarts where one solution is wanted."""

    task: PartTask
    settings: ExactCoverSettings
    data: RunData
    board: NarrowBoard | None
    start: _Start

    @property
    def restarts(self) -> bool:
        """True if one solution is wanted and restarts are allowed."""
        return self.task.limit == 1 and self.settings.restarts

    def runs(self) -> Iterator[tuple[Searches, float]]:
        """Yield the searches on bit sets of each run, and the limit of the run in nodes."""
        settings, arrays, repeats = self.settings, self.data.arrays, self.data.arrays.repeats
        if settings.rim is not None or not self.restarts:
            percent = (DISCOUNT_OF_COPIES_PERCENT if repeats else 0) if settings.rim is None else settings.rim
            yield self._searches(self._roots, percent / 100, NO_PREFERENCE, self._size_limit(MAX_ACTIVE_OPTIONS)), inf
            return
        noise = NOISE_OF_ORDER_WITH_COPIES if repeats else NOISE_OF_ORDER
        most, base = (MAX_ACTIVE_OPTIONS if repeats else MAX_ACTIVE_OPTIONS_RESTART), RESTART_BASE_NODES
        if arrays.option_count > TRUNK_OPTIONS and not repeats:
            most, base = MAX_ACTIVE_OPTIONS_LONG, LONG_RESTART_BASE_NODES
        size_limit = self._size_limit(most)
        trunk_size = SubproblemSizeLimit(max(TRUNK_OPTIONS, size_limit.most), limit=0)
        trunks = _Resumed(iter(()))
        for restart in count():
            preference = Preference.random_order(self.start.difficulty, (settings.seed, restart), noise)
            nodes = base * luby(restart // len(CENTER_DISCOUNTS) + 1)
            if restart % RESTARTS_OF_TRUNK == 0 or trunks.is_over:
                trunks = _Resumed(self._split(self.start.roots, trunk_size, preference))
            discount = CENTER_DISCOUNTS[restart % len(CENTER_DISCOUNTS)]
            yield self._searches(trunks, discount, preference, size_limit), nodes

    def sparse_runs(self) -> Iterator[tuple[Searches, float]]:
        """Yield the sparse searches of each run, and its limit in nodes: local and depth-first search alternate."""
        if not self.restarts:
            yield map(partial(SparseSearch, self.data), self._roots), inf
            return
        problem = self.task.request.problem
        fills = self.data.arrays.is_cell.any() or beam_window(problem) > MAX_BEAM_WINDOW
        base = SPARSE_RESTART_BASE_NODES
        if not fills and self.task.effort is not None:
            base = max(base, int(self.task.effort * NODES_PER_EFFORT_SECOND / 2))
        for restart in count():
            nodes = base << restart
            random = np.random.default_rng((self.settings.seed, restart))
            if not fills:
                width = max(MIN_BEAM_WIDTH, nodes // (BEAM_NODES * len(problem.cells)))
                beam = partial(BeamSearch, self.data, problem=problem, width=width, random=random)
                yield map(beam, self._roots), nodes
            yield map(partial(LocalSearch, self.data, random=random), self._roots), nodes
            yield map(partial(SparseSearch, self.data), self._roots), nodes

    @property
    def _roots(self) -> Iterable[Trunk]:
        """The subproblems of the part; the searches for one solution share them."""
        if self.task.limit == 1:
            return self.start.roots
        return (Trunk(self.data.arrays, root) for root in subproblems(self.data.arrays, self.task))

    def _size_limit(self, most: int) -> SubproblemSizeLimit:
        """Return the size limit of subproblems; a narrow board is not split."""
        most = most if self.board is None else self.data.arrays.option_count
        return SubproblemSizeLimit(most, limit=largest_subproblem(self.data.arrays))

    def _split(
        self, trunks: Iterable[Trunk], size_limit: SubproblemSizeLimit, preference: Preference
    ) -> Iterator[Trunk]:
        """Return the subproblems of some trunks that are small enough."""
        return chain.from_iterable(trunk.split(size_limit, self.task.stop, preference) for trunk in trunks)

    def _searches(
        self, trunks: Iterable[Trunk], discount: float, preference: Preference, size_limit: SubproblemSizeLimit
    ) -> Searches:
        """Yield the searches on bit sets of the subproblems of some trunks."""
        data, arrays = self.data, self.data.arrays
        remember = arrays.repeats if self.settings.remember is None else self.settings.remember
        for trunk in self._split(trunks, size_limit, preference):
            subproblem = trunk.subproblem
            if self.board is not None and subproblem.active.any():
                yield ScanSearch(data, self.board, subproblem)
                continue
            general = GeneralSearch(data, subproblem, remember=remember, discount=discount, preference=preference)
            yield general
            size_limit.update(options=int(subproblem.active.sum()), nodes=int(general.state[State.NODES]))
