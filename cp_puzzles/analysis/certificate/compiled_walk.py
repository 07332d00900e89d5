"""The compiled twin of the walk in `check.py`, for large trees: the same solutions and the same verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cp_puzzles.analysis.certificate.check import require, walk
from cp_puzzles.engines.exact_cover.kernel.proof_tree import DONE, ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem

MAX_COST = 1 << 60
"""The largest cost and budget for which sums fit in the words of the compiled walk."""


def compiled_walk(
    bounds: list[list[int]],
    options: list[list[int]],
    costs: list[int],
    budget: int,
    roots: int,
    tree: Sequence[int],
) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a tree; see `walk` in `check.py`."""
    if max((abs(budget), *costs)) > MAX_COST:
        yield from walk(bounds, options, costs, budget, roots, tree)
        return
    tried = None if roots == -1 else [option for option in range(len(options)) if roots >> option & 1]
    walked = ProofTree(TreeProblem(bounds, options, costs, budget), tried, tree)
    yield from walked.solutions()
    place = walked.place
    require(walked.state == DONE, f"tree: branching node {place} has no open item")
    require(place == len(tree), f"tree: it goes on after its end, with branching node {place + 1}")
