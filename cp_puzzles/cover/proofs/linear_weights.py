"""Weights by linear programming: no placement weighs more than its tile may, and the board weighs more than all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence

BATCH = 200
"""Rows that are added to the program at once."""

LARGEST = 1000
"""The largest denominator that is looked for in a floating solution."""

LARGEST_WEIGHT = LARGEST * LARGEST

TOLERANCE = 1e-6

TILE_COST = 1e-3
"""What the allowance of a tile costs, beside the weight 1 of a cell."""


def linear_weights(incidence: CellIncidence) -> Iterator[Ints]:
    """Return integer weights of the classes for which the board weighs more than the pieces can, if there are any.

    First those with the least sum of absolute values, then those between -1 and 1 by which it weighs most. The program
    is solved in floating numbers, with rows added as they are violated; whoever uses the weights checks them in
    integers.
    """
    amounts = incidence.amounts.tolist()
    bounds = [(amount * need, amount) for amount, need in zip(amounts, incidence.required.tolist(), strict=True)]
    copies = [(least, most) for least, most in incidence.copies.tolist()]
    program = LinearProgram([*bounds, *copies], [*map(float, amounts), *(TILE_COST for _ in copies)])
    program.add(incidence.rows(np.random.default_rng(2).permutation(len(incidence.labels))[: 2 * incidence.columns]))
    for _ in range(2):
        weights = program.solve()
        while weights is not None and len(fresh := _violated(incidence, weights)):
            program.add(incidence.rows(fresh))
            weights = program.solve()
        if weights is None:
            return
        integers = integers_of(weights[: len(amounts)])
        if integers is not None:
            yield integers
        program.bound(len(amounts))


class LinearProgram:
    """A linear program: minimize the weighted sum of absolute weights such that the demands weigh at least 1.

    `bounds` are how often each item is covered at least and at most. Minus its allowance is the weight of a tile: each
    copy takes that much from the sum.
    """

    def __init__(self, bounds: Sequence[tuple[int, int]], costs: Sequence[float]) -> None:
        from ortools.linear_solver import pywraplp  # as long to load as many a puzzle to solve

        self._solver = solver = pywraplp.Solver.CreateSolver("GLOP")
        infinity = solver.infinity()
        # a weight is the difference of two numbers that are not negative
        self._plus = [solver.NumVar(0, infinity, "") for _ in bounds]
        self._minus = [solver.NumVar(0, infinity, "") for _ in bounds]
        self._excess = excess = solver.Constraint(1, infinity)
        cost = solver.Objective()
        for plus, minus, (least, most), each in zip(self._plus, self._minus, bounds, costs, strict=True):
            excess.SetCoefficient(plus, float(least))
            excess.SetCoefficient(minus, -float(most))
            cost.SetCoefficient(plus, each)
            cost.SetCoefficient(minus, each)
        cost.SetMinimization()

    def bound(self, first: int) -> None:
        """Maximize the excess from now on, with weights of at most 1 for the first items."""
        solver = self._solver
        for variable in (*self._plus[:first], *self._minus[:first]):
            variable.SetUb(1)
        cost = solver.Objective()
        cost.Clear()
        for variable in (*self._plus, *self._minus):
            cost.SetCoefficient(variable, self._excess.GetCoefficient(variable))
        self._excess.SetLb(0)
        cost.SetMaximization()

    def add(self, rows: Ints) -> None:
        """Add options that must not weigh more than 0, tile included: rows of how often each covers every item."""
        for row in rows:
            constraint = self._solver.Constraint(-self._solver.infinity(), 0)
            for column in row.nonzero()[0].tolist():
                constraint.SetCoefficient(self._plus[column], float(row[column]))
                constraint.SetCoefficient(self._minus[column], -float(row[column]))

    def solve(self) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
        """Return the weights of the items; None if there are none."""
        if self._solver.Solve() != self._solver.OPTIMAL:
            return None
        pairs = zip(self._plus, self._minus, strict=True)
        return np.array([plus.solution_value() - minus.solution_value() for plus, minus in pairs])


def _violated(incidence: CellIncidence, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints:
    """Return the rows that weigh most, if they weigh more than 0."""
    padded = np.append(weights[: len(incidence.amounts)], 0.0)
    sums = padded[incidence.labels].sum(axis=1) + weights[len(incidence.amounts) :][incidence.tiles]
    worst = np.argsort(-sums, kind="stable")[:BATCH]
    return np.asarray(worst[sums[worst] > TOLERANCE])


def integers_of(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints | None:
    """Return the weights times the least number that makes all of them integers; None if there is no small one."""
    scale = np.abs(weights).max(initial=0.0)
    if scale == 0:
        return None
    fractions = [Fraction(value).limit_denominator(LARGEST) for value in (weights / scale).tolist()]
    common = lcm(*(fraction.denominator for fraction in fractions))
    integers = [int(fraction * common) for fraction in fractions]
    if max(map(abs, integers)) > LARGEST_WEIGHT:
        return None
    return np.array(integers, dtype=np.int64) // gcd(*integers)
