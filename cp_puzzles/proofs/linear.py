"""Weights by linear programming: no placement weighs more than its tile may, and the board weighs more than all."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from ortools.linear_solver import pywraplp

from cp_puzzles.proofs.incidence import Incidence, Ints

BATCH = 200
"""Rows that are added to the program at once."""

LARGEST = 1000
"""The largest denominator that is looked for in a floating solution."""

TOLERANCE = 1e-6


def linear_weights(incidence: Incidence) -> Iterator[Ints]:
    """Integer weights of the classes for which the board weighs more than the pieces can; none if there are none.

    First those with the least sum of absolute values, then those between -1 and 1 by which it weighs most. The program
    is solved in floating numbers, with rows added as they are violated; whoever uses the weights checks them in
    integers.
    """
    program = _Program(incidence)
    program.add(np.random.default_rng(2).permutation(len(incidence.labels))[: 2 * incidence.columns])
    for _ in range(2):
        weights = program.solve()
        while weights is not None and len(fresh := _violated(incidence, weights)):
            program.add(fresh)
            weights = program.solve()
        if weights is None:
            return
        integers = _integers(weights[: len(incidence.amounts)])
        if integers is not None:
            yield integers
        program.bound()


class _Program:
    """Minimise the sum of absolute weights, so that the board weighs at least 1 more than the pieces."""

    def __init__(self, incidence: Incidence) -> None:
        self._incidence = incidence
        self._solver = solver = pywraplp.Solver.CreateSolver("GLOP")
        infinity = solver.infinity()
        count = incidence.columns
        # a weight is the difference of two numbers that are not negative
        self._plus = [solver.NumVar(0, infinity, "") for _ in range(count)]
        self._minus = [solver.NumVar(0, infinity, "") for _ in range(count)]
        self._excess = excess = solver.Constraint(1, infinity)
        cost = solver.Objective()
        classes = len(incidence.amounts)
        for c in range(classes):
            amount = float(incidence.amounts[c])
            if incidence.required[c]:
                excess.SetCoefficient(self._plus[c], amount)
            excess.SetCoefficient(self._minus[c], -amount)
            cost.SetCoefficient(self._plus[c], amount)
            cost.SetCoefficient(self._minus[c], amount)
        # minus its allowance is the weight of a tile: each copy takes that much from the excess
        for t, (least, most) in enumerate(incidence.copies.tolist()):
            excess.SetCoefficient(self._plus[classes + t], float(least))
            excess.SetCoefficient(self._minus[classes + t], -float(most))
            cost.SetCoefficient(self._plus[classes + t], 1e-3)
            cost.SetCoefficient(self._minus[classes + t], 1e-3)
        cost.SetMinimization()

    def bound(self) -> None:
        """From now on maximise the excess, with weights of at most 1."""
        solver, classes = self._solver, len(self._incidence.amounts)
        for variable in (*self._plus[:classes], *self._minus[:classes]):
            variable.SetUb(1)
        cost = solver.Objective()
        cost.Clear()
        for variable in (*self._plus, *self._minus):
            cost.SetCoefficient(variable, self._excess.GetCoefficient(variable))
        self._excess.SetLb(0)
        cost.SetMaximization()

    def add(self, chosen: Ints) -> None:
        """No placement of these rows weighs more than 0, its tile included."""
        for row in self._incidence.rows(chosen):
            constraint = self._solver.Constraint(-self._solver.infinity(), 0)
            for column in row.nonzero()[0].tolist():
                constraint.SetCoefficient(self._plus[column], float(row[column]))
                constraint.SetCoefficient(self._minus[column], -float(row[column]))

    def solve(self) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
        """The weights of classes and tiles; None if there are none."""
        if self._solver.Solve() != pywraplp.Solver.OPTIMAL:
            return None
        pairs = zip(self._plus, self._minus, strict=True)
        return np.array([plus.solution_value() - minus.solution_value() for plus, minus in pairs])


def _violated(incidence: Incidence, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints:
    """The rows that weigh most, if they weigh more than 0."""
    padded = np.append(weights[: len(incidence.amounts)], 0.0)
    sums = padded[incidence.labels].sum(axis=1) + weights[len(incidence.amounts) :][incidence.tiles]
    worst = np.argsort(-sums, kind="stable")[:BATCH]
    return np.asarray(worst[sums[worst] > TOLERANCE])


def _integers(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints | None:
    """The weights times the least number that makes all of them whole; None if there is no small one."""
    scale = np.abs(weights).max(initial=0.0)
    if scale == 0:
        return None
    fractions = [Fraction(value).limit_denominator(LARGEST) for value in (weights / scale).tolist()]
    common = lcm(*(fraction.denominator for fraction in fractions))
    integers = [int(fraction * common) for fraction in fractions]
    if max(map(abs, integers)) > LARGEST * LARGEST:
        return None
    return np.array(integers, dtype=np.int64) // gcd(*integers)
