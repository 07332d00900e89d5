"""What comes before a search: the cover problem, its symmetries, and whether there plainly is no solution."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.precheck import reason_by_size
from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.size import SMALL, size_of
from cp_puzzles.deadline import TimeIsOver, within
from cp_puzzles.engines.base import Question
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.search.result import Status
from cp_puzzles.search.work.job import Job


@dataclass(frozen=True)
class Prepared:
    """What is asked, and why it has no solution where that is known."""

    cover: Cover
    question: Question
    reason: str | None


@dataclass(frozen=True)
class Settled:
    """That there is nothing to search: a `reason` why there is no solution, or what was being done (`phase`) when the
    time limit or an interrupt came.
    """

    status: Status
    phase: str | None = None
    reason: str | None = None


def prepare(job: Job, deadline: float | None, *, in_full: bool = False) -> Prepared | Settled:
    """Build the cover problem of a job and look for its symmetries, as long as there is time.

    What takes long to build is not built, unless `in_full`, if areas alone tell that there is no solution.
    """
    phase = "adding up areas"
    try:
        if not in_full and not isinstance(job.puzzle, Matrix) and size_of(job.puzzle).bytes > SMALL:
            reason = within(deadline, phase, lambda: reason_by_size(job.puzzle))
            if reason is not None:
                return Settled("complete", reason=reason)
        phase = "placing"
        cover = within(deadline, phase, job.cover)
        phase = "looking for symmetries"
        question = within(deadline, phase, lambda: job.question(cover))
        phase = "looking for reasons"
        return Prepared(cover, question, within(deadline, phase, lambda: reason_for_none(cover)))
    except TimeIsOver:
        return Settled("time-limit", phase)
    except KeyboardInterrupt:
        return Settled("interrupted", phase)
