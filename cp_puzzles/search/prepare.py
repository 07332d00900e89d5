"""What comes before a search: the cover problem, its symmetries, and whether there plainly is no solution."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.problem import Cover
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
class Stopped:
    """What was being done when the time limit or an interrupt came, before there was anything to search."""

    status: Status
    phase: str


def prepare(job: Job, deadline: float | None) -> Prepared | Stopped:
    """Build the cover problem of a job and look for its symmetries, as long as there is time."""
    phase = "placing"
    try:
        cover = within(deadline, phase, job.cover)
        phase = "looking for symmetries"
        question = within(deadline, phase, lambda: job.question(cover))
        phase = "looking for reasons"
        return Prepared(cover, question, within(deadline, phase, lambda: reason_for_none(cover)))
    except TimeIsOver:
        return Stopped("time-limit", phase)
    except KeyboardInterrupt:
        return Stopped("interrupted", phase)
