"""Random restarts for one solution: searches on bit sets, or beams, local and depth-first searches on lists in turns.

Running times of searches for one solution are heavy-tailed; random restarts avoid the long ones (Gomes, Selman and
Kautz, Boosting combinatorial search through randomization, 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

import numpy as np

from cp_puzzles.base.arrays import Floats
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.exact_cover.beam_search import BeamSearch, beam_window
from cp_puzzles.engines.exact_cover.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.general_search import GeneralSearch
from cp_puzzles.engines.exact_cover.item_order import ItemOrder, Preference, tile_difficulty
from cp_puzzles.engines.exact_cover.local_search import LocalSearch
from cp_puzzles.engines.exact_cover.sparse_search import SparseSearch
from cp_puzzles.engines.exact_cover.subproblem_search import NodeBudget, PauseError, RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.subproblems import Roots, Subproblem, SubproblemSizeLimit
from cp_puzzles.engines.exact_cover.walk import Walk

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


@shared_value
def option_difficulty(problem: CoverProblem) -> Floats:
    """Return the difficulty of the tile of each option, which all restarts of a problem share."""
    return tile_difficulty(problem, cover_arrays(problem))


def searches_on_lists(
    problem: CoverProblem, random: np.random.Generator
) -> dict[str, Callable[[RunData, Subproblem], SubproblemSearch]]:
    """Return the searches that take turns, by name: a beam first where all cells may stay empty."""
    is_loose = not cover_arrays(problem).is_cell.any() and beam_window(problem) <= MAX_BEAM_WINDOW
    beam = {"beam": partial(BeamSearch, problem=problem, random=random)} if is_loose else {}
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

    def on_bit_sets(self, limit: SubproblemSizeLimit, *, remember: bool) -> None:
        """Search on bit sets."""
        difficulty, pieces = option_difficulty(self.problem), max(1, self.data.arrays.most_chosen)
        for restart in count():
            random = np.random.default_rng((self.seed, restart))
            preference = Preference(NOISE * random.random(len(difficulty)) - difficulty, random)
            searches = self._on_bit_sets(limit, preference, remember=remember)
            if self._ends(searches, NODES_PER_PIECE * pieces * luby(restart + 1)):
                return

    def on_lists(self) -> None:
        """Search on lists, in turns of twice the length each."""
        for turn in count():
            searches = searches_on_lists(self.problem, np.random.default_rng((self.seed, turn)))
            for kind in searches.values():
                if self._ends((kind(self.data, root) for root, _ in self.roots), LIST_NODES << turn):
                    return

    def _ends(self, searches: Iterable[SubproblemSearch], nodes: int) -> bool:
        """Run searches within some nodes; return True if all of them end. Raise `PauseError` if the run is over."""
        self.budget.allow(nodes)
        try:
            for search in searches:
                self.budget.run(search)
        except PauseError:
            if self.budget.is_stopped or self.budget.spent >= self.budget.nodes:
                raise
            return False
        return True

    def _on_bit_sets(
        self, limit: SubproblemSizeLimit, preference: Preference, *, remember: bool
    ) -> Iterator[SubproblemSearch]:
        walk = Walk(Part(), self.roots, limit, self.budget.step, preference)
        for subproblem, _ in walk.subproblems(lambda root: ItemOrder.of(root.arrays, root.active)):
            order = ItemOrder.of(subproblem.arrays, subproblem.active, preference=preference)
            search = GeneralSearch(self.data, subproblem, remember=remember, order=order, preference=preference)
            yield search
            limit.update(options=len(subproblem.number), nodes=int(search.state[State.NODES]))
