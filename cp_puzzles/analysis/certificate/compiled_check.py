"""Check a certificate as `check.py` does, with a compiled walk over its tree: the same verdict, for large proofs.

`python -m cp_puzzles.analysis.certificate.compiled_check OUT` runs the checker as the program that it is.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from cp_puzzles.analysis.certificate.checker import CHECKER
from cp_puzzles.engines.exact_cover.proof_tree import DONE, ProofTree
from cp_puzzles.engines.exact_cover.tree_problem import TreeProblem

MAX_COST = 1 << 60
"""The largest cost and budget for which sums fit in the words of the compiled walk."""

Walk = Callable[..., Iterable[tuple[int, ...]]]


def compiled_walk(
    walk: Walk,
    require: Callable[[object, str], None],
    bounds: list[list[int]],
    options: list[list[int]],
    costs: list[int],
    budget: int,
    roots: int,
    first: int | None,
    tree: Iterable[bytes],
) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a tree and raise as `walk` in `check.py` does, to which numbers too large are left."""
    if max((abs(budget), *costs, *map(max, bounds))) > MAX_COST:
        yield from walk(bounds, options, costs, budget, roots, first, tree)
        return
    items = np.frombuffer(b"".join(tree), dtype="<u4")
    problem, tried = TreeProblem(bounds, options, costs, budget), None
    if first is not None:
        # a tree that ends at its root has no branching node
        require(len(items) == 0 or items[0] == first, "tree: branching node 1 has no open item")
        tried = [option for option in range(len(options)) if roots >> option & 1]
    walked = ProofTree(problem, tried, items)
    yield from walked.solutions()
    require(walked.state == DONE, f"tree: branching node {walked.place} has no open item")
    require(walked.place == len(items), f"tree: it goes on after its end, with branching node {walked.place + 1}")


def verdict(folder: str) -> tuple[int, str]:
    """Return the exit status of a check and its sentence."""
    checker = runpy.run_path(str(CHECKER))
    walk = partial(compiled_walk, checker["walk"], checker["require"])
    status, sentence = checker["verdict"](folder, partial(checker["check"], walk=walk))
    return int(status), str(sentence)


if __name__ == "__main__":
    STATUS, SENTENCE = verdict(sys.argv[1])
    print(SENTENCE)  # noqa: T201
    sys.exit(STATUS)
