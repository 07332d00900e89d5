"""The choice of the engine whose whole time (loading, building, searching) is forecast least.

A forecast is a number of nodes or states, estimated by samples of a fixed size and seed and converted to seconds of one
machine. So forecasts, and the choice, depend on the request alone.

A count begins with an attempt: the counting engine works for a moment. If it finishes, the count is known, and no other
engine is loaded; if it does not and is chosen, it continues. Its plan, without which nothing is known of it, takes at
most half of the search that it may save, the forecasts of other engines at most a tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.base.number_text import counted, estimated, estimated_seconds, integer
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.engines.registry import COUNTERS, DEFAULT, ENGINES, FASTEST, MODEL_ENGINE, entry_of, load_counter
from cp_puzzles.errors import Parameter
from cp_puzzles.search.forecast.engine_forecast import (
    ATTEMPT_SECONDS,
    FORECAST_SHARE,
    affordable_seconds,
    attempted,
    expected_work,
    forecast,
    refuse_large_tree,
    rough_seconds,
    total_seconds,
    tree_seconds,
)
from cp_puzzles.search.job import Job
from cp_puzzles.search.partition.partition import partition_of
from cp_puzzles.search.progress import Interval

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SweepCount

MODERATE_SECONDS = 10.0
"""Solutions that are drawn come from the CP-SAT model if it is forecast to finish within this time.

6x10 takes 5 s, the Kanoodle pyramid 70 s.
"""

LONG_SECONDS = 10.0
"""Before a search that takes longer than this, the choice is explained, or a faster engine is recommended."""

MAX_MODEL_OPTIONS = 50_000
"""The largest number of options for which CP-SAT is considered; with more, building the models takes too long."""

MAX_MODEL_IMAGES = 500_000
"""The largest product of options and symmetries for which CP-SAT is considered; each symmetry adds constraints."""

MAX_ATTEMPT_SECONDS = 1.0
"""The longest time of an attempt."""

CLEAR_FACTOR = 1000.0
"""A count that is forecast this many times faster than a search is chosen without a longer attempt."""

SHORT_SECONDS = 1.0
"""The fastest engine carries out a search of this forecast, unless a count that has begun is forecast to end sooner."""

DEFAULT_BYTES = 2_000_000_000
"""The memory of a count that begins by itself, so that the choice does not depend on the machine."""

_TRUST = 4.0
"""A single small sample decides if a search of this many times its estimated nodes would still take moderate time."""


@dataclass(frozen=True)
class EngineChoice:
    """An engine with the reason for its choice.

    `notice` is a message before a long search. `counting` is the count that the engine has begun, or finished.
    """

    engine: str
    reason: str | None = None
    notice: str | None = None
    counting: SweepCount | None = field(default=None, compare=False, repr=False)


def choose_engine(
    request: SearchRequest, *, draws: bool = False, counting: SweepCount | None = None, memory: int | None = None
) -> EngineChoice:
    """Return the engine whose time for a request is forecast least.

    Solutions that a user `draws` come from the CP-SAT model if it is forecast to finish in moderate time. `counting` is
    a count that has not begun, if the question is only their number. `memory` limits the search tree.

    >>> from cp_puzzles.api import cover_and_request
    >>> choose_engine(cover_and_request("pentomino6x10")[1]).engine
    'exact-cover'
    >>> choose_engine(cover_and_request("pentomino6x10")[1], draws=True).engine
    'cp-sat'
    """
    if draws:
        refuse_large_tree(Parameter("engine", DEFAULT), request.problem, memory)
        return _model_if_moderate(request)
    if counting is not None:
        building = tree_seconds(request.problem)
        counting = attempted(counting, max(ATTEMPT_SECONDS, min(building, LONG_SECONDS)))
        if counting is not None and counting.is_finished:
            return EngineChoice(COUNTERS[0], f"it needs {counted(counting.peak, 'state')} at most", counting=counting)
        if counting is not None and building > SHORT_SECONDS and (left := counting.seconds_left()) < building:
            return _chosen(COUNTERS[0], Interval.exactly(left), FASTEST, Interval.exactly(building), counting)
    refuse_large_tree(Parameter("engine", DEFAULT), request.problem, memory)
    seconds = rough_seconds(FASTEST, request)
    if counting is not None:
        left = counting.seconds_left()
        if seconds > SHORT_SECONDS and left * CLEAR_FACTOR > seconds:
            plan = min(counting.planning_seconds + ATTEMPT_SECONDS, seconds / 2)
            counting = attempted(counting, max(FORECAST_SHARE * seconds, plan), MAX_ATTEMPT_SECONDS)
            left = inf if counting is None else counting.seconds_left()
        if left < seconds:
            return _chosen(COUNTERS[0], Interval.exactly(left), FASTEST, Interval.exactly(seconds), counting)
    return _enumerator(request, seconds)


def begin_count(job: Job, request: SearchRequest) -> SweepCount | None:
    """Return a count of the job that has not begun, or None if the counting engine cannot answer it.

    It cannot check rules of a user, nor count up to the symmetries of components.
    """
    is_trusted = not any(rule.is_registered for rule in job.puzzle.rules)
    if not is_trusted or job.symmetry == "components" or request.accepts is not None or request.breaking != "lex":
        return None
    if request.settings or not request.problem.options:
        return None
    memory = min(allowed_memory(job.memory), DEFAULT_BYTES) if job.memory is None else job.memory
    counter = load_counter(COUNTERS[0])
    return counter.begin(request.problem, request.leader.group, memory_limit=memory, estimates=False)


def _enumerator(request: SearchRequest, seconds: float) -> EngineChoice:
    """Return the engine that is forecast to enumerate first; `seconds` is the rough forecast of the fastest one."""
    if (excess := _too_many(request)) is not None:
        return EngineChoice(FASTEST, f"{excess} are too many for {MODEL_ENGINE}")
    if seconds < LONG_SECONDS:
        return EngineChoice(FASTEST, f"forecast {estimated_seconds(seconds)}")
    return _first_to_finish(request)


def _model_if_moderate(request: SearchRequest) -> EngineChoice:
    """Return CP-SAT if it is forecast to finish in moderate time, else the engine that is forecast to finish first."""
    if (excess := _too_many(request)) is not None:
        reason = f"{excess} are too many for {MODEL_ENGINE}"
        return EngineChoice(FASTEST, reason, f"engine {FASTEST}: {reason}")
    if (
        _TRUST * (rough_seconds(MODEL_ENGINE, request, factor=_TRUST) - tree_seconds(request.problem))
        < MODERATE_SECONDS
    ):
        return EngineChoice(MODEL_ENGINE)
    return _first_to_finish(request, moderate=MODERATE_SECONDS)


def _first_to_finish(request: SearchRequest, moderate: float = 0.0) -> EngineChoice:
    """Return the engine that is forecast to finish first, or CP-SAT if it finishes in moderate time."""
    affordable = affordable_seconds(min(rough_seconds(name, request) for name in ENGINES)) / 2
    expected = expected_work(request, affordable)
    parts = partition_of(request, entry_of(MODEL_ENGINE).tuning.partition).parts
    seconds = {name: forecast(name, request, parts, expected, affordable) for name in ENGINES}
    engine = min(seconds, key=lambda name: seconds[name].value)
    if seconds[MODEL_ENGINE].value <= moderate:
        return EngineChoice(MODEL_ENGINE, f"forecast {_text_of(seconds[MODEL_ENGINE])}")
    other = next(name for name in (MODEL_ENGINE, FASTEST) if name != engine)
    return _chosen(engine, seconds[engine], other, seconds[other])


def _chosen(
    engine: str, seconds: Interval, other: str, other_seconds: Interval, counting: SweepCount | None = None
) -> EngineChoice:
    """Return the choice of an engine by two forecasts, with a notice before a long search."""
    first, second = _text_of(seconds), _text_of(other_seconds)
    about = [_text_of(each, "about ") for each in (seconds, other_seconds)]
    notice = f"engine {engine}: expected to take {about[0]} on one core, {other} {about[1]}"
    is_notable = seconds.value >= LONG_SECONDS or (counting is None and engine != MODEL_ENGINE)
    return EngineChoice(
        engine, f"forecast {first}, {other} {second}", notice if is_notable else None, counting=counting
    )


def _text_of(seconds: Interval, about: str = "") -> str:
    """Return a forecast in words: a lower bound if samples ended above the bottom of the search tree.

    >>> _text_of(Interval(12.0, 3.0, inf), "about "), _text_of(Interval(12.0, 3.0, 40.0), "about ")
    ('over 12 s', 'about 12 s')
    """
    return f"{'over ' if seconds.high == inf else about}{estimated_seconds(seconds.value)}"


def advice(
    engine: str, request: SearchRequest, parts: Sequence[Part], counting: SweepCount | None = None
) -> str | None:
    """Return the recommendation of a faster engine for a long search; None for other searches.

    `counting` is a count that has not begun, if the question is only their number.
    """
    if len(parts) == 1 or _too_many(request) is not None:
        return None
    rough = rough_seconds(engine, request)
    if _TRUST * rough < LONG_SECONDS:
        return None
    affordable = affordable_seconds(rough) / 2
    expected = expected_work(request, affordable)
    seconds = {name: forecast(name, request, parts, expected, affordable).value for name in (engine, FASTEST)}
    chosen_seconds = seconds[engine]
    if chosen_seconds < LONG_SECONDS:
        return None
    if counting is not None:
        total = total_seconds(counting, affordable)
        seconds[COUNTERS[0]] = total.value if total.high < inf else inf
    fast = min(seconds, key=lambda name: seconds[name])
    if seconds[fast] > chosen_seconds / 2:
        return None
    times = f"about {estimated(chosen_seconds / seconds[fast])} times faster"
    return f"this will take about {estimated_seconds(chosen_seconds)} on one core; --engine {fast} is {times}"


def _too_many(request: SearchRequest) -> str | None:
    """Return the number of placements or of symmetries in words if it is too large for a CP-SAT model; else None."""
    options, order = len(request.problem.options), request.leader.group.order
    if options > MAX_MODEL_OPTIONS:
        return f"{integer(options)} placements"
    return f"{integer(order)} symmetries" if options * order > MAX_MODEL_IMAGES else None
