"""A count by an engine that sees no solution, reported like every other search."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.deadline import TimeIsOver, deadline_after, within
from cp_puzzles.engines.base import PartResult
from cp_puzzles.engines.registry import load_counter
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.memory import allowed_memory
from cp_puzzles.search.prepare import Settled, prepare
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult, Status
from cp_puzzles.search.work.job import Job


def count_at_once(
    job: Job, *, time_limit: float | None = None, on_progress: Callable[[Progress], None] | None = None
) -> RunResult:
    """Count the solutions of a job's puzzle without enumerating them; Ctrl-C and the time limit end it with no number.

    Raises `MistakeError` when the engine declines, or needs more memory than it may use.
    """
    if job.symmetry == "components":
        # Burnside's lemma over the subgroups of a product: there are far too many of these
        raise MistakeError(
            Parameter("symmetry", job.symmetry),
            f"the engine {job.engine} knows no motions of single parts",
            "use an engine that enumerates",
        )
    started, deadline = monotonic(), deadline_after(time_limit)
    prepared = prepare(job, deadline)
    if isinstance(prepared, Settled):
        return RunResult.before(
            job, prepared.status, prepared.phase, prepared.reason, seconds=monotonic() - started, jobs=1
        )
    cover, question, reason = prepared.cover, prepared.question, prepared.reason
    cover.refuse_checks(Parameter("engine", job.engine), "use an engine that enumerates")
    counter = load_counter(job.engine, cover.problem)
    newest: list[Progress] = []

    def note(done: int, steps: int) -> None:
        newest[:] = [Progress(done, steps, 0, elapsed=monotonic() - started)]

    def report() -> None:
        if on_progress is not None and newest:
            on_progress(newest[-1])

    def all_at_once() -> PartResult:
        memory = allowed_memory(job.memory)
        return counter.count(question, memory=memory, stop=lambda: False, progress=note)

    count = PartResult(0, 0, 0, complete=reason is not None)
    status: Status = "complete"
    if reason is None:
        try:
            count = within(deadline, "counting", all_at_once, report)
        except TimeIsOver:
            status = "time-limit"
        except KeyboardInterrupt:
            status = "interrupted"
    return RunResult.of(
        job,
        cover,
        question,
        status=status,
        count=count.solutions,
        raw=count.raw if count.complete else None,
        self_symmetric=count.self_symmetric if count.complete else None,
        seconds=monotonic() - started,
        jobs=1,
        solutions=Solutions(cover.puzzle),
        reason=reason,
        statistics=count.statistics,
    )
