"""A count by an engine that does not enumerate, with the same result as any search."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.solution import Solutions, solution_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.engine import Part, PartResult
from cp_puzzles.engines.registry import load_counter
from cp_puzzles.errors import InvalidSolutionError, Parameter
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.run_plan import RunPlan
from cp_puzzles.search.run_result import RunResult, Status

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SolutionRanking


VERIFIED_TILINGS = 100
"""The number of random tilings that are verified before a count with rules of a user."""


def count_at_once(plan: RunPlan) -> RunResult:
    """Count solutions without enumerating them; an interrupt or the time limit leaves no count.

    Continues the count that the choice of the engine has begun. Raises `MistakeError` if the engine does not support
    the request or needs too much memory, and `InvalidSolutionError` if items of a user's rule admit a tiling that
    violates the rule.
    """
    job, reason, on_progress = plan.job, plan.reason, plan.config.options.on_progress
    if plan.early is not None:
        return RunResult.before(job, plan.early, seconds=monotonic() - plan.started, jobs=1)
    cover, request = plan.cover, plan.request
    cover.refuse_checks(Parameter("engine", job.engine), "use an engine that enumerates")
    # the choice of the engine may have begun the count
    notice, begun = None, None
    if plan.choice is not None:
        notice, begun = plan.choice.notice, plan.choice.counting
    counter = load_counter(job.engine)
    newest: list[Progress] = []

    def note(done: int, steps: int) -> None:
        newest[:] = [Progress(share=done / max(1, steps), elapsed=monotonic() - plan.started, notice=notice)]

    def report() -> None:
        if on_progress is not None and newest:
            on_progress(newest[-1])

    def all_at_once() -> PartResult:
        if begun is not None:
            begun.progress = note
            return begun.finish()
        memory = allowed_memory(job.memory)
        if any(rule.is_registered for rule in cover.puzzle.rules):
            _verify_some(cover, counter.rank(cover.problem, memory_limit=memory, progress=note), job.engine)
        return counter.count(cover.problem, request.leader.group, memory_limit=memory, progress=note)

    # count, unless areas or weights already show that there is nothing to count
    count = PartResult(0, 0, 0, rest=() if reason is not None else (Part(),))
    status: Status = "complete"
    if reason is None:
        try:
            count = plan.deadline.run("counting", all_at_once, report)
        except CanceledError:
            status = "time-limit"
        except KeyboardInterrupt:
            status = "interrupted"
    return RunResult.of(
        job,
        cover,
        request,
        status=status,
        count=count.solutions,
        raw=count.raw if count.complete else None,
        self_symmetric=count.self_symmetric if count.complete else None,
        seconds=monotonic() - plan.started,
        jobs=1,
        solutions=Solutions(cover.puzzle),
        reason=reason,
        statistics=count.statistics,
        engine_reason=plan.engine_reason,
    )


def _verify_some(cover: Cover, tilings: SolutionRanking, engine: str) -> None:
    """Raise `InvalidSolutionError` if one of some random tilings is not a solution."""
    random, verifier = Random(0), Verifier(cover.puzzle)
    ranks = [random.randrange(tilings.total) for _ in range(VERIFIED_TILINGS if tilings.total else 0)]
    for options in tilings.solutions(ranks):
        violation = verifier.violation(solution_of(cover, options).placements)
        if violation is not None:
            raise InvalidSolutionError(f"the engine {engine} counts a tiling that is no solution: {violation}")
