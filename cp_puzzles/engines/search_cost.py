"""The forecast of an engine's time, and the number of parts of its searches."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cp_puzzles.cover.symmetry.leader import LexLeader
    from cp_puzzles.engines.engine import SearchRequest


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


SAMPLE_SYMMETRIES = 200
"""The number of symmetries whose constraints are counted to forecast the size of all lexicographic constraints."""


@dataclass(frozen=True)
class SearchCost:
    """The processor time of an engine, as a function of the nodes of the search tree (`search.partition`).

    seconds = loading
            + scale * nodes^node_exponent * options^option_exponent * copies^copies_exponent
            + per_solution * solutions + parts * (time to build a model), where `copies` is the largest multiplicity.

    `loading` is the time to import the engine and what it is built on, with compiled code in the cache.

    The time to build a model is `per_incidence` for each item of each option, and `per_pair` for each pair of items of
    an option and each branch of the root, below which a model of its own is built. For each symmetry, it is also
    `per_block_option` for each option that is compared within a block, and `per_option` for each option that is
    compared alone (`lex_leader`). Beyond `fitted_nodes`, the largest tree of the fit, the time of the search is
    proportional to the nodes. `fill_order` is True if the engine branches on cells in fill order, False if it branches
    on the most constrained item.
    """

    scale: float
    node_exponent: float = 1.0
    option_exponent: float = 0.0
    copies_exponent: float = 0.0
    per_solution: float = 0.0
    per_incidence: float = 0.0
    per_pair: float = 0.0
    loading: float = 0.0
    per_block_option: float = 0.0
    per_option: float = 0.0
    fitted_nodes: float = inf
    fill_order: bool = False

    def seconds(
        self, request: SearchRequest, nodes: float, solutions: float, parts: int = 1, branches: float = 1
    ) -> float:
        """Return about the seconds of one processor for a search of this many nodes, solutions, parts and branches."""
        problem = request.problem
        copies = max((problem.items[tile].maximum for tile in problem.tiles), default=1)
        search = self.search_seconds(nodes, len(problem.options), copies)
        in_blocks, alone = compared_options(request.leader) if request.breaking == "lex" and self.per_option else (0, 0)
        model = self.per_incidence * len(problem.table.values)
        model += self.per_block_option * in_blocks + self.per_option * alone
        pairs = self.per_pair * problem.pairs * branches if self.per_pair else 0.0
        return self.loading + search + self.per_solution * solutions + parts * model + pairs

    def search_seconds(self, nodes: float, options: int, copies: int = 1) -> float:
        """Return about the seconds of the search alone."""
        fitted, factor = min(nodes, self.fitted_nodes), max(1.0, nodes / self.fitted_nodes)
        search: float = factor * self.scale * fitted**self.node_exponent
        search *= max(1, options) ** self.option_exponent * max(1, copies) ** self.copies_exponent
        return search


def compared_options(leader: LexLeader) -> tuple[float, float]:
    """Return two numbers: options that the constraints of all symmetries compare within blocks, and alone.

    >>> from cp_puzzles.api import cover_and_request
    >>> compared_options(cover_and_request("pentomino6x10")[1].leader)
    (96.0, 0.0)
    """
    images = leader.group.options[1:]
    step = max(1, len(images) // SAMPLE_SYMMETRIES)
    in_blocks = alone = 0
    for image in images[::step]:
        for block in leader.blocks:
            is_moved = image[block.options] != block.options
            if not is_moved.any():
                continue
            if block.item is None:
                alone += len(block.options)
                break
            in_blocks += len(block.options)
            is_exact = leader.problem.items[block.item].is_exact_one
            if is_exact and len(block.options) == len(leader.problem.covering[block.item]) and is_moved.all():
                break
    return float(in_blocks * step), float(alone * step)
