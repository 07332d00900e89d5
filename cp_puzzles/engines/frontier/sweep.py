"""The sweep over a plan: it counts, and declines as soon as it can tell that the states will not fit in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cp_puzzles.engines.frontier.estimate import SAMPLE, peak_states
from cp_puzzles.engines.frontier.plan import Plan
from cp_puzzles.engines.frontier.table import CHUNK, advance, start
from cp_puzzles.errors import MistakeError, Parameter

GIGABYTE = 1 << 30


@dataclass(frozen=True)
class SweepProgress:
    """How far a count is: sweep `sweep` of `sweeps` has done `step` of `steps` and holds `states` states."""

    sweep: int
    sweeps: int
    step: int
    steps: int
    states: int


@dataclass(frozen=True)
class SweepResult:
    """What a sweep counted, and the largest number of states that it held at once."""

    count: int
    peak_states: int


class Stopped(Exception):  # noqa: N818  an answer to a question, not an error
    """The sweep was asked to stop; a part of a sweep counts nothing."""


def run_sweep(
    plan: Plan,
    *,
    memory_limit: int,
    progress: Callable[[int, int, int], None],
    stop: Callable[[], bool],
) -> SweepResult:
    """Count the solutions that a plan leads to; `memory_limit` in bytes.

    Calls `progress(step, steps, states)` after every step. Raises `Stopped` soon after `stop()` turns true, and
    `MistakeError` when the states will not fit: for small counts never, else after an estimate from a sample, and
    should that have been wrong, when the limit is reached.
    """
    if not plan.feasible:
        progress(0, 0, 0)
        return SweepResult(0, 0)
    table = start(plan.words)
    peak, estimated = 1, False
    for number, step in enumerate(plan.steps):
        if stop():
            raise Stopped
        if not estimated and len(table) > SAMPLE:
            estimated = True
            _refuse_beyond(memory_limit, peak_states(table, plan.steps[number:], stop), plan.words)
        table, _ = advance(table, step)
        peak = max(peak, len(table))
        _refuse_beyond(memory_limit, len(table), plan.words)
        progress(number + 1, len(plan.steps), len(table))
    return SweepResult(table.total(), peak)


def needed_bytes(states: int, words: int) -> int:
    """About the memory that a step with so many states takes, the arrays of its merge included."""
    return 8 * (words + 2) * (5 * states + CHUNK)


def _refuse_beyond(memory_limit: int, states: float, words: int) -> None:
    needed = needed_bytes(int(states), words)
    if needed > memory_limit:
        raise MistakeError(
            Parameter("engine", "frontier"),
            f"about {states:,.0f} states of the frontier would take {needed / GIGABYTE:,.1f} GB, "
            f"the limit is {memory_limit / GIGABYTE:,.1f} GB",
            "count with --engine exact-cover, or fewer different tiles or a narrower board",
        )
