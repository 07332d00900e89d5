"""The sweep over a plan: it counts solutions, and ends early if the states do not fit in memory.

The number of states of the next tables is estimated from a sample. A step leads a sample of n among D states to e rows,
which are u distinct states. Assume that every state of the next table is reached from d states of this one. Then the
next table has N = e D / (n d) states, and the sample reaches N (1 - (1 - n / D)^d) of them. This number is u, which
determines d.

In fact states are not reached equally often. The sample prefers states with many predecessors, so d is estimated too
large, and the error grows with each step. `_corrected` compensates for it by a rule of thumb, fitted to boards that
were swept in full. For them the estimate is within a factor of 2 or 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

import numpy as np

from cp_puzzles.base.memory import bytes_text
from cp_puzzles.base.text import estimated
from cp_puzzles.engines.frontier.frontier_plan import SweepPlan, SweepStep
from cp_puzzles.engines.frontier.state_table import CHUNK, Table, advance, start
from cp_puzzles.errors import Parameter, WideFrontierError

MEMORY_LIMIT = 2_000_000_000
"""The default memory limit, in bytes."""

REFUSE_FACTOR = 2
"""An estimate is refused only beyond this multiple of the memory limit, since it may be too high by this factor."""

SAMPLE = 1 << 16
"""The number of states in a sample."""

SMALL_SAMPLE = 1 << 12
"""The number of states in a sample that forecasts the time; it takes a moment."""

ROW_SECONDS, MOVE_SECONDS = 5e-8, 3e-5
"""About the seconds for each row before and after a step and each word of a state, and for each move of a step.

Measured on machines of 2024.
"""

BIAS_EXPONENT, BIAS_MEMORY = 0.5, 0.6
"""The exponent of the bias of a sample, and the share of it that is missing after one step more."""

LARGE_ROWS = 1e7
"""A step of this many rows takes twice as long for each row, because its arrays leave the caches of the processor."""

ABANDON_FACTOR = 20
"""An estimate ends early at this multiple of the memory limit."""


def swept(
    plan: SweepPlan,
    *,
    memory_limit: int,
    kept: Callable[[Table, Sequence[float]], float] = lambda table, states: 0.0,
    estimates: bool = True,
) -> Iterator[tuple[Table, float]]:
    """Yield the table at the start of a feasible plan and after each step, with about the seconds of the step.

    Raises `WideFrontierError` if the states do not fit in the memory of `memory_limit` bytes: with `estimates`, when an
    estimate from a sample leaves no doubt, otherwise when the limit is reached.

    `kept(table, states)` returns the bytes of the tables that the caller will keep, given the current table and the
    estimated numbers of `states` of the next ones.
    """
    table = start(plan.words)
    yield table, 0.0
    estimated = not estimates
    for number, step in enumerate(plan.steps):
        if not estimated and len(table) > SAMPLE:
            estimated = True
            enough = most_states(ABANDON_FACTOR * memory_limit, plan.words)
            states = state_numbers(table, plan.steps[number:], enough=enough)
            _refuse_beyond(memory_limit, max(states), plan.words, kept(table, states), REFUSE_FACTOR)
        before = len(table)
        table, rows = advance(table, step)
        _refuse_beyond(memory_limit, len(table), plan.words, kept(table, [len(table)]))
        yield table, step_seconds(before + rows, plan.words, step.work)


def needed_bytes(states: int, words: int) -> int:
    """Return about the bytes of a step with this many states of `words` words, the arrays of its merge included."""
    return 8 * (words + 2) * (5 * states + CHUNK)


def most_states(memory: int, words: int) -> float:
    """Return about the number of states that a step can have in `memory` bytes; see `needed_bytes`."""
    return max(0.0, (memory / (8 * (words + 2)) - CHUNK) / 5)


def _refuse_beyond(memory_limit: int, states: float, words: int, kept: float, factor: int = 1) -> None:
    needed = needed_bytes(int(states), words) + kept
    if needed > factor * memory_limit:
        raise WideFrontierError(
            Parameter("engine", "frontier"),
            f"about {estimated(states)} states of the frontier or more would take {bytes_text(needed)}, "
            f"the limit is {bytes_text(memory_limit)}",
            (
                "count with ",
                Parameter("engine", "exact-cover"),
                ", fewer different tiles or a narrower board, or allow more with ",
                Parameter("memory"),
            ),
        )


def state_numbers(table: Table, steps: Sequence[SweepStep], *, enough: float = inf) -> list[float]:
    """Return the estimated numbers of states in the tables of the steps; the same at every call.

    The list ends early when no state remains, or with the first number beyond `enough`.
    """
    return [float(len(table)), *(states for states, _ in _sampled(table, steps, SAMPLE, enough))]


def step_seconds(rows: float, words: int, work: float) -> float:
    """Return about the seconds of a step of some `work`, with states of `words` words, and rows before and after."""
    return ROW_SECONDS * words * rows * (1 + rows / LARGE_ROWS) + MOVE_SECONDS * work


def seconds_left(table: Table, steps: Sequence[SweepStep], *, enough: float) -> float:
    """Return about the seconds of the steps, from a small sample; infinite if there are more states than `enough`."""
    states, seconds = float(len(table)), 0.0
    words = len(table.keys)
    for step, (following, branching) in zip(steps, _sampled(table, steps, SMALL_SAMPLE, enough), strict=False):
        seconds += step_seconds((1 + branching) * states, words, step.work)
        states = following
        if states > enough:
            return inf
    return seconds


def _sampled(table: Table, steps: Sequence[SweepStep], most: int, enough: float) -> Iterator[tuple[float, float]]:
    """Yield the estimated number of states after each step, and the rows for each state before it.

    The iterator ends when no state remains, or after the first number beyond `enough`. At most `most` states are led
    through each step.
    """
    random = np.random.default_rng(0)
    states = Table(table.keys, table.ways[:0])
    size = number = float(len(states))
    for ahead, step in enumerate(steps, start=1):
        if len(states) > most:
            states = states.rows(np.sort(random.choice(len(states), most, replace=False)))
        if not len(states) or number > enough:
            break
        before = len(states)
        fraction = before / size
        states, rows = advance(states, step)
        if rows:
            size = rows / fraction / _in_degree(rows, len(states), fraction)
            number = _corrected(size, most, ahead)
        yield number, rows / before


def _corrected(states: float, sample: int, ahead: int) -> float:
    """Return an estimate without its bias, which grows with the share of states that a sample lacks, step by step."""
    return float(states * max(1.0, states / sample) ** (BIAS_EXPONENT * (1 - BIAS_MEMORY**ahead)))


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
