"""The count of an engine that does not enumerate: begun with a budget, continued, or carried out at once."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from typing import TYPE_CHECKING

from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.solution import solution_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.engine import SearchRequest
from cp_puzzles.engines.registry import COUNTERS, load_counter
from cp_puzzles.errors import InvalidSolutionError, Parameter, WideFrontierError
from cp_puzzles.search.run_result import Interval
from cp_puzzles.search.worker import Job

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SolutionRanking, SweepCount

DEFAULT_BYTES = 2_000_000_000
"""The memory of a count that begins by itself, so that it does not depend on the machine."""

TRIAL_SECONDS = 0.05
"""The time of a count that tells how long the rest takes."""

VERIFIED_TILINGS = 100
"""The number of random tilings that are verified before a count with rules of a user."""


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


def may_continue(counting: SweepCount, seconds: float) -> bool:
    """Return True if a count has begun, or if its plan fits into some counted seconds."""
    return counting.spent > 0 or counting.planning_seconds <= seconds


def continued(counting: SweepCount, seconds: float) -> float:
    """Continue a count for some counted seconds; return the seconds that it announces for the rest.

    They are infinite if it needs too much memory, and those of its plan, a lower bound, if not even this fits into the
    seconds.
    """
    if not may_continue(counting, seconds):
        return counting.planning_seconds
    try:
        counting.advance(counting.spent + seconds)
    except WideFrontierError:
        return inf
    return counting.seconds_left()


def counting_seconds(counting: SweepCount, affordable: float = inf) -> Interval:
    """Return about the seconds of a count that has not begun, of which a tenth of a second at most is carried out.

    They are infinite if it needs too much memory. If its plan takes longer than is affordable, the plan is a lower
    bound.
    """
    planning = counting.planning_seconds
    if planning > affordable:
        return Interval(planning, planning, inf)
    left = continued(counting, planning + min(TRIAL_SECONDS, affordable - planning))
    return Interval.exactly(counting.spent + left)


def count_with(job: Job, cover: Cover, request: SearchRequest, progress: Callable[[int, int], None]) -> SweepCount:
    """Return a count of the job by its engine, before it begins.

    Raises `MistakeError` if the engine does not support the request or needs too much memory, and
    `InvalidSolutionError` if items of a user's rule admit a tiling that violates the rule.
    """
    cover.refuse_checks(Parameter("engine", job.engine), "use an engine that enumerates")
    counter, memory = load_counter(job.engine), allowed_memory(job.memory)
    if any(rule.is_registered for rule in cover.puzzle.rules):
        _verify_some(cover, counter.rank(cover.problem, memory_limit=memory, progress=progress), job.engine)
    counting = counter.begin(cover.problem, request.leader.group, memory_limit=memory)
    counting.progress = progress
    return counting


def _verify_some(cover: Cover, tilings: SolutionRanking, engine: str) -> None:
    """Raise `InvalidSolutionError` if one of some random tilings is not a solution."""
    random, verifier = Random(0), Verifier(cover.puzzle)
    ranks = [random.randrange(tilings.total) for _ in range(VERIFIED_TILINGS if tilings.total else 0)]
    for options in tilings.solutions(ranks):
        violation = verifier.violation(solution_of(cover, options).placements)
        if violation is not None:
            raise InvalidSolutionError(f"the engine {engine} counts a tiling that is no solution: {violation}")
