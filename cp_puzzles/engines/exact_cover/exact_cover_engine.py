"""Enumeration of a part with the compiled exact-cover search."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import inf
from time import monotonic
from typing import Any

from cp_puzzles.engines.engine import Engine, Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.conditional_board import conditional_board
from cp_puzzles.engines.exact_cover.conditional_scan import ConditionalScan
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.general_search import GeneralSearch
from cp_puzzles.engines.exact_cover.item_order import ItemOrder
from cp_puzzles.engines.exact_cover.loop_search import LoopSearch, loop_tables
from cp_puzzles.engines.exact_cover.matched_board import matched_board, tables_of
from cp_puzzles.engines.exact_cover.matched_search import MatchedSearch
from cp_puzzles.engines.exact_cover.restarts import Restarts
from cp_puzzles.engines.exact_cover.scan_search import ScanSearch, narrow_board
from cp_puzzles.engines.exact_cover.sparse_search import SparseSearch
from cp_puzzles.engines.exact_cover.subproblem_search import (
    NodeBudget,
    PauseError,
    RunData,
    State,
    SubproblemSearch,
)
from cp_puzzles.engines.exact_cover.subproblems import (
    MAX_ACTIVE_OPTIONS,
    Roots,
    Subproblem,
    SubproblemSizeLimit,
    largest_subproblem,
    subproblems,
)
from cp_puzzles.engines.exact_cover.walk import Walk
from cp_puzzles.engines.registry import ExactCoverSettings

SPARSE_FROM_OPTIONS = 50_000
"""With more options than this, the search uses lists: at a node only a small part of a bit set would matter."""

MATCHED_FROM_OPTIONS = 1_200
"""With fewer options than this, the fewer nodes of the general search pay: MacMahon's squares in 4x6 (1,008 options)
take 3.4 s, and more than 20 s in a fixed order; TetraVex 6x6 (1,296) takes 1.9 s, and 0.04 s in a fixed order."""

NODES_PER_SECOND = 1_000_000
"""Nodes in about a second of a search of a large problem; a budget is counted in them."""

Tables = tuple[Callable[[RunData, Any, Subproblem], SubproblemSearch], dict[Subproblem, Any]]
"""A search with tables, and the tables of each root."""

DISCOUNT_OF_COPIES_PERCENT = 40
"""The discount of a search for all solutions if a tile may be used more than once."""


class ExactCoverEngine(Engine):
    """Enumerates solutions with a compiled search; see `exact_cover`.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, soma = cover_and_request("soma")
    >>> result = ExactCoverEngine().run(PartTask(soma))
    >>> result.solutions, result.raw
    (240, 11520)
    """

    counts_without_solutions = True
    resumes = True

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._roots: Roots = []
        self._tables: Tables | None = None

    def run(self, task: PartTask) -> PartResult:
        """Search one part; see `Engine`. Restarts for one solution cannot be continued: their rest is the part."""
        started = monotonic()
        key = task.request.leader, task.request.breaking, task.part.chosen, task.part.excluded
        if self._key != key:  # restarts, and parts that are left of a part, have the same roots
            self._key, self._roots = key, _roots_of(task)
            self._tables = _tables_of(task.request, self._roots)
        search = _PartSearch(task, self._roots, self._tables)
        rest = search.rest()
        budget, arrays = search.budget, search.data.arrays
        totals = budget.totals
        return PartResult(
            solutions=int(totals[State.SOLUTIONS]),
            raw=int(totals[State.RAW]),
            self_symmetric=int(totals[State.SELF_SYMMETRIC]),
            rest=rest,
            statistics={
                "found": int(totals[State.FOUND]),
                "nodes": int(totals[State.NODES]),
                "known_failures": int(totals[State.HITS]),
                "subproblems": budget.searches,
                "engine_seconds": monotonic() - started,
            },
            sizes={"required": arrays.required_count, "counted": len(arrays.least) - arrays.exclusive_count},
            effort=budget.spent / NODES_PER_SECOND,
        )


def _roots_of(task: PartTask) -> Roots:
    """Return the subproblems of the part of a task, and the share of each: as many as it has options of the anchor."""
    anchor = task.request.leader.anchor
    roots = list(subproblems(cover_arrays(task.request.problem), task))
    sizes = [1 if anchor is None else max(1, int(root.active[anchor.options].sum())) for root in roots]
    return [(root, size / sum(sizes)) for root, size in zip(roots, sizes, strict=True)]


def _tables_of(request: SearchRequest, roots: Roots) -> Tables | None:
    """Return the tables of roots: of one closed line, or of single cells whose sides match; None if there are none."""
    problem, kind = request.problem, LoopSearch if request.problem.circuits else MatchedSearch
    make: Callable[[Subproblem], Any] = partial(loop_tables, problem)
    if not ExactCoverSettings.of(request.settings).scan:
        return None
    if not problem.circuits:
        board = matched_board(problem) if len(problem.options) >= MATCHED_FROM_OPTIONS else None
        if board is None:
            return None
        make = partial(tables_of, board)
    tables = {root: make(root) for root, _ in roots}
    return (kind, tables) if all(each is not None for each in tables.values()) else None


class _PartSearch:
    """The search of one part: all of it in depth-first order, or restarts where one solution is wanted."""

    def __init__(self, task: PartTask, roots: Roots, tables: Tables | None) -> None:
        request, self._tables = task.request, tables
        self._task, self._settings, self._roots = task, ExactCoverSettings.of(request.settings), roots
        arrays = cover_arrays(request.problem)
        self.data = RunData(arrays, request.leader, task.emit is not None, request.accepts)
        self.budget = NodeBudget(task, inf if task.budget is None else task.budget * NODES_PER_SECOND)
        self._board = narrow_board(arrays) if self._settings.scan else None
        self._conditional = conditional_board(arrays) if self._settings.scan else None
        remember = self._settings.remember
        self._remember = arrays.repeats if remember is None else remember
        percent = self._settings.rim
        if percent is None:
            percent = DISCOUNT_OF_COPIES_PERCENT if arrays.repeats else 0
        self._order_of = cache(lambda root: ItemOrder.of(arrays, root.active, percent / 100))

    def rest(self) -> tuple[Part, ...]:
        """Search, and return the parts that are left."""
        task, settings, arrays = self._task, self._settings, self.data.arrays
        is_fixed = self._tables is not None or self._conditional is not None
        is_random = task.limit == 1 and settings.restarts and not is_fixed
        is_sparse = not is_fixed and _is_sparse(settings, arrays, task.limit)
        if not is_random or (settings.rim is not None and not is_sparse):
            return self._depth_first(is_sparse=is_sparse)
        restarts = Restarts(task.request.problem, self.data, self._roots, self.budget, settings.seed)
        try:
            if is_sparse:
                restarts.on_lists()
            else:
                restarts.on_bit_sets(self._size_limit(MAX_ACTIVE_OPTIONS), remember=self._remember)
        except PauseError:
            return (task.part,)
        return ()

    def _depth_first(self, *, is_sparse: bool) -> tuple[Part, ...]:
        """Search all of the part in depth-first order."""
        limit = self._size_limit(self.data.arrays.option_count if is_sparse else MAX_ACTIVE_OPTIONS)
        walk = Walk(self._task.part, self._roots, limit, self.budget.step)
        search: SubproblemSearch | None = None
        try:
            for subproblem, root in walk.subproblems(self._order_of):
                search = self._search_of(subproblem, root, is_sparse=is_sparse)
                search.resume(*walk.stack())
                self.budget.run(search)
                limit.update(options=len(subproblem.number), nodes=int(search.state[State.NODES]))
                search = None
        except PauseError:
            if search is None:
                return walk.rest([])
            return walk.rest(search.open_levels(self._search_of(subproblem, root, is_sparse=is_sparse)))
        return ()

    def _size_limit(self, most: int) -> SubproblemSizeLimit:
        """Return a limit of subproblems that begins with `most` options; a board with tables is not split."""
        is_split = self._board is None and self._conditional is None and self._tables is None
        most = most if is_split else self.data.arrays.option_count
        return SubproblemSizeLimit(most, limit=largest_subproblem(self.data.arrays))

    def _search_of(self, subproblem: Subproblem, root: Subproblem, *, is_sparse: bool) -> SubproblemSearch:
        """Return the search of a subproblem, which is of limited size."""
        if is_sparse:
            return SparseSearch(self.data, subproblem)
        if self._tables is not None:
            kind, tables = self._tables
            return kind(self.data, tables[root], subproblem)
        if self._conditional is not None and self._conditional.serves(subproblem):
            return ConditionalScan(self.data, self._conditional, subproblem)
        if self._board is not None and subproblem.active.any():
            return ScanSearch(self.data, self._board, subproblem)
        return GeneralSearch(self.data, subproblem, remember=self._remember, order=self._order_of(root))


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
