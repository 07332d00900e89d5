"""The claim of a best value, as a limit on the solutions that the tree of a certificate must have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.certificate.statement import PLACE, Statement
from cp_puzzles.cover.proofs.linear_programs import item_prices
from cp_puzzles.engines.exact_cover.kernel.tree_problem import TreeProblem
from cp_puzzles.errors import DisagreementError, MistakeError


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
            sign = 1 if statement.data["maximize"] else -1
            self._weights, self._best = statement.weights, sign * (value - statement.data["constant"])
            full, with_spare, *_ = check.priced(bounds, options, [], 0, self.prices, 1)
            self.spare = range(len(options), len(with_spare))
            found = item_prices(full, with_spare, [*self._weights, *(0 for _ in self.spare)])
            if found is None:
                raise MistakeError(PLACE, "no prices of cells and tiles bound the objective", "omit the objective")
            self.scale, self.prices = found

    def problem(self, *, beyond: bool = False) -> TreeProblem:
        """Return the problem of solutions that have the value or a better one; `beyond`: only of better ones."""
        target = self._best + (beyond and self._value is not None)
        return TreeProblem(*check.priced(self._bounds, self._options, self._weights, target, self.prices, self.scale))

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
