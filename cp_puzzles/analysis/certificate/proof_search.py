"""The search tree of a claim: several threads search its subtrees, and a compiled walk checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from threading import Event
from typing import NamedTuple

import numpy as np

from cp_puzzles.analysis.certificate.check import priced, require, walk
from cp_puzzles.analysis.certificate.statement import PLACE, Statement
from cp_puzzles.base.arrays import Ints
from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.base.number_text import counted, integer
from cp_puzzles.cover.proofs.linear_programs import item_prices
from cp_puzzles.engines.exact_cover.kernel.proof_tree import ANY, DONE, NODES, OPEN, ProofTree
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem
from cp_puzzles.errors import DisagreementError, MistakeError

SUBTREES_PER_JOB = 16
"""Subtrees for each thread: with several the threads end at about the same time."""

NODES_PER_SUBTREE = 40
"""Nodes above the subtrees for each of them, at most: 10,000 nodes take a fraction of a second, in one thread."""

MAX_COST = 1 << 60
"""The largest cost and budget for which sums fit in the words of the compiled walk."""

Path = tuple[int, ...]


class ObjectiveClaim:
    """The claim that no solution has a better value, with the `prices` and the `scale` that bound all values.

    `spare` are the numbers of options that leave an item uncovered; `priced` in `check.py` adds them to the problem. A
    `value` of None claims nothing: there is no objective, or no solution.
    """

    def __init__(self, statement: Statement, value: int | None) -> None:
        bounds, options = statement.bounds, statement.options
        self._bounds, self._options, self._value = bounds, options, value
        self._weights, self._best = [0] * len(options), 0
        self.prices, self.scale, self.spare = [0] * len(bounds), 0, range(0)
        if value is not None:
            stated = statement.data["objective"]
            sign = 1 if stated["maximize"] else -1
            self._weights, self._best = statement.weights, sign * (value - stated["constant"])
            full, with_spare, *_ = priced(bounds, options, [0] * len(options), 0, self.prices, 1)
            self.spare = range(len(options), len(with_spare))
            found = item_prices(full, with_spare, [*self._weights, *(0 for _ in self.spare)])
            if found is None:
                raise MistakeError(PLACE, "no prices of cells and tiles bound the objective", "omit the objective")
            self.scale, self.prices = found

    def problem(self, *, beyond: bool = False) -> TreeProblem:
        """Return the problem of solutions that have the value or a better one; `beyond`: only of better ones."""
        target = self._best + (beyond and self._value is not None)
        return TreeProblem(*priced(self._bounds, self._options, self._weights, target, self.prices, self.scale))

    def best_of(self, solutions: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of a problem that have the value; raise `DisagreementError` for a better one."""
        for solution in solutions:
            kept = tuple(option for option in solution if option < len(self._options))
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

    @property
    def fingerprint(self) -> str:
        """A hash of everything that the tree depends on."""
        arrays = self.problem.arrays
        digest = sha256(repr((self.problem.budget, self.roots, self.first)).encode())
        for array in (arrays.lows, arrays.highs, arrays.start, arrays.items, arrays.cost):
            digest.update(f"{array.shape} ".encode() + array.tobytes())
        return digest.hexdigest()

    def complete_proof(self) -> Proof:
        """Return the tree, searched in this thread."""
        return self._proof(ProofTree(self.problem, self.roots, first=self.first))

    def top(self, subtrees: int) -> tuple[Proof, list[Path]]:
        """Return the tree down to a depth with at least this number of open nodes, if it has them, and their paths."""
        for depth in count(1):
            tree = ProofTree(self.problem, self.roots, first=self.first, depth=depth)
            proof = self._proof(tree)
            if not tree.paths or len(tree.paths) >= subtrees or tree.place > NODES_PER_SUBTREE * subtrees:
                break
        return proof, tree.paths

    def subtree(self, path: Path, is_stopped: Callable[[], bool] = lambda: False) -> Proof:
        """Return the subtree of an open node."""
        return self._proof(ProofTree(self.problem, self.roots, first=self.first, path=path), is_stopped)

    def search(self, paths: Sequence[Path], jobs: int, take: Callable[[Path, Proof], None]) -> None:
        """Search subtrees by several threads; `take` each in this thread as soon as it is finished."""
        stopped = Event()
        self.progress.subtrees = len(paths)
        pool = ThreadPoolExecutor(jobs)
        try:
            running = {pool.submit(self.subtree, path, stopped.is_set): path for path in paths}
            while running:
                # with a timeout, so that `CanceledError` is raised here
                for future in wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED).done:
                    take(running.pop(future), future.result())
                    self.progress.subtrees_done += 1
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


def compiled_walk(
    bounds: list[list[int]],
    options: list[list[int]],
    costs: list[int],
    budget: int,
    roots: int,
    first: int | None,
    tree: Iterable[bytes],
) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a tree and raise as `walk` in `check.py` does, compiled for large trees."""
    if max((abs(budget), *costs, *map(max, bounds))) > MAX_COST:
        yield from walk(bounds, options, costs, budget, roots, first, tree)
        return
    items = np.frombuffer(b"".join(tree), dtype="<u4")
    problem = TreeProblem(bounds, options, costs, budget)
    if first is None:
        walked = ProofTree(problem, None, items)
    else:
        # a tree that ends at its root has no branching node
        require(len(items) == 0 or items[0] == first, "tree: branching node 1 has no open item")
        walked = ProofTree(problem, [option for option in range(len(options)) if roots >> option & 1], items)
    yield from walked.solutions()
    place = walked.place
    require(walked.state == DONE, f"tree: branching node {place} has no open item")
    require(place == len(items), f"tree: it goes on after its end, with branching node {place + 1}")
