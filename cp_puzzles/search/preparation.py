"""Preparation of a search: the cover problem, its symmetries, and an obvious reason why there is no solution."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cp_puzzles.base.cancellation import CanceledError, within
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.problem_size import SMALL_PROBLEM_BYTES, size_of
from cp_puzzles.cover.proofs.quick_reason import reason_for_none
from cp_puzzles.engines.engine import SearchRequest
from cp_puzzles.engines.registry import MODEL_ENGINE, entry_of
from cp_puzzles.search.partition.engine_choice import EngineChoice, choose_engine
from cp_puzzles.search.run_result import EarlyResult
from cp_puzzles.search.workers.job import Job


@dataclass(frozen=True)
class Prepared:
    """A cover problem and the request for an engine, with the reason why there is no solution if it is obvious.

    `choice` is the chosen engine, None if the job names one.
    """

    cover: Cover
    request: SearchRequest
    reason: str | None
    choice: EngineChoice | None = None


def prepare(
    job: Job, deadline: float | None, *, in_full: bool = False, chooses: bool = False
) -> Prepared | EarlyResult:
    """Build the cover problem of a job, find its symmetries and, if `chooses`, choose an engine, within the deadline.

    If areas alone show that there is no solution, a large problem is not built, unless `in_full` is True.
    """
    phase = "adding up areas"
    try:
        if not in_full and job.puzzle.has_board and size_of(job.puzzle).bytes > SMALL_PROBLEM_BYTES:
            reason = within(deadline, phase, lambda: reason_by_size(job.puzzle))
            if reason is not None:
                return EarlyResult("complete", reason=reason)
        phase = "placing"
        cover = within(deadline, phase, job.cover)
        phase = "looking for symmetries"
        request = within(deadline, phase, lambda: job.request(cover))
        phase = "looking for reasons"
        prepared = Prepared(cover, request, within(deadline, phase, lambda: reason_for_none(cover)))
        phase = "choosing an engine"
        return within(deadline, phase, lambda: _with_choice(prepared)) if chooses else prepared
    except CanceledError:
        return EarlyResult("time-limit", phase)
    except KeyboardInterrupt:
        return EarlyResult("interrupted", phase)


def _with_choice(prepared: Prepared) -> Prepared:
    """Return the preparation with the chosen engine, and the settings that the engine has."""
    request = prepared.request
    choice = choose_engine(request) if prepared.reason is None else EngineChoice(MODEL_ENGINE)
    names = entry_of(choice.engine).settings.names()
    settings = {name: value for name, value in request.settings.items() if name in names}
    return replace(prepared, request=replace(request, settings=settings), choice=choice)
