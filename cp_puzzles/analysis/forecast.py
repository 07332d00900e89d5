"""Forecast of the duration of a search and of the number of its solutions, from random parts of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from math import exp, hypot, inf, isfinite, log
from typing import Any

from cp_puzzles.analysis.analysis_options import EstimateOptions
from cp_puzzles.base.deadline import in_time
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.cover.proofs.weight_search import reason_for_none
from cp_puzzles.cover.symmetry.symmetry_group import effective_symmetry
from cp_puzzles.engines.registry import AUTO, COUNTERS, FASTEST
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.count_at_once import begin_count, counting_seconds
from cp_puzzles.search.estimate import estimate_of
from cp_puzzles.search.part_search import ATTEMPT_SECONDS
from cp_puzzles.search.pool import available_cores
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.run_result import Interval
from cp_puzzles.search.worker import Job

TIME_FACTOR = 3.0
"""The factor between the rule of thumb and the time of 95 of 100 searches, if their nodes are known."""

LEAST_SECONDS = 0.2
"""The least time of an estimate."""

START_SECONDS = 1.0
"""The maximum time added by loading compiled code and starting processes."""


@dataclass(frozen=True)
class Forecast(Displayed):
    """The expected work of a search and the expected number of solutions, as 95 % intervals.

    Attributes
    ----------
    name, symmetry, engine, jobs
        The puzzle, the requested equivalence, the engine that would search, and the number of processes; a search of a
        moment has one.
    nodes
        The number of steps of the engine that enumerates.
    solutions, raw
        The number of solutions at the requested equivalence, and with all rotations and reflections.
    seconds
        The time on a machine with nothing else to do, by a rule of thumb; the bounds include its error.
    exact
        True if the whole tree was small enough to be searched.
    reason
        The proof that there is no solution, if one is known at once.
    unchecked_rules
        The keys of rules that can only be checked on finished tilings, and of the objective. The numbers of solutions
        ignore them, so their lower bound is 0.
    engines
        The time of a count by the engine that enumerates (the fastest one, unless another one is named) and by the
        one that only counts, if it can answer; `seconds` is that of `engine`.
    """

    name: str
    symmetry: str
    engine: str
    jobs: int
    nodes: Interval
    solutions: Interval
    raw: Interval
    seconds: Interval
    exact: bool
    reason: str | None = None
    unchecked_rules: tuple[str, ...] = ()
    engines: Mapping[str, Interval] = field(default_factory=dict)

    def summary(self) -> dict[str, Any]:
        """Return the forecast as plain data."""
        return asdict(self)


@puzzle_function(EstimateOptions)
def estimate(puzzle: Puzzle, options: EstimateOptions) -> Forecast:
    """Estimate the size of a search by searching random parts of it for about `seconds`, once the puzzle is prepared.

    The engine `auto` is the one that counts first. `TimeoutError` ends an estimate that takes longer than `time_limit`.

    See Also
    --------
    count

    References
    ----------
    D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975).

    Examples
    --------
    >>> soma = estimate("soma")
    >>> soma.solutions.low <= 240 <= soma.solutions.high
    True
    """
    job = Job(puzzle, effective_symmetry(puzzle, options.symmetry), options.engine, memory=options.memory)
    workers = options.jobs or available_cores()
    return in_time(options.time_limit, "estimating", lambda: _forecast(job, workers, options.seconds))


def _forecast(job: Job, workers: int, seconds: float) -> Forecast:
    """Return the forecast of a search by some workers, from runs that take about some seconds."""
    puzzle, symmetry, engine = job.puzzle, job.symmetry, job.engine
    cover, request = job.cover_and_request()
    reason = reason_for_none(cover)
    if reason is not None:
        none = Interval.exactly(0)
        return Forecast(puzzle.name, symmetry, engine, workers, none, none, none, none, exact=True, reason=reason)
    # the engine that counts, by the beginning of its count
    counting = begin_count(job, request) if puzzle.objective is None else None
    total = None if counting is None else counting_seconds(counting, seconds / 4)
    # the engine that enumerates, by parts of its search; the estimate of a short count is short
    is_short = total is not None and total.value < seconds
    name = FASTEST if engine in (AUTO, *COUNTERS) else engine
    probing = max(LEAST_SECONDS, seconds / 10) if is_short else seconds
    expected = estimate_of(request, seconds=probing, engine=name, by_clock=True)
    processes = {name: 1 if expected.seconds.value < ATTEMPT_SECONDS else workers}
    engines = {name: time_interval(expected.seconds, processes[name] / expected.pace)}
    solutions, raw = expected.solutions, expected.raw
    if total is not None and isfinite(total.value):
        engines[COUNTERS[0]], processes[COUNTERS[0]] = time_interval(total, 1), 1
    if counting is not None and counting.is_finished:
        result = counting.finish()
        solutions, raw = map(Interval.exactly, (result.solutions, result.raw))
    if puzzle.objective is not None:  # the best value may be proved long before all tilings are found
        engines = {name: replace(each, low=0.0) for name, each in engines.items()}
    # the one that would end first, or that was asked for
    if engine == AUTO:
        engine = min(engines, key=lambda name: (engines[name].high == inf, engines[name].value))
    if engine not in engines:
        problem = "it cannot count the solutions of this puzzle, or its states do not fit in the memory"
        raise MistakeError(Parameter("engine", engine), problem, ("estimate with ", Parameter("engine", FASTEST)))
    unchecked = [each.key for each in (*cover.checks, puzzle.objective) if each is not None]
    return Forecast(
        name=puzzle.name,
        symmetry=symmetry,
        engine=engine,
        jobs=processes[engine],
        nodes=expected.nodes,
        solutions=replace(solutions, low=0.0) if unchecked else solutions,
        raw=replace(raw, low=0.0) if unchecked else raw,
        seconds=engines[engine],
        exact=expected.exact,
        unchecked_rules=tuple(unchecked),
        engines=engines,
    )


def time_interval(total: Interval, workers: float) -> Interval:
    """Return the time of some workers for the seconds of one processor, whose bounds only include the error of nodes.

    >>> time_interval(Interval(6.0, 6.0, 6.0), 2)
    Interval(3, low=1, high=10)
    """
    value, error = total.value / workers, log(TIME_FACTOR)
    low = value * exp(-hypot(log(total.value / total.low), error)) if total.low > 0 else 0.0
    high = value * exp(hypot(log(total.high / total.value), error)) if value > 0 else total.high / workers
    return Interval(value, low, high + START_SECONDS)
