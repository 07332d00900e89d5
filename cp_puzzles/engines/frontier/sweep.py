"""The sweep over a plan: it counts, and declines as soon as it can tell that the states will not fit in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cp_puzzles.engines.frontier.state_estimate import SAMPLE, state_numbers
from cp_puzzles.engines.frontier.sweep_plan import SweepPlan
from cp_puzzles.engines.frontier.table import CHUNK, Table, advance, start
from cp_puzzles.errors import Parameter, WideFrontierError
from cp_puzzles.memory import written

MEMORY_LIMIT = 2_000_000_000

DOUBT = 2
"""An estimate may be too high by so much: what it finds too large by less is tried, and refused when it is."""

HOPELESS = 20
"""An estimate of states that would take so many times the memory is not followed to the end."""


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
    plan: SweepPlan,
    *,
    memory_limit: int,
    progress: Callable[[int, int, int], None],
    stop: Callable[[], bool],
) -> SweepResult:
    """Count the solutions that a plan leads to; `memory_limit` in bytes.

    Calls `progress(step, steps, states)` after every step. Raises `Stopped` soon after `stop()` turns true, and
    `WideFrontierError` when the states will not fit: for small counts never, else after an estimate from a sample, if
    it leaves no doubt, or when the limit is reached.
    """
    if not plan.feasible:
        progress(0, 0, 0)
        return SweepResult(0, 0)
    peak = 0
    for table in swept(plan, memory_limit=memory_limit, progress=progress, stop=stop):
        peak = max(peak, len(table))
    return SweepResult(table.total(), peak)


def swept(
    plan: SweepPlan,
    *,
    memory_limit: int,
    kept: Callable[[Table, Sequence[float]], float] = lambda table, states: 0.0,
    progress: Callable[[int, int, int], None] = lambda step, steps, states: None,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Table]:
    """The tables of a plan that is feasible, from the start to the one after the last step; see `run_sweep`.

    `kept(table, states)` are the bytes that the caller keeps besides, with the current table, when the coming ones have
    about so many `states`.
    """
    table = start(plan.words)
    yield table
    estimated = False
    for number, step in enumerate(plan.steps):
        if stop():
            raise Stopped
        if not estimated and len(table) > SAMPLE:
            estimated = True
            enough = most_states(HOPELESS * memory_limit, plan.words)
            states = state_numbers(table, plan.steps[number:], stop, enough=enough)
            _refuse_beyond(memory_limit, max(states), plan.words, kept(table, states), DOUBT)
        table, _ = advance(table, step)
        _refuse_beyond(memory_limit, len(table), plan.words, kept(table, [len(table)]))
        progress(number + 1, len(plan.steps), len(table))
        yield table


def needed_bytes(states: int, words: int) -> int:
    """About the memory that a step with so many states takes, the arrays of its merge included."""
    return 8 * (words + 2) * (5 * states + CHUNK)


def most_states(memory: int, words: int) -> float:
    """About how many states a step can have with so much memory; see `needed_bytes`."""
    return max(0.0, (memory / (8 * (words + 2)) - CHUNK) / 5)


def _refuse_beyond(memory_limit: int, states: float, words: int, kept: float, doubt: int = 1) -> None:
    needed = needed_bytes(int(states), words) + kept
    if needed > doubt * memory_limit:
        raise WideFrontierError(
            Parameter("engine", "frontier"),
            f"about {states:,.0f} states of the frontier or more would take {written(needed)}, "
            f"{written(memory_limit)} may be used",
            "count with --engine exact-cover, fewer different tiles or a narrower board, or allow more with --memory",
        )
