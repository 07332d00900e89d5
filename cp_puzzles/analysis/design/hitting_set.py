"""A smallest hitting set: few elements, at least one of every row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cp_puzzles.cover.problem import CoverProblem, Item
from cp_puzzles.engines.cp_sat.optimum import optimise

FINE = 1000
"""What an element costs beside what tells elements apart: fewer are always better."""


def smallest_hitting_set(
    rows: Iterable[Sequence[int]], costs: Sequence[int], *, stop: Callable[[], bool] = lambda: False
) -> tuple[int, ...] | None:
    """The fewest elements, as numbers from 0, that have at least one of each row; None if it was stopped.

    `costs`, an element each and from 0 to below `FINE / len(costs)`, say which of several such sets it is. It is one
    cover problem: an element is an option, a row an item that is covered once or more.

    >>> smallest_hitting_set([(0, 1), (1, 2), (2, 3)], (0, 0, 1, 0))
    (1, 3)
    """
    wanted = sorted({tuple(sorted(row)) for row in rows})
    items = tuple(Item("rule", str(number), 1, len(row)) for number, row in enumerate(wanted))
    holding: list[list[int]] = [[] for _ in costs]
    for number, row in enumerate(wanted):
        for element in row:
            holding[element].append(number)
    problem = CoverProblem(items, tuple(map(tuple, holding)))
    weights = {element: FINE + cost for element, cost in enumerate(costs)}
    found = optimise(problem, weights, maximize=False, stop=stop, workers=1)
    return found.options if found.complete else None
