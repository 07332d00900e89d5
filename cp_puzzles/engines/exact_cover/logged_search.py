"""The general search with a log of its branches, for certificates: the item of each branching node, in preorder.

A node branches on one item, and each of its active options is tried without the earlier ones. A node is a leaf if some
item has fewer active options than it needs, or a solution if no item needs an option; then free options may follow.
No bound is left out as redundant, so a checker that reads the log meets the same leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.jit import words_for
from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import Batch, OrbitSizes, Part
from cp_puzzles.engines.exact_cover.cover_arrays import arrays_of
from cp_puzzles.engines.exact_cover.general_search import GeneralSearch, Log
from cp_puzzles.engines.exact_cover.item_order import ItemOrder
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State
from cp_puzzles.engines.exact_cover.subproblems import Subproblem, SubproblemSizeLimit
from cp_puzzles.engines.exact_cover.walk import Walk
from cp_puzzles.errors import MistakeError

NODES = 50_000
"""Nodes between two checks of the deadline and of Ctrl-C: some hundredths of a second."""


UNSPLIT = Part()
"""All of a problem."""


class Logged(NamedTuple):
    """A piece of a log: the items of branching nodes, in preorder, and solutions, as ascending options.

    `rest`: the parts that are left; the last piece of a part has them.
    """

    items: Ints
    solutions: list[tuple[int, ...]]
    rest: tuple[Part, ...] = ()

    @classmethod
    def joined(cls, pieces: Iterable[Logged]) -> Logged:
        """Return consecutive pieces as one."""
        items, solutions, rest = zip(*pieces, strict=True)
        return cls(np.concatenate(items), [*chain.from_iterable(solutions)], rest[-1])


@dataclass(frozen=True)
class LogError(Exception):
    """Raised where a log that is read names an item that needs no option, or goes on after the end of the tree.

    `place`: the number of items that were read.
    """

    place: int
    is_ended: bool


class LoggedProblem:
    """A cover problem for searches with a log.

    Parameters
    ----------
    bounds, options
        The bounds of the items, and the items of each option.
    costs, budget
        The cost of each option (0 by default), and the largest cost of a solution.
    root, roots
        The item on which the search branches first, trying only these options; None for any item and all options. An
        option of the root may follow an earlier one.

    Raises `MistakeError` if the bit sets need more than the default share of the memory.
    """

    def __init__(
        self,
        bounds: Sequence[Sequence[int]],
        options: Sequence[Sequence[int]],
        costs: Sequence[int] | None = None,
        budget: int = 0,
        *,
        root: int | None = None,
        roots: Sequence[int] = (),
    ) -> None:
        self._problem = CoverProblem(tuple(Item("rule", "", low, high) for low, high in bounds), [*map(tuple, options)])
        words, count = int(words_for(self._problem.option_counts).sum()), len(options)
        size, allowed = (count + 2 * len(bounds)) * words * 8, allowed_memory(None)
        if size > allowed:
            limit = f"only {bytes_text(allowed)} may be used"
            problem = f"the proof of {count:,} placements would need {bytes_text(size)}, but {limit}"
            raise MistakeError("memory", problem, "use a smaller puzzle")
        self._arrays = arrays = arrays_of(self._problem)
        self._leader = lex_leader(self._problem, SymmetryGroup.identity(self._problem))
        self._costs, self._budget = np.array(costs or [0] * count, dtype=np.int64), budget
        active = arrays.possible & (self._costs <= budget)
        start, self._first = Subproblem(arrays, (), active, np.zeros(1, dtype=np.int64)), list[int]()
        subproblems: list[Subproblem | None] = [start]
        if root is not None and (arrays.times(active) < arrays.least).any():
            subproblems = []  # a leaf
        elif root is not None:
            self._first = [root]
            subproblems = [start.with_chosen(option) for option in roots if root in options[option]]
        self._roots = [(each, 1.0) for each in subproblems if each is not None]
        self._order, self._found = ItemOrder.of(arrays, active), list[tuple[int, ...]]()

    def search(
        self, part: Part = UNSPLIT, nodes: float = inf, is_stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[Logged]:
        """Search a part, and yield its log piece by piece.

        Parts are left if the search has taken its `nodes`, or is stopped.
        """
        walk = self._walk(part)
        log = Log(np.empty(NODES + len(self._costs) + 3, dtype=np.int64), False, self._costs, self._budget)
        if not part.stack:
            yield Logged(np.array(self._first, dtype=np.int64), [])
        for subproblem, _ in walk.subproblems(lambda _: self._order):
            search = self._search_of(subproblem, log)
            search.resume(*walk.stack())
            is_over = False
            while not is_over:
                before = int(search.state[State.NODES])
                is_over = search.advance(int(min(NODES, nodes)))
                nodes -= int(search.state[State.NODES]) - before
                items = log.tree[: search.state[State.LOGGED]].copy()
                search.state[State.LOGGED] = 0
                is_paused = nodes <= 0 or is_stopped()
                solutions, rest = self._found.copy(), tuple[Part, ...]()
                self._found.clear()
                if is_paused:
                    rest = walk.rest(search.open_levels(self._search_of(subproblem, log)))
                yield Logged(items, solutions, rest)
                if is_paused:
                    return

    def read(self, tree: Ints) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of a tree; raise `LogError` unless it is one."""
        place = len(self._first)
        if self._first and (len(tree) == 0 or tree[0] != self._first[0]):
            raise LogError(1, is_ended=False)
        log = Log(tree, True, self._costs, self._budget)
        for subproblem, _ in self._walk(UNSPLIT).subproblems(lambda _: self._order):
            search = self._search_of(subproblem, log)
            search.state[State.LOGGED] = place
            is_over = False
            while not is_over:
                is_over = search.advance(NODES)
                yield from self._found
                self._found.clear()
            place = int(search.state[State.LOGGED])
            if search.state[State.IS_WRONG]:
                raise LogError(place, is_ended=False)
        if place < len(tree):
            raise LogError(place + 1, is_ended=True)

    def _walk(self, part: Part) -> Walk:
        most = max(1, len(self._costs))
        return Walk(part, self._roots, SubproblemSizeLimit(most, limit=most), lambda: None)

    def _search_of(self, subproblem: Subproblem, log: Log) -> GeneralSearch:
        run = RunData(self._arrays, self._leader, self._find)
        return GeneralSearch(run, subproblem, remember=False, order=self._order, log=log)

    def _find(self, rows: Batch, _: OrbitSizes) -> None:
        self._found += [tuple(row[row >= 0].tolist()) for row in rows]
