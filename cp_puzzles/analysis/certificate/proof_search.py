"""The search tree of a claim, whose parts are searched by several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import inf
from threading import Event

from cp_puzzles.analysis.certificate.statement import PLACE, Statement
from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.proofs.linear_programs import item_prices
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.exact_cover.logged_search import NODES, WHOLE, Logged, LoggedProblem
from cp_puzzles.errors import DisagreementError, MistakeError

FIRST_NODES, GROWTH = 2 * NODES, 4
"""The nodes of the first part, and the factor from a part to those that are left of it."""


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

    def problem(self, *, beyond: bool = False, root: int | None = None, roots: Sequence[int] = ()) -> LoggedProblem:
        """Return the problem of solutions that have the value or a better one; `beyond`: only of better ones.

        The search begins with the options `roots` of the item `root`, see `LoggedProblem`.
        """
        target = self._best + (beyond and self._value is not None)
        priced = zip(self._options, self._weights, strict=True)
        costs = [sum(self.prices[item] for item in items) - self.scale * weight for items, weight in priced]
        limits = zip(self.prices, self._bounds, strict=True)
        most = sum(max(price * low, price * high) for price, (low, high) in limits)
        budget = most - self.scale * target
        return LoggedProblem(self._bounds, self._options, costs, budget, root=root, roots=[*roots, *self.spare])

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


@dataclass
class ProofProgress:
    """The state of the search of a proof: branching nodes of finished parts, and parts."""

    nodes: int = 0
    done: int = 0
    parts: int = 1

    def __str__(self) -> str:
        parts = f"{self.done} of {counted(self.parts, 'part')}, " if self.parts > 1 else ""
        return f"{parts}{integer(self.nodes)} branching nodes"


def proof_of(problem: LoggedProblem, jobs: int = 1, progress: ProofProgress | None = None) -> Logged:
    """Return the tree of a problem, the same for any number of threads."""
    progress, stopped, found = progress or ProofProgress(), Event(), dict[tuple[int, ...], Logged]()

    def search(part: Part, nodes: float) -> tuple[Part, float, Logged]:
        pieces = []
        for piece in problem.search(part, nodes, stopped.is_set):
            pieces.append(piece)
            progress.nodes += len(piece.items)
        return part, nodes, Logged.joined(pieces)

    pool = ThreadPoolExecutor(jobs)
    try:
        running = {pool.submit(search, WHOLE, FIRST_NODES if jobs > 1 else inf)}
        while running:
            # with a timeout, so that `CanceledError` is raised here
            finished, running = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            for part, nodes, logged in (future.result() for future in finished):
                found[part.path] = logged
                running |= {pool.submit(search, each, GROWTH * nodes) for each in logged.rest}
                progress.done, progress.parts = progress.done + 1, progress.parts + len(logged.rest)
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)
    return Logged.joined(found[path] for path in sorted(found))
