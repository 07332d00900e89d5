"""Random restarts for one solution: searches on bit sets, or beams, local and depth-first searches on lists in turns.

Running times of searches for one solution are heavy-tailed; random restarts avoid the long ones (Gomes, Selman and
Kautz, Boosting combinatorial search through randomization, 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf

import numpy as np

from cp_puzzles.base.arrays import Floats
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.exact_cover.beam_search import BeamSearch, beam_window
from cp_puzzles.engines.exact_cover.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.general_search import GeneralSearch
from cp_puzzles.engines.exact_cover.item_order import (
    ItemOrder,
    Preference,
    tile_difficulty,
)
from cp_puzzles.engines.exact_cover.local_search import LocalSearch
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
)
from cp_puzzles.engines.exact_cover.walk import Walk

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

MAX_ACTIVE_OPTIONS_LONG = 4 * MAX_ACTIVE_OPTIONS
"""The same if the first choices are kept: about 19 of 107 heptominoes remain."""

SPARSE_RESTART_BASE_NODES = 500_000
"""Length of the shortest restart of a sparse search, which takes long to set up."""

MAX_BEAM_WINDOW, MIN_BEAM_WIDTH, BEAM_NODES = 256, 10, 24
"""The largest window and the least width of a beam, and the work of a cell for each packing, for two beams."""

NOISE_OF_ORDER, NOISE_OF_ORDER_WITH_COPIES = 0.5, 1.0
"""Noise in the order of the options, in standard deviations of difficulty: where tiles may be used more than once, more
of it."""

CENTER_DISCOUNTS = (0.0, 0.4, 0.2)
"""Branching discount of central cells, cycled over restarts; see `ItemOrder`."""


def luby(number: int) -> int:
    """Return the length of the `number`-th restart, from 1, as a multiple of the shortest.

    All restarts of one length together take about as long as all restarts of twice the length. For any best fixed
    length, this sequence takes not much longer than restarts of that length (Luby, Sinclair and Zuckerman, 1993).

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    length = number.bit_length()
    return 1 << (length - 1) if number == (1 << length) - 1 else luby(number - (1 << (length - 1)) + 1)


@shared_value
def option_difficulty(problem: CoverProblem) -> Floats:
    """Return the difficulty of the tile of each option, which all restarts of a problem share."""
    return tile_difficulty(problem, cover_arrays(problem))


def searches_on_lists(
    problem: CoverProblem, nodes: int, random: np.random.Generator, *, with_beam: bool
) -> dict[str, Callable[[RunData, Subproblem], SubproblemSearch]]:
    """Return the searches that take turns, each of some nodes, by name."""
    width = max(MIN_BEAM_WIDTH, nodes // (BEAM_NODES * max(1, len(problem.cells))))
    beam = {"beam": partial(BeamSearch, problem=problem, width=width, random=random)} if with_beam else {}
    return {**beam, "local": partial(LocalSearch, random=random), "depth-first": SparseSearch}


@dataclass(frozen=True, eq=False)
class Restarts:
    """The restarts of one run for one solution.

    They run until it is certain that there is no solution, or raise `PauseError` if the run ends before.
    """

    problem: CoverProblem
    data: RunData
    roots: Roots
    budget: NodeBudget
    seed: int

    def on_bit_sets(self, size_limit: Callable[[int], SubproblemSizeLimit], *, remember: bool) -> None:
        """Search on bit sets; `size_limit` returns a limit of subproblems that begins with some options.

        In a very large problem some restarts keep the first choices, the *trunk*; so they prove nothing.
        """
        repeats, starts = self.data.arrays.repeats, list(self.roots)
        noise = NOISE_OF_ORDER_WITH_COPIES if repeats else NOISE_OF_ORDER
        has_trunk = self.data.arrays.option_count > TRUNK_OPTIONS and not repeats
        most = MAX_ACTIVE_OPTIONS if repeats else MAX_ACTIVE_OPTIONS_RESTART
        limit = size_limit(MAX_ACTIVE_OPTIONS_LONG if has_trunk else most)
        for restart in count():
            difficulty, random = option_difficulty(self.problem), np.random.default_rng((self.seed, restart))
            preference = Preference(noise * random.random(len(difficulty)) - difficulty, random)
            discount = CENTER_DISCOUNTS[restart % len(CENTER_DISCOUNTS)]
            nodes = RESTART_BASE_NODES * luby(restart // len(CENTER_DISCOUNTS) + 1)
            if has_trunk and (restart % RESTARTS_OF_TRUNK == 0 or not starts):
                starts = []
                if self._ends(self._trunk(starts, preference), nodes) and not starts:
                    return
            searches = self._on_bit_sets(starts, limit, discount, preference, remember=remember)
            if starts and self._ends(searches, nodes):
                if not has_trunk:
                    return
                starts = []

    def on_lists(self) -> None:
        """Search on lists: a beam where cells may stay empty, then local and depth-first search in turns."""
        fills = self.data.arrays.is_cell.any() or beam_window(self.problem) > MAX_BEAM_WINDOW
        base = SPARSE_RESTART_BASE_NODES
        if not fills and self.budget.nodes < inf:
            base = max(base, int(self.budget.nodes / 2))
        for restart in count():
            nodes, random = base << restart, np.random.default_rng((self.seed, restart))
            for kind in searches_on_lists(self.problem, nodes, random, with_beam=not fills).values():
                if self._ends((kind(self.data, root) for root, _ in self.roots), nodes):
                    return

    def _ends(self, searches: Iterable[SubproblemSearch], nodes: int) -> bool:
        """Run searches within some nodes; return True if all of them end. Raise `PauseError` if the run is over."""
        self.budget.allow(nodes, DESCENT_STEPS_PER_PIECE * self.data.arrays.most_chosen)
        try:
            for search in searches:
                self.budget.run(search)
        except PauseError:
            if self.budget.is_stopped or self.budget.spent >= self.budget.nodes:
                raise
            return False
        return True

    def _trunk(self, starts: list[tuple[Subproblem, float]], preference: Preference) -> Iterator[SubproblemSearch]:
        """Add a trunk to the starts unless there is none; yield no search."""
        for subproblem in self._walk(self.roots, SubproblemSizeLimit(TRUNK_OPTIONS, limit=0), preference):
            starts.append((subproblem, 1.0))
            return
        yield from ()

    def _walk(self, starts: Roots, limit: SubproblemSizeLimit, preference: Preference) -> Iterator[Subproblem]:
        walk = Walk(Part(), starts, limit, self.budget.step, preference)
        return (subproblem for subproblem, _ in walk.subproblems(lambda root: ItemOrder.of(root.arrays, root.active)))

    def _on_bit_sets(
        self,
        starts: Roots,
        limit: SubproblemSizeLimit,
        discount: float,
        preference: Preference,
        *,
        remember: bool,
    ) -> Iterator[SubproblemSearch]:
        for subproblem in self._walk(starts, limit, preference):
            order = ItemOrder.of(subproblem.arrays, subproblem.active, discount, preference)
            search = GeneralSearch(self.data, subproblem, remember=remember, order=order, preference=preference)
            yield search
            limit.update(options=len(subproblem.number), nodes=int(search.state[State.NODES]))
