"""The replay of a part: it is counted again by the search of certificates, which shares no code with the engines."""

from __future__ import annotations

from collections import Counter

import numpy as np

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines.engine import Part, PartResult
from cp_puzzles.engines.exact_cover.kernel.proof_tree import ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem


def replay(cover: Cover, leader: LexLeader, part: Part) -> PartResult:
    """Return the number of leaders of a part and the sizes of their orbits."""
    problem, excluded = cover.problem, {*part.chosen, *part.excluded, *np.flatnonzero(leader.dominated).tolist()}
    times = Counter(item for option in part.chosen for item in problem.options[option])
    bounds = [(max(0, item.minimum - times[n]), item.maximum - times[n]) for n, item in enumerate(problem.items)]
    leaders = raw = self_symmetric = 0
    if all(high >= 0 for _, high in bounds):
        options = [option for option in range(len(problem.options)) if option not in excluded]
        items = [list(map(int, problem.options[option])) for option in options]
        tree = ProofTree(TreeProblem(bounds, items), keep=False)
        for rest in tree.solutions():
            solution = sorted((*part.chosen, *(options[option] for option in rest)))
            if leader.is_leader(solution) and cover.accepts(solution):
                size = int(leader.group.orbit_sizes(np.array([solution], dtype=np.int32))[0])
                leaders, raw, self_symmetric = leaders + 1, raw + size, self_symmetric + (size < leader.group.order)
    return PartResult(leaders, raw, self_symmetric, complete=True)
