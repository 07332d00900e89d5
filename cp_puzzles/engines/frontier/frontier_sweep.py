"""The sweep over a plan: it counts solutions, and ends early if the states do not fit in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cp_puzzles.base.memory import bytes_text
from cp_puzzles.engines.frontier.frontier_plan import SweepPlan
from cp_puzzles.engines.frontier.state_estimate import SAMPLE, state_numbers
from cp_puzzles.engines.frontier.state_table import CHUNK, Table, advance, start
from cp_puzzles.errors import Parameter, WideFrontierError

MEMORY_LIMIT = 2_000_000_000
"""The default memory limit, in bytes."""

REFUSE_FACTOR = 2
"""An estimate is refused only beyond this multiple of the memory limit, since it may be too high by this factor."""

ABANDON_FACTOR = 20
"""An estimate ends early at this multiple of the memory limit."""


@dataclass(frozen=True)
class SweepProgress:
    """The progress of a count: sweep `sweep` of `sweeps` has done `step` of `steps` and holds `states` states."""

    sweep: int
    sweeps: int
    step: int
    steps: int
    states: int


@dataclass(frozen=True)
class SweepResult:
    """The count of a sweep, and the largest number of states at once."""

    count: int
    peak_states: int


class SweepStoppedError(Exception):
    """The sweep was stopped; an incomplete sweep has no count."""


def run_sweep(
    plan: SweepPlan,
    *,
    memory_limit: int,
    progress: Callable[[int, int, int], None],
    stop: Callable[[], bool],
) -> SweepResult:
    """Return the number of solutions of a plan; `memory_limit` is in bytes.

    Calls `progress(step, steps, states)` after every step. Raises `SweepStoppedError` soon after `stop()` is true.
    Raises `WideFrontierError` if the states do not fit in the memory: when an estimate from a sample leaves no doubt,
    or when the limit is reached.
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
    """Yield the tables of a feasible plan, from the start to the one after the last step; see `run_sweep`.

    `kept(table, states)` returns the bytes of the tables that the caller will keep, given the current table and the
    estimated numbers of `states` of the next ones.
    """
    table = start(plan.words)
    yield table
    estimated = False
    for number, step in enumerate(plan.steps):
        if stop():
            raise SweepStoppedError
        if not estimated and len(table) > SAMPLE:
            estimated = True
            enough = most_states(ABANDON_FACTOR * memory_limit, plan.words)
            states = state_numbers(table, plan.steps[number:], stop, enough=enough)
            _refuse_beyond(memory_limit, max(states), plan.words, kept(table, states), REFUSE_FACTOR)
        table, _ = advance(table, step)
        _refuse_beyond(memory_limit, len(table), plan.words, kept(table, [len(table)]))
        progress(number + 1, len(plan.steps), len(table))
        yield table


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
            f"about {states:,.0f} states of the frontier or more would take {bytes_text(needed)}, "
            f"the limit is {bytes_text(memory_limit)}",
            (
                "count with ",
                Parameter("engine", "exact-cover"),
                ", fewer different tiles or a narrower board, or allow more with ",
                Parameter("memory"),
            ),
        )
