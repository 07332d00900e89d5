"""Minimum hitting sets: the fewest elements with at least one of every row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.engines.cp_sat import optimize

ELEMENT_COST = 1000
"""Cost of an element in the objective; the tie-breaking costs of all elements together stay below it."""


def smallest_hitting_set(
    rows: Iterable[Sequence[int]], costs: Sequence[int], *, stop: Callable[[], bool] = lambda: False
) -> tuple[int, ...] | None:
    """Return a minimum set of elements (numbers from 0) that hits every row; None if it was stopped.

    `costs`, one per element and below `ELEMENT_COST / len(costs)`, break ties. The problem is a cover problem: elements
    are options, rows are items that are covered at least once.

    >>> smallest_hitting_set([(0, 1), (1, 2), (2, 3)], (0, 0, 1, 0))
    (1, 3)
    """
    distinct_rows = sorted({tuple(sorted(row)) for row in rows})
    items = tuple(Item("rule", str(number), 1, len(row)) for number, row in enumerate(distinct_rows))
    holding: list[list[int]] = [[] for _ in costs]
    for number, row in enumerate(distinct_rows):
        for element in row:
            holding[element].append(number)
    problem = CoverProblem(items, tuple(map(tuple, holding)))
    weights = {element: ELEMENT_COST + cost for element, cost in enumerate(costs)}
    optimum = optimize(problem, weights, maximize=False, stop=stop, workers=1)
    return optimum.options if optimum.complete else None
