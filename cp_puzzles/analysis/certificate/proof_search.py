"""The search for the tree of a certificate, by several threads: each walks subtrees of the same tree."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from threading import Event
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.cancellation import TICK_SECONDS
from cp_puzzles.engines.exact_cover.kernel.proof_tree import ANY, OPEN, ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem

SUBTREES_PER_JOB = 16
"""Subtrees for each thread: with several the threads end at about the same time."""

MAX_TOP_NODES = 10_000
"""Nodes above the subtrees, at most: a fraction of a second, in one thread."""


class Proof(NamedTuple):
    """The item of each branching node of a tree, in preorder, and the solutions of the tree."""

    items: Ints
    solutions: list[tuple[int, ...]]


def search_proof(problem: TreeProblem, roots: Sequence[int] | None = None, first: int = ANY, jobs: int = 1) -> Proof:
    """Return the search tree of a problem, which is the same for any number of `jobs`; see `ProofTree`."""
    if jobs == 1:
        tree = ProofTree(problem, roots, first=first)
        solutions = [*tree.solutions()]
        return Proof(tree.items, solutions)
    for depth in count(1):
        top = ProofTree(problem, roots, first=first, depth=depth)
        solutions = [*top.solutions()]
        if not top.paths or len(top.paths) >= SUBTREES_PER_JOB * jobs or top.place > MAX_TOP_NODES:
            break
    stopped = Event()

    def walked(path: tuple[int, ...]) -> Proof:
        subtree = ProofTree(problem, roots, first=first, path=path)
        solutions = [*subtree.solutions(stopped.is_set)]
        return Proof(subtree.items, solutions)

    pool = ThreadPoolExecutor(jobs)
    try:
        futures = [pool.submit(walked, path) for path in top.paths]
        while wait(futures, timeout=TICK_SECONDS).not_done:
            pass  # with a timeout, so that a cancellation is raised here
        proofs = [future.result() for future in futures]
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)
    between = np.split(top.items, np.flatnonzero(top.items == OPEN))
    pieces = [between[0]]
    for proof, after in zip(proofs, between[1:], strict=True):
        solutions += proof.solutions
        pieces += [proof.items, after[1:]]
    return Proof(np.concatenate(pieces), solutions)
