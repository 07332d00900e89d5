"""A count by an engine that sees no solution, reported like every other search."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.engines.base import PartResult
from cp_puzzles.engines.registry import load_counter
from cp_puzzles.errors import Parameter
from cp_puzzles.memory import allowed_memory
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult, Status
from cp_puzzles.search.work.job import Job


def count_at_once(
    job: Job, *, time_limit: float | None = None, on_progress: Callable[[Progress], None] | None = None
) -> RunResult:
    """Count the solutions of a job's puzzle without enumerating them; Ctrl-C and the time limit end it with no number.

    Raises `MistakeError` when the engine declines, or needs more memory than it may use.
    """
    started = monotonic()
    cover, question = job.ask()
    cover.refuse_checks(Parameter("engine", job.engine), "use an engine that enumerates")
    counter = load_counter(job.engine, cover.problem)
    reason = reason_for_none(cover)
    deadline = None if time_limit is None else started + time_limit

    def report(done: int, steps: int) -> None:
        if on_progress is not None:
            on_progress(Progress(done, steps, 0, elapsed=monotonic() - started))

    count = PartResult(0, 0, 0, complete=True)
    status: Status = "complete"
    if reason is None:
        try:
            count = counter.count(
                question,
                memory=allowed_memory(job.memory),
                stop=lambda: deadline is not None and monotonic() > deadline,
                progress=report,
            )
            status = "complete" if count.complete else "time-limit"
        except KeyboardInterrupt:
            count, status = PartResult(0, 0, 0, complete=False), "interrupted"
    return RunResult.of(
        job,
        cover,
        question,
        status=status,
        count=count.solutions,
        raw=count.raw if count.complete else None,
        self_symmetric=count.self_symmetric if count.complete else None,
        first_solution_seconds=None,
        seconds=monotonic() - started,
        jobs=1,
        solutions=Solutions(cover.puzzle),
        reason=reason,
        statistics=count.statistics,
    )
