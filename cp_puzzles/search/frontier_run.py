"""A count by the frontier sweep, reported like every other search."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.engines.frontier.count import FrontierCount, count_tilings
from cp_puzzles.engines.frontier.sweep import SweepProgress
from cp_puzzles.errors import Parameter
from cp_puzzles.memory import allowed_memory
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult, Status
from cp_puzzles.search.work.job import Job


def count_by_frontier(
    job: Job, *, time_limit: float | None = None, on_progress: Callable[[Progress], None] | None = None
) -> RunResult:
    """Count the solutions of a job's puzzle without enumerating them; Ctrl-C and the time limit end it with no number.

    Raises `MistakeError` when the states will not fit in memory.
    """
    started = monotonic()
    cover, question = job.ask()
    cover.refuse_checks(Parameter("engine", job.engine), "use an engine that enumerates")
    reason = reason_for_none(cover)
    deadline = None if time_limit is None else started + time_limit

    def report(sweep: SweepProgress) -> None:
        if on_progress is not None:
            done = (sweep.sweep - 1) * sweep.steps + sweep.step
            on_progress(Progress(done, sweep.sweeps * sweep.steps, 0, elapsed=monotonic() - started))

    count = FrontierCount(0, 0, 0)
    status: Status = "complete"
    if reason is None:
        try:
            count = count_tilings(
                cover.problem,
                question.leader.group,
                memory_limit=allowed_memory(job.memory),
                progress=report,
                stop=lambda: deadline is not None and monotonic() > deadline,
            )
            status = "complete" if count.complete else "time-limit"
        except KeyboardInterrupt:
            count, status = FrontierCount(0, None, None, complete=False), "interrupted"
    return RunResult.of(
        job,
        cover,
        question,
        status=status,
        count=count.solutions,
        raw=count.raw,
        self_symmetric=count.self_symmetric,
        first_solution_seconds=None,
        seconds=monotonic() - started,
        jobs=1,
        solutions=Solutions(cover.puzzle),
        reason=reason,
        statistics=count.statistics,
    )
