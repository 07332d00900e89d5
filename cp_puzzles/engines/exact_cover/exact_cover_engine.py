"""Enumeration of a part with the compiled exact-cover search, and random restarts where one solution is wanted.

Restarts are searches on bit sets, or beams, local and depth-first searches on lists in turns. Running times of searches
for one solution are heavy-tailed; random restarts avoid the long ones (Gomes, Selman and Kautz, Boosting combinatorial
search through randomization, 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import count
from math import inf
from time import monotonic
from typing import Any

import numpy as np

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Engine, Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.beam_search import BeamSearch, beam_window
from cp_puzzles.engines.exact_cover.conditional_scan import ConditionalScan, conditional_board
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays, cover_arrays
from cp_puzzles.engines.exact_cover.general_search import GeneralSearch
from cp_puzzles.engines.exact_cover.item_order import ItemOrder, tile_difficulty
from cp_puzzles.engines.exact_cover.local_search import LocalSearch
from cp_puzzles.engines.exact_cover.loop_search import LoopSearch, loop_tables
from cp_puzzles.engines.exact_cover.matched_search import MatchedSearch, matched_board, tables_of
from cp_puzzles.engines.exact_cover.scan_search import ScanSearch, narrow_board
from cp_puzzles.engines.exact_cover.sparse_search import SparseSearch
from cp_puzzles.engines.exact_cover.subproblem_search import NodeBudget, PauseError, RunData, State, SubproblemSearch
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

DISCOUNT_OF_COPIES_PERCENT = 40
"""The discount of a search for all solutions if a tile may be used more than once."""

SearchOf = Callable[[RunData, Subproblem, Subproblem], SubproblemSearch | None]
"""Makes the search of a subproblem, given its root; None: the general search."""

NODES_PER_PIECE = 5_000
"""Length, in nodes for each piece, of the shortest restart on bit sets; some are longer, see `luby`."""

LIST_NODES = 500_000
"""Length of the first turn of each search on lists, which takes long to set up; each turn is twice as long."""

MAX_BEAM_WINDOW = 256
"""The largest window of a beam."""

NOISE = 0.5
"""Noise in the order of the options, in standard deviations of difficulty."""


def luby(number: int) -> int:
    """Return the length of the `number`-th restart, from 1, as a multiple of the shortest.

    All restarts of one length together take about as long as all restarts of twice the length. For any best fixed
    length, this sequence takes not much longer than restarts of that length (Luby, Sinclair and Zuckerman, 1993).

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    length = number.bit_length()
    return 1 << (length - 1) if number == (1 << length) - 1 else luby(number - (1 << (length - 1)) + 1)


def searches_on_lists(
    problem: CoverProblem, random: np.random.Generator
) -> dict[str, Callable[[RunData, Subproblem], SubproblemSearch]]:
    """Return the searches that take turns, by name: a beam first where all cells may stay empty."""
    is_loose = not cover_arrays(problem).is_cell.any() and beam_window(problem) <= MAX_BEAM_WINDOW
    beam = {"beam": partial(BeamSearch, problem=problem, random=random)} if is_loose else {}
    return {**beam, "local": partial(LocalSearch, random=random), "depth-first": SparseSearch}


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
        self._special: tuple[SearchOf | None, bool] = None, False

    def run(self, task: PartTask) -> PartResult:
        """Search one part; see `Engine`. Restarts for one solution cannot be continued: their rest is the part."""
        started = monotonic()
        is_scanned = task.request.settings.get("scan", True)
        key = task.request.leader, task.request.breaking, task.part.chosen, task.part.excluded, is_scanned
        if self._key != key:  # restarts, and parts that are left of a part, have the same roots
            self._key, self._roots = key, _roots_of(task)
            self._special = _special_searches(task.request, self._roots)
        search = _PartSearch(task, self._roots, *self._special)
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


def _special_searches(request: SearchRequest, roots: Roots) -> tuple[SearchOf | None, bool]:
    """Return the search of boards of one kind, and whether it takes the place of restarts; None if there is none."""
    problem, arrays = request.problem, cover_arrays(request.problem)
    if not ExactCoverSettings.of(request.settings).scan:
        return None, False
    kind: Callable[[RunData, Any, Subproblem], SubproblemSearch] = LoopSearch if problem.circuits else MatchedSearch
    tables = dict[Subproblem, Any]()
    if problem.circuits:
        tables = {root: loop_tables(problem, root) for root, _ in roots}
    elif len(problem.options) >= MATCHED_FROM_OPTIONS and (matched := matched_board(problem)) is not None:
        tables = {root: tables_of(matched, root) for root, _ in roots}
    if tables and all(each is not None for each in tables.values()):
        return lambda run, subproblem, root: kind(run, tables[root], subproblem), True
    conditional, narrow = conditional_board(arrays), narrow_board(arrays)
    if conditional is not None:
        return lambda run, part, _: ConditionalScan(run, conditional, part) if conditional.serves(part) else None, True
    if narrow is not None:
        return lambda run, part, _: ScanSearch(run, narrow, part) if part.active.any() else None, False
    return None, False


class _PartSearch:
    """The search of one part: all of it in depth-first order, or restarts where one solution is wanted."""

    def __init__(self, task: PartTask, roots: Roots, special: SearchOf | None, is_fixed: bool) -> None:
        request, self._special, self._is_fixed = task.request, special, is_fixed
        self._task, self._settings, self._roots = task, ExactCoverSettings.of(request.settings), roots
        arrays = cover_arrays(request.problem)
        self.data = RunData(arrays, request.leader, task.emit, request.accepts)
        self.budget = NodeBudget(task, inf if task.budget is None else task.budget * NODES_PER_SECOND)
        remember, percent = self._settings.remember, self._settings.rim
        self._remember = arrays.repeats if remember is None else remember
        discount = DISCOUNT_OF_COPIES_PERCENT * arrays.repeats if percent is None else percent
        self._order_of = cache(lambda root: ItemOrder.of(arrays, root.active, discount / 100))

    def rest(self) -> tuple[Part, ...]:
        """Search, and return the parts that are left."""
        task, settings = self._task, self._settings
        is_random = task.limit == 1 and settings.restarts and not self._is_fixed
        is_sparse = not self._is_fixed and _is_sparse(settings, self.data.arrays, task.limit)
        if not is_random or (settings.rim is not None and not is_sparse):
            return self._depth_first(is_sparse=is_sparse)
        with suppress(PauseError):
            for searches, nodes in self._restarts(is_sparse=is_sparse):
                if self.budget.ends(searches, nodes):  # so it is certain that there is no solution
                    return ()
        return (task.part,)

    def _restarts(self, *, is_sparse: bool) -> Iterator[tuple[Iterable[SubproblemSearch], int]]:
        """Yield searches of the whole part, which may end early, and the nodes that they may take."""
        limit, pieces = self._size_limit(MAX_ACTIVE_OPTIONS), max(1, self.data.arrays.most_chosen)
        for turn in count():
            random = np.random.default_rng((self._settings.seed, turn))
            if is_sparse:
                for kind in searches_on_lists(self._task.request.problem, random).values():
                    yield (kind(self.data, root) for root, _ in self._roots), LIST_NODES << turn
            else:
                yield self._on_bit_sets(limit, random), NODES_PER_PIECE * pieces * luby(turn + 1)

    def _on_bit_sets(self, limit: SubproblemSizeLimit, random: np.random.Generator) -> Iterator[SubproblemSearch]:
        """Yield searches that begin with difficult tiles."""
        arrays, difficulty = self.data.arrays, tile_difficulty(self._task.request.problem)
        trial = NOISE * random.random(len(difficulty)) - difficulty
        walk = Walk(Part(), self._roots, limit, self.budget.step)
        without_noise = cache(lambda root: replace(ItemOrder.of(arrays, root.active), trial=trial, random=random))
        for subproblem, _ in walk.subproblems(without_noise):
            order = ItemOrder.of(arrays, subproblem.active, trial=trial, random=random)
            search = GeneralSearch(self.data, subproblem, remember=self._remember, order=order)
            yield search
            limit.update(options=len(subproblem.number), nodes=int(search.state[State.NODES]))

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
        most = most if self._special is None else self.data.arrays.option_count
        return SubproblemSizeLimit(most, limit=largest_subproblem(self.data.arrays))

    def _search_of(self, subproblem: Subproblem, root: Subproblem, *, is_sparse: bool) -> SubproblemSearch:
        """Return the search of a subproblem, which is of limited size."""
        if is_sparse:
            return SparseSearch(self.data, subproblem)
        special = self._special and self._special(self.data, subproblem, root)
        return special or GeneralSearch(self.data, subproblem, remember=self._remember, order=self._order_of(root))


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
