"""The search tree of a claim, whose subtrees are searched by several threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import count
from threading import Event
from typing import NamedTuple

import numpy as np

from cp_puzzles.analysis.certificate.statement import PLACE, Statement
from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.base.number_text import counted, integer
from cp_puzzles.cover.proofs.linear_programs import item_prices
from cp_puzzles.engines.exact_cover.proof_tree import ANY, NODES, OPEN, ProofTree
from cp_puzzles.engines.exact_cover.tree_problem import TreeProblem
from cp_puzzles.errors import DisagreementError, MistakeError

SUBTREES_PER_JOB = 16
"""Subtrees for each thread: with several the threads end at about the same time."""

NODES_PER_SUBTREE = 40
"""Nodes above the subtrees for each of them, at most: 10,000 nodes take a fraction of a second, in one thread."""

Path = tuple[int, ...]


class ObjectiveClaim:
    """The claim that no solution has a better value, with the `prices` and the `scale` that bound all values.

    The prices of the items of an option are at least its weight times the scale; the difference is its cost. `spare`
    are the numbers of options that leave an item uncovered, which the problem has beside those of the statement. A
    `value` of None claims nothing: there is no objective, or no solution.
    """

    def __init__(self, statement: Statement, value: int | None) -> None:
        self._bounds, self._options, self._value = statement.bounds, [*statement.options], value
        self._count = len(self._options)
        self._weights, self._best = [0] * self._count, 0
        self.prices, self.scale = [0] * len(self._bounds), 0
        if value is not None:
            stated = statement.data["objective"]
            self._best = (1 if stated["maximize"] else -1) * (value - stated["constant"])
            spare = [item for item, (low, high) in enumerate(self._bounds) if low + 1 == high]
            self._options += [[item] for item in spare]
            self._weights = [*statement.weights, *(0 for _ in spare)]
            for item in spare:
                self._bounds[item][0] += 1
            found = item_prices(self._bounds, self._options, self._weights)
            if found is None:
                raise MistakeError(PLACE, "no prices of cells and tiles bound the objective", "omit the objective")
            self.scale, self.prices = found
        self.spare = range(self._count, len(self._options))

    def problem(self, *, beyond: bool = False) -> TreeProblem:
        """Return the problem of solutions that have the value or a better one; `beyond`: only of better ones."""
        target = self._best + (beyond and self._value is not None)
        priced = zip(self._options, self._weights, strict=True)
        costs = [sum(self.prices[item] for item in items) - self.scale * weight for items, weight in priced]
        limits = zip(self.prices, self._bounds, strict=True)
        most = sum(max(price * low, price * high) for price, (low, high) in limits)
        return TreeProblem(self._bounds, self._options, costs, most - self.scale * target)

    def best_of(self, solutions: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of a problem that have the value; raise `DisagreementError` for a better one."""
        for solution in solutions:
            kept = tuple(option for option in solution if option < self._count)
            gain = sum(self._weights[option] for option in kept) - self._best
            if gain > 0:
                raise DisagreementError(
                    f"the best value is not {self._value}: the proof has a solution with a better one"
                )
            if gain == 0:
                yield kept


class Proof(NamedTuple):
    """The item of each branching node of a tree, in preorder, and the solutions of the tree."""

    items: Ints
    solutions: list[tuple[int, ...]]


@dataclass
class ProofProgress:
    """The state of the search of a proof: nodes in whole steps of the walk, by all threads, and subtrees."""

    nodes: int = 0
    subtrees_done: int = 0
    subtrees: int = 0

    def __str__(self) -> str:
        parts = f"{self.subtrees_done} of {counted(self.subtrees, 'subtree')}, " if self.subtrees else ""
        return f"{parts}{integer(self.nodes)} nodes"


@dataclass(frozen=True, eq=False)
class ProofSearch:
    """The search tree of a problem, which is the same for any number of threads.

    The root has the item `first` and tries the options `roots`, all if they are None; see `ProofTree`.
    """

    problem: TreeProblem
    roots: Sequence[int] | None = None
    first: int = ANY
    progress: ProofProgress = field(default_factory=ProofProgress)

    @staticmethod
    def of(statement: Statement, claim: ObjectiveClaim, *, beyond: bool = False) -> ProofSearch:
        """Return the search for solutions that have the claimed value; `beyond`: only for better ones."""
        root = statement.symmetric_root
        roots = None if root is None else [*statement.roots, *claim.spare]
        return ProofSearch(claim.problem(beyond=beyond), roots, ANY if root is None else root)

    def proof(self, jobs: int = 1) -> Proof:
        """Return the tree, searched by several threads."""
        if jobs == 1:
            return self._proof(ProofTree(self.problem, self.roots, first=self.first))
        top, paths = self._top(SUBTREES_PER_JOB * jobs)
        return grafted(top, self._search(paths, jobs))

    def _top(self, subtrees: int) -> tuple[Proof, list[Path]]:
        """Return the tree down to a depth with at least this number of open nodes, if it has them, and their paths."""
        for depth in count(1):
            tree = ProofTree(self.problem, self.roots, first=self.first, depth=depth)
            proof = self._proof(tree)
            if not tree.paths or len(tree.paths) >= subtrees or tree.place > NODES_PER_SUBTREE * subtrees:
                break
        return proof, tree.paths

    def _subtree(self, path: Path, is_stopped: Callable[[], bool]) -> Proof:
        return self._proof(ProofTree(self.problem, self.roots, first=self.first, path=path), is_stopped)

    def _search(self, paths: Sequence[Path], jobs: int) -> list[Proof]:
        """Return the subtrees of open nodes, in their order."""
        stopped = Event()
        self.progress.subtrees = len(paths)
        pool = ThreadPoolExecutor(jobs)
        try:
            futures = [pool.submit(self._subtree, path, stopped.is_set) for path in paths]
            running = {*futures}
            while running:
                # with a timeout, so that `CanceledError` is raised here
                done, running = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
                self.progress.subtrees_done += len(done)
            return [future.result() for future in futures]
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)

    def _proof(self, tree: ProofTree, is_stopped: Callable[[], bool] = lambda: False) -> Proof:
        def is_ended() -> bool:
            self.progress.nodes += NODES  # asked before each step of the walk
            return is_stopped()

        solutions = [*tree.solutions(is_ended)]
        return Proof(tree.items, solutions)


def grafted(top: Proof, subtrees: Sequence[Proof]) -> Proof:
    """Return the tree of its top and the subtrees of the open nodes, in their order."""
    between = np.split(top.items, np.flatnonzero(top.items == OPEN))
    pieces, solutions = [between[0]], [*top.solutions]
    for proof, after in zip(subtrees, between[1:], strict=True):
        solutions += proof.solutions
        pieces += [proof.items, after[1:]]
    return Proof(np.concatenate(pieces), solutions)
