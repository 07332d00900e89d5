"""The compiled twin of the walk in `check.py`, for large trees: the same solutions and the same verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cp_puzzles.analysis.certificate.check import CheckError
from cp_puzzles.engines.exact_cover.kernel.proof_tree import TOO_SHORT, WRONG_ITEM, ProofTree


def compiled_walk(
    bounds: Sequence[Sequence[int]],
    options: Sequence[Sequence[int]],
    tree: Sequence[int],
    roots: Sequence[int] | None,
) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a tree; see `walk` in `check.py`."""
    walked = ProofTree(bounds, options, roots, tree)
    yield from walked.solutions()
    place = walked.place
    if walked.state == TOO_SHORT:
        raise CheckError(f"tree: it ends after {place} branching nodes, at an open node")
    if walked.state == WRONG_ITEM:
        raise CheckError(f"tree: branching node {place} has the item {tree[place - 1]}, which needs no option")
    if place < len(tree):
        raise CheckError(f"tree: it goes on after its end, with branching node {place + 1}")
