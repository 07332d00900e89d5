"""An estimate of the number of states of a sweep, from a sample of them.

A step leads a sample of n among D states to e rows, which are u distinct states. Assume that every state of the next
table is reached from d states of this one. Then the next table has N = e D / (n d) states, and the sample reaches
N (1 - (1 - n / D)^d) of them. This number is u, which determines d.

In fact states are not reached equally often. The sample prefers states with many predecessors, so d is estimated too
large, and the error grows with each step. `_corrected` compensates for it by a rule of thumb, fitted to boards that
were swept in full. For them the estimate is within a factor of 2 or 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

import numpy as np

from cp_puzzles.engines.frontier.frontier_plan import SweepStep
from cp_puzzles.engines.frontier.state_table import Table, advance

SAMPLE = 1 << 16
"""The number of states in a sample."""


def state_numbers(
    table: Table, steps: Sequence[SweepStep], stop: Callable[[], bool], *, enough: float = inf
) -> list[float]:
    """Return the estimated numbers of states in the tables of the steps; the same at every call.

    The list ends early when `stop()` is true, when no state remains, or with the first number beyond `enough`.
    """
    random = np.random.default_rng(0)
    states = Table(table.keys, table.ways[:0])
    size = float(len(states))
    numbers = [size]
    for step in steps:
        if len(states) > SAMPLE:
            states = states.rows(np.sort(random.choice(len(states), SAMPLE, replace=False)))
        if stop() or not len(states) or numbers[-1] > enough:
            break
        fraction = len(states) / size
        states, rows = advance(states, step)
        if rows:
            size = rows / fraction / _in_degree(rows, len(states), fraction)
            numbers.append(_corrected(size))
    return numbers


def _corrected(states: float) -> float:
    return float(states * max(1.0, states / SAMPLE) ** 0.5)


def _in_degree(rows: int, distinct: int, fraction: float) -> float:
    """Return d such that `rows / (fraction * d)` states, each reached d times, give `distinct` states in the sample."""
    if rows == distinct:
        return 1.0
    low, high = 1.0, rows / (distinct * fraction)
    for _ in range(60):
        d = (low + high) / 2
        seen = rows / (fraction * d) * -np.expm1(d * np.log1p(-min(fraction, 1 - 1e-12)))
        low, high = (d, high) if seen > distinct else (low, d)
    return (low + high) / 2
