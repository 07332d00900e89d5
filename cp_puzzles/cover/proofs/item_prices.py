"""Prices of items that bound an objective: the dual of its linear relaxation, in integers."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

SCALE = 27720
"""The least common multiple of 1 to 12: prices are rounded to fractions with this denominator."""


def item_prices(
    bounds: Sequence[Sequence[int]], options: Sequence[Sequence[int]], weights: Sequence[int]
) -> tuple[int, list[int]] | None:
    """Return a scale and an integer price for each item.

    The weight of an option, times the scale, is at most the sum of the prices of its items. So the scale times the
    weight of a solution is at most the sum of the prices of the items it covers, each counted as often as it is
    covered. The prices minimize this bound up to rounding. Return None if an option without items has a positive
    weight, or if no prices are found.

    >>> item_prices([[1, 1], [0, 1]], [[0], [0, 1], [1]], [1, 2, 3])
    (1, [1, 3])
    """
    from ortools.linear_solver import pywraplp  # imported only here: it takes as long as solving many a puzzle

    solver = pywraplp.Solver.CreateSolver("GLOP")
    infinity = solver.infinity()
    plus, minus = ([solver.NumVar(0, infinity, "") for _ in bounds] for _ in range(2))
    objective = solver.Objective()
    for above, below, (low, high) in zip(plus, minus, bounds, strict=True):
        objective.SetCoefficient(above, float(high))
        objective.SetCoefficient(below, -float(low))
    objective.SetMinimization()
    for items, weight in zip(options, weights, strict=True):
        constraint = solver.Constraint(float(weight), infinity)
        for item in items:
            constraint.SetCoefficient(plus[item], 1.0)
            constraint.SetCoefficient(minus[item], -1.0)
    if solver.Solve() != solver.OPTIMAL:
        return None
    pairs = zip(plus, minus, strict=True)
    prices = [round(SCALE * (above.solution_value() - below.solution_value())) for above, below in pairs]
    for items, weight in zip(options, weights, strict=True):  # rounding may have made options too cheap
        missing = SCALE * weight - sum(prices[item] for item in items)
        if missing > 0:
            if not items:
                return None
            prices[items[0]] += missing
    common = gcd(SCALE, *prices)
    return SCALE // common, [price // common for price in prices]
