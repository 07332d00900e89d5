"""The forecast of the processor time of a search, from the size of its tree and of the problem."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines.engine import SearchRequest

SAMPLE_SYMMETRIES = 200
"""The number of symmetries whose constraints are counted to forecast the size of all lexicographic constraints."""


@dataclass(frozen=True)
class SearchCost:
    """The processor time of an engine, as a function of the nodes of the search tree (`search.partition`).

    seconds = scale * nodes^node_exponent * options^option_exponent * copies^copies_exponent
            + per_solution * solutions + parts * (time to build a model), where `copies` is the largest multiplicity.

    The time to build a model is `per_incidence` for each item of each option. For each symmetry, it is also
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
    per_block_option: float = 0.0
    per_option: float = 0.0
    fitted_nodes: float = inf
    fill_order: bool = False

    def seconds(self, request: SearchRequest, nodes: float, solutions: float, parts: int = 1) -> float:
        """Return about the seconds of one processor for a search of this many nodes, solutions and parts."""
        problem = request.problem
        copies = max((problem.items[tile].maximum for tile in problem.tiles), default=1)
        fitted, factor = min(nodes, self.fitted_nodes), max(1.0, nodes / self.fitted_nodes)
        search: float = factor * self.scale * fitted**self.node_exponent
        search *= max(1, len(problem.options)) ** self.option_exponent
        search *= max(1, copies) ** self.copies_exponent
        in_blocks, alone = compared_options(request.leader) if request.breaking == "lex" and self.per_option else (0, 0)
        model = self.per_incidence * sum(map(len, problem.options))
        model += self.per_block_option * in_blocks + self.per_option * alone
        return search + self.per_solution * solutions + parts * model


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
            if not np.any(is_moved):
                continue
            if block.item is None:
                alone += len(block.options)
                break
            in_blocks += len(block.options)
            is_exact = leader.problem.items[block.item].is_exact_one
            if is_exact and len(block.options) == len(leader.problem.covering[block.item]) and np.all(is_moved):
                break
    return float(in_blocks * step), float(alone * step)
